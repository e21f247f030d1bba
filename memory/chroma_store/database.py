"""The few things the store asks of Chroma, as one protocol, and Chroma's own clients behind it.

A `Database` knows rows, not users: nothing outside this package may hold one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from memory.errors import StoreDamaged, StoreError, StoreUnavailable

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

PAGE = 5000
"""Rows asked for at once: Chroma fails above 32,766."""
MAX_BATCH = 5000
"""Rows written at once: Chroma takes 5,461."""

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
    def query(self, name: str, vector: Vector, *, k: int, where: Metadata | None) -> Rows: ...
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
    def close(self) -> None: ...


class ChromaDatabase:
    """A `Database` over any of Chroma's clients. Safe to call from many threads."""

    def __init__(self, client: ClientAPI, *, on_close: Callable[[], None] = lambda: None) -> None:
        self.client = client
        self._on_close = on_close
        self._known: dict[str, Collection] = {}
        self._lock = threading.Lock()

    def collections(self) -> dict[str, Metadata]:
        """Give every collection's name and metadata."""
        with _explained():
            return {c.name: dict(c.metadata or {}) for c in self.client.list_collections()}

    def describe(self, name: str) -> Metadata | None:
        """Give a collection's metadata as it is now; None when there is no such collection."""
        from chromadb.errors import NotFoundError

        with _explained():
            try:
                return dict(self.client.get_collection(name, embedding_function=None).metadata or {})
            except NotFoundError:
                return None

    def create(self, name: str, metadata: Metadata) -> Metadata:
        """Make the collection with cosine space unless it exists, and give the metadata that it really has."""
        with _explained():
            self._open(name, metadata)
            return self.describe(name) or {}

    def relabel(self, name: str, metadata: Metadata) -> None:
        """Replace a collection's metadata, in one step."""
        with _explained():
            self.client.get_collection(name, embedding_function=None).modify(metadata=metadata)
            self._known.pop(name, None)

    def drop(self, name: str) -> None:
        """Delete a collection; one that does not exist is no error."""
        from chromadb.errors import NotFoundError

        with _explained():
            self._known.pop(name, None)
            try:
                self.client.delete_collection(name)
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

    def query(self, name: str, vector: Vector, *, k: int, where: Metadata | None) -> Rows:
        """Give the k nearest rows that pass `where`, nearest first."""
        import numpy as np

        def read(collection: Collection) -> Rows:
            found: Any = collection.query(
                query_embeddings=np.asarray([vector], dtype=np.float32), n_results=k, where=where
            )
            return Rows(found["ids"][0], found["documents"][0], found["metadatas"][0], found["distances"][0])

        return self._read(name, read, Rows([]))

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

    def close(self) -> None:
        """Let go of the client."""
        self._known.clear()
        self._on_close()

    def _open(self, name: str, metadata: Metadata | None) -> Collection:
        with self._lock:
            known = self._known.get(name)
            if known is None:
                known = self.client.get_or_create_collection(
                    name,
                    metadata=metadata or None,
                    configuration={"hnsw": {"space": "cosine"}},
                    embedding_function=None,
                )
                self._known[name] = _measured_by_cosine(known)
            return known

    def _read(self, name: str, ask: Callable[[Collection], T], empty: T) -> T:
        from chromadb.errors import NotFoundError

        with _explained():
            for _ in range(2):
                try:
                    known = self._known.get(name)
                    if known is None:
                        known = _measured_by_cosine(self.client.get_collection(name, embedding_function=None))
                        self._known[name] = known
                    return ask(known)
                except NotFoundError:
                    self._known.pop(name, None)
            return empty

    def _write(self, name: str, ask: Callable[[Collection], object]) -> None:
        from chromadb.errors import NotFoundError

        with _explained():
            try:
                ask(self._open(name, None))
            except NotFoundError:  # another process dropped and made it again
                self._known.pop(name, None)
                ask(self._open(name, None))


def _measured_by_cosine(collection: Collection) -> Collection:
    space = ((collection.configuration_json or {}).get("hnsw") or {}).get("space", "cosine")
    if space != "cosine":
        raise StoreDamaged(
            f"collection {collection.name} measures distance by {space}; expected cosine, which cannot be changed "
            "later; export what it holds, and import it into a new data directory"
        )
    return collection


_UNWRITABLE = ("readonly", "read-only", "disk is full", "no space", "unable to open database", "permission denied")
_DAMAGED = ("malformed", "not a database", "hnsw", "finding id", "getting embedding", "nothing found on disk")


@contextmanager
def _explained() -> Iterator[None]:
    """Turn Chroma's errors into ours, with what can be done about them."""
    import httpx
    from chromadb.errors import ChromaError, NotFoundError

    try:
        yield
    except (NotFoundError, StoreError):
        raise
    except (ChromaError, OSError, httpx.HTTPError) as error:
        raise explained(error) from error
    except ValueError as error:
        if "Could not connect" in str(error):
            raise explained(error) from error
        raise


def explained(error: Exception) -> StoreError:
    """Give the error of ours that says what Chroma's means."""
    text = str(error).lower()
    said = f"{type(error).__name__}: {error}"[:300]
    if any(word in text for word in _UNWRITABLE):
        return StoreUnavailable(
            f"the store cannot be written ({said}); expected a writable directory with free space; "
            "free space or mend its permissions, then try again"
        )
    if any(word in text for word in _DAMAGED):
        return StoreDamaged(
            f"the store's files do not agree with each other ({said}); expected an index for every record; "
            "run `bethink doctor --rebuild`, which makes the index anew from the records"
        )
    return StoreUnavailable(
        f"the store does not answer ({said}); expected a running Chroma or a data directory that exists; "
        "look at `bethink doctor`, then try again"
    )
