"""Scores of several legs made comparable and summed, and lifted by what stands beside them in the conversation.

A sum of standard scores, not of ranks: on LoCoMo reciprocal rank fusion with the customary constant finds less than
BM25 alone. The weights are few and fixed, since fitted ones do not carry over from one set to another.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from memory.lexical.user_index import UserIndex

Floats = NDArray[np.float32]

SESSION = 0.4
"""What the best of a session adds to all that was said in it."""
ANSWER = 0.75
"""What a question adds to the turn that follows it: the words of the question are beside the answer, not in it."""
NEAR, FAR = 0.15, 0.1
"""What the better of any two neighbours adds, next to it and one further on."""


def standard(scores: Floats, live: NDArray[np.bool_], *, least: float = 0.0) -> Floats:
    """Give standard scores over the live slots; all zero when nothing differs.

    A spread under `least` counts as that: where a leg tells next to nothing apart, the little that it does would
    otherwise be blown up to the size of what another leg knows.
    """
    here = scores[live]
    out = np.zeros_like(scores)
    if len(here) and (spread := float(here.std())) > 1e-9:
        out[live] = (here - float(here.mean())) / max(spread, least)
    return out


def standard_of_nearest(slots: NDArray[np.intp], cosines: Floats, live: NDArray[np.bool_]) -> Floats:
    """Give standard scores where only the nearest are known.

    The store answers with the nearest records, not with every record's cosine. Mean and spread of all are read off
    the known tail by a line through its normal quantiles; what is farther counts as the farthest known.
    """
    out = np.zeros(len(live), np.float32)
    total = int(live.sum())
    if len(cosines) < 2 or total < 2:
        return out
    if len(cosines) >= total:
        filled = np.full(len(live), float(cosines.min()), np.float32)
        filled[slots] = cosines
        return standard(filled, live)
    ranked = np.sort(cosines)[::-1]
    normal = NormalDist()
    quantiles = np.array([normal.inv_cdf(1 - (i + 0.625) / (total + 0.25)) for i in range(len(ranked))])
    spread, mean = np.polyfit(quantiles, ranked, 1)
    spread = max(float(spread), 1e-6)
    out[live] = (float(ranked[-1]) - mean) / spread
    out[slots] = (cosines - mean) / spread
    return out


def lifts(index: UserIndex, fused: Floats) -> tuple[Floats, Floats]:
    """Give what each slot gains from the best of its session, and from the turns beside it."""
    session, near = np.zeros_like(fused), np.zeros_like(fused)
    order = index.order()
    if not len(order.slots):
        return session, near
    scores = np.maximum(fused[order.slots], 0)
    best = np.zeros(order.sessions, np.float32)
    np.maximum.at(best, order.session, scores)
    np.maximum.at(best, order.session[order.anchors], np.maximum(fused[order.hanging], 0))
    session[order.slots] = SESSION * best[order.session]
    session[order.hanging] = SESSION * best[order.session[order.anchors]]
    answered = order.shifted(scores * (NEAR + (ANSWER - NEAR) * index.asks[order.slots]), -1)
    beside = np.maximum(answered, NEAR * order.shifted(scores, 1))
    further = FAR * np.maximum(order.shifted(scores, 2), order.shifted(scores, -2))
    near[order.slots] = beside + further
    near[order.hanging] = NEAR * scores[order.anchors]
    return session, near
