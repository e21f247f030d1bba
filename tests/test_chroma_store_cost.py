"""What is not needed is not done: no text embedded twice, no item read that is not given out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from counted_database import count_calls
from langgraph.store.base import PutOp
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore


@pytest.fixture
def embedder() -> WordEmbeddings:
    return WordEmbeddings()


@pytest.fixture
def store(tmp_path: Path, embedder: WordEmbeddings) -> Iterator[ChromaStore]:
    with ChromaStore.at(tmp_path, embeddings=embedder) as opened:
        yield opened


def test_a_text_that_stays_is_neither_embedded_nor_indexed_again(store: ChromaStore, embedder: WordEmbeddings) -> None:
    store.batch([PutOp(("m", "u"), f"k{n}", {"key": f"fact {n}", "uses": 0}) for n in range(3)])
    store.put(("m", "u"), "bare", {"uses": 0}, index=False)
    embedder.calls.clear()
    counted = count_calls(store)
    uses = [PutOp(("m", "u"), f"k{n}", {"key": f"fact {n}", "uses": 1}) for n in range(3)]
    store.batch([*uses, PutOp(("m", "u"), "bare", {"uses": 1}, index=False)])
    assert (embedder.calls, counted.calls) == ([], ["get", "update"])
    store.batch([PutOp(("m", "u"), "k0", {"key": "fact 0"}), PutOp(("m", "u"), "k9", {"key": "fact 9", "uses": 2})])
    assert embedder.calls == [["fact 9"]]
    found = {i.key: (i.value.get("uses"), i.score) for i in store.search(("m", "u"), query="fact 0", limit=10)}
    assert {key: uses for key, (uses, _) in found.items()} == {"k0": None, "k1": 1, "k2": 1, "k9": 2}
    assert found["k0"][1] == pytest.approx(1.0, abs=1e-5)
    assert [i.key for i in store.search(("m", "u"), filter={"uses": 1})] == ["k1", "k2", "bare"]
    assert store.search(("m", "u"), filter={"uses": 0}) == []


def test_a_text_that_stays_goes_along_with_one_that_has_none(store: ChromaStore, embedder: WordEmbeddings) -> None:
    store.put(("m", "u"), "k", {"key": "fact", "uses": 0})
    embedder.calls.clear()
    ops = [PutOp(("m", "u"), "k", {"key": "fact", "uses": 1}), PutOp(("m", "u"), "bare", {"uses": 1}, index=False)]
    counted = count_calls(store)
    store.batch(ops)
    assert (embedder.calls, counted.calls) == ([], ["get", "get", "upsert"])
    assert [i.key for i in store.search(("m", "u"), query="fact", filter={"uses": 1})] == ["k"]


def test_an_item_whose_text_goes_or_comes_is_indexed_as_it_is_now(store: ChromaStore) -> None:
    store.batch([PutOp(("m", "u"), key, {"key": "tea"}) for key in ("a", "b")])
    store.put(("m", "u"), "a", {"key": "tea"}, index=False)
    assert sorted(i.key for i in store.search(("m", "u"), query="tea")) == ["b"]
    store.put(("m", "u"), "a", {"key": "tea"})
    assert sorted(i.key for i in store.search(("m", "u"), query="tea")) == ["a", "b"]


def test_the_nearest_keys_are_those_of_the_search_without_reading_items(store: ChromaStore) -> None:
    words = ("tea", "rain", "tea and rain", "bread")
    store.batch([PutOp(("m", u, "records"), f"k{n}", {"key": w}) for u in "uvw" for n, w in enumerate(words)])
    store.put(("m", "u", "records", "below"), "k", {"key": "tea"})
    asked = ["tea", "rain"]
    searched = [store.search(("m", "u", "records"), query=q, limit=5) for q in asked]
    counted = count_calls(store)
    found = store.nearest_keys(("m", "u", "records"), asked, limit=5)
    assert set(counted.calls) == {"query"}
    exact = [[i for i in items if i.namespace == ("m", "u", "records")] for items in searched]
    assert [[key for key, _ in of] for of in found] == [[i.key for i in items] for items in exact]
    assert [s for of in found for _, s in of] == pytest.approx([i.score for items in exact for i in items])
    assert store.nearest_keys(("m", "nobody", "records"), asked, limit=5) == [[], []]


def test_a_user_of_most_rows_is_searched_without_a_walk_through_all_of_them(store: ChromaStore) -> None:
    store.batch([PutOp(("m", "u", "records"), f"k{n}", {"key": f"tea {n}"}) for n in range(60)])
    store.batch([PutOp(("m", "v", "records"), f"k{n}", {"key": f"tea {n}"}) for n in range(3)])
    counted = count_calls(store)
    (found,) = store.nearest_keys(("m", "u", "records"), ["tea 1"], limit=5)
    assert (len(found), found[0][0], counted.calls) == (5, "k1", ["query"])
    (few,) = store.nearest_keys(("m", "v", "records"), ["tea 1"], limit=5)
    assert (len(few), few[0][0]) == (3, "k1")
