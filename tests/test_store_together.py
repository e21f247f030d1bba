"""Searches of one user that differ in their query alone are asked of Chroma together, and answer as if alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from langgraph.store.base import SearchItem, SearchOp
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore

USER = ("app", "u", "records")
TEXTS = [f"note {n} on {word}" for n, word in enumerate(("tea", "rain", "tea and rain", "bread", "trains") * 6)]


def found(answer: Any) -> list[tuple[str, float]]:
    assert isinstance(answer, list)
    return [(item.key, round(item.score or 0.0, 5)) for item in answer if isinstance(item, SearchItem)]


def test_searches_asked_together_answer_as_if_asked_alone(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        for n, text in enumerate(TEXTS):
            store.put(USER if n % 3 else ("app", "v", "records"), f"k{n}", {"key": text, "even": n % 2 == 0})
        alike = [SearchOp(USER, limit=4, query=q) for q in ("tea", "rain in the morning", "tea")]
        others = [
            SearchOp(USER, limit=7, query="bread"),
            SearchOp(USER, limit=4, offset=2, query="tea"),
            SearchOp(USER, limit=4, query="tea", filter={"even": True}),
            SearchOp(("app", "v", "records"), limit=4, query="tea"),
            SearchOp(("app",), limit=4, query="tea"),
        ]
        asked = [*alike, *others]
        together = [found(answer) for answer in store.batch(asked)]
        assert together == [found(store.batch([op])[0]) for op in asked]
        assert all(together)


def test_two_searches_that_differ_in_their_query_alone_cost_one_question(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        for n, text in enumerate(TEXTS):
            store.put(USER, f"k{n}", {"key": text})
        asked: list[str] = []
        database: Any = store._database
        for name in ("query", "get"):
            inner = getattr(database, name)

            def counted(*args: Any, inner: Any = inner, name: str = name, **options: Any) -> Any:
                asked.append(name)
                return inner(*args, **options)

            setattr(database, name, counted)
        store.batch([SearchOp(USER, limit=4, query="tea"), SearchOp(USER, limit=4, query="rain")])
        assert asked == ["query", "get"]
