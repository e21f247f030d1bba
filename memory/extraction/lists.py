"""Takes a list that was told in one breath apart: each thing liked, shunned or spoken is a memory of its own."""

from __future__ import annotations

import re

LISTED = frozenset({"likes", "dislikes", "allergy", "language", "skill", "health"})
"""Attributes whose values come in lists."""

_SEPARATOR = re.compile(
    r"\s*(?:、|，|,|;|\s&\s|以及|还有)\s*(?:and\s+|or\s+|和|跟)?|\s+(?:and|or|plus)\s+"
    r"|(?<=[\u4e00-\u9fff])(?:和|跟|或者?)(?=[\u4e00-\u9fffA-Za-z])",
    re.I,
)
_PAIRS = re.compile(
    r"(?i)(?<![A-Za-z])(?:rock and roll|rock ['n&]+ roll|mac and cheese|fish and chips|salt and \w+|drum and "
    r"bass|r and b|black and white|bread and butter|peanut butter and jelly|dungeons and dragons"
    r"|arts and crafts|\w+ and (?:the|i|my|me)|between)\b|和(?:朋友|家人|人|别人|孩子|大家|动物|狗|猫"
    r"|老|女|男|爸|妈)|^(?:和|跟|在|从|把|用|给|让)"
)
_MORE_EN = re.compile(
    r"(?:\s*,\s*(?:and\s+|or\s+)?(?!(?:i|my|we|he|she|it|they|you|but|so|because|which|who|that|this"
    r"|what|please|and\s+i|especially|though|thanks|not)\b)[\w'’ -]{2,28}?)+(?=$|[.;!?])",
    re.I,
)


_TELLS = re.compile(
    r"(?i)\band (?:became|started|began|moved|joined|got|went|took|switched|am|is|was|have|had|will|live|work)\b"
)


def more_items(text: str, at: int, *, closed: bool = False) -> int:
    """Give the place where an English list that goes on at `at` ends; `at` when none does.

    What follows a comma without an "and" before the last is a list only in short words, and with `closed` never:
    "I've stopped flying with them, too many strikes".
    """
    match = _MORE_EN.match(text, at)
    joined = match is not None and re.search(r"(?i)(?:^|[\s,])(?:and|or|&)\s", match[0]) is not None
    if match and not joined and (closed or any(len(part.split()) > 2 for part in match[0].split(","))):
        return at
    if match is None or re.search(
        r"(?i)\b(?:am|is|are|was|live|work|have|has|can|could|will|would|need|want)\b", match[0]
    ):
        return at
    return match.end()


def items(value: str) -> list[str]:
    """Give the things in a list; the whole value when it is none."""
    if _PAIRS.search(value):
        return [value]
    if _TELLS.search(value):
        return [value]
    parts = [p.strip() for p in _SEPARATOR.split(value)]
    parts = [p for p in parts if not re.match(r"(?i)not\s", p)] or parts
    if len(parts) < 2 or any(
        not p or len(p) > (12 if re.search(r"[\u4e00-\u9fff]", p) else 32) or len(p.split()) > 4 for p in parts
    ):
        return [value]
    return parts
