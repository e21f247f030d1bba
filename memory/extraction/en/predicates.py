"""Every way of saying something about somebody that is read in English, in the order it is tried."""

from __future__ import annotations

import re

from memory.attributes import attribute_named
from memory.extraction.en.belonging import BELONGING, OWNED
from memory.extraction.en.body import BODY
from memory.extraction.en.household import HAVING, PEOPLE
from memory.extraction.en.identity import POSSESSED, WHO
from memory.extraction.en.study import STUDY
from memory.extraction.en.taste import DOINGS, TASTE
from memory.extraction.en.values import clean
from memory.extraction.en.where import WHERE
from memory.extraction.en.work import WORK
from memory.extraction.lists import LISTED, more_items
from memory.extraction.places import is_place
from memory.extraction.predicate import Match, Predicate
from memory.extraction.talk import Talk

PREDICATES: tuple[Predicate, ...] = (
    *OWNED,
    *POSSESSED,
    *WHO,
    *BELONGING,
    *WHERE,
    *WORK,
    *STUDY,
    *PEOPLE,
    *HAVING,
    *BODY,
    *TASTE,
    *DOINGS,
)


def find(text: str, at: int, start: int, subject: str, talk: Talk, *, noun: bool, listed: bool) -> Match | None:
    """Give the first predicate that stands at this place; `listed` when it goes on with what was told before it."""
    rest = text[at:]
    for row in PREDICATES:
        if not _fits(row, subject, talk, noun=noun, listed=listed):
            continue
        match = row.match(rest)
        if match is None:
            continue
        found = match.groupdict()
        value, end = clean(found.get("v") or found.get("w") or ""), match.end()
        if row.attribute in LISTED and found.get("v") and match.end("v") == match.end():
            end = more_items(rest, match.end(), closed=row.ends)
            value = clean(rest[match.start("v") : end])
        if row.attribute in ("home", "hometown") and value:
            end, value = _with_region(rest, end, value)
        if row.accept is not None and not (value and row.accept(value)):
            continue
        if row.attribute in ("home", "hometown") and _NO_TOWN.match(found.get("v") or ""):
            continue
        second = clean(found.get("w") or "")
        if row.accept_w is not None and not row.accept_w(second):
            continue
        attribute = row.attribute
        if attribute == "own":
            attribute = "_".join(found["what"].casefold().split())
        if found.get("whose"):
            attribute = f"{found['whose'].casefold()}_{attribute}"
        if attribute == "level":
            attribute = f"{found['what'].casefold().replace(' ', '_')}_level"
            attribute = _EXAMS.get(attribute, attribute)
        if attribute == "favourite":
            named = attribute_named("favourite " + found["what"])
            vague = re.fullmatch(r"(?i)things?|parts?|ones?|way", found["what"])
            attribute = "likes" if vague or named is None else named.name
        if value and _seat(value) and attribute in ("likes", "dislikes") and "seat" in value:
            attribute = "seat_preference" if attribute == "likes" else attribute
        return Match(
            predicate=row, value=value, subject=subject, attribute=attribute, start=start, end=at + end, text=second
        )
    return None


_EXAMS = {
    "hsk_level": "chinese_level",
    "jlpt_level": "japanese_level",
    "delf_level": "french_level",
    "topik_level": "korean_level",
}
"""The exams of a language tell its level."""
_NO_TOWN = re.compile(
    r"(?i)an?\s(?!(?:[\w-]+\s){0,2}?(?:village|town|suburb|city|island|farm|hamlet|neighbou?rhood|place called))"
)
"""A thing that one can live in and that is no place: "a small flat"."""


def _fits(row: Predicate, subject: str, talk: Talk, *, noun: bool, listed: bool) -> bool:
    if row.noun != noun or (row.joined and not listed):
        return False
    return (row.of_user if subject == "user" else row.of_others) and (not row.needs or row.needs == talk.topic)


def _with_region(text: str, end: int, value: str) -> tuple[int, str]:
    """Take the region behind a town along: "Portland, Oregon"."""
    match = re.match(
        r",\s*(?P<r>[A-Z]{2}\b|(?:the\s+)?[A-Z][\w.]+(?:\s[A-Z][\w.]+)*|[a-z]+)(?=$|\s*[,.;!?]|\s+(?:and"
        r"|now|but|with|for)\b)",
        text[end:],
    )
    if match is None or not (is_place(match["r"]) or re.fullmatch("[A-Z]{2}", match["r"]) or match["r"][0].isupper()):
        return end, value
    return end + match.end(), f"{value}, {match['r']}"


def _seat(value: str) -> bool:
    return bool(re.search(r"(?i)\b(?:window|aisle)\b", value))
