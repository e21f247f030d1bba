"""The store: LangGraph's `BaseStore` on Chroma."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from langchain_core.embeddings import Embeddings
from langgraph.store.base import (
    BaseStore,
    GetOp,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchOp,
    TTLConfig,
    validate_op_namespace,
)

from memory.chroma_store import reading, writing
from memory.chroma_store.database import Database, Vector
from memory.chroma_store.filters import check_filter
from memory.chroma_store.layout import SHARDS, EmbedderCheck, Layout, open_layout
from memory.chroma_store.opening import open_embedded
from memory.clock import Clock, system_clock
from memory.embeddings import PROBE
from memory.errors import EmbedderMismatch


class ChromaStore(BaseStore):
    """Items with vectors in Chroma, under namespaces that are exact to the label.

    Promises, each with a test of the same words:
    - Everything under one pair of first labels lies in one of a bounded number of collections; a search below two
      labels reads one of them.
    - A batch reads before it writes, embeds once, and writes once to each collection that it touches.
    - A put replaces the item, and keeps when it was created.
    - A search never gives an item outside its prefix, nor one that the filter rejects, nor one that has expired.
    - A listing has a stable order: that of first writing.
    """

    supports_ttl = True

    def __init__(
        self,
        *,
        database: Database,
        embeddings: Embeddings | None = None,
        fields: Sequence[str] = ("key",),
        shards: int = SHARDS,
        ttl: TTLConfig | None = None,
        clock: Clock = system_clock,
        where: str = "",
    ) -> None:
        self._database = database
        self._embeddings = embeddings
        self._fields = tuple(fields)
        self._clock = clock
        self.ttl_config = ttl
        self.where = where
        self._writes = threading.RLock()
        self._closed = False
        self._layout: Layout = open_layout(database, embeddings, shards=shards)
        self._check = EmbedderCheck(self._layout, embeddings, where=where)
        self._check.at_open()
        self.sweep_ttl()

    @classmethod
    def at(
        cls,
        path: str | Path,
        *,
        embeddings: Embeddings | None = None,
        fields: Sequence[str] = ("key",),
        shards: int = SHARDS,
        ttl: TTLConfig | None = None,
        clock: Clock = system_clock,
        lock_timeout_s: float = 30.0,
    ) -> Self:
        """Open the store in a directory, in this process, alone: another process waits, then gets `StoreLocked`."""
        database = open_embedded(Path(path), lock_timeout_s=lock_timeout_s)
        return cls._over(database, embeddings, fields, shards, ttl, clock, where=f"in {path}")

    @classmethod
    def _over(
        cls,
        database: Database,
        embeddings: Embeddings | None,
        fields: Sequence[str],
        shards: int,
        ttl: TTLConfig | None,
        clock: Clock,
        *,
        where: str,
    ) -> Self:
        try:
            return cls(
                database=database,
                embeddings=embeddings,
                fields=fields,
                shards=shards,
                ttl=ttl,
                clock=clock,
                where=where,
            )
        except BaseException:
            database.close()
            raise

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the operations: gets, searches and listings see what was there before the batch, then the puts.

        Raises:
            ValueError: for a bad namespace or filter; nothing is done then.
            TypeError: for a value that JSON cannot hold; nothing is done then.
            EmbedderMismatch: when another embedder filled the store.
            StoreUnavailable: when Chroma does not answer or cannot write.
            StoreDamaged: when its files are not what they should be.
        """
        todo = list(ops)
        for op in todo:
            validate_op_namespace(op)
            if isinstance(op, SearchOp):
                check_filter(op.filter)
        now = self._clock()
        results: list[Result] = [None] * len(todo)
        seen = reading.Seen()
        gets = [(n, op) for n, op in enumerate(todo) if isinstance(op, GetOp)]
        puts = writing.plan([op for op in todo if isinstance(op, PutOp)], self._layout, self._fields)
        if gets:
            items = reading.answer_gets(self._database, self._layout, [op for _, op in gets], now=now, seen=seen)
            for (n, _), item in zip(gets, items, strict=True):
                results[n] = item
        queries: dict[str, Vector] = {}
        for n, op in enumerate(todo):
            if isinstance(op, SearchOp):
                if op.query and self._layout.has_embedder:
                    if op.query not in queries:
                        queries[op.query] = self._embed_query(op.query)
                    results[n] = reading.answer_query(
                        self._database, self._layout, op, queries[op.query], now=now, seen=seen
                    )
                else:
                    results[n] = reading.answer_listing(self._database, self._layout, op, now=now, seen=seen)
            elif isinstance(op, ListNamespacesOp):
                results[n] = reading.answer_namespaces(self._database, self._layout, op, now=now)
        if puts or seen.rows:
            with self._writes:
                writing.prolong(self._database, seen, now=now)
                writing.write(self._database, puts, self._layout, now=now, embed=self._embed_documents)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the same off the event loop."""
        return await asyncio.to_thread(self.batch, list(ops))

    def sweep_ttl(self) -> int:
        """Delete what has expired, and give how many items that were. Also done when the store is opened."""
        gone = 0
        with self._writes:
            for name, ids in reading.expired_rows(self._database, self._layout, self._clock()):
                self._database.delete(name, sorted(ids))
                gone += len(ids)
        return gone

    def close(self) -> None:
        """Let go of the directory or the connection. Closing twice is no error."""
        if not self._closed:
            self._closed = True
            self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _embed_documents(self, texts: list[str]) -> list[Vector]:
        embedder = self._embedder()
        if self._check.passed:
            return embedder.embed_documents(texts)
        probe, *vectors = embedder.embed_documents([PROBE, *texts])
        self._check.with_probe(probe)
        return vectors

    def _embed_query(self, text: str) -> Vector:
        embedder = self._embedder()
        if not self._check.passed:
            self._check.with_probe(embedder.embed_documents([PROBE])[0])
        return embedder.embed_query(text)

    def _embedder(self) -> Embeddings:
        if self._embeddings is None:
            raise EmbedderMismatch(
                f"the store {self.where} was opened without an embedder, to read; expected the one that filled it "
                f"({self._layout.fingerprint.name}) to search or to write indexed items; open it with embeddings="
            )
        return self._embeddings
