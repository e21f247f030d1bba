"""One search: every leg over one user's records, fused into a ranking with its parts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from langgraph.store.base import SearchOp
from numpy.typing import NDArray

from memory.lexical.beside import follow, lexicon_for
from memory.lexical.lexicon import Lexicon
from memory.lexical.user_index import UserIndex
from memory.recall.fusion import lifts, standard, standard_of_nearest
from memory.recall.query import WINDOW_WEIGHT, Query
from memory.record import KINDS, Kind, MemoryRecord
from memory.scope import Scope

Floats = NDArray[np.float32]

DENSE_DEPTH = 160
"""How many of the nearest the store is asked for."""
CANDIDATES = 64
"""How many of the ranking are looked at record by record."""


@dataclass(slots=True, kw_only=True)
class Ranking:
    """The best of a search, best first."""

    records: list[MemoryRecord] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    parts: list[dict[str, float]] = field(default_factory=list)
    top_cosine: float | None = None
    """The cosine of the memory nearest to the newest message; None when the store has no vectors."""
    standing: int = 0
    """How many at the head are there by their topic (`recall.standing`): the gate does not hold them back."""

    def led_by(self, standing: Sequence[MemoryRecord]) -> Ranking:
        """Give the ranking with these records at its head, the part `standing` saying why they are there."""
        ids = {r.id for r in standing}
        rest = [i for i, r in enumerate(self.records) if r.id not in ids]
        known = {r.id: p for r, p in zip(self.records, self.parts, strict=True)}
        best = max(self.scores, default=0.0)
        return Ranking(
            records=[*standing, *(self.records[i] for i in rest)],
            scores=[*(best + 1.0 for _ in standing), *(self.scores[i] for i in rest)],
            parts=[*({**known.get(r.id, {}), "standing": 1.0} for r in standing), *(self.parts[i] for i in rest)],
            top_cosine=self.top_cosine,
            standing=len(standing),
        )


def lexicon_of(scope: Scope) -> Lexicon:
    """Give the lexicon that the scope keeps in step, or the one that belongs to its store."""
    return scope.lexical if isinstance(scope.lexical, Lexicon) else lexicon_for(scope.store)


def rank(
    scope: Scope, query: Query, *, kinds: Collection[Kind] | None, as_of: datetime | None, depth: int = CANDIDATES
) -> Ranking:
    """Rank a user's records for a query. Two reads of the store: the nearest, and the records only words found."""
    lexicon = lexicon_of(scope)
    follow(scope, lexicon)
    namespace = scope.namespace("records")
    asked = [q for q in (query.text, query.window) if q]
    answers = scope.search([SearchOp(namespace, limit=DENSE_DEPTH, query=q) for q in asked])
    met = {record.id: record for hits in answers for record, _ in hits}
    index = lexicon.user(scope.user_id)
    live = _usable(index, kinds, as_of)
    if not live.any():
        return Ranking()
    legs = _dense(index, answers, live)
    legs |= dict(
        zip(("said", "turn"), (standard(s, live) for s in index.bm25(query.words, query.weights)), strict=True)
    )
    fused: Floats = np.sum(np.stack(list(legs.values())), axis=0)
    legs["session"], legs["near"] = lifts(index, np.where(live, fused, 0))
    total = np.where(live, fused + legs["session"] + legs["near"], -np.inf)
    best = [int(s) for s in np.argsort(-total, kind="stable")[:depth] if np.isfinite(total[s])]
    return _filled(scope, index, best, total, legs, answers, met)


def _usable(index: UserIndex, kinds: Collection[Kind] | None, as_of: datetime | None) -> NDArray[np.bool_]:
    if as_of is None:
        live = index.alive & index.current
    else:
        moment = as_of.timestamp()
        live = index.alive & (index.valid_from <= moment) & (moment < index.valid_to)
    if kinds is not None:
        live = live & np.isin(index.kind, [KINDS.index(k) for k in kinds])
    return live


def _dense(
    index: UserIndex, answers: Sequence[list[tuple[MemoryRecord, float]]], live: NDArray[np.bool_]
) -> dict[str, Floats]:
    legs = []
    for hits in answers:
        pairs = [(s, c) for r, c in hits if (s := index.slot_of.get(r.id)) is not None and live[s]]
        slots = np.array([s for s, _ in pairs], np.intp)
        legs.append(standard_of_nearest(slots, np.array([c for _, c in pairs], np.float32), live))
    if not legs:
        return {}
    if len(legs) == 1:
        return {"dense": legs[0]}
    return {"dense": (WINDOW_WEIGHT * legs[0] + legs[1]) / (1 + WINDOW_WEIGHT)}


def _filled(
    scope: Scope,
    index: UserIndex,
    best: list[int],
    total: Floats,
    legs: dict[str, Floats],
    answers: Sequence[list[tuple[MemoryRecord, float]]],
    met: dict[str, MemoryRecord],
) -> Ranking:
    missing = [index.ids[s] for s in best if index.ids[s] not in met]
    met |= scope.get(missing, shelves=("records",))
    cosines = {r.id: c for r, c in answers[0]} if answers else {}
    out = Ranking(top_cosine=max(cosines.values(), default=None))
    for slot in best:
        record = met.get(index.ids[slot])
        if record is None:
            continue  # deleted by another process between the two reads
        parts = {name: float(values[slot]) for name, values in legs.items()}
        if record.id in cosines:
            parts["cosine"] = cosines[record.id]
        out.records.append(record)
        out.scores.append(float(total[slot]))
        out.parts.append(parts)
    return out
