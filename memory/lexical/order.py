"""The order of talk: which record stands beside which, and the passages that this makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from memory.lexical.postings import Floats, Hashes
from memory.record import KINDS

if TYPE_CHECKING:
    from memory.lexical.user_index import UserIndex

Places = NDArray[np.int64]

_EPISODE = KINDS.index("episode")


@dataclass(frozen=True, slots=True)
class Order:
    """Episodes one after the other, session by session; other records hang on the episode that they come from."""

    slots: Places
    """The slots of the episodes, in the order of talk."""
    session: Places
    """A number for each one's session: neighbours share it."""
    hanging: Places
    """Slots of other records that belong to a session with an episode."""
    anchors: Places
    """For each of those the place, in `slots`, of the episode it comes from (or the last one before it)."""

    @property
    def sessions(self) -> int:
        """How many sessions."""
        return int(self.session[-1]) + 1 if len(self.session) else 0

    def shifted(self, values: Floats, by: int) -> Floats:
        """Give, at each place, the value of the place `by` further on in the same session; 0 where there is none."""
        out = np.zeros_like(values)
        if by == 0:
            return values.copy()
        if abs(by) < values.shape[-1]:
            here, there = (slice(None, -by), slice(by, None)) if by > 0 else (slice(-by, None), slice(None, by))
            same = self.session[here] == self.session[there]
            out[..., here] = np.where(same, values[..., there], 0)
        return out

    def previous(self, count: int) -> Places:
        """Give for each of `count` slots the slot of the turn before it, or -1."""
        out = np.full(count, -1, np.int64)
        same = self.session[1:] == self.session[:-1]
        out[self.slots[1:][same]] = self.slots[:-1][same]
        return out


def order_of(index: UserIndex) -> Order:
    """Put the live records of an index in the order of talk."""
    spoken = index.alive & (index.session != 0)
    episodes = np.flatnonzero(spoken & (index.kind == _EPISODE))
    keys = (index.position[episodes], index.session[episodes])
    slots = episodes[np.lexsort((episodes, *keys))]
    names, codes = np.unique(index.session[slots], return_inverse=True)
    others = np.flatnonzero(spoken & (index.kind != _EPISODE) & np.isin(index.session, names))
    return Order(slots, codes.astype(np.int64), others, _anchors(index, slots, codes, others, names))


def _anchors(index: UserIndex, slots: Places, codes: Places, others: Places, names: Hashes) -> Places:
    """Give for each of these slots the place of the last episode of its session up to it, else of the first one."""
    session = np.r_[codes, np.searchsorted(names, index.session[others])]
    place = np.r_[np.arange(len(slots)), np.full(len(others), -1)]
    in_time = np.lexsort((place < 0, index.position[np.r_[slots, others]], session))
    last = np.empty(len(place), np.int64)
    last[in_time] = np.maximum.accumulate(place[in_time])
    first = np.searchsorted(codes, session[len(slots) :])
    return np.asarray(np.maximum(last[len(slots) :], first), np.int64)


def passage_scores(index: UserIndex, words: Hashes, weights: Floats, *, k1: float, b: float, reach: int) -> Floats:
    """Score every slot by BM25 over the passage it stands in."""
    count, terms = len(index.ids), len(words)
    out = np.zeros(count, np.float32)
    live = int(index.alive.sum())
    if not live or not terms:
        return out
    order = index.order()
    first = np.ones(count, np.bool_)
    first[order.slots] = order.previous(count)[order.slots] < 0
    counts = np.zeros((terms, count), np.float32)
    for postings, usable in ((index.own, index.alive), (index.before, index.alive & first)):
        places, slots, found = postings.find(words)
        keep = usable[slots]
        np.add.at(counts, (places[keep], slots[keep]), found[keep])
    own = np.where(index.alive, index.own.lengths + np.where(first, index.before.lengths, 0), 0).astype(np.float32)
    spread, lengths = counts[:, order.slots], own[order.slots]
    for by in [n for n in range(-reach, reach + 1) if n]:
        counts[:, order.slots] += order.shifted(spread, by)
        own[order.slots] += order.shifted(lengths, by)
    df = np.count_nonzero(counts > 0, axis=1)
    idf = np.log1p((live - df + 0.5) / (df + 0.5)).astype(np.float32) * weights
    mean = float(own[index.alive].mean()) or 1.0
    norm = k1 * (1 - b + b * own / mean)
    out = ((idf[:, None] * counts * (k1 + 1)) / (counts + norm[None, :] + 1e-9)).sum(axis=0)
    return np.where(index.alive, out, 0).astype(np.float32)
