"""LangChain's vector store on one namespace of a store.

langchain-chroma's `Chroma` speaks to a collection; given one of these it sees a single namespace, and everything that
it writes is an item of the store like any other. There is no way from it to another user's rows.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from langgraph.store.base import Item, PutOp, SearchItem, SearchOp

from memory.chroma_store import reading, rows, searching, writing
from memory.chroma_store.filters import accepts

if TYPE_CHECKING:
    from memory.chroma_store.store import ChromaStore

Namespace = tuple[str, ...]
_ALL = 1_000_000


class NamespaceClient:
    """What `Chroma` uses of a client."""

    def __init__(self, store: ChromaStore, namespace: Namespace) -> None:
        self._collection = NamespaceCollection(store, namespace)

    def get_or_create_collection(self, name: str, **_: Any) -> NamespaceCollection:
        """Give the namespace, whatever the name."""
        return self._collection

    get_collection = get_or_create_collection

    def delete_collection(self, name: str) -> None:
        """Delete every item of the namespace."""
        self._collection.delete(where={})


class NamespaceCollection:
    """What `Chroma` uses of a collection, over the items of exactly one namespace."""

    configuration: Mapping[str, Any] = {"hnsw": {"space": "cosine"}}
    metadata: None = None

    def __init__(self, store: ChromaStore, namespace: Namespace) -> None:
        self._store = store
        self._namespace = namespace
        self._field = store._fields[0]
        self.name = rows.path_of(namespace)
        self.id = uuid.uuid5(uuid.NAMESPACE_OID, self.name)

    def count(self) -> int:
        """Give the number of items."""
        return len(self._list(lambda _: True, limit=_ALL, offset=0))

    def query(
        self,
        *,
        query_embeddings: Sequence[Sequence[float]] | None = None,
        query_texts: Sequence[str] | None = None,
        n_results: int = 4,
        where: Mapping[str, Any] | None = None,
        where_document: Mapping[str, Any] | None = None,
        include: Sequence[str] = ("metadatas", "documents", "distances"),
    ) -> dict[str, Any]:
        """Give the nearest documents of each query."""
        store = self._store
        vectors = [list(v) for v in query_embeddings or ()] or [store._embedder.query(t) for t in query_texts or ()]
        store._embedder.check()
        keeps = self._keeps(where, where_document)
        found: dict[str, list[Any]] = {"ids": [], "documents": [], "metadatas": [], "distances": [], "embeddings": []}
        for vector in vectors:
            items = searching.answer_query(
                store._database,
                store._layout,
                SearchOp(self._namespace, limit=n_results),
                vector,
                now=store._clock(),
                seen=reading.Seen(),
                present={},
                keeps=keeps,
            )
            given = self._columns(items, include)
            found["distances"].append([1.0 - (item.score or 0.0) for item in items])
            for column in ("ids", "documents", "metadatas", "embeddings"):
                found[column].append(given[column])
        return found

    def get(
        self,
        *,
        ids: Sequence[str] | str | None = None,
        where: Mapping[str, Any] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        where_document: Mapping[str, Any] | None = None,
        include: Sequence[str] = ("metadatas", "documents"),
    ) -> dict[str, Any]:
        """Give documents by id, or in the order of first writing."""
        keeps = self._keeps(where, where_document)
        items: Sequence[Item]
        if ids is not None:
            wanted = [ids] if isinstance(ids, str) else ids
            found = (self._store.get(self._namespace, key) for key in wanted)
            items = [item for item in found if item is not None and keeps(item)]
        else:
            items = self._list(keeps, limit=_ALL if limit is None else limit, offset=offset or 0)
        return self._columns(items, include)

    def upsert(
        self,
        *,
        ids: Sequence[str],
        documents: Sequence[str],
        embeddings: Sequence[Sequence[float]] | None = None,
        metadatas: Sequence[Mapping[str, Any]] | None = None,
    ) -> None:
        """Write documents as items, with the vectors that LangChain had made already."""
        store = self._store
        store._embedder.check()
        given = {rows.clean(t): list(v) for t, v in zip(documents, embeddings or (), strict=False)}
        puts = [
            PutOp(self._namespace, key, {**(metadatas[n] if metadatas else {}), self._field: documents[n]})
            for n, key in enumerate(ids)
        ]
        planned = writing.plan(puts, store._layout, store._fields)

        def embed(texts: list[str]) -> list[list[float]]:
            return [given[t] for t in texts] if given.keys() >= set(texts) else store._embedder.documents(texts)

        present = reading.read_present(store._database, store._layout, ((p.namespace, p.key) for p in puts))
        vectors = writing.embed_all(store._database, planned, present, embed)
        with store._writes:
            writing.write(store._database, planned, present, store._layout, now=store._clock(), vectors=vectors)

    def update(
        self,
        *,
        ids: Sequence[str],
        documents: Sequence[str],
        embeddings: Sequence[Sequence[float]] | None = None,
        metadatas: Sequence[Mapping[str, Any]] | None = None,
    ) -> None:
        """Replace the documents of these ids that there are."""
        there = [n for n, key in enumerate(ids) if self._store.get(self._namespace, key) is not None]
        if there:
            self.upsert(
                ids=[ids[n] for n in there],
                documents=[documents[n] for n in there],
                embeddings=[embeddings[n] for n in there] if embeddings else None,
                metadatas=[metadatas[n] for n in there] if metadatas else None,
            )

    def delete(self, ids: Sequence[str] | None = None, where: Mapping[str, Any] | None = None, **_: Any) -> None:
        """Delete by id, or what `where` says; neither is refused, as Chroma does."""
        if ids is None and where is None:
            raise ValueError("delete without ids or where; expected one of them; name what is to be deleted")
        keys = ids if ids is not None else [i.key for i in self._list(self._keeps(where, None), limit=_ALL, offset=0)]
        self._store.batch([PutOp(self._namespace, key, None) for key in keys])

    def _list(self, keeps: Callable[[Item], bool], *, limit: int, offset: int) -> list[SearchItem]:
        store = self._store
        op = SearchOp(self._namespace, limit=limit, offset=offset)
        return reading.answer_listing(
            store._database,
            store._layout,
            op,
            now=store._clock(),
            seen=reading.Seen(),
            keeps=lambda item: item.namespace == self._namespace and keeps(item),
        )

    def _keeps(
        self, where: Mapping[str, Any] | None, where_document: Mapping[str, Any] | None
    ) -> Callable[[Item], bool]:
        return lambda item: (
            item.namespace == self._namespace
            and passes(where, lambda key, wanted: _one(item.value, key, wanted))
            and passes(where_document, lambda key, wanted: _text(str(item.value.get(self._field, "")), key, wanted))
        )

    def _columns(self, items: Sequence[Item], include: Sequence[str]) -> dict[str, Any]:
        vectors: dict[str, list[float]] = {}
        if "embeddings" in include and items:
            name = reading.search_collections(self._store._layout, self._namespace)
            ids = [rows.row_id(i.namespace, i.key) for i in items]
            for collection in name:
                found = self._store._database.get(collection, ids=ids, include=("embeddings",))
                vectors.update(zip(found.ids, found.vectors, strict=True))
        return {
            "ids": [i.key for i in items],
            "documents": [i.value.get(self._field, "") for i in items],
            "metadatas": [{k: v for k, v in i.value.items() if k != self._field} for i in items],
            "embeddings": [vectors.get(rows.row_id(i.namespace, i.key), []) for i in items],
        }


def passes(where: Mapping[str, Any] | None, test: Callable[[str, Any], bool]) -> bool:
    """True when a condition in Chroma's language holds, `test` deciding on its leaves."""
    for key, wanted in (where or {}).items():
        if key == "$and":
            held = all(passes(part, test) for part in wanted)
        elif key == "$or":
            held = any(passes(part, test) for part in wanted)
        else:
            held = test(key, wanted)
        if not held:
            return False
    return True


def _one(value: Mapping[str, Any], key: str, wanted: Any) -> bool:
    if isinstance(wanted, Mapping) and "$in" in wanted:
        return value.get(key) in wanted["$in"]
    if isinstance(wanted, Mapping) and "$nin" in wanted:
        return value.get(key) not in wanted["$nin"]
    return accepts(value, {key: wanted})


def _text(text: str, operator: str, wanted: str) -> bool:
    if operator == "$contains":
        return wanted in text
    if operator == "$not_contains":
        return wanted not in text
    raise ValueError(f"{operator!r} on the document; expected $contains or $not_contains; filter the results yourself")
