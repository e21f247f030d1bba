"""What a turn's candidates must be held against: one read of the store for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from langgraph.store.base import SearchOp

from memory.attributes import Attribute, attribute_named, canonical
from memory.conflict import TOUCHED, Claim
from memory.record import STATEMENTS, MemoryRecord
from memory.scope import Scope, Shelf

SAME_ATTRIBUTE = 500
"""How many records of one attribute are read."""
NEAREST = 16
"""How many records of a kind nearest to a candidate are read."""
UNRANKED = 500
"""How many records are read where the store ranks nothing by nearness, or where nearness does not tell."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """The known records that a turn's candidates may touch."""

    known: dict[str, MemoryRecord]
    """By id."""
    cosines: dict[str, dict[str, float]]
    """For each candidate's text, the cosine of each record found near it, by record id."""


def find_rivals(scope: Scope, candidates: Sequence[Claim], attributes: Mapping[str, Attribute]) -> Rivals:
    """Give what is known beside these candidates: of the same attribute (cold ones too), and near in meaning."""
    by_attribute = [op for name in _names(candidates, attributes) for op in _same_attribute(scope, name)]
    by_meaning = [
        SearchOp(scope.namespace("records"), filter={"kind": kind}, limit=NEAREST, query=text)
        for text in dict.fromkeys(c.text for c in candidates)
        for kind in STATEMENTS
    ]
    found = scope.search([*by_attribute, *by_meaning])
    known = {record.id: record for hits in found for record, _ in hits}
    cosines: dict[str, dict[str, float]] = {}
    ranked = found[len(by_attribute) :]
    for op, hits in zip(by_meaning, ranked, strict=True):
        cosines.setdefault(op.query or "", {}).update({record.id: score for record, score in hits})
    if candidates and (not any(ranked) or any(map(_points_back, candidates))):
        known.update({r.id: r for r in islice(scope.statements(), UNRANKED)})
    return Rivals(known, cosines)


def _points_back(candidate: Claim) -> bool:
    """True for "no, it's Lausanne" and "I gave it up": what they mean was said last, and is near them in no way."""
    bare = candidate.only_changes and not candidate.attribute
    return bare and (candidate.corrects or (candidate.ends and not candidate.value))


def _names(candidates: Sequence[Claim], attributes: Mapping[str, Attribute]) -> list[str]:
    names: dict[str, None] = {}
    for candidate in candidates:
        found = attribute_named(candidate.attribute, attributes)
        if found is not None and found.stance:
            names.update(dict.fromkeys(a.name for a in attributes.values() if a.stance))
        elif found is not None:
            names[found.name] = None
            if found.name in TOUCHED:
                names.update(dict.fromkeys(TOUCHED[found.name]))
        elif candidate.attribute:
            names[canonical(candidate.attribute, attributes)] = None
    return list(names)


def _same_attribute(scope: Scope, name: str) -> list[SearchOp]:
    """Also what was superseded: a turn that comes again is told by its evidence there too."""
    shelves: tuple[Shelf, ...] = ("records", "cold")
    wanted = {"attribute": name}
    return [SearchOp(scope.namespace(shelf), filter=wanted, limit=SAME_ATTRIBUTE) for shelf in shelves]
