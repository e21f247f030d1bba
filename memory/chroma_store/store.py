"""The store: LangGraph's `BaseStore` on Chroma."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypedDict, Unpack

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

from memory.chroma_store import reading, searching, writing
from memory.chroma_store.database import Database, Vector
from memory.chroma_store.embedder import CheckedEmbedder
from memory.chroma_store.filters import check_filter
from memory.chroma_store.layout import NAME, SHARDS, Layout, note_expiry, open_layout, read_layout
from memory.chroma_store.place import Cloud, Place
from memory.chroma_store.server import LINGER_S
from memory.clock import Clock, system_clock
from memory.errors import StoreUnavailable

if TYPE_CHECKING:
    from langchain_chroma import Chroma


class Options(TypedDict, total=False):
    """What `at` and `shared` pass on."""

    name: str
    """First part of the collections' names; several stores may lie in one place under several names."""
    fields: Sequence[str]
    """Paths into a value whose texts are embedded, joined, unless the put names others."""
    shards: int
    """Collections that users are hashed over; counts when the store is made."""
    tagged: Sequence[str] | None
    """The fields that filters name: each is a tag, a row in Chroma's index. None: every short scalar. A filter on
    another field is as exact, and slower. Counts when the store is made."""
    ttl: TTLConfig | None
    clock: Clock
    lock_timeout_s: float
    linger_s: float


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
        path: str | Path | None = None,
        share: bool = False,
        host: str | None = None,
        port: int = 8000,
        ssl: bool = False,
        headers: Mapping[str, str] | None = None,
        cloud: Cloud | None = None,
        database: Database | None = None,
        embeddings: Embeddings | None = None,
        name: str = NAME,
        fields: Sequence[str] = ("key",),
        shards: int = SHARDS,
        tagged: Sequence[str] | None = None,
        ttl: TTLConfig | None = None,
        clock: Clock = system_clock,
        lock_timeout_s: float = 30.0,
        linger_s: float = LINGER_S,
    ) -> None:
        """Open the store that one of `path`, `host`, `cloud` or `database` names.

        With a path, the files are this process's alone until it closes; with `share`, a server on loopback holds
        them for every program of this user, found or started here, and gone `linger_s` after the last has closed.
        Without embeddings it can be read and deleted from; one that is also made so searches without a query only.

        Raises:
            SettingsError: when not exactly one of them is given.
            StoreLocked: when another process holds the files for longer than `lock_timeout_s`.
            StoreUnavailable: when the store cannot be reached or written.
            StoreDamaged: when what is there is not a store of ours, or of a newer version.
            EmbedderMismatch: when another embedder filled it.
        """
        place = Place(path=path, share=share, host=host, port=port, ssl=ssl, headers=headers, cloud=cloud)
        self.place = place if database is None else None
        self.where = str(place) if database is None else "given"
        self._database = (
            database if database is not None else place.open(lock_timeout_s=lock_timeout_s, linger_s=linger_s)
        )
        self._fields = tuple(fields)
        self._clock = clock
        self.ttl_config = ttl
        self._writes = threading.RLock()
        self._closed = False
        try:
            self._layout: Layout = open_layout(self._database, embeddings, name=name, shards=shards, tagged=tagged)
            self._embedder = CheckedEmbedder(self._layout, embeddings, where=self.where)
            self._embedder.at_open()
            self._database.watch(self._look_again)
            self.sweep_ttl()
        except BaseException:
            self.close()
            raise

    @classmethod
    def at(cls, path: str | Path, *, embeddings: Embeddings | None = None, **options: Unpack[Options]) -> Self:
        """Open the store in a directory, alone: another process waits for its turn, then gets `StoreLocked`."""
        return cls(path=path, embeddings=embeddings, **options)

    @classmethod
    def shared(cls, path: str | Path, *, embeddings: Embeddings | None = None, **options: Unpack[Options]) -> Self:
        """Open the store in a directory side by side with every other program of this user."""
        return cls(path=path, share=True, embeddings=embeddings, **options)

    @property
    def embeddings(self) -> Embeddings | None:
        """The embedder that it was opened with: what a gate is fitted for."""
        return self._embedder.embeddings

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
        present = reading.read_present(
            self._database, self._layout, ((op.namespace, op.key) for op in todo if isinstance(op, GetOp | PutOp))
        )
        items = reading.answer_gets(present, self._layout, [op for _, op in gets], now=now, seen=seen)
        for (n, _), item in zip(gets, items, strict=True):
            results[n] = item
        searches = [op for op in todo if isinstance(op, SearchOp)]
        texts = dict.fromkeys(op.query for op in searches if op.query) if self._layout.has_embedder else {}
        queries: dict[str, Vector] = {text: self._embedder.query(text) for text in texts}
        together = iter(searching.ask_together(self._database, self._layout, searches, queries, present))
        for n, op in enumerate(todo):
            if isinstance(op, SearchOp):
                first = next(together)
                if op.query in queries:
                    results[n] = searching.answer_query(
                        self._database, self._layout, op, queries[op.query],
                        now=now, seen=seen, present=present, first=first,
                    )  # fmt: skip
                else:
                    results[n] = reading.answer_listing(self._database, self._layout, op, now=now, seen=seen)
            elif isinstance(op, ListNamespacesOp):
                results[n] = reading.answer_namespaces(self._database, self._layout, op, now=now)
        if not self._layout.expires and any(isinstance(op, PutOp) and op.ttl is not None for op in todo):
            self._layout = note_expiry(self._database, self._layout)
        if puts or seen.rows:
            vectors = writing.embed_all(self._database, puts, present, self._embedder.documents)
            with self._writes:
                writing.prolong(self._database, seen, now=now)
                writing.write(self._database, puts, present, self._layout, now=now, vectors=vectors)
        return results

    def nearest_keys(
        self,
        namespace: Sequence[str],
        queries: Sequence[str],
        *,
        limit: int,
        one_of: Mapping[str, Sequence[str]] | None = None,
    ) -> list[list[tuple[str, float]]]:
        """Give for each query the keys of the nearest items of exactly this namespace with their scores, best first.

        No item is read, so that one that has expired and was not swept yet may be among them; in the namespace every
        item is indexed. For who ranks many and reads few. `one_of` names tagged fields, and values of which an item
        has one.

        Raises:
            ValueError: a field or a value that has no tag here.
        """
        if not queries or not self._layout.has_embedder:
            return [[] for _ in queries]
        vectors = [self._embedder.query(text) for text in queries]
        return searching.nearest_keys(self._database, self._layout, namespace, vectors, limit=limit, one_of=one_of)

    def prepare(self, puts: Iterable[PutOp]) -> None:
        """Embed what these puts will need, while something else goes on: the batch that has them does it no more."""
        planned = writing.plan(puts, self._layout, self._fields)
        texts = dict.fromkeys(p.document for of in planned.values() for p in of.values() if p.document)
        self._embedder.ahead(list(texts))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the same off the event loop."""
        return await asyncio.to_thread(self.batch, list(ops))

    def as_vector_store(self, namespace: Sequence[str]) -> Chroma:
        """Give LangChain's vector store (and by `.as_retriever()` a retriever) over the items of one namespace alone.

        Documents are the texts of the first of `fields`, their metadata the rest of the value, their ids its key.
        """
        from langchain_chroma import Chroma

        from memory.chroma_store.vector_store import NamespaceClient

        validate_op_namespace(GetOp(tuple(namespace), ""))
        client = NamespaceClient(self, tuple(namespace))
        return Chroma(client=client, embedding_function=self.embeddings)

    def sweep_ttl(self) -> int:
        """Delete what has expired, and give how many items that were. Also done when the store is opened."""
        gone = 0
        with self._writes:
            for name, ids in reading.expired_rows(self._database, self._layout, self._clock()):
                self._database.delete(name, sorted(ids))
                gone += len(ids)
        return gone

    def scrub(self, prefix: Sequence[str] = ()) -> bool:
        """Leave no byte of what was deleted below the prefix in the files of this store.

        Rewrites the collections that hold the prefix's items: one from two labels on, some seconds for 10,000 items.
        Gives False for a Chroma server or cloud, whose files are its own.
        """
        return self._database.scrub(reading.search_collections(self._layout, tuple(prefix)))

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

    def _look_again(self) -> None:
        """See whether the store was rebuilt or filled by another embedder while its server was gone."""
        found = read_layout(self._database, self._layout.name)
        if found == self._layout:
            return
        CheckedEmbedder(found, self.embeddings, where=self.where).against(self._layout.fingerprint)
        self._layout = found
        raise StoreUnavailable(
            f"the store {self.where} was rebuilt while it was open; expected the one that was opened; try again"
        )
