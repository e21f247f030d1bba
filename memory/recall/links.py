"""One step along a name: "Tom is my brother" brings "Tom is allergic to nuts" with it when my brother is asked about.

The question says who somebody is to the user, one memory says what they are called, and others know only the name.
Read off the lexical index alone. Only a relation of the user's starts a step: over any shared name, from whatever is
found, it was no more than noise on LoCoMo and lost on chats between real people, and from other people's relations it
lost a little on LoCoMo.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from memory.lexical.entry import hashed
from memory.lexical.relations import relation_words
from memory.lexical.user_index import UserIndex
from memory.lexical.words import words
from memory.recall.query import Query

Floats = NDArray[np.float32]

SEEDS = 3
"""From how many memories that say who somebody is a step is taken, the best ones."""
LINK = 0.5
"""What such a memory adds to one that holds the name, when no other does."""
COMMON = 12
"""A name in more records than this links nothing."""

_MINE = re.compile(r"\b(?:my|our)\b|我|咱", re.IGNORECASE)


def linked(index: UserIndex, query: Query, total: Floats, live: NDArray[np.bool_]) -> Floats:
    """Give what each slot gains from the memories that say what the one asked about is called."""
    out = np.zeros_like(total)
    asked = _relations(query.text)
    slots, hashes = index.named
    if not len(asked) or not len(slots):
        return out
    known = {*query.words.tolist(), *(word for name in index.speakers for word in name)}
    for seed in _seeds(index, asked, total, live):
        names = np.array([n for n in np.unique(hashes[slots == seed]).tolist() if n not in known], np.uint64)
        if not len(names):
            continue
        places, met, _ = index.said.find(names)
        places, met = places[live[met]], met[live[met]]
        held_by = np.bincount(places, minlength=len(names))
        worth = np.where(held_by <= COMMON, 1 - np.log(np.maximum(held_by - 1, 1)) / np.log(COMMON), 0)
        gain = (LINK * float(total[seed]) * worth[places]).astype(np.float32)
        gain[met == seed] = 0
        np.maximum.at(out, met, gain)
    return out


def _seeds(index: UserIndex, asked: NDArray[np.uint64], total: Floats, live: NDArray[np.bool_]) -> list[int]:
    """Give the best slots that hold a word for the relation and a name."""
    _, met, _ = index.own.find(asked)
    found = np.intersect1d(met[live[met]], index.named[0])
    best = found[np.argsort(-total[found], kind="stable")][:SEEDS]
    return [int(slot) for slot in best if total[slot] > 0]


def _relations(text: str) -> NDArray[np.uint64]:
    """Give the hashed words, in both languages, for the relations to the user that a question names."""
    if not _MINE.search(text):
        return np.zeros(0, np.uint64)
    return np.array(sorted(hashed(word) for word in relation_words(words(text))), np.uint64)
