"""The table in the store contract's docstring, row by row: where the shipped stores disagree, and what ours does."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import BaseStore, PutOp
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore
from postgres_server import postgres_url
from test_postgres_store import as_it_comes
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore

STORES = ["memory", "sqlite", "postgres", "chroma"]


@pytest.fixture(scope="module")
def database() -> str:
    return postgres_url()


@pytest.fixture(params=STORES)
def named(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, BaseStore]]:
    if request.param == "memory":
        yield "memory", InMemoryStore(index={"dims": 64, "embed": WordEmbeddings(), "fields": ["key"]})
    elif request.param == "sqlite":
        connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        store = SqliteStore(connection)
        store.setup()
        yield "sqlite", store
        connection.close()
    elif request.param == "postgres":
        with as_it_comes(request.getfixturevalue("database")) as postgres:
            postgres.setup()
            with postgres._cursor() as cursor:
                cursor.execute("TRUNCATE store CASCADE")
            yield "postgres", postgres
    else:
        with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as chroma:
            yield "chroma", chroma


def outcome(ask: Callable[[], object]) -> object:
    """Give what a call gives, or `raises`."""
    try:
        return ask()
    except Exception:  # noqa: BLE001  # any error is the same answer here: it does not do that
        return "raises"


def keys(store: BaseStore, **search: Any) -> object:
    return outcome(lambda: [i.key for i in store.search(("m",), **search)])


def test_the_table_of_filters_is_true(named: tuple[str, BaseStore]) -> None:
    name, store = named
    store.put(("m", "u"), "k", {"key": "x", "nested": {"k": 1, "j": 2}, "text": "b", "flag": True})
    found = {
        "absent $ne": keys(store, filter={"absent": {"$ne": 1}}),
        "absent None": keys(store, filter={"absent": None}),
        "nested": keys(store, filter={"nested": {"k": 1}}),
        "dotted": keys(store, filter={"nested.k": 1}),
        "$gt text": keys(store, filter={"text": {"$gt": "a"}}),
        "number is flag": keys(store, filter={"flag": 1}),
    }
    yes: list[str] = ["k"]
    no: list[str] = []
    raises = "raises"
    expected: dict[str, list[object]] = {  # in the order of STORES
        "absent $ne": [yes, no, no, no],
        "absent None": [yes, yes, no, yes],
        "nested": [yes, raises, raises, yes],
        "dotted": [no, yes, no, no],
        "$gt text": [raises, yes, yes, yes],
        "number is flag": [yes, yes, no, no],
    }
    assert found == {row: cells[STORES.index(name)] for row, cells in expected.items()}


def test_the_table_of_rewriting_and_listing_is_true(named: tuple[str, BaseStore]) -> None:
    name, store = named
    store.put(("m", "u"), "a", {"key": "x", "n": 1})
    store.put(("m", "u"), "b", {"key": "x"}, index=False)
    if name != "sqlite":  # whose clock ticks in seconds: the order within one tells nothing
        assert keys(store) == (["b", "a"] if name == "postgres" else ["a", "b"])
    before = store.get(("m", "u"), "a")
    store.put(("m", "u"), "a", {"key": "x", "n": 2})
    after = store.get(("m", "u"), "a")
    assert before is not None and after is not None
    if name != "sqlite":
        assert (before.created_at == after.created_at) is (name in ("postgres", "chroma"))
    if name != "sqlite":  # run without an index
        assert keys(store, query="x") == (["a", "b"] if name == "memory" else ["a"])
    after.value["n"] = 99
    again = store.get(("m", "u"), "a")
    assert again is not None and (again.value["n"] == 99) is (name == "memory")
    store.batch([PutOp(("m", "u"), "a", None), PutOp(("m", "u"), "b", None)])
    assert store.list_namespaces() == ([("m", "u")] if name == "memory" else [])


def test_the_table_of_half_characters_is_true(named: tuple[str, BaseStore]) -> None:
    name, store = named
    value = {"key": "half \ud800 and \x00 nul"}

    def kept() -> object:
        store.put(("m", "u"), "k", value)
        return getattr(store.get(("m", "u"), "k"), "value", None)

    assert outcome(kept) == (value if name in ("memory", "chroma") else "raises")


def test_the_table_of_equal_texts_is_true(named: tuple[str, BaseStore]) -> None:
    name, store = named
    ops = [PutOp(("m", "u"), key, {"key": "the same"}) for key in ("a", "b")]
    assert outcome(lambda: store.batch(ops)) == ("raises" if name == "memory" else [None, None])


def test_the_table_of_several_fields_is_true(named: tuple[str, BaseStore]) -> None:
    name, store = named
    if name == "sqlite":
        pytest.skip("run without an index")
    store.put(("m", "u"), "k", {"one": "cats sleep", "two": "trains run"}, index=["one", "two"])
    (found,) = store.search(("m",), query="cats sleep")
    assert found.score is not None
    assert (found.score > 0.999) is (name != "chroma")
    assert found.score > 0.5
