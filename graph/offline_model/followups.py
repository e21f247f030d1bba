"""Short texts that lean on the turn before: `那北京呢`, `and tomorrow?`, or the bare city that was asked for."""

from __future__ import annotations

import re
from datetime import date

from graph.offline_model.reading import Talk
from nodes.tools.dates import find_days
from nodes.tools.places import find_places

_ANY_DAY = date(2026, 1, 1)
_OPENERS = re.compile(
    r"^(?:那么?|还有|换成|换|改成|改|再看看|再查一?下?|再查|如果|要是|(?:and|or|but|then|ok(?:ay)?|what about|how about|what if|same for|also|now)\b)[,，]?\s*",
    re.I,
)
_FILLER = re.compile(
    r"[\s,，。.!！?？、]|的|呢|吧|啊|在|去|到|从|飞|是|也|查|看|一下|城市|天气|on|in|for|at|to|from|the|please|instead|there|city|weather|flights?|what about|how about|and|or|then|also|now|same|那么?|还有|换成?|改成?|再|如果|要是|我|帮",
    re.I,
)


def day_words(text: str) -> list[str]:
    """Give the words in the text that name days, in order."""
    return [d.text for d in find_days(text, _ANY_DAY)]


def without_names(text: str) -> str:
    """Give the text without the cities and days that it names."""
    spans = [(p.start, p.end) for p in find_places(text)] + [(d.start, d.end) for d in find_days(text, _ANY_DAY)]
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + " " + text[end:]
    return text


def leans_back(talk: Talk) -> bool:
    """True when the newest text only names a city or a day, or opens as a follow-up that does."""
    return bool(talk.past) and names_only(talk.plain)


def names_only(text: str) -> bool:
    """True when a text, in plain form, only names cities or days, or opens as a follow-up that does."""
    if len(text) > 60:
        return False
    names = without_names(text)
    if names == text:
        return False
    return not _FILLER.sub("", names) or (bool(_OPENERS.match(text)) and len(_FILLER.sub("", names)) <= 12)


def earlier_texts(talk: Talk, most: int = 3) -> list[str]:
    """Give the plain texts of the last turns, newest first."""
    from graph.offline_model.language import plain

    return [plain(turn.text) for turn in reversed(talk.past[-most:])]


_PARTS = re.compile(
    r"[,，;；。.!！?？]\s*|(?:然后再?|顺便|另外|接着|同时|以及|再(?=[查看算帮]))|"
    r"\b(?:and then|and also|then|also|and(?= (?:find|search|check|show|tell|what|how|calculate|give|get|look|book)))\b",
    re.I,
)


def own_part(text: str, mine: re.Pattern[str], others: re.Pattern[str]) -> str:
    """Give the text without the parts that speak only of another skill's matter."""
    parts = _PARTS.split(text)
    foreign = [p for p in parts if others.search(p) and not mine.search(p)]
    if not foreign or not any(mine.search(p) for p in parts):
        return text
    return "，".join(p for p in parts if p not in foreign and p.strip())
