"""Time words resolved into days, in English and Chinese: "last week", "in May 2023", 「上周三」, 「5月2日」.

A question's words are resolved against the present, a memory's against the day it was said. Weeks begin on Monday.
A date without a year leans: a question about memories means the last one that has begun (`lean="past"`), what
somebody says means the nearest (`lean="near"`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from memory.clock import on_the_wall
from memory.time_words import chinese, english
from memory.time_words.days import Days, Lean

__all__ = ["Span", "day_number", "mentions", "resolve"]

MAX_CHARS = 4000
MAX_MENTIONS = 8
"""How many times one memory may name; the rest is a calendar, not a memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The days that some words of a text mean."""

    first: date
    last: date
    """The last day that belongs to it."""
    text: str
    """The words themselves."""
    start: int
    """Where they begin in the text."""

    @property
    def days(self) -> int:
        """How many days it holds."""
        return (self.last - self.first).days + 1


def resolve(text: str, now: date | datetime, *, lean: Lean = "past") -> list[Span]:
    """Give every time that the text names, in the order of the text; of overlapping readings the longest.

    A moment counts as the day that it is in this machine's time zone.
    """
    today = on_the_wall(now).date() if isinstance(now, datetime) else now
    text = text[:MAX_CHARS]
    found: list[tuple[int, int, Days]] = []
    for pattern, read in (*english.RULES, *chinese.RULES):
        for match in pattern.finditer(text):
            try:
                days = read(match, today, lean)
            except (ValueError, OverflowError):  # the 31st of June, the year 0: no time
                continue
            found.append((match.start(), match.end(), days))
    found.sort(key=lambda f: (f[0] - f[1], f[0]))
    taken: list[tuple[int, int, Days]] = []
    for start, end, days in found:
        if all(end <= s or e <= start for s, e, _ in taken):
            taken.append((start, end, days))
    return [Span(first=d[0], last=d[1], text=text[s:e], start=s) for s, e, d in sorted(taken)]


def mentions(text: str, said: datetime) -> list[tuple[int, int]]:
    """Give the first and last day number of every time that a memory names, read against the day it was said."""
    spans = resolve(text, said, lean="near")[:MAX_MENTIONS]
    return [(day_number(s.first), day_number(s.last)) for s in spans]


def day_number(day: date | datetime) -> int:
    """Give the day counted from 0001-01-01."""
    return day.toordinal()
