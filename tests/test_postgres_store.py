"""PostgresStore with pgvector keeps the store contract, and long-term memory runs on it unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from langgraph.store.base import BaseStore, PutOp
from postgres_server import postgres_url
from store_contract import StoreContract
from word_embeddings import WordEmbeddings

from memory.scope import Scope


def as_it_comes(url: str) -> AbstractContextManager[Any]:
    """Give LangGraph's own store, as its documentation opens it."""
    from langgraph.store.postgres import PostgresStore

    index: Any = {"dims": 64, "embed": WordEmbeddings(), "fields": ["key"]}
    return PostgresStore.from_conn_string(url, index=index)


def as_memory_needs_it(url: str) -> AbstractContextManager[Any]:
    """Give the same store as this program opens it."""
    from memory.postgres_store import open_postgres_store

    return open_postgres_store(url, embeddings=WordEmbeddings())


@pytest.fixture(scope="module")
def database() -> str:
    return postgres_url()


@pytest.fixture(params=[as_it_comes, as_memory_needs_it], ids=lambda opened: opened.__name__)
def postgres(request: pytest.FixtureRequest, database: str) -> Iterator[Any]:
    """The store, emptied: a database for each test takes longer than the test."""
    with request.param(database) as store:
        store.setup()
        with store._cursor() as cursor:
            cursor.execute("TRUNCATE store CASCADE")
        yield store


class TestPostgresStore(StoreContract):
    works_asynchronously = False

    @pytest.fixture
    def store(self, postgres: BaseStore) -> BaseStore:
        return postgres


def test_every_item_that_one_batch_wrote_is_given_once(postgres: BaseStore) -> None:
    scope = Scope(postgres, "u")
    ops = [PutOp(scope.namespace("tool_results"), f"k{n}", {"n": n}, index=False) for n in range(3000)]
    postgres.batch(ops)
    assert sorted(i.value["n"] for i in scope.items("tool_results")) == list(range(3000))
    assert sorted(i.value["n"] for i in scope.everything()) == list(range(3000))


def test_long_term_memory_keeps_the_latest_truth_on_postgres(postgres: BaseStore) -> None:
    from memory.long_term import LongTermMemory

    memory = LongTermMemory(postgres, user_id="a.b@c.d")
    memory.remember("I live in Paris.", kind="profile", attribute="home")
    written = memory.remember("I live in Rome.", kind="profile", attribute="home")
    assert written.action == "superseded"
    memory.remember("我对花生过敏", kind="profile", attribute="allergy")
    found = [r.record.text for r in memory.recall("where do I live?", k=3)]
    assert "I live in Rome." in found
    assert LongTermMemory(postgres, user_id="a.b@c").recall("where do I live?") == []
