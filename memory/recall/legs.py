"""The legs of a search: each looks at a user's records in its own way, and gives every slot a score."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from memory.embeddings import one_blas_thread
from memory.lexical.states import States, information, to_units
from memory.lexical.user_index import UserIndex
from memory.recall.fusion import standard, standard_of_nearest
from memory.recall.query import Query
from memory.time_words import Span

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Hits = list[tuple[str, float]]
"""The nearest records of one query: ids with their cosines, best first."""

LONGEST_SPAN_DAYS = 400
"""A time longer than that ("in the last ten years") tells no memory from another."""
MAX_WORDS = 48
"""How many of a question's words are searched for, the rarest that are met at all: a pasted document is not gone
through word by word."""
LEAST_WORDS = 0.12
"""The least spread of a lexical leg, as a share of what a text with every word of the question would score. A question
in other words, or in the other language, meets a few texts by chance: without this, one such word outweighs its
meaning."""
LEAST_LATE = 0.08
"""The least spread of the candidates' token matches, of 1 at most."""


def by_words(index: UserIndex, query: Query, live: Mask) -> tuple[Floats, Floats]:
    """Score by words: of the text itself with its speaker and date, and of the passage that it stands in."""
    total = int(index.alive.sum())
    df = index.said.frequency(query.words, index.alive)
    worth = np.log1p((total - df + 0.5) / (df + 0.5)) * query.weights
    least = LEAST_WORDS * float(np.sort(worth)[-MAX_WORDS:].sum())
    kept = np.lexsort((-worth, df == 0))[:MAX_WORDS]
    words, weights = query.words[kept], query.weights[kept]
    return (
        standard(index.words_of(words, weights), live, least=least),
        standard(index.passages_of(words, weights), live, least=least),
    )


def dense(index: UserIndex, query: Query, answers: Sequence[Hits], live: Mask) -> Floats:
    """Score by the store's vectors: of the newest message, and of the conversation with it when there is one."""
    legs: list[Floats] = []
    for hits in answers:
        found = [(index.slot_of.get(key), cosine) for key, cosine in hits]
        pairs = [(s, c) for s, c in found if s is not None and live[s]]
        slots = np.array([s for s, _ in pairs], np.intp)
        legs.append(standard_of_nearest(slots, np.array([c for _, c in pairs], np.float32), live))
    if not legs:
        return np.zeros(len(live), np.float32)
    if len(legs) == 1:
        return legs[0]
    return np.asarray((legs[0] + query.window_weight * legs[1]) / (1 + query.window_weight), np.float32)


def spoken_by(index: UserIndex, query: Query, live: Mask) -> Floats:
    """Score by whose words are asked for: a name in the question, or "I" and "you"."""
    asked = np.array([bool(name & query.asked) for name in index.speakers], np.bool_)
    if not asked.any():
        asked = np.array([bool(name & query.asked_before) for name in index.speakers], np.bool_)
    if not asked.any():
        return np.zeros(len(live), np.float32)
    return standard(asked[index.speaker].astype(np.float32), live)


def at_the_time(index: UserIndex, query: Query, live: Mask) -> Floats:
    """Score by the times asked for, 0 to 1: said then, or naming that time; the fewer match, the more it tells."""
    out = np.zeros(len(live), np.float32)
    for span in query.spans:
        if span.days <= LONGEST_SPAN_DAYS:
            out = np.maximum(out, _in_span(index, span, live))
    return out


def _in_span(index: UserIndex, span: Span, live: Mask) -> Floats:
    first, last = span.first.toordinal(), span.last.toordinal()
    hit = ((index.day >= first) & (index.day <= last)).astype(np.float32)
    slots, begins, ends = index.mentioned.T
    length = ends - begins + 1
    common = np.minimum(ends, last) - np.maximum(begins, first) + 1
    share = np.where(length <= 7, 1.0, np.minimum(1.0, common / np.maximum(length, 1) + 0.3)).astype(np.float32)
    meets = (common > 0) & (length <= 62)
    np.maximum.at(hit, slots[meets], share[meets])
    hit[~live] = 0
    matching = np.count_nonzero(hit) / max(1, int(live.sum()))
    return hit * np.float32(min(1.0, -log(max(matching, 1e-3)) / 3) if matching else 0.0)


def could_answer(index: UserIndex, query: Query, live: Mask) -> Floats:
    """Score by what an answer needs, one for each: "when" a time, "how many" a number, "who" or "which" a name."""
    out = np.zeros(len(live), np.float32)
    if query.asks_time:
        timed = np.zeros(len(live), np.bool_)
        timed[index.mentioned[:, 0]] = True
        out += timed
    if query.asks_number:
        out += index.number
    if query.asks_name:
        slots, hashes = index.named
        speakers = np.array(sorted({word for name in index.speakers for word in name}), np.uint64)
        named = np.zeros(len(live), np.bool_)
        named[slots[~np.isin(hashes, speakers)]] = True
        out += named
    return np.asarray(np.where(live, out, 0), np.float32)


def late(
    index: UserIndex, query: States, states: Sequence[States | None], before: Sequence[int]
) -> tuple[Floats, Floats, Floats]:
    """Score candidates token by token: on their own words, on those with the turn before, and by their gist.

    `states` belong to the candidates and to the turns before them; `before` gives for each candidate the place of
    its predecessor in `states`, or -1. A token of the question is worth its information times its squared rarity
    among this user's records; each finds its best match (MaxSim). The gist is the cosine of the weighted sums.
    """
    count = len(before)
    nothing = np.zeros(count, np.float32)
    if not len(query.pieces) or not count:
        return nothing, nothing, nothing
    worth = information()[query.pieces] * index.rarity(query.pieces) ** 2
    if not worth.sum():
        return nothing, nothing, nothing
    worth /= worth.sum()
    with one_blas_thread():
        return _late(index, query, states, before, worth)


def _late(
    index: UserIndex, query: States, states: Sequence[States | None], before: Sequence[int], worth: Floats
) -> tuple[Floats, Floats, Floats]:
    count = len(before)
    asked = to_units(query.vectors)
    best = np.zeros((len(asked), len(states)), np.float32)
    gist = np.zeros((len(states), asked.shape[1]), np.float32)
    full = [i for i, s in enumerate(states) if s is not None and len(s.pieces)]
    if full:
        here = [s for i in full if (s := states[i]) is not None]
        starts = np.r_[0, np.cumsum([len(s.pieces) for s in here])[:-1]]
        pieces = np.concatenate([s.pieces for s in here])
        vectors = to_units(np.concatenate([s.vectors for s in here]))
        best[:, full] = np.maximum.reduceat(asked @ vectors.T, starts, axis=1)
        gist[full] = np.add.reduceat(vectors * _gist_weight(index, pieces)[:, None], starts, axis=0)
    best = np.maximum(best, 0)
    places = np.array(before, np.intp)
    with_turn_before = np.where(places >= 0, np.maximum(best[:, :count], best[:, places]), best[:, :count])
    whole = (asked * _gist_weight(index, query.pieces)[:, None]).sum(axis=0)
    sizes = np.linalg.norm(gist[:count], axis=1) * np.linalg.norm(whole)
    cosine = (gist[:count] @ whole) / np.maximum(sizes, 1e-9)
    return (
        np.asarray(worth @ best[:, :count], np.float32),
        np.asarray(worth @ with_turn_before, np.float32),
        np.asarray(cosine, np.float32),
    )


def _gist_weight(index: UserIndex, pieces: NDArray[np.int32]) -> Floats:
    return np.asarray(information()[pieces] * index.rarity(pieces), np.float32)
