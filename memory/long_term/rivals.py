"""What a turn must be held against, in one read of the store: itself, and what its statements may touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from langgraph.store.base import SearchOp

from memory.attributes import Attribute, attribute_named, canonical
from memory.conflict import TOUCHED, Claim
from memory.lexical import lexicon_of, read_in_step
from memory.lexical.entry import attribute_number
from memory.lexical.states import token_states
from memory.lexical.user_index import UserIndex
from memory.long_term.versions import Version, tombstone_key
from memory.record import KINDS, STATEMENTS, MemoryRecord
from memory.scope import Scope
from memory.shelves import Look

SAME_ATTRIBUTE = 500
"""How many records of one attribute are read, the newest."""
NEAREST = 16
"""How many statements nearest to a candidate are read."""
LOOKED_THROUGH = 96
"""Among how many of the nearest of all records they are looked for first: that costs the store no condition."""
UNRANKED = 500
"""How many statements, the newest, are read where the store ranks nothing by nearness, or where nearness does not tell.
"""
Cosines = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known beside a turn."""

    there: dict[str, MemoryRecord]
    """Records that were asked for by id."""
    gone: dict[str, Version]
    """What is kept of those that were deleted, by record id."""
    rivals: dict[str, MemoryRecord] = field(default_factory=dict)
    """What the candidates may touch, by id."""
    cosines: Cosines = field(default_factory=dict)
    """For each candidate's text, the cosine of each statement found near it, by record id."""


def look_up(
    scope: Scope, candidates: Sequence[Claim], attributes: Mapping[str, Attribute], *, ids: Sequence[str]
) -> Known:
    """Give the records with these ids, deleted or not, and what is known beside the candidates: of the same attribute
    (cold ones too), and near in meaning.
    """
    if not candidates:
        return _known(scope.look(ids, also={"versions": [tombstone_key(id) for id in ids]}), ids)
    names = _names(candidates, attributes)
    any_cold = [SearchOp(scope.namespace("cold"), limit=1)] if names else []
    texts = list(dict.fromkeys(c.text for c in candidates))
    token_states(texts)  # the index will keep them, and the local encoder's vectors come out of the same pass

    def read(index: UserIndex) -> tuple[str, Known]:
        statements = index.alive & np.isin(index.kind, [KINDS.index(kind) for kind in STATEMENTS])
        near = _near(scope, index, statements, texts)
        rivals = {id for cosines in near.values() for id in cosines}
        for name in names:
            rivals.update(_newest(index, index.alive & (index.attribute == attribute_number(name)), SAME_ATTRIBUTE))
        if not any(near.values()) or any(map(_points_back, candidates)):
            rivals.update(_newest(index, statements, UNRANKED))
        wanted = list(dict.fromkeys([*ids, *rivals]))
        look = scope.look(wanted, also={"versions": [tombstone_key(id) for id in ids]}, searches=any_cold)
        found = _known(look, ids)
        met = [r for r in look.records.values() if r.id in rivals]
        if any(look.hits):
            met += [record for name in names for record in _faded(scope, name)]
        return look.stamp, Known(there=found.there, gone=found.gone, rivals={r.id: r for r in met}, cosines=near)

    return read_in_step(scope, lexicon_of(scope), read)


def _known(look: Look, ids: Sequence[str]) -> Known:
    versions = [Version.from_value(key, value) for key, value in look.items.items()]
    there = {id: look.records[id] for id in ids if id in look.records}
    return Known(there=there, gone={v.of: v for v in versions})


def _near(scope: Scope, index: UserIndex, statements: np.ndarray, texts: Sequence[str]) -> Cosines:
    """Give for each text the statements nearest to it with their cosines."""

    def kept(hits: Iterable[tuple[str, float]]) -> dict[str, float]:
        slots = ((key, cosine, index.slot_of.get(key, -1)) for key, cosine in hits)
        return dict([(key, cosine) for key, cosine, slot in slots if slot >= 0 and statements[slot]][:NEAREST])

    there = int(statements.sum())
    if not there:
        return {text: {} for text in texts}
    found = scope.nearest_keys(texts, limit=LOOKED_THROUGH)
    out = {text: kept(hits) for text, hits in zip(texts, found, strict=True)}
    few = [text for text, hits in zip(texts, found, strict=True) if hits and len(out[text]) < min(NEAREST, there)]
    closer = scope.nearest_keys(few, limit=NEAREST, kinds=STATEMENTS)
    return out | {text: kept(hits) for text, hits in zip(few, closer, strict=True)}


def _faded(scope: Scope, attribute: str) -> list[MemoryRecord]:
    """Give what is known of an attribute in cold storage, which the index does not hold."""
    here = scope.namespace("cold")
    (found,) = scope.search([SearchOp(here, filter={"attribute": attribute}, limit=SAME_ATTRIBUTE)])
    return [record for record, _ in found]


def _newest(index: UserIndex, slots: np.ndarray, most: int) -> list[str]:
    """Give the ids at these slots that changed last, at most so many."""
    found = np.flatnonzero(slots)
    ranked = found[np.argsort(-index.updated[found], kind="stable")][:most]
    return [index.ids[slot] for slot in ranked.tolist()]


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
