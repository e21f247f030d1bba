"""One record as the lexical index keeps it: hashed words and numbers, never text.

A word is kept as eight bytes of BLAKE2b, so the index on disk holds no text at all; two different words of one user
meet in one hash with a chance of about one in 10^11 for 10,000 words.
"""

from __future__ import annotations

import calendar
import hashlib
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from memory.clock import on_the_wall
from memory.lexical.relations import relation_words
from memory.lexical.shape import asking_share, holds_number, names, people
from memory.lexical.states import States, token_states
from memory.lexical.words import content_words, stem, words
from memory.record import KINDS, MemoryRecord
from memory.time_words import day_number, mentions

MAX_CONTEXT_WORDS = 60
"""How much of what was said before counts: a long answer of the assistant would drown the words themselves."""

NEVER = float("inf")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is known of one record by its words."""

    id: str
    head: bytes
    """Hashed words of its speaker and its date."""
    speaker: bytes
    """Hashed words of its speaker alone."""
    own: bytes
    """Hashed words of its own text."""
    context: bytes
    """Hashed words of what was said just before it."""
    session: bytes
    """Hash of the thread and day it was said in: records that share it are neighbours."""
    position: int
    """Its place in the thread; -1: unknown."""
    day: int
    """The day it was said, counted from 0001-01-01."""
    days: bytes
    """First and last day of every time that the text itself names, in pairs of 32-bit numbers."""
    names: bytes
    """Hashes of the words in it that look like names."""
    asks: float
    """The share of its sentences that are questions."""
    number: bool
    """Whether it holds a number."""
    kind: int
    attribute: int
    """63 bits of its attribute; 0: it has none."""
    current: bool
    valid_from: float
    valid_to: float
    updated: float
    pieces: bytes = b""
    """Numbers of its tokens in the local encoder's vocabulary, 32 bits each."""
    states: bytes = b""
    """Their states, `states.DIMS` bytes each. Left behind on disk when an index is read."""


@lru_cache(maxsize=200_000)
def hashed(word: str) -> int:
    """Give a word's 64 bits."""
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def pack(items: Iterable[str]) -> bytes:
    """Give the hashes of the words, eight bytes each, in order."""
    return array("Q", (hashed(w) for w in items)).tobytes()


def entries_of(records: Sequence[MemoryRecord]) -> list[Entry]:
    """Give what the index keeps of these records, in order."""
    states = token_states([r.text for r in records])
    return [_entry(record, found) for record, found in zip(records, states, strict=True)]


def _entry(record: MemoryRecord, states: States) -> Entry:
    said = on_the_wall(record.created)
    speaker = words(record.source.speaker)
    head = speaker + date_words(said)
    if record.kind != "episode":
        head = head + words(record.subject) + words(record.attribute.replace("_", " "))
    spans = [n for span in mentions(record.text, said) for n in span]
    session = hashed(f"{record.source.thread_id}\x1f{said:%Y-%m-%d}") if record.source.thread_id else 0
    return Entry(
        id=record.id,
        head=pack(head),
        speaker=pack(speaker),
        own=pack(content_words(record.text)),
        context=pack(content_words(record.context)[-MAX_CONTEXT_WORDS:]),
        session=session.to_bytes(8, "little"),
        position=record.source.position,
        day=day_number(said),
        days=array("i", spans).tobytes(),
        names=pack(dict.fromkeys(w for name in [*names(record.text), *_introduced(record)] for w in _word_of(name))),
        asks=asking_share(record.text),
        number=holds_number(record.text),
        kind=KINDS.index(record.kind),
        attribute=attribute_number(record.attribute),
        current=record.status == "current",
        valid_from=record.valid_from.timestamp(),
        valid_to=NEVER if record.valid_to is None else record.valid_to.timestamp(),
        updated=record.updated.timestamp(),
        pieces=states.pieces.tobytes(),
        states=states.vectors.tobytes(),
    )


def _word_of(name: str) -> list[str]:
    """Give the word that a name is met by: its first, or in Chinese its first two characters, which no cut parts."""
    found = content_words(name)
    return next(([pair] for pair in found if pair == name[:2]), found[:1])


def _introduced(record: MemoryRecord) -> list[str]:
    """Give whom a memory introduces: a fact by its subject and value, what was said where it names a relation."""
    if record.kind != "episode":
        return [name for name in (record.subject, record.value) if name and name not in ("user", "assistant")]
    return people(record.text) if relation_words(words(record.text)) else []


def attribute_number(attribute: str) -> int:
    """Give 63 bits of an attribute; 0 for none."""
    return hashed(attribute) >> 1 if attribute else 0


def date_words(said: date) -> list[str]:
    """Give the words by which a question may name a date: the year, the month's English name, the day."""
    return [str(said.year), stem(calendar.month_name[said.month].casefold()), str(said.day)]
