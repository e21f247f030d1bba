"""Every way of saying something about somebody that is read in Chinese, in the order it is tried."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.attributes import attribute_named
from memory.extraction.predicate import Match, Predicate
from memory.extraction.talk import Talk
from memory.extraction.zh.belonging import BELONGING
from memory.extraction.zh.body import BODY
from memory.extraction.zh.doing import DOING
from memory.extraction.zh.frames import OWN, slot
from memory.extraction.zh.household import HAVING, PEOPLE
from memory.extraction.zh.identity import WHO
from memory.extraction.zh.situation import SITUATION, size_attribute
from memory.extraction.zh.study import STUDY
from memory.extraction.zh.taste import DOINGS, TASTE
from memory.extraction.zh.values import clean
from memory.extraction.zh.where import WHERE
from memory.extraction.zh.work import WORK
from memory.gist.bilingual import in_english

PREDICATES: tuple[Predicate, ...] = (
    *WHO,
    *SITUATION,
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
_ANOTHER = re.compile(r"又[买提添入]|还(?:有|买)|另外|也有")
_OF_IT = re.compile(r"(?<=..)的(?:味道|气味|口感|样子)$")
FRAMES: tuple[Predicate, ...] = (*DOING, *OWN)
"""What is tried where no other way of saying something stands anywhere in the clause."""


def find(
    text: str,
    at: int,
    subject: str,
    talk: Talk,
    *,
    explicit: bool,
    joined: bool = False,
    rows: Sequence[Predicate] = PREDICATES,
) -> Match | None:
    """Give the first predicate that stands at this place; `explicit` when a subject was named before it."""
    rest = text[at:]
    spare: Match | None = None
    for row in rows:
        if not (row.of_user if subject == "user" else row.of_others) or (row.needs and row.needs != talk.topic):
            continue
        if (not explicit and not row.bare) or (row.joined and (explicit or not joined)):
            continue
        match = row.match(rest)
        if match is None:
            continue
        found = match.groupdict()
        value = clean(found.get("v") or found.get("w") or found.get("u") or "")
        if row.accept is not None and not (value and row.accept(value)):
            continue
        if row.accept_w is not None and not row.accept_w(clean(found.get("w") or "")):
            continue
        if row.attribute == "name" and not explicit and joined and not talk.told:
            continue
        attribute = row.attribute
        if attribute == "vehicle" and _ANOTHER.search(text):
            attribute = "possession"
        if attribute in ("likes", "dislikes"):
            value = _OF_IT.sub("", value)
        if attribute == "own":
            attribute = slot(found["what"], value, found.get("how") or "")
            if not attribute:
                continue
        if attribute == "size":
            attribute = size_attribute(found)
        if attribute == "level":
            attribute = f"{in_english(found['what']) or found['what']}_level".casefold()
        if attribute == "favourite":
            named = attribute_named("最喜欢的" + found["what"])
            attribute = named.name if named else "likes"
        told = Match(
            predicate=row,
            value=value,
            subject=subject,
            attribute=attribute,
            start=at,
            end=at + match.end(),
            text=found.get("w") or "",
        )
        if not row.only_changes:
            return told
        spare = spare or told
    return spare
