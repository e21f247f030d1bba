"""LangChain's vector store over one namespace, and that there is no other way to a collection."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore

ROOT = Path(__file__).resolve().parent.parent
HERE = ("m", "u", "records")
OUTER_ROOMS = ("memory.chroma_store.place", "memory.chroma_store.upkeep")
"""They name places and mend whole stores; neither gives a collection away."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ChromaStore]:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as opened:
        opened.put(HERE, "mine", {"key": "cats sleep all day", "kind": "fact"})
        opened.put((*HERE, "deeper"), "deep", {"key": "cats sleep all day"})
        opened.put(("m", "other", "records"), "theirs", {"key": "cats sleep all day"})
        yield opened


def test_it_finds_what_the_namespace_holds_and_nothing_else(store: ChromaStore) -> None:
    face = store.as_vector_store(HERE)
    assert [d.id for d in face.similarity_search("cats sleep all day", k=10)] == ["mine"]
    assert face.get()["ids"] == ["mine"]
    assert face.get(ids=["theirs", "deep"])["ids"] == []


def test_what_it_writes_is_an_item_like_any_other(store: ChromaStore) -> None:
    face = store.as_vector_store(HERE)
    note = Document(page_content="dogs bark", metadata={"kind": "note"}, id="new")
    face.add_documents([note, Document(page_content="x")])
    item = store.get(HERE, "new")
    assert item is not None and item.value == {"key": "dogs bark", "kind": "note"}
    (found, score) = face.similarity_search_with_relevance_scores("dogs bark", k=1)[0]
    assert (found.id, found.page_content, found.metadata) == ("new", "dogs bark", {"kind": "note"})
    assert score == pytest.approx(1.0, abs=1e-3)
    face.update_document("new", Document(page_content="dogs howl", metadata={}))
    item = store.get(HERE, "new")
    assert item is not None and item.value == {"key": "dogs howl"}


def test_its_retriever_filters_and_diversity_work(store: ChromaStore) -> None:
    face = store.as_vector_store(HERE)
    face.add_texts(["dogs bark", "dogs bark loudly", "birds sing"], [{"n": 1}, {"n": 2}, {"n": 3}], ["a", "b", "c"])
    assert face.as_retriever(search_kwargs={"k": 1}).invoke("dogs bark")[0].id == "a"
    either: Any = {"$or": [{"n": 2}, {"n": {"$in": [3]}}]}
    found = face._collection.query(query_texts=["dogs"], n_results=5, where=either)
    assert sorted(found["ids"][0]) == ["b", "c"]
    assert [d.id for d in face.similarity_search("dogs", k=5, where_document={"$contains": "loud"})] == ["b"]
    assert face.max_marginal_relevance_search("dogs bark", k=2, fetch_k=4)[0].id == "a"


def test_it_deletes_only_in_its_namespace(store: ChromaStore) -> None:
    face = store.as_vector_store(HERE)
    face.delete(["mine", "theirs"])
    assert store.get(HERE, "mine") is None and store.get(("m", "other", "records"), "theirs") is not None
    with pytest.raises(ValueError, match="name what"):
        face.delete()
    face.add_texts(["one", "two"])
    face.delete_collection()
    assert {i.key for i in store.search(("m",))} == {"deep", "theirs"}


def uses_chroma(path: Path) -> list[str]:
    """Give where a module reaches for Chroma, or past ChromaStore into its rooms."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [str(node.module)] if node.module not in OUTER_ROOMS else []
        elif isinstance(node, ast.Attribute) and node.attr in ("get_collection", "get_or_create_collection"):
            names = ["chromadb"]
        inside = ("chromadb", "langchain_chroma", "memory.chroma_store.")
        found += [f"{path.name}: {name}" for name in names if f"{name}.".startswith(inside) and name != inside[2][:-1]]
    return found


def test_nobody_outside_the_package_touches_chroma_or_a_collection() -> None:
    sources = [p for floor in ("graph", "nodes", "memory") for p in (ROOT / floor).rglob("*.py")]
    outside = [p for p in sources if (ROOT / "memory" / "chroma_store") not in p.parents]
    assert len(outside) > 20
    assert [use for path in outside for use in uses_chroma(path)] == []
    assert uses_chroma(ROOT / "memory" / "chroma_store" / "store.py"), "the check finds nothing where there is much"
