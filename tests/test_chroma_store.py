"""What ChromaStore promises beyond the contract that every store keeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from langgraph.store.base import PutOp

from memory.chroma_store import ChromaStore
from memory.embeddings import LocalEmbeddings


@pytest.fixture(scope="module")
def embedder() -> LocalEmbeddings:
    return LocalEmbeddings()


@pytest.fixture
def store(tmp_path: Path, embedder: LocalEmbeddings) -> Iterator[ChromaStore]:
    with ChromaStore.at(tmp_path, embeddings=embedder) as opened:
        yield opened


def test_a_search_finds_by_meaning_in_both_languages(store: ChromaStore) -> None:
    store.put(("m", "u"), "en", {"key": "I love eating pizza"})
    store.put(("m", "u"), "zh", {"key": "我对花生过敏"})
    assert store.search(("m", "u"), query="favourite food: pizza", limit=1)[0].key == "en"
    assert store.search(("m", "u"), query="花生过敏", limit=1)[0].key == "zh"


def test_user1_never_sees_what_user10_stored(store: ChromaStore) -> None:
    store.put(("m", "user10", "r"), "k", {"key": "secret of ten"})
    assert store.search(("m", "user1"), query="secret of ten") == []
    assert store.search(("m", "user1")) == []


def test_what_was_written_is_there_after_closing(tmp_path: Path, embedder: LocalEmbeddings) -> None:
    with ChromaStore.at(tmp_path, embeddings=embedder) as first:
        first.batch([PutOp(("m", "u"), str(n), {"key": f"fact {n}", "n": n}) for n in range(20)])
    with ChromaStore.at(tmp_path, embeddings=embedder) as second:
        assert [i.value["n"] for i in second.search(("m", "u"), limit=50)] == list(range(20))
