"""Looking into one user's memory without recall: by id, by text, by what is current, by history, in numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory.attributes import Attribute, canonical
from memory.errors import MemoryNotFound
from memory.gist import covered, gist, normalised
from memory.long_term.changes import existing
from memory.long_term.versions import Version, deleted, version_of, versions_of
from memory.record import STATEMENTS, Kind, MemoryRecord
from memory.scope import Scope
from memory.subjects import subject_named

MIN_PREFIX = 6
"""The shortest beginning of an id that stands for it."""
MEANT = 0.55
"""The cosine from which a text means a record that shares no word with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """How much of one user is kept."""

    by_kind: dict[str, int] = field(default_factory=dict)
    """Current records, by kind."""
    current: int = 0
    superseded: int = 0
    cold: int = 0
    versions: int = 0
    """Earlier versions, the deleted included."""
    tool_results: int = 0
    pinned: int = 0
    oldest: datetime | None = None
    """When the oldest current record was said."""
    newest: datetime | None = None


def get(scope: Scope, id: str) -> MemoryRecord:
    """Give the record with this id, or raise MemoryNotFound."""
    return existing(scope, id)


def find(scope: Scope, text_or_id: str, *, k: int) -> list[MemoryRecord]:
    """Give the records meant by an id, the beginning of one, or a text, the likeliest first.

    By an id any record is found; by a text only current facts.
    """
    wanted = text_or_id.strip()
    if not wanted:
        return []
    if found := scope.get([wanted]):
        return list(found.values())
    if len(wanted) >= MIN_PREFIX and re.fullmatch("[0-9a-f]+", wanted):
        by_id = [r for r in (*scope.records(), *scope.records(shelf="cold")) if r.id.startswith(wanted)]
        if by_id:
            return by_id[:k]
    facts = [r for r in scope.statements() if r.is_current]
    same = [r for r in facts if normalised(r.text) == normalised(wanted)]
    asked = gist(wanted).things
    shares = [(r, max(covered(asked, (g := gist(r.text).things)), covered(g, asked))) for r in facts]
    wordy = [r for r, share in sorted(shares, key=lambda pair: -pair[1]) if share > 0]
    near = [
        (r, score)
        for kind in STATEMENTS
        for r, score in scope.nearest(wanted, limit=2 * k, filter={"kind": kind})
        if r.is_current and score >= MEANT
    ]
    ranked = [*same, *wordy, *(r for r, _ in sorted(near, key=lambda pair: -pair[1]))]
    return list({r.id: r for r in ranked}.values())[:k]


def current(
    scope: Scope,
    *,
    kind: Kind | None,
    subject: str | None,
    attribute: str | None,
    at: datetime,
    past: bool,
    attributes: Mapping[str, Attribute],
) -> list[MemoryRecord]:
    """Give what held at a moment, the newest first. `past` also looks at what was superseded since."""
    wanted: dict[str, Any] = {}
    if attribute is not None:
        wanted["attribute"] = canonical(attribute, attributes)
    if not past:
        wanted["status"] = "current"
    of_kind = scope.statements(filter=wanted) if kind is None else scope.records(filter={**wanted, "kind": kind})
    found = [r for r in of_kind if r.held_at(at)]
    if subject is not None:
        found = [r for r in found if subject_named(r.subject) == subject_named(subject)]
    newest_first = sorted(found, key=lambda r: (r.valid_from, r.created, r.id), reverse=True)
    return _one_a_single_value(newest_first, attributes)


def history(scope: Scope, id: str) -> list[Version]:
    """Give every state of a record and of its chain of replacements, the oldest first."""
    live = scope.get([id]).get(id)
    gone = deleted(scope, [id]).get(id)
    if live is None and gone is None:
        existing(scope, id)
    chain: dict[str, MemoryRecord] = {}
    ahead = [live] if live else []
    while ahead:
        record = ahead.pop()
        if record.id in chain:
            continue
        chain[record.id] = record
        ahead.extend(scope.records(filter={"superseded_by": record.id}))
        ahead.extend(scope.get([record.superseded_by]).values() if record.superseded_by else [])
    states = [v for one in dict.fromkeys((id, *chain)) for v in versions_of(scope, one) if v.change != "superseded"]
    states.extend(_state(record) for record in chain.values())
    return sorted(states, key=lambda v: (v.record.valid_from if v.record else v.at, v.at))


def stats(scope: Scope) -> Stats:
    """Count what is kept."""
    records = list(scope.records())
    live = [r for r in records if r.is_current]
    said = sorted(r.created for r in live)
    return Stats(
        by_kind=dict(Counter(r.kind for r in live)),
        current=len(live),
        superseded=len(records) - len(live),
        cold=sum(1 for _ in scope.items("cold")),
        versions=sum(1 for _ in scope.items("versions")),
        tool_results=sum(1 for _ in scope.items("tool_results")),
        pinned=sum(r.pinned for r in live),
        oldest=said[0] if said else None,
        newest=said[-1] if said else None,
    )


def _one_a_single_value(found: list[MemoryRecord], attributes: Mapping[str, Attribute]) -> list[MemoryRecord]:
    """Leave one value where only one can hold: two writers at once may have left two, and the newest is right."""
    seen: set[tuple[str, str]] = set()
    out = []
    for record in found:
        row = attributes.get(record.attribute)
        if row is not None and row.single_valued:
            place = (subject_named(record.subject), row.name)
            if place in seen:
                continue
            seen.add(place)
        out.append(record)
    return out


def _state(record: MemoryRecord) -> Version:
    if record.status == "superseded":
        return version_of(record, "superseded", record.valid_to or record.updated)
    return Version(key=record.id, of=record.id, change="current", at=record.updated, record=record)


__all__ = ["MemoryNotFound", "Stats", "current", "find", "get", "history", "stats"]
