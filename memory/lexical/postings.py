"""Which records hold a word, and how often: sorted arrays in a few layers, so that adding is cheap and asking fast.

A batch of records becomes a layer; layers merge when the older is not much larger than the newer (as in a
log-structured merge tree), so a record is sorted a logarithmic number of times, and a query meets few layers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Hashes = NDArray[np.uint64]

MERGE_RATIO = 4
"""An older layer is merged when it is not this many times larger than what comes in."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Postings of some records, sorted by word, then record."""

    words: Hashes
    """Distinct words, ascending."""
    starts: Ints
    """Where each word's postings begin; one more than words."""
    slots: Ints
    counts: Floats

    @property
    def size(self) -> int:
        """How many postings."""
        return len(self.slots)


def layer_of(words: Hashes, slots: Ints, counts: Floats | None = None) -> Layer:
    """Sort (word, record) pairs into a layer, counting repeats; the slots must ascend."""
    order = np.argsort(words, kind="stable")
    words, slots = words[order], slots[order]
    counts = np.ones(len(words), np.float32) if counts is None else counts[order]
    if not len(words):
        return Layer(words, np.zeros(1, np.int32), slots, counts)
    fresh = np.r_[True, (words[1:] != words[:-1]) | (slots[1:] != slots[:-1])]
    at = np.flatnonzero(fresh)
    counts = np.add.reduceat(counts, at).astype(np.float32)
    words, slots = words[at], slots[at]
    heads = np.flatnonzero(np.r_[True, words[1:] != words[:-1]])
    return Layer(words[heads], np.r_[heads, len(words)].astype(np.int32), slots, counts)


def merged(older: Layer, newer: Layer) -> Layer:
    """Give one layer of both; the newer holds the later slots."""
    words = np.concatenate([np.repeat(x.words, np.diff(x.starts)) for x in (older, newer)])
    slots = np.concatenate([older.slots, newer.slots])
    return layer_of(words, slots, np.concatenate([older.counts, newer.counts]))


class Postings:
    """The postings of one key of one user's records."""

    def __init__(self) -> None:
        self.layers: list[Layer] = []
        self.lengths: Floats = np.zeros(0, np.float32)

    def copy(self) -> Postings:
        """Give postings that can grow while others still read these: layers are never changed."""
        new = Postings()
        new.layers, new.lengths = self.layers.copy(), self.lengths
        return new

    def add(self, words: Hashes, slots: Ints, lengths: Floats) -> None:
        """Append records: their words, the slot of each word, and the number of words of each record."""
        self.lengths = np.concatenate([self.lengths, lengths])
        layer = layer_of(words, slots)
        while self.layers and self.layers[-1].size < MERGE_RATIO * max(1, layer.size):
            layer = merged(self.layers.pop(), layer)
        self.layers.append(layer)

    def find(self, words: Hashes) -> tuple[Ints, Ints, Floats]:
        """Give every posting of these words: the word's place in the query, the record's slot, the count."""
        parts: list[tuple[Ints, Ints, Floats]] = []
        for layer in self.layers:
            if not len(layer.words):
                continue
            at = np.minimum(np.searchsorted(layer.words, words), len(layer.words) - 1)
            here = np.flatnonzero(layer.words[at] == words)
            first, last = layer.starts[at[here]], layer.starts[at[here] + 1]
            size = last - first
            total = int(size.sum())
            if not total:
                continue
            offset = np.repeat(first - np.r_[0, np.cumsum(size)[:-1]], size)
            pick = np.arange(total) + offset
            parts.append((np.repeat(here, size).astype(np.int32), layer.slots[pick], layer.counts[pick]))
        if not parts:
            empty = np.zeros(0, np.int32)
            return empty, empty, np.zeros(0, np.float32)
        places, slots, counts = zip(*parts, strict=True)
        return np.concatenate(places), np.concatenate(slots), np.concatenate(counts)

    def bm25(self, words: Hashes, weights: Floats, alive: NDArray[np.bool_], *, k1: float, b: float) -> Floats:
        """Score every slot by BM25 (Robertson and Zaragoza, 2009, with the idf that is never negative)."""
        out = np.zeros(len(self.lengths), np.float32)
        places, slots, counts = self.find(words)
        live = alive[slots]
        places, slots, counts = places[live], slots[live], counts[live]
        if not len(slots):
            return out
        total = int(alive.sum())
        mean = float(self.lengths[alive].mean()) or 1.0
        df = np.bincount(places, minlength=len(words))
        idf = np.log1p((total - df + 0.5) / (df + 0.5)).astype(np.float32)
        norm = k1 * (1 - b + b * self.lengths[slots] / mean)
        gain = (idf * weights)[places] * counts * (k1 + 1) / (counts + norm)
        return np.bincount(slots, gain, minlength=len(out)).astype(np.float32)

    def frequency(self, words: Hashes, alive: NDArray[np.bool_]) -> Ints:
        """Give in how many live records each word stands."""
        places, slots, _ = self.find(words)
        return np.bincount(places[alive[slots]], minlength=len(words)).astype(np.int32)

    def frequencies(self, alive: NDArray[np.bool_], size: int) -> Ints:
        """Give in how many live records each of the words 0 to `size` stands: for words that are small numbers."""
        out = np.zeros(size, np.int32)
        for layer in self.layers:
            if len(layer.words):
                out[layer.words.astype(np.intp)] += np.add.reduceat(
                    alive[layer.slots].astype(np.int32), layer.starts[:-1]
                )
        return out
