"""One search: every leg over one user's records, fused into a ranking with its parts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from memory.lexical.beside import follow, lexicon_of
from memory.lexical.lexicon import Lexicon
from memory.lexical.states import States, token_states
from memory.lexical.user_index import UserIndex
from memory.meanwhile import meanwhile
from memory.recall import legs
from memory.recall.fusion import lifts, standard
from memory.recall.links import linked
from memory.recall.query import Query
from memory.recall.standing import standing, standing_slots
from memory.record import KINDS, Kind, MemoryRecord
from memory.scope import Scope

Floats = NDArray[np.float32]

DENSE_DEPTH = 100
"""How many of the nearest the store is asked for."""
LOOKED_AT = 8
"""How many of the nearest are read at once to see which of them may be taken."""
LATE_DEPTH = 128
"""How many of the ranking are looked at token by token."""
CANDIDATES = 24
"""How many of the ranking are read to choose from; more when more are asked for."""

WEIGHTS = {"said": 1.0, "dense": 1.0, "passage": 0.6, "speaker": 2.0, "tokens": 0.5, "turn": 0.5, "gist": 0.5}
"""What a standard deviation of each leg weighs. Round numbers on a flat top: halving or doubling any of them moves
LoCoMo and MemoryBank by about a point at most, in both languages."""
TIME = 8.0
"""What being of the asked time weighs, as a whole."""
ANSWER_NEEDS = 2.0
"""What holding the time, the number or the name that an answer needs weighs."""
ASKING = -2.0
"""What being a question weighs: it answers nothing."""
LIFTED = ("session", "near")
IMPORTANCE, USE = 0.02, 0.01
"""What importance and use add: enough to decide ties, never relevance."""


@dataclass(slots=True, kw_only=True)
class Ranking:
    """The best of a search, best first."""

    records: list[MemoryRecord] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    parts: list[dict[str, float]] = field(default_factory=list)
    stamp: str = ""
    """The store's stamp when the records were read."""
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
            stamp=self.stamp,
            top_cosine=self.top_cosine,
            standing=len(standing),
        )


class Search:
    """One query over one user's records: two reads of the store at most, and every leg's score for every record.

    `index` is the user's index, where it is known to be in step with the store.
    """

    def __init__(
        self,
        scope: Scope,
        query: Query,
        *,
        index: UserIndex | None = None,
        kinds: Collection[Kind] | None = None,
        as_of: datetime | None = None,
    ) -> None:
        self.scope, self.query = scope, query
        self.lexicon = lexicon_of(scope)
        if index is None:
            follow(scope, self.lexicon)
            index = self.lexicon.user(scope.user_id)
        self.index = index
        self.live = _usable(self.index, kinds, as_of)
        self.led = standing_slots(self.index, query.text) if kinds is None and as_of is None else []
        asked = [q for q in (query.text, query.window) if q]
        self.states = token_states([query.text])[0]  # and the local encoder's vector, in one pass
        with meanwhile(self._by_index) as parts:
            self.answers = scope.nearest_keys(asked, limit=DENSE_DEPTH)
        self.parts: dict[str, Floats] = parts()
        if self.parts:
            dense = WEIGHTS["dense"] * legs.dense(self.index, query, self.answers, self.live)
            self.parts = {"said": self.parts["said"], "dense": dense, **self.parts}

    def _by_index(self) -> dict[str, Floats]:
        """Give the legs that need the index alone, none when no record is live; and have made what `_late` needs."""
        index, query, live = self.index, self.query, self.live
        if not live.any():
            return {}
        said, passage = legs.by_words(index, query, live)
        index.token_frequencies()
        return {
            "said": WEIGHTS["said"] * said,
            "passage": WEIGHTS["passage"] * passage,
            "speaker": WEIGHTS["speaker"] * legs.spoken_by(index, query, live),
            "time": np.float32(TIME) * legs.at_the_time(index, query, live),
            "answer": np.float32(ANSWER_NEEDS) * legs.could_answer(index, query, live),
            "asking": np.float32(ASKING) * np.where(live, index.asks, 0) ** 2,
        }

    def ranking(
        self,
        *,
        exclude_messages: Collection[str] = (),
        depth: int = CANDIDATES,
        only: Collection[str] | None = None,
    ) -> Ranking:
        """Rank the records. `only` names the parts that count, for measuring each one's share."""
        if not self.parts:
            return Ranking(stamp=self.scope.stamp())
        parts = {name: values for name, values in self.parts.items() if only is None or name in only}
        fused, total = _lifted(self.index, parts, self.live, only)
        if only is None or "tokens" in only:
            first = self._best(total, max(LATE_DEPTH, depth))
            parts |= _late(self.lexicon, self.scope.user_id, self.index, self.states, first, fused, self.live)
            _, total = _lifted(self.index, parts, self.live, only)
        if only is None or "links" in only:
            parts["links"] = linked(self.index, self.query, total, self.live)
            total = total + parts["links"]
        best = self._best(total, depth)
        near = [key for key, _ in self.answers[0][:LOOKED_AT]] if self.answers and exclude_messages else []
        wanted = dict.fromkeys([*(self.index.ids[slot] for slot in (*self.led, *best)), *near])
        look = self.scope.look(list(wanted), shelves=("records",))
        records = look.records
        ranking = _filled(self.index, best, self.led, total, parts, self.answers, records)
        ranking.stamp = look.stamp
        ranking.top_cosine = _eligible(self.scope, self.index, self.answers, self.live, exclude_messages, records)
        return ranking

    def _best(self, total: Floats, depth: int) -> list[int]:
        """Give the best live slots, best first; of equal ones the one that came first."""
        if len(total) > depth:
            least = np.partition(total, len(total) - depth)[len(total) - depth]
            slots = np.flatnonzero(total >= least)
            ranked = slots[np.argsort(-total[slots], kind="stable")]
        else:
            ranked = np.argsort(-total, kind="stable")
        return [int(s) for s in ranked[:depth] if self.live[s]]


def _lifted(
    index: UserIndex, parts: dict[str, Floats], live: NDArray[np.bool_], only: Collection[str] | None
) -> tuple[Floats, Floats]:
    """Give the sum of the legs, and that with what session and neighbours add, which becomes two parts more."""
    fused: Floats = np.sum(np.stack([v for n, v in parts.items() if n not in LIFTED]), axis=0)
    if only is not None and "session" not in only:
        return fused, np.where(live, fused, -np.inf)
    told = fused - parts["asking"] if "asking" in parts else fused  # a question is no answer, yet it points at one
    parts["session"], parts["near"] = lifts(index, np.where(live, told, 0))
    return fused, np.where(live, fused + parts["session"] + parts["near"], -np.inf)


def _late(
    lexicon: Lexicon,
    user_id: str,
    index: UserIndex,
    asked: States,
    first: list[int],
    fused: Floats,
    live: NDArray[np.bool_],
) -> dict[str, Floats]:
    """Look at the first of the ranking token by token; what lies behind them counts as the least of them."""
    previous = index.order().previous(len(index.ids))
    place = {slot: i for i, slot in enumerate(first)}
    for slot in first:
        if previous[slot] >= 0:
            place.setdefault(int(previous[slot]), len(place))
    states = lexicon.states_at(user_id, index, list(place))
    before = [place.get(int(previous[s]), -1) for s in first]
    out: dict[str, Floats] = {}
    for name, scores in zip(("tokens", "turn", "gist"), legs.late(index, asked, states, before), strict=True):
        values = standard(scores, np.ones(len(scores), np.bool_), least=legs.LEAST_LATE)
        whole = np.full(len(fused), values.min(initial=0), np.float32)
        whole[first] = values
        out[name] = np.float32(WEIGHTS[name]) * np.where(live, whole, 0)
    return out


def _usable(index: UserIndex, kinds: Collection[Kind] | None, as_of: datetime | None) -> NDArray[np.bool_]:
    if as_of is None:
        live = index.alive & index.current
    else:
        moment = as_of.timestamp()
        live = index.alive & (index.valid_from <= moment) & (moment < index.valid_to)
    if kinds is not None:
        live = live & np.isin(index.kind, [KINDS.index(k) for k in kinds])
    return live


def _eligible(
    scope: Scope,
    index: UserIndex,
    answers: Sequence[legs.Hits],
    live: NDArray[np.bool_],
    exclude_messages: Collection[str],
    known: dict[str, MemoryRecord],
) -> float | None:
    """Give the cosine of the nearest record that could be taken; None when the store has no vectors."""
    if not answers or not answers[0]:
        return None
    excluded = frozenset(exclude_messages)
    near = [(key, cosine) for key, cosine in answers[0] if (slot := index.slot_of.get(key)) is not None and live[slot]]
    for start in range(0, len(near), LOOKED_AT):
        part = near[start : start + LOOKED_AT]
        unread = [key for key, _ in part if key not in known] if excluded else []
        known |= scope.get(unread, shelves=("records",))
        for key, cosine in part:
            evidence = known[key].source.message_ids if key in known else ()
            if not (evidence and excluded.issuperset(evidence)):
                return cosine
    return 0.0


def _filled(
    index: UserIndex,
    best: list[int],
    led: list[int],
    total: Floats,
    shares: dict[str, Floats],
    answers: Sequence[legs.Hits],
    records: dict[str, MemoryRecord],
) -> Ranking:
    cosines = dict(answers[0]) if answers else {}
    rows: list[tuple[float, MemoryRecord, dict[str, float]]] = []
    for slot in best:
        record = records.get(index.ids[slot])
        if record is None:
            continue  # deleted by another process between the two reads
        parts = {name: float(values[slot]) for name, values in shares.items()}
        parts["tie"] = IMPORTANCE * record.importance + USE * min(record.times_used, 5) / 5
        if record.id in cosines:
            parts["cosine"] = cosines[record.id]
        rows.append((float(total[slot]) + parts["tie"], record, parts))
    rows.sort(key=lambda row: -row[0])
    ranking = Ranking(
        records=[record for _, record, _ in rows],
        scores=[score for score, _, _ in rows],
        parts=[parts for _, _, parts in rows],
    )
    bearing = [records[index.ids[slot]] for slot in led if index.ids[slot] in records]
    return ranking.led_by(standing(bearing)) if bearing else ranking
