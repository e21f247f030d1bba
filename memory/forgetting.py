"""Forgetting: what is not used fades at its kind's own rate, lies cold where it can be had back, and at last goes.

The curve is the exponential one that Ebbinghaus measured (1885), with a strength that grows with every use, as
MemoryBank applies it to assistants (Zhong et al., 2023): retention = 2 ** (-age / (half-life * strength)).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import TypeVar

from langgraph.store.base import PutOp

from memory.attributes import attribute_named
from memory.long_term.changes import existing
from memory.long_term.versions import Version, drop, keep
from memory.record import Kind, MemoryRecord
from memory.scope import Scope
from memory.subjects import subject_named
from memory.view import PAGE

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Called with how many records are done, and how many there are (0: not known)."""

HALF_LIFE_DAYS: Mapping[Kind, float] = {
    "profile": 3650.0,
    "preference": 730.0,
    "fact": 365.0,
    "session_summary": 365.0,
    "task_experience": 180.0,
    "episode": 180.0,
}
"""After how many days without use half of a record of average importance is left. Chosen, not measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FadePolicy:
    """When what has faded is moved and when it goes. None: never."""

    half_life_days: Mapping[Kind, float] = field(default_factory=lambda: dict(HALF_LIFE_DAYS))
    cold_below: float = 0.2
    """The retention below which a record goes cold."""
    cold_days: float | None = 365.0
    """How long a cold record can be had back before it goes for good."""
    superseded_days: float | None = 1095.0
    """How long an earlier truth stays after it ended."""
    versions_days: float | None = 365.0
    """How long the version before an edit can be had back."""
    deleted_days: float | None = 30.0
    """How long a deletion can be undone; then its text goes, and a line without text stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """What one sweep did."""

    cooled: int = 0
    """Records that went cold."""
    deleted: int = 0
    """Cold or superseded records that went for good."""
    ended: int = 0
    """Records whose time had ended, or beside which a newer single value stands (two writers at once), marked so."""
    versions: int = 0
    """Earlier versions, and texts of deleted records, that went for good."""
    kept: int = 0
    """Records that stay as they are."""

    def __str__(self) -> str:
        return (
            f"{self.cooled} went cold, {self.deleted} went for good, {self.ended} ended, "
            f"{self.versions} earlier versions went, {self.kept} stay"
        )


def retention(record: MemoryRecord, now: datetime, policy: FadePolicy | None = None) -> float:
    """Give how much of a record is left, 1 to 0: by its kind, its importance, its uses and the time since the last.

    A pinned record is always whole. A moment before its last use counts as that use.
    """
    if record.pinned:
        return 1.0
    half_life = (policy or FadePolicy()).half_life_days.get(record.kind, HALF_LIFE_DAYS["fact"])
    strength = (0.5 + record.importance) * (1.0 + math.log2(1.0 + record.times_used))
    age_days = max(0.0, (now - record.touched) / timedelta(days=1))
    return float(2.0 ** (-age_days / max(half_life * strength, 1e-9)))


def sweep(scope: Scope, now: datetime, *, policy: FadePolicy | None = None, progress: Progress | None = None) -> Swept:
    """Move what has faded to the cold shelf, and let go what the policy says; the same moment again does nothing."""
    policy = policy or FadePolicy()
    counts = {"cooled": 0, "deleted": 0, "ended": 0, "versions": 0, "kept": 0}
    done = 0
    with scope.alone():
        kept = list(scope.records())
        newest = _newest_single_values(kept, now)
        for some in _portions(kept + list(scope.records(shelf="cold"))):
            put: list[MemoryRecord] = []
            gone: list[str] = []
            for record in some:
                newer = newest.get(_place(record), record)
                if record.status == "current" and newer.id != record.id and record.held_at(now):
                    record = replace(record, valid_to=max(newer.valid_from, record.valid_from), superseded_by=newer.id)
                fate = _fate(record, now, policy)
                counts[fate] += 1
                if fate == "cooled":
                    put.append(replace(record, status="cold", updated=now))
                elif fate == "ended":
                    put.append(replace(record, status="superseded"))
                elif fate == "deleted":
                    gone.append(record.id)
            if put or gone:
                scope.put(put, delete=gone)
            done += len(some)
            if progress is not None:
                progress(done, 0)
        counts["versions"] = _drop_versions(scope, now, policy)
    return Swept(**counts)


def thaw(scope: Scope, id: str, *, now: datetime) -> MemoryRecord:
    """Bring a cold record back into recall; one that is not cold is given as it is.

    Raises:
        MemoryNotFound: this user has no such record.
    """
    with scope.alone():
        record = existing(scope, id)
        if record.status != "cold":
            return record
        warm = replace(record, status="current", updated=now)
        scope.put([warm])
    return warm


def _fate(record: MemoryRecord, now: datetime, policy: FadePolicy) -> str:
    if record.pinned:
        return "kept"
    if record.status == "cold":
        return "deleted" if _is_over(record.updated, now, policy.cold_days) else "kept"
    if record.status == "superseded":
        return "deleted" if _is_over(record.valid_to or record.updated, now, policy.superseded_days) else "kept"
    if record.valid_to is not None and record.valid_to <= now and record.superseded_by:
        return "ended"
    return "cooled" if retention(record, now, policy) < policy.cold_below else "kept"


def _place(record: MemoryRecord) -> tuple[str, str]:
    return subject_named(record.subject), record.attribute


def _newest_single_values(records: Iterable[MemoryRecord], now: datetime) -> dict[tuple[str, str], MemoryRecord]:
    out: dict[tuple[str, str], MemoryRecord] = {}
    for record in records:
        row = attribute_named(record.attribute)
        if row is not None and row.single_valued and record.status == "current" and record.held_at(now):
            best = out.setdefault(_place(record), record)
            if (record.valid_from, record.created, record.id) > (best.valid_from, best.created, best.id):
                out[_place(record)] = record
    return out


def _drop_versions(scope: Scope, now: datetime, policy: FadePolicy) -> int:
    ops: list[PutOp] = []
    for item in scope.items("versions"):
        version = Version.from_value(item.key, item.value)
        if version.change == "deleted":
            if version.record is not None and _is_over(version.at, now, policy.deleted_days):
                ops.extend(keep(scope, [replace(version, record=None)]))
        elif _is_over(version.at, now, policy.deleted_days if version.cause else policy.versions_days):
            ops.extend(drop(scope, [version.key]))
    for some in _portions(ops):
        scope.put((), also=some)
    return len(ops)


def _is_over(since: datetime, now: datetime, days: float | None) -> bool:
    return days is not None and now - since > timedelta(days=days)


def _portions(items: Iterable[T]) -> Iterator[list[T]]:
    left = iter(items)
    while some := list(islice(left, PAGE)):
        yield some
