"""What takes place at a time, once or every week: whether a statement moves it, and whether it stood there already."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.conflict.known import MOSTLY
from memory.extraction.word_list import words
from memory.gist import Gist, covered, overlap, same_things
from memory.gist.sayings import TIMES

DATED = frozenset({"plan", "habit"})
"""The attributes of what takes place at a time: moving it may turn one into the other."""
_SAYING = frozenset(
    [
        "delay",
        "schedul",
        "reschedul",
        "extend",
        "postpon",
        "due",
        "set",
        "push",
        "move",
        "book",
        "shift",
        "cancel",
        "put",
        "bump",
        "时间",
        "日期",
        "约",
        "约好",
        "到期",
    ]
)
"""Stems of the words that say when it is, and not what."""
EVENTS = frozenset({"trip", "appointment", "appoint", "event", "行程", "预约"})
"""Words for a plan that say what it is."""
_NOW = re.compile(r"(?i)\b(?:now|these days|nowadays|instead|moved|changed|switched)\b|现在|改|如今|最近|换")


def is_moved(said: Gist, known: Gist) -> bool:
    """True when two statements speak of the same thing, times apart."""
    mine, theirs = said.timeless - _SAYING, known.timeless - _SAYING
    return bool(mine and theirs) and (
        mine == theirs
        or covered(theirs, mine) >= MOSTLY
        or covered(mine, theirs) >= MOSTLY
        or overlap(mine, theirs) > MOSTLY
    )


def is_so_already(text: str, said: Gist, known_text: str, known: Gist) -> bool:
    """True when it is moved to the very time that is known."""
    mine, theirs = ({t for t in times(one) if "-" not in t} for one in (text, known_text))
    return bool(mine) and mine == theirs and is_moved(said, known)


def at_other_times(text: str, said: Gist, known_text: str, known: Gist) -> bool:
    """True when the same doing is done at another time now: "I go to the gym on Wednesdays now"."""
    if not (said.changing or _NOW.search(text)):
        return False
    mine, theirs = times(text), times(known_text)
    bare, theirs_bare = (replace(g, timeless=g.timeless - _HOURS) for g in (said, known))
    same = same_things(said.timeless, known.timeless) or is_moved(bare, theirs_bare)
    return bool(mine and theirs) and mine != theirs and same


def times(text: str) -> frozenset[str]:
    """Give the words of time in a text."""
    flat = text.casefold()
    spoken = (m["clock"] for m in _SPOKEN.finditer(flat))
    return frozenset(m[0].rstrip("s") for m in TIMES.finditer(flat)) | frozenset(spoken)


_SPOKEN = re.compile(
    r"\b(?:at|around|by|about|past|to|until|before|after) (?P<clock>(?:(?:half|quarter|ten|twenty|five) (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|midnight)(?: (?:thirty|fifteen|forty-five))?)\b"
)
"""A time of the day in words."""
_HOURS = frozenset(
    words(
        "one two three four five six seven eight nine ten eleven twelv twelve thirti fifteen half quarter past midnight"
    )
)
"""The stems of such words."""
