"""LangGraph's `PostgresStore` with pgvector, set up as long-term memory needs it.

The store is LangGraph's; three things about it lose memories without a word, and are set right here:

- Its index by default (HNSW) looks for the nearest of all users and filters afterwards: of 4,000 memories among 20,000
  of others that were nearer, a search for 20 found none. Here a user's vectors are compared one by one, exactly.
- PostgreSQL takes no NUL and no half character in a text, so that one such message would never be written. Here they
  become U+FFFD.
- A second embedder of the same dimension is not noticed. Here the first one's fingerprint is kept and compared.

What was deleted leaves the disk as the server's own vacuum reaches it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, cast

import psycopg
from langchain_core.embeddings import Embeddings
from langgraph.store.base import Op, PutOp, Result
from langgraph.store.postgres import PostgresStore

from memory.embeddings import Fingerprint, fingerprint
from memory.errors import EmbedderMismatch, StoreUnavailable
from memory.postgres_database import PostgresDatabase

EMBEDDER = ("bethink-embedder",)
"""The namespace of what is kept about the embedder; no user's, since each user's begins with `memory.shelves.ROOT`."""
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@contextmanager
def open_postgres_store(url: str, *, embeddings: Embeddings, max_connections: int = 8) -> Iterator[PostgresMemories]:
    """Open, or make, the store's tables in a PostgreSQL database that has pgvector; needs `bethink[postgres]`.

    Raises:
        StoreUnavailable: the driver or pgvector is missing, or the server cannot be reached.
        EmbedderMismatch: another embedder filled it.
    """
    database = PostgresDatabase(url, failed=StoreUnavailable, max_connections=max_connections)
    try:
        given = fingerprint(embeddings)
        store = PostgresMemories(database, embeddings=embeddings, dims=given.dims)
        with database.set_up():
            _make_tables(store, database)
        _check_embedder(store, database, given)
        yield store
    finally:
        database.close()


class PostgresMemories(PostgresStore):
    """LangGraph's store, over the connections of one database and with texts that PostgreSQL can hold."""

    def __init__(self, database: PostgresDatabase, *, embeddings: Embeddings, dims: int) -> None:
        index: Any = {"dims": dims, "embed": embeddings, "fields": ["key"], "ann_index_config": {"kind": "flat"}}
        super().__init__(cast(Any, database.pool), index=index)
        self.lock = cast(Any, nullcontext())  # its lock is for callers that share one connection; these have a pool
        self._database = database

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        with self._database.explained():
            self.conn = cast(Any, self._database.pool)  # another one in a forked child
            return super().batch([_storable(op) for op in ops])


def _make_tables(store: PostgresStore, database: PostgresDatabase) -> None:
    try:
        store.setup()
    except (psycopg.errors.UndefinedFile, psycopg.errors.FeatureNotSupported) as error:
        raise StoreUnavailable(
            f"the database {database.place} has no pgvector ({str(error).splitlines()[0]}); expected the extension "
            "`vector`; install pgvector on that server, or keep the memories in Chroma"
        ) from error


def _check_embedder(store: PostgresStore, database: PostgresDatabase, given: Fingerprint) -> None:
    kept = store.get(EMBEDDER, "fingerprint")
    if kept is None:
        value = {"name": given.name, "dims": given.dims, "probe": list(given.probe)}
        store.put(EMBEDDER, "fingerprint", value, index=False)
        return
    filled = Fingerprint(name=kept.value["name"], dims=kept.value["dims"], probe=tuple(kept.value["probe"]))
    if not filled.matches(given):
        raise EmbedderMismatch(
            f"the memories in {database.place} were filled by {filled.name} ({filled.dims} dimensions), and opened "
            f"with {given.name} ({given.dims} dimensions); expected the same embedder, since vectors of two cannot be "
            "compared; set the embedder back, or export the memories and import them into another database"
        )


def _storable(op: Op) -> Op:
    if isinstance(op, PutOp) and op.value is not None:
        return op._replace(value=_without_unstorable(op.value))
    return op


def _without_unstorable(value: Any) -> Any:
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_without_unstorable(key): _without_unstorable(held) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [_without_unstorable(held) for held in value]
    return value
