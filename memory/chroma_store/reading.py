"""Answers gets and listings from the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

from langgraph.store.base import GetOp, Item, ListNamespacesOp, MatchCondition, SearchItem, SearchOp

from memory.chroma_store import rows
from memory.chroma_store.database import PAGE, Database, Rows
from memory.chroma_store.filters import Where, accepts, where_of
from memory.chroma_store.layout import Layout

_GET_AT_ONCE = 500
_LIST_AT_ONCE = 1000
Keeps = Callable[[Item], bool]
"""What a filter cannot say."""


Present = dict[str, dict[str, tuple[rows.Metadata, str | None]]]
"""Rows as they are: by collection and id, their metadata and document."""


class Seen:
    """Rows that a batch has read and whose time to live reading prolongs: collection, id, metadata."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], rows.Metadata] = {}

    def add(self, collection: str, identifier: str, metadata: rows.Metadata) -> None:
        """Note a row when it has a time to live."""
        if metadata.get("t") is not None:
            self.rows[(collection, identifier)] = metadata


def read_present(database: Database, layout: Layout, items: Iterable[tuple[tuple[str, ...], str]]) -> Present:
    """Give the rows of these items (namespace and key) that exist, with one read a collection."""
    wanted: dict[str, dict[str, None]] = {}
    for namespace, key in items:
        name = layout.collection(rows.shard_of(namespace, layout.shards))
        wanted.setdefault(name, {})[rows.row_id(namespace, key)] = None
    return {name: {i: (m, d) for i, m, d in fetch(database, name, list(ids))} for name, ids in wanted.items()}


def answer_gets(
    present: Present, layout: Layout, ops: Sequence[GetOp], *, now: datetime, seen: Seen
) -> list[Item | None]:
    """Give the items asked for, in the order asked."""
    out: list[Item | None] = []
    for op in ops:
        name = layout.collection(rows.shard_of(op.namespace, layout.shards))
        identifier = rows.row_id(op.namespace, op.key)
        metadata, document = present[name].get(identifier, (None, None))
        if metadata is None or rows.is_expired(metadata, now):
            out.append(None)
            continue
        if op.refresh_ttl:
            seen.add(name, identifier, metadata)
        out.append(rows.to_item(identifier, metadata, document))
    return out


def complete(database: Database, present: Present, name: str, ids: Iterable[str]) -> None:
    """Read those of these rows that are not read yet; one that is gone stays away."""
    here = present.setdefault(name, {})
    if missing := [i for i in dict.fromkeys(ids) if i not in here]:
        here.update({i: (m, d) for i, m, d in fetch(database, name, missing)})


def fetch(database: Database, name: str, ids: Sequence[str]) -> Iterator[tuple[str, rows.Metadata, str | None]]:
    """Give the rows with these ids, in no promised order."""
    for start in range(0, len(ids), _GET_AT_ONCE):
        yield from triples(database.get(name, ids=ids[start : start + _GET_AT_ONCE]))


def triples(found: Rows) -> Iterator[tuple[str, rows.Metadata, str | None]]:
    """Give id, metadata and document of each row."""
    yield from zip(found.ids, found.metadatas, found.documents, strict=True)


def search_collections(layout: Layout, prefix: Sequence[str]) -> list[str]:
    """Give the collections that a prefix reaches: one from two labels on, else all of them."""
    if len(prefix) >= 2:
        return [layout.collection(rows.shard_of(prefix, layout.shards))]
    return layout.collections


def answer_listing(
    database: Database, layout: Layout, op: SearchOp, *, now: datetime, seen: Seen, keeps: Keeps | None = None
) -> list[SearchItem]:
    """Give matching items in the order in which they were first written, a collection after the other."""
    if op.limit <= 0 or op.offset < 0:
        return []
    out: list[SearchItem] = []
    skip = op.offset
    where, exact = where_of(op.namespace_prefix, op.filter, layout.tagged)
    for name in search_collections(layout, op.namespace_prefix):
        start = 0
        if skip and exact and keeps is None and not _any_expired(database, layout, name, now):
            start = skip if len(search_collections(layout, op.namespace_prefix)) == 1 else 0
            skip -= start
        for identifier, metadata, document in _pages(database, name, where, start, op.limit + skip):
            if not passes(op, identifier, metadata, document, now, keeps):
                continue
            if skip:
                skip -= 1
                continue
            if op.refresh_ttl:
                seen.add(name, identifier, metadata)
            out.append(rows.to_search_item(rows.to_item(identifier, metadata, document), None))
            if len(out) == op.limit:
                return out
    return out


def answer_namespaces(
    database: Database, layout: Layout, op: ListNamespacesOp, *, now: datetime
) -> list[tuple[str, ...]]:
    """Give the namespaces that hold something, sorted. Reads ids only, 5 ms a thousand."""
    conditions = [c for c in op.match_conditions or () if c.path]
    fixed: tuple[str, ...] = ()
    for condition in conditions:
        if condition.match_type == "prefix":
            plain = condition.path[: condition.path.index("*")] if "*" in condition.path else condition.path
            fixed = max(fixed, tuple(plain), key=len)
    found: set[tuple[str, ...]] = set()
    for name in search_collections(layout, fixed):
        expired = set() if layout.expires is False else _expired_ids(database, name, now)
        paths = {i.partition("//")[0] for i in _ids(database, name, where_of(fixed, None)[0]) if i not in expired}
        found.update(tuple(rows.unescape(label) for label in path.split("/")) for path in paths)
    kept = (ns for ns in found if all(_fits(condition, ns) for condition in conditions))
    out = sorted({ns[: op.max_depth] for ns in kept} if op.max_depth is not None else set(kept))
    return out[op.offset : op.offset + op.limit]


def expired_rows(database: Database, layout: Layout, now: datetime) -> Iterator[tuple[str, set[str]]]:
    """Give each collection's rows whose time to live has run out."""
    if layout.expires is False:
        return
    there = database.collections()
    for name in layout.collections:
        if name in there and (ids := _expired_ids(database, name, now)):
            yield name, ids


def passes(
    op: SearchOp,
    identifier: str,
    metadata: rows.Metadata,
    document: str | None,
    now: datetime,
    keeps: Keeps | None,
) -> bool:
    """True when a row lives, and its value passes the filter and what a filter cannot say."""
    if rows.is_expired(metadata, now):
        return False
    if op.filter and not accepts(rows.value_of(metadata, document), op.filter):
        return False
    return keeps is None or keeps(rows.to_item(identifier, metadata, document))


def _pages(
    database: Database, name: str, where: Where | None, start: int, first: int
) -> Iterator[tuple[str, rows.Metadata, str | None]]:
    size = min(max(first, 1), _LIST_AT_ONCE)
    while True:
        page = database.get(name, where=where, limit=size, offset=start)
        yield from triples(page)
        if len(page.ids) < size:
            return
        start += size
        size = min(size * 4, _LIST_AT_ONCE)


def _ids(database: Database, name: str, where: Where | None) -> Iterator[str]:
    start = 0
    while True:
        page = database.get(name, where=where, limit=PAGE, offset=start, include=())
        yield from page.ids
        if len(page.ids) < PAGE:
            return
        start += PAGE


def _expired_ids(database: Database, name: str, now: datetime) -> set[str]:
    return set(_ids(database, name, {"x": {"$lte": rows.micros(now)}}))


def _any_expired(database: Database, layout: Layout, name: str, now: datetime) -> bool:
    past: Where = {"x": {"$lte": rows.micros(now)}}
    return layout.expires is not False and bool(database.get(name, where=past, limit=1, include=()).ids)


def _fits(condition: MatchCondition, namespace: tuple[str, ...]) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(want in ("*", have) for want, have in zip(path, part, strict=True))
