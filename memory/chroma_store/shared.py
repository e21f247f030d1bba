"""The `Database` that a server on loopback holds for every program of this user."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memory.chroma_store import wire
from memory.chroma_store.database import Metadata, Rows, Vector
from memory.chroma_store.lease import Lease


class SharedDatabase:
    """Each call of `Database`, made by the server."""

    def __init__(self, lease: Lease) -> None:
        self._lease = lease

    def collections(self) -> dict[str, Metadata]:
        """Give every collection's name and metadata."""
        found: dict[str, Metadata] = self._lease.ask("collections")
        return found

    def describe(self, name: str) -> Metadata | None:
        """Give a collection's metadata; None when there is no such collection."""
        found: Metadata | None = self._lease.ask("describe", name=name)
        return found

    def create(self, name: str, metadata: Metadata) -> Metadata:
        """Make the collection unless it exists, and give the metadata that it has."""
        found: Metadata = self._lease.ask("create", name=name, metadata=metadata)
        return found

    def relabel(self, name: str, metadata: Metadata) -> None:
        """Replace a collection's metadata."""
        self._lease.ask("relabel", name=name, metadata=metadata)

    def rename(self, name: str, new_name: str) -> None:
        """Give a collection another name."""
        self._lease.ask("rename", name=name, new_name=new_name)

    def drop(self, name: str) -> None:
        """Delete a collection."""
        self._lease.ask("drop", name=name)

    def count(self, name: str) -> int:
        """Give the number of rows."""
        return int(self._lease.ask("count", name=name))

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
        """Give rows in the order of insertion."""
        return wire.unpack_rows(
            self._lease.ask(
                "get",
                name=name,
                ids=None if ids is None else list(ids),
                where=where,
                limit=limit,
                offset=offset,
                include=list(include),
            )
        )

    def query(self, name: str, vectors: Sequence[Vector], *, k: int, where: Metadata | None) -> list[Rows]:
        """Give the ids and distances of the k rows nearest to each vector."""
        asked = wire.pack_vectors(vectors)
        found = self._lease.ask("query", name=name, vectors=asked, k=k, where=where)
        return [wire.unpack_rows(rows) for rows in found]

    def upsert(
        self,
        name: str,
        ids: Sequence[str],
        vectors: Sequence[Vector],
        documents: Sequence[str | None],
        metadatas: Sequence[Metadata],
    ) -> None:
        """Write rows."""
        self._lease.ask(
            "upsert",
            name=name,
            ids=list(ids),
            vectors=wire.pack_vectors(vectors),
            documents=list(documents),
            metadatas=list(metadatas),
        )

    def update(self, name: str, ids: Sequence[str], metadatas: Sequence[Metadata]) -> None:
        """Merge metadata into rows."""
        self._lease.ask("update", name=name, ids=list(ids), metadatas=list(metadatas))

    def delete(self, name: str, ids: Sequence[str]) -> None:
        """Delete rows."""
        self._lease.ask("delete", name=name, ids=list(ids))

    def scrub(self, names: Sequence[str]) -> bool:
        """Rewrite collections so that no byte of what was deleted stays."""
        return bool(self._lease.ask("scrub", names=list(names)))

    def watch(self, changed: Callable[[], None]) -> None:
        """Call back when another server took over, ahead of the call that found it."""
        self._lease.on_new_server = changed

    def close(self) -> None:
        """End the lease."""
        self._lease.close()
