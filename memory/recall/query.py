"""What is asked: the newest message, and the conversation it stands in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np
from numpy.typing import NDArray

from memory.lexical.entry import date_words, hashed
from memory.lexical.words import content_words, words
from memory.time_words import Span, resolve

WINDOW_CHARS = 600
"""How much of the conversation before the newest message counts, from its end."""
WINDOW_WEIGHT = 1.0
"""What the conversation before weighs beside a message that says nothing by itself ("and then?"). Each word of meaning
in the message makes it less: beside a whole question, what was talked about before is mostly something else."""
MAX_WORDS = 192
"""How many words are looked up at most; the rarest of them are searched for (`legs.MAX_WORDS`)."""

_VERBS = "recommend|suggest|tell|told|said|say|mention|introduc|explain|describ|advis|propos|write|wrote|give|gave"
_ASKS_ASSISTANT = re.compile(
    rf"\byou(?:r)?\b[^?.!]{{0,24}}\b(?:{_VERBS})|你[^？?。！]{{0,6}}(?:推荐|建议|告诉|说|提到|介绍|讲|给|教|写)",
    re.IGNORECASE,
)
_ASKS_USER = re.compile(r"\b(?:i|my|me|mine|we|our)\b|我", re.IGNORECASE)


_REFERS = re.compile(r"\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b|[他她]", re.IGNORECASE)
_ASKS_TIME = re.compile(
    r"^\s*(?:when|what (?:date|day|month|year|time)|which (?:day|month|year)|how long|since when)\b"
    r"|什么时候|哪天|几号|几月|哪年|何时|什么日期|多久",
    re.IGNORECASE,
)
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|old|often|long|tall|far|big)\b|多少|几[个次本只条天岁点位家种]|多大|多久|多长", re.IGNORECASE
)
_ASKS_NAME = re.compile(
    r"\b(?:who|where|which|whose|name|called|title|city|country|book|movie|film|song|band|artist|place|restaurant|brand)\b"
    r"|谁|哪|名字|叫什么|书|电影|歌|地方|餐厅",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question made ready for every leg."""

    text: str
    """The newest message, for the dense leg and the gate."""
    window: str
    """The end of the conversation with the newest message, for the dense leg; empty when there is none."""
    window_weight: float
    """What it weighs beside the newest message alone."""
    words: NDArray[np.uint64]
    weights: NDArray[np.float32]
    spans: tuple[Span, ...]
    """The times it names."""
    asked: frozenset[int]
    """Hashed words that a speaker's name may hold: whose words it asks for."""
    asked_before: frozenset[int] = frozenset()
    """The same of the conversation before, when the message speaks of somebody it does not name ("did she say?")."""
    asks_time: bool = False
    asks_number: bool = False
    asks_name: bool = False


def build_query(text: str, *, history: Sequence[str] = (), now: datetime) -> Query:
    """Make a query from the newest message and what was said before it, oldest first."""
    told = content_words(text)
    own = Counter(told or words(text))
    window_weight = WINDOW_WEIGHT / (1 + len(set(told)))
    spans = tuple(resolve(text, now))
    for span in spans:
        own.update(w for w in _span_words(span) if w not in own)
    before = " ".join(t for t in history if t.strip())[-WINDOW_CHARS:]
    weighted = {w: float(min(n, 2)) for w, n in own.items()}
    for word in content_words(before):
        weighted.setdefault(word, window_weight)
    kept = list(weighted.items())[:MAX_WORDS]
    return Query(
        text=text,
        window=f"{before}\n{text}" if before else "",
        window_weight=window_weight,
        words=np.array([hashed(w) for w, _ in kept], np.uint64),
        weights=np.array([n for _, n in kept], np.float32),
        spans=spans,
        asked=frozenset(hashed(w) for w in [*words(text), *_roles(text)]),
        asked_before=frozenset(hashed(w) for w in words(before)) if _REFERS.search(text) else frozenset(),
        asks_time=bool(_ASKS_TIME.search(text)),
        asks_number=bool(_ASKS_NUMBER.search(text)),
        asks_name=bool(_ASKS_NAME.search(text)),
    )


def _roles(text: str) -> list[str]:
    """Give whose words a question is after: "what did you recommend", "where do I live"."""
    if _ASKS_ASSISTANT.search(text):
        return ["assist"]
    return ["user"] if _ASKS_USER.search(text) else []


def _span_words(span: Span) -> list[str]:
    """Give the words by which a date stands in a record's head, so that 「5月2日」 meets what was said that day."""
    middle: date = span.first + (span.last - span.first) / 2
    year, month, day = date_words(middle)
    return [year, month, day] if span.days == 1 else [year, month] if span.days <= 31 else [year]
