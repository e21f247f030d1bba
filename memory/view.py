"""One user's part of a store, for reading.

Every call carries the user in its namespace, by-id calls included, so there is no way to reach a record without naming
its owner. Labels are encoded reversibly: `a.b@c` and `*` are ids like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from langgraph.store.base import BaseStore, GetOp, Item, Op, Result, SearchItem, SearchOp

from memory.errors import InvalidId
from memory.ids import check_id, to_label
from memory.record import STATEMENTS, Kind, MemoryRecord
from memory.shelves import ROOT, SHELVES, STAMP, Look, Shelf, stamp_in

PAGE = 500
"""How many items are written, and namespaces asked for, at once."""
EVERYTHING = 10_000_000
ASKED_AGAIN = 20
"""How often a read is done again that was disturbed: it fails before anything is written."""


class View:
    """One user's shelves in a store, as they are."""

    def __init__(self, store: BaseStore, user_id: str) -> None:
        self.store = store
        self.user_id = check_id(user_id, "user id")

    def namespace(self, shelf: Shelf) -> tuple[str, str, str]:
        """Give the namespace of one shelf of this user."""
        return (ROOT, to_label(self.user_id), shelf)

    def look(
        self,
        ids: Sequence[str],
        *,
        shelves: Sequence[Shelf] = ("records", "cold"),
        also: Mapping[Shelf, Sequence[str]] | None = None,
        searches: Sequence[SearchOp] = (),
    ) -> Look:
        """Give records by id, items of other shelves by key, searches and the stamp, as they all are at one moment.

        Raises:
            InvalidId: a search that is not on one of this user's shelves.
        """
        self._refuse_foreign(searches)
        gets = [GetOp(self.namespace(shelf), key) for key in ids for shelf in shelves]
        beside = [GetOp(self.namespace(shelf), key) for shelf, keys in (also or {}).items() for key in keys]
        stamp, *rest = self._batch([GetOp(self.namespace("meta"), STAMP), *gets, *beside, *searches])
        items = [i for i in rest[: len(gets) + len(beside)] if isinstance(i, Item)]
        found = {i.key: MemoryRecord.from_value(i.value) for i in items if i.namespace[-1] in shelves}
        hits = zip(searches, rest[len(gets) + len(beside) :], strict=True)
        return Look(
            stamp=stamp_in(stamp),
            records={key: found[key] for key in ids if key in found and self._is_mine(found[key])},
            items={i.key: i.value for i in items if i.namespace[-1] not in shelves},
            hits=[self._found(op, answer) for op, answer in hits],
        )

    def stamp(self) -> str:
        """Give the mark that the last write of words left in the store: it tells a lexical index what it has missed."""
        return stamp_in(self.store.get(self.namespace("meta"), STAMP))

    def get(self, ids: Sequence[str], *, shelves: Sequence[Shelf] = ("records", "cold")) -> dict[str, MemoryRecord]:
        """Give this user's records with these ids, in the order asked; unknown ids are left out."""
        ops = [GetOp(self.namespace(shelf), key) for key in ids for shelf in shelves]
        items = self._batch(ops) if ops else []
        found = {i.key: MemoryRecord.from_value(i.value) for i in items if isinstance(i, Item)}
        return {key: found[key] for key in ids if key in found and self._is_mine(found[key])}

    def records(self, *, shelf: Shelf = "records", filter: dict[str, Any] | None = None) -> Iterator[MemoryRecord]:
        """Give every record on a shelf, a page at a time."""
        for item in self.items(shelf, filter=filter):
            record = MemoryRecord.from_value(item.value)
            if self._is_mine(record):
                yield record

    def statements(self, *, filter: dict[str, Any] | None = None) -> Iterator[MemoryRecord]:
        """Give every record that states something, a kind after the other."""
        for kind in STATEMENTS:
            yield from self.records(filter={**(filter or {}), "kind": kind})

    def nearest(
        self, query: str, *, limit: int, filter: dict[str, Any] | None = None
    ) -> list[tuple[MemoryRecord, float]]:
        """Give the records whose embedded key is nearest to the query, best first, each with its cosine.

        What a store appends without a score (it has no vector) is left out.
        """
        return self.search([SearchOp(self.namespace("records"), filter=filter, limit=limit, query=query)])[0]

    def search(self, ops: Sequence[SearchOp]) -> list[list[tuple[MemoryRecord, float]]]:
        """Give what several searches on this user's shelves find, in one read; without a query each score is 0.

        Raises:
            InvalidId: a search that is not on one of this user's shelves.
        """
        read = [[(MemoryRecord.from_value(h.value), float(h.score or 0.0)) for h in hits] for hits in self.hits(ops)]
        return [[(record, score) for record, score in found if self._is_mine(record)] for found in read]

    def hits(self, ops: Sequence[SearchOp]) -> list[list[SearchItem]]:
        """Give the same as `search` as items, their records not yet read: for who looks at few of many.

        Raises:
            InvalidId: a search that is not on one of this user's shelves.
        """
        self._refuse_foreign(ops)
        answers = self._batch(ops) if ops else []
        return [self._found(op, hits) for op, hits in zip(ops, answers, strict=True)]

    def nearest_keys(
        self, queries: Sequence[str], *, limit: int, kinds: Sequence[Kind] = ()
    ) -> list[list[tuple[str, float]]]:
        """Give for each query the ids of the nearest records with their cosines, best first; no record is read.

        Of these kinds alone where some are named.
        """
        here = self.namespace("records")
        find = getattr(self.store, "nearest_keys", None)
        if find is not None:
            with suppress(ValueError):  # a store that was made with other tags than ours: each kind is searched for
                one_of = {"kind": kinds} if kinds else None
                found: list[list[tuple[str, float]]] = find(here, queries, limit=limit, one_of=one_of)
                return found
        filters: list[dict[str, Any] | None] = [{"kind": kind} for kind in kinds] or [None]
        ops = [SearchOp(here, filter=filter, limit=limit, query=query) for query in queries for filter in filters]
        searched = iter(self.hits(ops))
        out = []
        for _ in queries:
            hits = [hit for _ in filters for hit in next(searched)]
            out.append(sorted(((hit.key, float(hit.score or 0.0)) for hit in hits), key=lambda h: -h[1])[:limit])
        return out

    # ---- any shelf
    def items(self, shelf: Shelf, *, filter: dict[str, Any] | None = None) -> Iterator[SearchItem]:
        """Give every item on a shelf, as it is now."""
        yield from self._all(self.namespace(shelf), filter=filter)

    def values(self, shelf: Shelf, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Give the items of a shelf with these keys; unknown keys are left out."""
        found = self._batch([GetOp(self.namespace(shelf), key) for key in keys]) if keys else []
        return {i.key: i.value for i in found if isinstance(i, Item)}

    def everything(self) -> Iterator[SearchItem]:
        """Give every item of this user on every shelf, also on shelves that only a later version knows."""
        root = (ROOT, to_label(self.user_id))
        for namespace in sorted(self._namespaces(root)):
            yield from self._all(namespace)

    def _all(self, namespace: tuple[str, ...], *, filter: dict[str, Any] | None = None) -> Iterator[SearchItem]:
        """Give the items of exactly this namespace, by one search.

        Not by pages: PostgresStore orders by the time of change, which all items of one batch share, so that its pages
        leave some out and give others twice.
        """
        (found,) = self._batch([SearchOp(namespace, filter=filter, limit=EVERYTHING)])
        items = found if isinstance(found, list) else []
        yield from (i for i in items if isinstance(i, SearchItem) and i.namespace == namespace)

    def _namespaces(self, root: tuple[str, str]) -> set[tuple[str, ...]]:
        found: set[tuple[str, ...]] = {(*root, shelf) for shelf in SHELVES}
        offset = 0
        while page := self.store.list_namespaces(prefix=root, limit=PAGE, offset=offset):
            found.update(namespace for namespace in page if namespace[:2] == root)
            offset += len(page)
        return found

    def _batch(self, ops: Sequence[Op]) -> list[Result]:
        """Ask the store; again where it is LangGraph's in memory (1.2), which searches what others change meanwhile."""
        for _ in range(ASKED_AGAIN):
            try:
                return self.store.batch(ops)
            except RuntimeError as error:
                if "changed size during iteration" not in str(error):
                    raise
        return self.store.batch(ops)

    def _refuse_foreign(self, ops: Sequence[SearchOp]) -> None:
        mine = [self.namespace(shelf) for shelf in SHELVES]
        for op in ops:
            if op.namespace_prefix not in mine:
                raise InvalidId(
                    f"search in {op.namespace_prefix!r} is not on a shelf of user {self.user_id!r}; "
                    "expected one of this scope's namespaces; take it from `namespace(shelf)`"
                )

    def _found(self, op: SearchOp, hits: object) -> list[SearchItem]:
        items = [h for h in hits if isinstance(h, SearchItem)] if isinstance(hits, list) else []
        return [
            h
            for h in items
            if h.namespace == op.namespace_prefix
            and (op.query is None or h.score is not None)
            and h.value.get("user_id") == self.user_id
        ]

    def _is_mine(self, record: MemoryRecord) -> bool:
        return record.user_id == self.user_id
