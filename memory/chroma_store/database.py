"""The few things the store asks of Chroma, as one protocol, and Chroma's own clients behind it.

A `Database` knows rows, not users: nothing outside this package may hold one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from memory.chroma_store.faults import explaining, is_of_a_row
from memory.chroma_store.handle import Handle
from memory.errors import StoreDamaged

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

PAGE = 5000
"""Rows asked for at once: Chroma fails above 32,766."""
MAX_BATCH = 5000
"""Rows written at once: Chroma takes 5,461."""
SYNC_AFTER = 100
"""Rows after which Chroma writes its index to disk. Until then each write reads the log since the last time again: at
Chroma's 1,000 a write of four rows costs up to four times as much just before it as just after."""

T = TypeVar("T")
Vector = list[float]
Metadata = dict[str, Any]


class Rows(NamedTuple):
    """Rows as Chroma gives them; what was not asked for is empty."""

    ids: list[str]
    documents: Sequence[str | None] = ()
    metadatas: Sequence[Metadata] = ()
    distances: Sequence[float] = ()
    vectors: Sequence[Vector] = ()


class Database(Protocol):
    """Collections of rows. A collection that does not exist reads as empty, and is made by the first write."""

    def collections(self) -> dict[str, Metadata]: ...
    def describe(self, name: str) -> Metadata | None: ...
    def create(self, name: str, metadata: Metadata) -> Metadata: ...
    def relabel(self, name: str, metadata: Metadata) -> None: ...
    def rename(self, name: str, new_name: str) -> None: ...
    def drop(self, name: str) -> None: ...
    def count(self, name: str) -> int: ...
    def get(
        self,
        name: str,
        *,
        ids: Sequence[str] | None = None,
        where: Metadata | None = None,
        limit: int | None = None,
        offset: int = 0,
        include: Sequence[str] = ("documents", "metadatas"),
    ) -> Rows: ...
    def query(self, name: str, vectors: Sequence[Vector], *, k: int, where: Metadata | None) -> list[Rows]: ...
    def upsert(
        self,
        name: str,
        ids: Sequence[str],
        vectors: Sequence[Vector],
        documents: Sequence[str | None],
        metadatas: Sequence[Metadata],
    ) -> None: ...
    def update(self, name: str, ids: Sequence[str], metadatas: Sequence[Metadata]) -> None: ...
    def delete(self, name: str, ids: Sequence[str]) -> None: ...
    def scrub(self, names: Sequence[str]) -> bool: ...
    def watch(self, changed: Callable[[], None]) -> None: ...
    def close(self) -> None: ...


class ChromaDatabase:
    """A `Database` over any of Chroma's clients. Safe to call from many threads."""

    def __init__(self, handle: Handle, *, on_close: Callable[[], None] = lambda: None) -> None:
        self._handle = handle
        self._on_close = on_close

    def collections(self) -> dict[str, Metadata]:
        """Give every collection's name and metadata."""
        with explaining(), self._handle.use() as client:
            return {c.name: dict(c.metadata or {}) for c in client.list_collections()}

    def describe(self, name: str) -> Metadata | None:
        """Give a collection's metadata as it is now; None when there is no such collection."""
        from chromadb.errors import NotFoundError

        with explaining(), self._handle.use() as client:
            try:
                return dict(client.get_collection(name, embedding_function=None).metadata or {})
            except NotFoundError:
                return None

    def create(self, name: str, metadata: Metadata) -> Metadata:
        """Make the collection with cosine space unless it exists, and give the metadata that it really has."""
        with explaining(), self._handle.use() as client:
            self._made(client, name, metadata)
            return dict(client.get_collection(name, embedding_function=None).metadata or {})

    def relabel(self, name: str, metadata: Metadata) -> None:
        """Replace a collection's metadata, in one step."""
        with explaining(), self._handle.use() as client:
            client.get_collection(name, embedding_function=None).modify(metadata=metadata)
            self._handle.known.pop(name, None)

    def rename(self, name: str, new_name: str) -> None:
        """Give a collection another name, in one step."""
        from chromadb.errors import NotFoundError

        with explaining(), self._handle.use() as client:
            try:
                client.get_collection(name, embedding_function=None).modify(name=new_name)
            except NotFoundError:  # done already, by a call whose answer was lost
                client.get_collection(new_name, embedding_function=None)
            self._handle.known.pop(name, None)
            self._handle.known.pop(new_name, None)

    def drop(self, name: str) -> None:
        """Delete a collection; one that does not exist is no error."""
        from chromadb.errors import NotFoundError

        with explaining(), self._handle.use() as client:
            self._handle.known.pop(name, None)
            try:
                client.delete_collection(name)
            except NotFoundError:
                return

    def count(self, name: str) -> int:
        """Give the number of rows."""
        return self._read(name, lambda c: int(c.count()), 0)

    def get(
        self,
        name: str,
        *,
        ids: Sequence[str] | None = None,
        where: Metadata | None = None,
        limit: int | None = None,
        offset: int = 0,
        include: Sequence[str] = ("documents", "metadatas"),
    ) -> Rows:
        """Give rows in the order of insertion (never that of `ids`), a page at most."""

        def read(collection: Collection) -> Rows:
            found: Any = collection.get(
                ids=None if ids is None else list(ids),
                where=where,
                limit=limit,
                offset=offset or None,
                include=list(include),  # type: ignore[arg-type]  # a list of the literals it names
            )
            vectors = found["embeddings"]
            return Rows(
                found["ids"],
                found["documents"] or [],
                found["metadatas"] or [],
                (),
                () if vectors is None else [[float(x) for x in v] for v in vectors],
            )

        return self._read(name, read, Rows([]))

    def query(self, name: str, vectors: Sequence[Vector], *, k: int, where: Metadata | None) -> list[Rows]:
        """Give for each vector the ids of the k nearest rows that pass `where`, nearest first, with their distances.

        Ids alone: reading the rows costs ten times what finding them does, and few of them are ever looked at.
        """
        import numpy as np

        def read(collection: Collection) -> list[Rows]:
            found: Any = collection.query(
                query_embeddings=np.asarray(vectors, dtype=np.float32), n_results=k, where=where, include=["distances"]
            )
            return [Rows(ids, distances=near) for ids, near in zip(found["ids"], found["distances"], strict=True)]

        return self._read(name, read, [Rows([]) for _ in vectors])

    def upsert(
        self,
        name: str,
        ids: Sequence[str],
        vectors: Sequence[Vector],
        documents: Sequence[str | None],
        metadatas: Sequence[Metadata],
    ) -> None:
        """Write rows, at most `MAX_BATCH` of them, all or none."""
        import numpy as np

        self._write(
            name,
            lambda c: c.upsert(
                ids=list(ids),
                embeddings=np.asarray(vectors, dtype=np.float32),
                documents=list(documents),  # type: ignore[arg-type]  # None: the row has no document
                metadatas=list(metadatas),
            ),
        )

    def update(self, name: str, ids: Sequence[str], metadatas: Sequence[Metadata]) -> None:
        """Merge metadata into existing rows."""
        self._write(name, lambda c: c.update(ids=list(ids), metadatas=list(metadatas)))

    def delete(self, name: str, ids: Sequence[str]) -> None:
        """Delete rows by id; unknown ids are no error."""
        if ids:
            self._read(name, lambda c: c.delete(ids=list(ids)), None)

    def scrub(self, names: Sequence[str]) -> bool:
        """Rewrite these collections and overwrite what was deleted, so that no byte of it stays in the files.

        Nobody else reads or writes meanwhile. False when the files are not ours (a server's, a cloud's).
        """
        from memory.chroma_store.copying import rewrite_collection

        def rewrite(client: ClientAPI) -> None:
            within = ChromaDatabase(Handle(lambda: client))
            for name in names:
                rewrite_collection(within, name)

        with explaining():
            return self._handle.alone(rewrite)

    def watch(self, changed: Callable[[], None]) -> None:
        """Nobody else can change the files while this process has them; a remote server is not watched."""

    def close(self) -> None:
        """Let go of the client."""
        self._on_close()

    def _made(self, client: ClientAPI, name: str, metadata: Metadata | None) -> Collection:
        known = self._handle.known.get(name)
        if known is None:
            known = client.get_or_create_collection(
                name,
                metadata=metadata or None,
                configuration={"hnsw": {"space": "cosine", "sync_threshold": SYNC_AFTER}},
                embedding_function=None,
            )
            self._handle.known[name] = _measured_by_cosine(known)
        return known

    def _read(self, name: str, ask: Callable[[Collection], T], empty: T) -> T:
        from chromadb.errors import InternalError, NotFoundError

        with explaining(), self._handle.use() as client:
            for left in (2, 1, 0):
                try:
                    known = self._handle.known.get(name)
                    if known is None:
                        known = _measured_by_cosine(client.get_collection(name, embedding_function=None))
                        self._handle.known[name] = known
                    return ask(known)
                except NotFoundError:
                    self._handle.known.pop(name, None)
                except InternalError as error:
                    if not left or not is_of_a_row(error):
                        raise
            return empty

    def _write(self, name: str, ask: Callable[[Collection], object]) -> None:
        from chromadb.errors import NotFoundError

        with explaining(), self._handle.use() as client:
            try:
                ask(self._made(client, name, None))
            except NotFoundError:  # another process dropped and made it again
                self._handle.known.pop(name, None)
                ask(self._made(client, name, None))


def _measured_by_cosine(collection: Collection) -> Collection:
    space = ((collection.configuration_json or {}).get("hnsw") or {}).get("space", "cosine")
    if space != "cosine":
        raise StoreDamaged(
            f"collection {collection.name} measures distance by {space}; expected cosine, which cannot be changed "
            "later; export what it holds, and import it into a new data directory"
        )
    return collection
