"""What ChromaStore promises beyond the contract that every store keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from counted_database import count_calls
from langgraph.store.base import GetOp, PutOp
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore, Place
from memory.chroma_store.layout import SHARDS
from memory.embeddings import LocalEmbeddings
from memory.errors import EmbedderMismatch, SettingsError, StoreDamaged, StoreUnavailable


class HandClock:
    """A clock that goes when it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def embedder() -> WordEmbeddings:
    return WordEmbeddings()


@pytest.fixture
def store(tmp_path: Path, embedder: WordEmbeddings, clock: HandClock) -> Iterator[ChromaStore]:
    with ChromaStore.at(tmp_path, embeddings=embedder, clock=clock) as opened:
        yield opened


def keys(items: Sequence[Any]) -> list[str]:
    return [item.key for item in items]


# ---- cost
def test_what_is_prepared_is_embedded_then_and_not_again(store: ChromaStore, embedder: WordEmbeddings) -> None:
    puts = [PutOp(("m", "u", "records"), f"k{n}", {"key": f"fact {n}"}) for n in range(3)]
    plain = PutOp(("m", "u", "meta"), "k", {"key": "not indexed"}, False)
    store.prepare([*puts, plain])
    assert [sorted(call) for call in embedder.calls][-1:] == [["fact 0", "fact 1", "fact 2"]]
    embedder.calls.clear()
    store.batch([*puts, plain])
    assert embedder.calls == []
    assert [found.key for found in store.search(("m", "u"), query="fact 1", limit=1)] == ["k1"]
    store.batch([PutOp(("m", "u", "records"), "k3", {"key": "fact 0"})])
    assert embedder.calls[-1] == ["fact 0"], "what was embedded ahead is used once"


def test_a_batch_embeds_once_and_writes_once_to_each_collection(store: ChromaStore, embedder: WordEmbeddings) -> None:
    store.put(("m", "u", "records"), "old", {"key": "to be deleted"})
    embedder.calls.clear()
    counted = count_calls(store)
    ops = [PutOp(("m", "u", "records"), f"k{n}", {"key": f"fact {n % 3}"}) for n in range(8)]
    ops += [PutOp(("m", "u", "versions"), "v", {"key": "before"}, index=False)]
    ops += [PutOp(("m", "u", "cold"), f"k{n}", None) for n in range(8)]
    store.batch(ops)
    assert counted.calls.count("upsert") == 1
    assert "delete" not in counted.calls and "update" not in counted.calls
    assert embedder.calls == [["fact 0", "fact 1", "fact 2"]]


def test_a_user_lies_in_one_collection_and_a_search_below_two_labels_reads_only_that(store: ChromaStore) -> None:
    store.batch([PutOp(("m", f"user{n}", shelf), "k", {"key": "words"}) for n in range(40) for shelf in ("a", "b")])
    made = [c for c in store._database.collections() if ".g1." in c]
    assert 10 < len(made) <= SHARDS
    counted = count_calls(store)
    assert len(store.search(("m", "user7"), query="words")) == 2
    assert len(counted.collections_asked) == 1


# ---- values and times
def test_a_rewriting_keeps_when_it_was_created_and_says_when_it_was_updated(
    store: ChromaStore, clock: HandClock
) -> None:
    store.put(("m", "u"), "k", {"key": "one"})
    first = clock.now
    clock.advance(5)
    store.put(("m", "u"), "k", {"key": "two"})
    item = store.get(("m", "u"), "k")
    assert item is not None and (item.created_at, item.updated_at) == (first, clock.now)


def test_dates_ids_and_other_plain_things_are_kept_as_text_and_anything_else_is_refused(store: ChromaStore) -> None:
    value = {"when": datetime(2026, 1, 2, tzinfo=UTC), "day": date(2026, 1, 2), "id": UUID(int=1), "pair": (1, 2)}
    store.put(("m", "u"), "k", value)
    item = store.get(("m", "u"), "k")
    assert item is not None and item.value == {
        "when": "2026-01-02T00:00:00+00:00",
        "day": "2026-01-02",
        "id": str(UUID(int=1)),
        "pair": [1, 2],
    }
    with pytest.raises(TypeError, match="expected JSON types"):
        store.batch([PutOp(("m", "u"), "a", {"key": "x"}), PutOp(("m", "u"), "b", {"bad": object()})])
    assert store.get(("m", "u"), "a") is None, "nothing of a refused batch is written"


def test_half_characters_and_nul_come_back_from_keys_labels_and_values(store: ChromaStore) -> None:
    odd = "half \udcff, nul \x00, both \ud83d\x00 end"
    store.put(("m", "x\ud800y"), odd, {"key": odd, odd: odd, "n": 1})
    item = store.get(("m", "x\ud800y"), odd)
    assert item is not None and item.value == {"key": odd, odd: odd, "n": 1} and item.key == odd
    assert keys(store.search(("m",), filter={odd: odd})) == [odd]
    assert keys(store.search(("m",), query="half")) == [odd]


def test_any_limit_gives_what_there_is(store: ChromaStore) -> None:
    store.put(("m", "u"), "k", {"key": "hello"})
    for limit in (1, 10**6, 2**40):
        assert keys(store.search(("m", "u"), query="hello", limit=limit)) == ["k"]
        assert keys(store.search(("m", "u"), limit=limit)) == ["k"]
    assert store.search(("m", "u"), limit=0) == store.search(("m", "u"), query="hello", limit=0) == []


def test_a_value_of_megabytes_is_kept(store: ChromaStore) -> None:
    store.put(("m", "u"), "k", {"key": "汉字 words " * 200_000})
    item = store.get(("m", "u"), "k")
    assert item is not None and len(item.value["key"]) == 9 * 200_000


def test_rewriting_an_item_leaves_none_of_its_old_keys_and_may_change_whether_it_is_indexed(store: ChromaStore) -> None:
    store.put(("m", "u"), "k", {"key": "old words", "a": 1, "b": "x", "c": True})
    store.put(("m", "u"), "k", {"b": "y"}, index=False)
    (name,) = [c for c in store._database.collections() if ".g1." in c]
    (metadata,) = store._database.get(name).metadatas
    assert metadata["ns"] == ["m", "m/u", 'm/u|b="y"']
    assert store._database.get(name).documents[0] in (None, "")
    assert store.search(("m", "u"), query="old words") == []
    store.put(("m", "u"), "k", {"key": "new words"})
    assert keys(store.search(("m", "u"), query="new words")) == ["k"]


# ---- time to live
def test_what_has_expired_is_never_given_and_is_swept(store: ChromaStore, clock: HandClock, tmp_path: Path) -> None:
    store.put(("m", "u"), "short", {"key": "soon gone", "n": 1}, ttl=10)
    store.put(("m", "u"), "long", {"key": "stays"})
    clock.advance(11)
    assert store.get(("m", "u"), "short") is None
    assert keys(store.search(("m", "u"))) == ["long"]
    assert keys(store.search(("m", "u"), query="soon gone")) == ["long"]
    assert keys(store.search(("m", "u"), limit=1, offset=1)) == []
    assert store.sweep_ttl() == 1
    assert store.sweep_ttl() == 0
    store.put(("m", "w"), "short", {"key": "x"}, ttl=1)
    clock.advance(2)
    assert store.list_namespaces() == [("m", "u")]
    store.close()
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), clock=clock) as opened:  # swept when opened
        assert sum(opened._database.count(c) for c in opened._layout.collections) == 1


def test_a_read_prolongs_a_life_unless_it_says_not_to(store: ChromaStore, clock: HandClock) -> None:
    store.batch([PutOp(("m", f"u{n}"), "k", {"key": f"word{n}"}, ttl=10) for n in range(4)])
    clock.advance(6)
    counted = count_calls(store)
    store.get(("m", "u0"), "k")
    store.search(("m", "u1"), query="word1")
    store.get(("m", "u2"), "k", refresh_ttl=False)
    store.batch([GetOp(("m", "u0"), "k"), GetOp(("m", "u1"), "k")])
    assert counted.calls.count("update") == 2, "a second read within a hair's breadth writes nothing"
    clock.advance(6)
    alive = [n for n in range(4) if store.get(("m", f"u{n}"), "k", refresh_ttl=False) is not None]
    assert alive == [0, 1]


def test_a_time_to_live_that_is_none_is_refused(store: ChromaStore) -> None:
    for ttl in (float("nan"), float("inf"), -1, 1e12):
        with pytest.raises(ValueError, match="time to live"):
            store.put(("m", "u"), "k", {"n": 1}, ttl=ttl)


def test_a_ttl_config_gives_defaults(tmp_path: Path, clock: HandClock) -> None:
    with ChromaStore.at(tmp_path, clock=clock, ttl={"default_ttl": 5, "refresh_on_read": False}) as store:
        store.put(("m", "u"), "k", {"n": 1})
        store.put(("m", "u"), "forever", {"n": 1}, ttl=None)
        clock.advance(3)
        assert store.get(("m", "u"), "k") is not None
        clock.advance(3)
        assert keys(store.search(("m", "u"))) == ["forever"]


# ---- the embedder
class Drifting(WordEmbeddings):
    """An embedder whose server changes the model under its name after the store was opened."""

    fingerprint_name = "drifting"
    pinned = True


def test_an_embedder_that_answers_by_name_is_still_checked_when_it_first_embeds(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=Drifting()) as store:
        store.put(("m", "u"), "k", {"key": "hello"})
    with ChromaStore.at(tmp_path, embeddings=Drifting(seed="changed")) as store:
        assert store.get(("m", "u"), "k") is not None
        with pytest.raises(EmbedderMismatch):
            store.put(("m", "u"), "k2", {"key": "hello"})
        with pytest.raises(EmbedderMismatch):
            store.search(("m", "u"), query="hello")


class Unreachable(WordEmbeddings):
    """An embedder whose server is down."""

    fingerprint_name = "unreachable"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        raise ConnectionError("no route")


def test_a_store_opens_while_its_embedder_is_down_and_reads_by_key(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        store.put(("m", "u"), "k", {"key": "hello"})
    with ChromaStore.at(tmp_path, embeddings=Unreachable()) as store:
        assert store.get(("m", "u"), "k") is not None
        with pytest.raises(ConnectionError):
            store.search(("m", "u"), query="hello")


def test_searching_finds_by_meaning_in_both_languages(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=LocalEmbeddings()) as store:
        store.put(("m", "u"), "en", {"key": "I love eating pizza"})
        store.put(("m", "u"), "zh", {"key": "我对花生过敏"})
        assert store.search(("m", "u"), query="最喜欢吃什么：披萨", limit=1)[0].key == "en"
        assert store.search(("m", "u"), query="allergic to peanuts", limit=1)[0].key == "zh"


# ---- places
def test_exactly_one_place_is_asked_for() -> None:
    with pytest.raises(SettingsError, match="exactly one"):
        ChromaStore()
    with pytest.raises(SettingsError, match="exactly one"):
        ChromaStore(path="a", host="b")


def test_a_server_that_does_not_answer_is_named() -> None:
    with pytest.raises(StoreUnavailable, match="does not answer"):
        ChromaStore(host="127.0.0.1", port=1, embeddings=WordEmbeddings())


def test_a_place_never_shows_its_secrets() -> None:
    from memory.chroma_store import Cloud

    place = Place(host="h", headers={"x-token": "secret"})
    assert "secret" not in repr(place) and "secret" not in repr(Cloud(tenant="t", database="d", api_key="secret"))


def test_what_is_no_store_of_ours_and_what_a_newer_version_wrote_is_refused(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        database = store._database
        database.create("foreign.meta", {"hello": "world"})
        database.create("newer.meta", {**store._layout.to_metadata(), "schema": 99})
        with pytest.raises(StoreDamaged, match="no layout"):
            ChromaStore(database=database, name="foreign", embeddings=WordEmbeddings())
    with pytest.raises(StoreDamaged, match="newer version"):
        ChromaStore.at(tmp_path, name="newer", embeddings=WordEmbeddings())
