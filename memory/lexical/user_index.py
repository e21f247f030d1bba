"""One user's records as arrays: what a query runs over, with no store and no disk in its way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from memory.lexical.entry import Entry
from memory.lexical.postings import Floats, Hashes, Postings

K1 = 1.2
B = 0.75
"""The customary constants of BM25: not fitted, since what is fitted on one set does not carry over to the next."""


class UserIndex:
    """The lexical index of one user in memory. Slots are numbered in the order of arrival; a dead slot stays empty."""

    def __init__(self) -> None:
        self.seq = 0
        """The last row of the log that is in here."""
        self.ids: list[str] = []
        self.slot_of: dict[str, int] = {}
        self.said = Postings()
        """Key A: speaker, date and text."""
        self.turn = Postings()
        """Key B: what was said just before, and text."""
        self.alive: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self.current: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self.kind: NDArray[np.int8] = np.zeros(0, np.int8)
        self.position: NDArray[np.int64] = np.zeros(0, np.int64)
        self.session: NDArray[np.uint64] = np.zeros(0, np.uint64)
        self.day: NDArray[np.int32] = np.zeros(0, np.int32)
        self.mentioned: NDArray[np.int32] = np.zeros((0, 3), np.int32)
        """Rows of (slot, first day, last day) for every time that a text names."""
        self.valid_from: NDArray[np.float64] = np.zeros(0, np.float64)
        self.valid_to: NDArray[np.float64] = np.zeros(0, np.float64)
        self.updated: NDArray[np.float64] = np.zeros(0, np.float64)
        self._order: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None

    def __len__(self) -> int:
        return len(self.slot_of)

    @property
    def dead(self) -> int:
        """How many slots are empty."""
        return len(self.ids) - len(self.slot_of)

    def apply(self, changes: Iterable[tuple[str, Entry | None]]) -> None:
        """Take over changes in the order of the log: an entry replaces the record's earlier one, None removes it."""
        last: dict[str, Entry | None] = {}
        for key, entry in changes:
            last.pop(key, None)
            last[key] = entry
        for key in last:
            slot = self.slot_of.pop(key, None)
            if slot is not None:
                self.alive[slot] = False
        self._append([e for e in last.values() if e is not None])
        self._order = None

    def _append(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        base = len(self.ids)
        slots = np.arange(base, base + len(entries), dtype=np.int32)
        for slot, entry in zip(slots.tolist(), entries, strict=True):
            self.ids.append(entry.id)
            self.slot_of[entry.id] = slot
        for postings, fields in ((self.said, ("head", "own")), (self.turn, ("context", "own"))):
            blobs = [getattr(e, fields[0]) + getattr(e, fields[1]) for e in entries]
            lengths = np.fromiter((len(b) // 8 for b in blobs), np.int32, len(blobs))
            words = np.frombuffer(b"".join(blobs), np.uint64)
            postings.add(words, np.repeat(slots, lengths), lengths.astype(np.float32))
        pairs = [(s, *p) for s, e in zip(slots.tolist(), entries, strict=True) for p in _pairs(e.days)]
        self.alive = np.r_[self.alive, np.ones(len(entries), np.bool_)]
        self.current = np.r_[self.current, np.array([e.current for e in entries], np.bool_)]
        self.kind = np.r_[self.kind, np.array([e.kind for e in entries], np.int8)]
        self.position = np.r_[self.position, np.array([e.position for e in entries], np.int64)]
        self.session = np.r_[self.session, np.frombuffer(b"".join(e.session for e in entries), np.uint64)]
        self.day = np.r_[self.day, np.array([e.day for e in entries], np.int32)]
        self.mentioned = np.vstack([self.mentioned, np.array(pairs, np.int32).reshape(-1, 3)])
        self.valid_from = np.r_[self.valid_from, np.array([e.valid_from for e in entries])]
        self.valid_to = np.r_[self.valid_to, np.array([e.valid_to for e in entries])]
        self.updated = np.r_[self.updated, np.array([e.updated for e in entries])]

    def bm25(self, words: Hashes, weights: Floats, *, b: float = B) -> tuple[Floats, Floats]:
        """Score every slot on both keys."""
        said = self.said.bm25(words, weights, self.alive, k1=K1, b=b)
        return said, self.turn.bm25(words, weights, self.alive, k1=K1, b=b)

    def order(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Give the live slots that belong to a session, in the order of talk, and a number for each one's session."""
        if self._order is None:
            slots = np.flatnonzero(self.alive & (self.session != 0))
            ranked = slots[np.lexsort((slots, self.position[slots], self.session[slots]))]
            codes = np.unique(self.session[ranked], return_inverse=True)[1].astype(np.int64)
            self._order = (ranked, codes)
        return self._order


def _pairs(days: bytes) -> list[tuple[int, int]]:
    flat = np.frombuffer(days, np.int32).tolist()
    return list(zip(flat[::2], flat[1::2], strict=True))
