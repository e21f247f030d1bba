"""Filters that say more than Chroma understands give every match, and what its index overlooks is found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import PutOp
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore
from memory.chroma_store.database import Rows
from memory.record import FILTERED


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ChromaStore]:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as opened:
        yield opened


def keys(items: Sequence[Any]) -> list[str]:
    return [item.key for item in items]


def test_a_filter_that_chroma_cannot_decide_still_gives_every_match(store: ChromaStore) -> None:
    ops = [
        PutOp(("m", "u"), f"k{n:03}", {"key": "the same words", "t": f"t{n:03}", "big": 2**60 + n}) for n in range(300)
    ]
    store.batch(ops)
    for query in (None, "the same words"):
        assert len(store.search(("m", "u"), query=query, filter={"t": {"$gte": "t290"}}, limit=50)) == 10
        assert keys(store.search(("m", "u"), query=query, filter={"big": 2**60 + 7})) == ["k007"]
        assert len(store.search(("m", "u"), query=query, filter={"big": {"$gt": 2**60 + 295}})) == 4
        assert store.search(("m", "u"), query=query, filter={"t": {"$gt": 5}}) == []
    page = store.search(("m", "u"), filter={"t": {"$lt": "t290"}}, limit=10, offset=285)
    assert keys(page) == [f"k{n}" for n in range(285, 290)]


def test_what_the_index_overlooks_is_still_a_match(store: ChromaStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over hundreds of equal vectors Chroma's graph search reaches only some, however many it is asked for."""
    store.batch([PutOp(("m", "u"), f"k{n}", {"key": f"words of {n}", "t": f"t{n}"}) for n in range(9)])
    asked = store._database.query

    def reaches_three(name: str, vectors: Any, *, k: int, where: Any) -> list[Rows]:
        return [Rows(found.ids[:3], distances=found.distances[:3]) for found in asked(name, vectors, k=k, where=where)]

    whole = store.search(("m", "u"), query="words of 4", filter={"t": {"$gte": "t2"}}, limit=9)
    monkeypatch.setattr(store._database, "query", reaches_three)
    again = store.search(("m", "u"), query="words of 4", filter={"t": {"$gte": "t2"}}, limit=9)
    assert [i.key for i in again] == [i.key for i in whole]
    assert [i.score for i in again] == pytest.approx([i.score for i in whole], abs=1e-5)
    assert len(again) == 7


def test_a_filter_on_a_field_without_tags_is_as_exact(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), tagged=["kind"]) as store:
        for n in range(40):
            value = {"key": f"words of {n}", "kind": "even" if n % 2 == 0 else "odd", "third": n % 3 == 0}
            store.put(("m", "u"), f"k{n}", value)
        asked: list[tuple[dict[str, Any], int]] = [
            ({"third": True}, 14), ({"kind": "odd"}, 20), ({"kind": "odd", "third": True}, 7),
            ({"third": {"$ne": True}}, 26),
        ]  # fmt: skip
        for wanted, count in asked:
            found = {i.key for i in store.search(("m", "u"), query="words of 4", filter=wanted, limit=40)}
            assert found == {i.key for i in store.search(("m", "u"), filter=wanted, limit=40)}
            assert len(found) == count
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), tagged=["third"]) as again:
        assert len(again.search(("m", "u"), filter={"third": True}, limit=40)) == 14  # how it was made counts


def test_whatever_the_program_filters_by_has_tags() -> None:
    """Read the code: a filter on a field outside the list would walk through all of a user's rows."""
    root = Path(__file__).resolve().parent.parent
    found = set()
    for path in (p for floor in ("memory", "nodes", "graph") for p in (root / floor).rglob("*.py")):
        found |= set(re.findall(r'filter=\{"(\w+)":', path.read_text(encoding="utf-8")))
    assert "kind" in found
    assert found <= set(FILTERED)
