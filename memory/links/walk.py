"""One step from a record to what belongs with it, by a few bounded reads: what recall may add to what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from langgraph.store.base import SearchOp

from memory.links.derive import COMMON, Link, LinkGraph, link, names_in, strength
from memory.record import MemoryRecord
from memory.scope import Scope
from memory.subjects import subject_named

MAX_NAMES = 4
"""How many names of a record are followed."""
MAX_DRAWN = 300
"""How many records a graph is made of, the newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """A record one step away, and why."""

    record: MemoryRecord
    links: tuple[Link, ...]

    @property
    def strength(self) -> float:
        """How much speaks for it."""
        return sum(strength(one) for one in self.links)


def neighbours(scope: Scope, records: MemoryRecord | Sequence[MemoryRecord], *, k: int = 8) -> list[Linked]:
    """Give the current records one step from this one (or from these), the strongest link first; two reads in all.

    What somebody linked, what it rests on and what rests on it, others about the same subject, others with its names.
    """
    start = [records] if isinstance(records, MemoryRecord) else list(records)
    seen = {r.id for r in start}
    ids = {id for r in start for id in (*r.links, r.source.episode_id, r.superseded_by) if id}
    known = scope.get(sorted(ids - seen), shelves=("records",))
    around = {r.id: r for hits in scope.search([op for r in start for op in _around(scope, r)]) for r, _ in hits}
    near = {**around, **known}
    graph = link([*start, *(r for r in near.values() if r.id not in seen)], fan_out=COMMON)
    found: dict[str, list[Link]] = {}
    for one in graph.links:
        ends = {one.one, one.other}
        if len(ends & seen) == 1:
            (other,) = ends - seen
            found.setdefault(other, []).append(one)
    linked = [Linked(record=near[id], links=tuple(links)) for id, links in found.items() if near[id].is_current]
    return sorted(linked, key=lambda x: (-x.strength, x.record.created, x.record.id))[:k]


def links_of(scope: Scope, *, episodes: bool = False, max_records: int = MAX_DRAWN) -> LinkGraph:
    """Give the graph of a user's records, the newest ones; episodes only when asked for."""
    records = [r for r in scope.records() if episodes or r.kind != "episode"]
    newest = sorted(records, key=lambda r: (r.created, r.id), reverse=True)[:max_records]
    return link(newest)


def _around(scope: Scope, record: MemoryRecord) -> list[SearchOp]:
    here = scope.namespace("records")
    ops = []
    subject = subject_named(record.subject)
    if subject not in ("user", "assistant"):
        ops.append(SearchOp(here, filter={"subject": record.subject}, limit=COMMON))
    names = {*names_in(record), *([subject] if subject not in ("user", "assistant") else [])}
    ops.extend(SearchOp(here, query=name, limit=COMMON // 4) for name in sorted(names)[:MAX_NAMES])
    episode = record.id if record.kind == "episode" else record.source.episode_id
    if episode:
        ops.append(SearchOp(here, filter={"episode": episode}, limit=COMMON))
    return ops
