"""One user's records as arrays: what a query runs over, with no store and no disk in its way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from memory.lexical.entry import Entry
from memory.lexical.order import Order, order_of, passage_scores
from memory.lexical.postings import Floats, Hashes, Postings
from memory.lexical.states import information

K1 = 0.9
"""How soon a repeated word stops counting (the value that Anserini ships, and Lucene's users for short texts)."""
SHORT_B, LONG_B = 0.4, 0.9
"""How much length is held against a text: a little among turns of a conversation, where longer ones say more; nearly
all where long answers stand, which would win by their length alone."""
SHORT_WORDS, LONG_WORDS = 60.0, 180.0
"""The mean lengths between which one goes over into the other."""
WINDOW = 2
"""How many turns before and after belong to a turn's passage."""


class UserIndex:
    """The lexical index of one user in memory. Slots are numbered in the order of arrival; a dead slot stays empty."""

    def __init__(self) -> None:
        self.line: object = object()
        """The same for all copies: within a line a slot is always the same record with the same words."""
        self.seq = 0
        """The last row of the log that is in here."""
        self.ids: list[str] = []
        self.slot_of: dict[str, int] = {}
        self.said = Postings()
        """First key: speaker, date and text."""
        self.own = Postings()
        """Its own words: a passage is made of a turn's and its neighbours'."""
        self.before = Postings()
        """What was said just before it, where that is no record of its own."""
        self.pieces = Postings()
        """Its tokens, for how rare they are."""
        self.speakers: list[frozenset[int]] = []
        """Hashed words of each speaker met."""
        self.speaker: NDArray[np.int32] = np.zeros(0, np.int32)
        """Each slot's place in `speakers`."""
        self.alive: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self.current: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self.kind: NDArray[np.int8] = np.zeros(0, np.int8)
        self.attribute: NDArray[np.int64] = np.zeros(0, np.int64)
        self.position: NDArray[np.int64] = np.zeros(0, np.int64)
        self.session: NDArray[np.uint64] = np.zeros(0, np.uint64)
        self.day: NDArray[np.int32] = np.zeros(0, np.int32)
        self.mentioned: NDArray[np.int32] = np.zeros((0, 3), np.int32)
        """Rows of (slot, first day, last day) for every time that a text names."""
        self.named: tuple[NDArray[np.int32], Hashes] = (np.zeros(0, np.int32), np.zeros(0, np.uint64))
        """A slot and a hash for every word that looks like a name."""
        self.asks: Floats = np.zeros(0, np.float32)
        self.number: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self.valid_from: NDArray[np.float64] = np.zeros(0, np.float64)
        self.valid_to: NDArray[np.float64] = np.zeros(0, np.float64)
        self.updated: NDArray[np.float64] = np.zeros(0, np.float64)
        self._order: Order | None = None
        self._tokens: NDArray[np.int32] | None = None

    def __len__(self) -> int:
        return len(self.slot_of)

    @property
    def dead(self) -> int:
        """How many slots are empty."""
        return len(self.ids) - len(self.slot_of)

    def copy(self) -> UserIndex:
        """Give an index that can grow while others still read this one: arrays are never changed in place but one."""
        new = UserIndex()
        new.__dict__.update(self.__dict__)
        new.ids, new.slot_of, new.speakers = self.ids.copy(), self.slot_of.copy(), self.speakers.copy()
        new.alive = self.alive.copy()
        new.said, new.own, new.before, new.pieces = (p.copy() for p in (self.said, self.own, self.before, self.pieces))
        return new

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
        self._order = self._tokens = None

    def _append(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        base = len(self.ids)
        slots = np.arange(base, base + len(entries), dtype=np.int32)
        for slot, entry in zip(slots.tolist(), entries, strict=True):
            self.ids.append(entry.id)
            self.slot_of[entry.id] = slot
        keys = (
            (self.said, [e.head + e.own for e in entries], np.uint64),
            (self.own, [e.own for e in entries], np.uint64),
            (self.before, [e.context for e in entries], np.uint64),
            (self.pieces, [e.pieces for e in entries], np.uint32),
        )
        for postings, blobs, kind in keys:
            size = np.dtype(kind).itemsize
            lengths = np.fromiter((len(b) // size for b in blobs), np.int32, len(blobs))
            words = np.frombuffer(b"".join(blobs), kind).astype(np.uint64)
            postings.add(words, np.repeat(slots, lengths), lengths.astype(np.float32))
        self.speaker = np.concatenate([self.speaker, np.array([self._speaker(e.speaker) for e in entries], np.int32)])
        pairs = [(s, *p) for s, e in zip(slots.tolist(), entries, strict=True) for p in _pairs(e.days)]
        self.alive = np.concatenate([self.alive, np.ones(len(entries), np.bool_)])
        self.current = np.concatenate([self.current, np.array([e.current for e in entries], np.bool_)])
        self.kind = np.concatenate([self.kind, np.array([e.kind for e in entries], np.int8)])
        self.attribute = np.concatenate([self.attribute, np.array([e.attribute for e in entries], np.int64)])
        self.position = np.concatenate([self.position, np.array([e.position for e in entries], np.int64)])
        self.session = np.concatenate([self.session, np.frombuffer(b"".join(e.session for e in entries), np.uint64)])
        self.day = np.concatenate([self.day, np.array([e.day for e in entries], np.int32)])
        self.mentioned = np.vstack([self.mentioned, np.array(pairs, np.int32).reshape(-1, 3)])
        names = [np.frombuffer(e.names, np.uint64) for e in entries]
        self.named = (
            np.concatenate([self.named[0], np.repeat(slots, [len(n) for n in names])]),
            np.concatenate([self.named[1], *names]),
        )
        self.asks = np.concatenate([self.asks, np.array([e.asks for e in entries], np.float32)])
        self.number = np.concatenate([self.number, np.array([e.number for e in entries], np.bool_)])
        self.valid_from = np.concatenate([self.valid_from, np.array([e.valid_from for e in entries])])
        self.valid_to = np.concatenate([self.valid_to, np.array([e.valid_to for e in entries])])
        self.updated = np.concatenate([self.updated, np.array([e.updated for e in entries])])

    def _speaker(self, blob: bytes) -> int:
        name = frozenset(np.frombuffer(blob, np.uint64).tolist())
        if name not in self.speakers:
            self.speakers.append(name)
        return self.speakers.index(name)

    @property
    def b(self) -> float:
        """How much a text's length is held against it here."""
        lengths = self.own.lengths[self.alive]
        mean = float(lengths.mean()) if len(lengths) else 0.0
        share = min(1.0, max(0.0, (mean - SHORT_WORDS) / (LONG_WORDS - SHORT_WORDS)))
        return SHORT_B + (LONG_B - SHORT_B) * share

    def order(self) -> Order:
        """Give the records in the order of talk."""
        if self._order is None:
            self._order = order_of(self)
        return self._order

    def token_frequencies(self) -> NDArray[np.int32]:
        """Give in how many records each token of the local encoder's vocabulary stands."""
        if self._tokens is None:
            self._tokens = self.pieces.frequencies(self.alive, len(information()))
        return self._tokens

    def rarity(self, pieces: NDArray[np.int32]) -> Floats:
        """Give the inverse document frequency of tokens among these records."""
        df, total = self.token_frequencies()[pieces], int(self.alive.sum())
        return np.log1p((total - df + 0.5) / (df + 0.5)).astype(np.float32)

    def words_of(self, words: Hashes, weights: Floats) -> Floats:
        """Score every slot by its own words, speaker and date."""
        return self.said.bm25(words, weights, self.alive, k1=K1, b=self.b)

    def passages_of(self, words: Hashes, weights: Floats) -> Floats:
        """Score every slot by the passage it stands in: its words, its neighbours', and what was said just before."""
        return passage_scores(self, words, weights, k1=K1, b=self.b, reach=WINDOW)


def _pairs(days: bytes) -> list[tuple[int, int]]:
    flat = np.frombuffer(days, np.int32).tolist()
    return list(zip(flat[::2], flat[1::2], strict=True))
