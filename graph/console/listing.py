"""The table of memories: filtered, sorted and cut into pages on this side, so that 10,000 are as smooth as ten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from memory.record import KINDS, Kind, MemoryRecord

if TYPE_CHECKING:
    from memory.long_term import LongTermMemory

Shown = Literal["current", "superseded", "cold", "deleted", "all"]
SHOWN: tuple[Shown, ...] = ("current", "superseded", "cold", "deleted", "all")
Column = Literal["text", "kind", "said", "importance", "used"]
PAGE_SIZE = 25
MAX_FOUND = 50
"""How many memories a search shows at most."""
BY_HAND = "-"
"""The source of what was not said in a thread: written by hand, or imported without one."""
MAX_SOURCES = 100
LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)
FRESH = timedelta(minutes=5)
"""How long what was read stands: pins and uses of other programs leave no mark in the store."""

SORTING: dict[Column, Callable[[MemoryRecord], Any]] = {
    "text": lambda r: r.text.casefold(),
    "kind": lambda r: KINDS.index(r.kind),
    "said": lambda r: r.created,
    "importance": lambda r: r.importance,
    "used": lambda r: r.times_used,
}


@dataclass(slots=True, kw_only=True)
class View:
    """What is asked of the table."""

    query: str = ""
    """Words to recall by; empty: everything, sorted."""
    kinds: tuple[Kind, ...] = ()
    """Empty: every kind but episodes, which are the archive."""
    shown: Shown = "current"
    within_days: int | None = None
    source: str = ""
    """A thread's id, `-` for what was written by hand, or empty."""
    sort: Column = "said"
    descending: bool = True
    page: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table."""

    record: MemoryRecord
    score: float | None = None
    parts: dict[str, float] = field(default_factory=dict)
    taken: bool = True
    """False: recall would not have taken it; `reason` says why."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the table."""

    rows: tuple[Row, ...]
    total: int
    page: int
    pages: int
    taken: int = 0
    """How many of them recall would take, of a search."""


@dataclass(slots=True)
class Listing:
    """One user's memories, read once and again after each change."""

    memory: LongTermMemory
    k: int = 8
    max_tokens: int | None = 500
    """What recall may take, as the agent's budget says."""
    _stamp: str = ""
    _read_at: datetime = LONG_AGO
    _records: list[MemoryRecord] | None = None
    _reading: Lock = field(default_factory=Lock)

    @property
    def is_read(self) -> bool:
        """True when the records are at hand, so that a page needs no waiting."""
        return self._records is not None

    def warm(self) -> None:
        """Read the records, and do what a first search has to do once: load the embedder and the index of words."""
        self._all()
        self.memory.why("warm", k=1)

    def page(self, view: View) -> Page:
        """Give the page that is asked for; a page behind the last one is the last one."""
        if view.query.strip():
            return _cut(self._found(view), view.page)
        rows = [
            Row(record=r) for r in sorted_records(filtered(self.records(view.shown), view, self.memory.clock()), view)
        ]
        return _cut(rows, view.page)

    def records(self, shown: Shown) -> list[MemoryRecord]:
        """Give the records that are shown so, in no order."""
        if shown == "deleted":
            return self.deleted()
        every = self._all()
        return every if shown == "all" else [r for r in every if r.status == shown]

    def deleted(self) -> list[MemoryRecord]:
        """Give what was deleted and can still be had back."""
        from memory.long_term.versions import Version

        found = self.memory.scope.items("versions", filter={"change": "deleted"})
        versions = (Version.from_value(item.key, item.value) for item in found)
        return [v.record for v in versions if v.record is not None]

    def sources(self) -> list[str]:
        """Give the threads that memories come from, the newest first."""
        newest = sorted(self._all(), key=lambda r: r.created, reverse=True)
        return list(dict.fromkeys(r.source.thread_id for r in newest if r.source.thread_id))[:MAX_SOURCES]

    def changed(self, *ids: str) -> None:
        """Read these records anew, and those that they replaced or that replaced them; without an id, all of them."""
        known = {r.id: r for r in self._records or ()}
        if self._records is None or not ids:
            self._records = None
            return
        wanted = {*ids, *(r.superseded_by for id in ids if (r := known.get(id)) and r.superseded_by)}
        wanted |= {r.id for r in known.values() if r.superseded_by in wanted}
        scope = self.memory.scope
        self._stamp = scope.stamp()
        fresh = scope.get(sorted(wanted))
        fresh |= scope.get([e for r in fresh.values() if (e := r.source.episode_id) and e not in known])
        self._records = [r for r in self._records if r.id not in wanted] + list(fresh.values())

    def _all(self) -> list[MemoryRecord]:
        with self._reading:  # several browsers, one reading
            return self._as_now()

    def _as_now(self) -> list[MemoryRecord]:
        scope = self.memory.scope
        stamp = scope.stamp()
        if self._records is None or stamp != self._stamp or self.memory.clock() - self._read_at > FRESH:
            self._stamp, self._read_at = stamp, self.memory.clock()
            self._records = [*scope.records(), *scope.records(shelf="cold")]
        return self._records

    def _found(self, view: View) -> list[Row]:
        kinds = view.kinds or None
        considered = self.memory.why(view.query, k=self.k, max_tokens=self.max_tokens, kinds=kinds)
        kept = {r.id for r in filtered([c.record for c in considered], view, self.memory.clock(), episodes=True)}
        return [
            Row(record=c.record, score=c.score, parts=c.parts, taken=c.taken, reason=c.reason)
            for c in considered
            if c.record.id in kept
        ][:MAX_FOUND]


def filtered(
    records: Sequence[MemoryRecord], view: View, now: datetime, *, episodes: bool = False
) -> list[MemoryRecord]:
    """Give the records that the view's filters leave; without a kind, episodes only when asked for."""
    kinds = set(view.kinds or (KINDS if episodes else [k for k in KINDS if k != "episode"]))
    since = now - timedelta(days=view.within_days) if view.within_days else None
    return [
        r
        for r in records
        if r.kind in kinds
        and (since is None or r.created >= since)
        and (not view.source or (r.source.thread_id or BY_HAND) == view.source)
    ]


def sorted_records(records: Sequence[MemoryRecord], view: View) -> list[MemoryRecord]:
    """Give the records in the view's order, pinned ones first, ties by id."""
    by = SORTING[view.sort]
    ordered = sorted(sorted(records, key=lambda r: r.id), key=by, reverse=view.descending)
    return sorted(ordered, key=lambda r: not r.pinned)


def _cut(rows: list[Row], page: int) -> Page:
    pages = max(1, -(-len(rows) // PAGE_SIZE))
    page = min(max(page, 0), pages - 1)
    here = tuple(rows[page * PAGE_SIZE : (page + 1) * PAGE_SIZE])
    return Page(rows=here, total=len(rows), page=page, pages=pages, taken=sum(r.taken for r in rows))
