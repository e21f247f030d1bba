"""What a person should look at: records that say the same twice, and values of which only one can hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memory.attributes import ATTRIBUTES, Attribute
from memory.gist import Gist, covered, gist, normalised
from memory.record import MemoryRecord
from memory.subjects import subject_named

SAME = 0.8
"""The share of each other's words from which two records are proposed as one. Chosen: a person decides."""
MAX_PROPOSALS = 100
MAX_SHARED = 60
"""A word in more records than this brings none of them together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Records for a person to decide on, the one to keep first."""

    what: Literal["duplicate", "contradiction"]
    records: tuple[MemoryRecord, ...]


def proposals(
    records: Iterable[MemoryRecord], now: datetime, *, attributes: Mapping[str, Attribute] = ATTRIBUTES
) -> list[Proposal]:
    """Give what should be looked at among the facts that hold now; contradictions first."""
    facts = [r for r in records if r.is_current and r.held_at(now) and r.kind not in ("episode", "session_summary")]
    contradictions = _contradictions(facts, attributes)
    named = {r.id for p in contradictions for r in p.records}
    duplicates = _duplicates([r for r in facts if r.id not in named])
    return [*contradictions, *duplicates][:MAX_PROPOSALS]


def _contradictions(facts: Sequence[MemoryRecord], attributes: Mapping[str, Attribute]) -> list[Proposal]:
    places: dict[tuple[str, str], list[MemoryRecord]] = defaultdict(list)
    for record in facts:
        row = attributes.get(record.attribute)
        if row is not None and row.single_valued:
            places[subject_named(record.subject), row.name].append(record)
    return [Proposal(what="contradiction", records=_newest_first(group)) for group in places.values() if len(group) > 1]


def _duplicates(facts: Sequence[MemoryRecord]) -> list[Proposal]:
    words = {r.id: gist(r.text) for r in facts}
    sharing: dict[object, list[MemoryRecord]] = defaultdict(list)
    for record in facts:
        sharing["same", normalised(record.text)].append(record)
        for word in words[record.id].things:
            sharing[word].append(record)
    out: list[Proposal] = []
    done: set[str] = set()
    for record in sorted(facts, key=lambda r: (r.created, r.id), reverse=True):
        if record.id in done:
            continue
        near = [*sharing["same", normalised(record.text)]]
        near += [r for w in words[record.id].things if len(sharing[w]) <= MAX_SHARED for r in sharing[w]]
        same = {r.id: r for r in near if r.id != record.id and r.id not in done and _says_the_same(record, r, words)}
        if same:
            done.update((record.id, *same))
            out.append(Proposal(what="duplicate", records=_newest_first([record, *same.values()])))
    return out


def _says_the_same(one: MemoryRecord, other: MemoryRecord, words: Mapping[str, Gist]) -> bool:
    if (subject_named(one.subject), one.kind) != (subject_named(other.subject), other.kind):
        return False
    if normalised(one.text) == normalised(other.text):
        return True
    a, b = words[one.id], words[other.id]
    if (a.negative, a.liking) != (b.negative, b.liking) or not (a.things and b.things):
        return False
    return min(covered(a.things, b.things), covered(b.things, a.things)) >= SAME


def _newest_first(group: Sequence[MemoryRecord]) -> tuple[MemoryRecord, ...]:
    return tuple(sorted(group, key=lambda r: (r.pinned, r.valid_from, r.created, r.id), reverse=True))
