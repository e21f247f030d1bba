"""What a new truth ends under another attribute: who found a job is not unemployed, who divorced has no spouse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.attributes import LEVEL
from memory.record import MemoryRecord


@dataclass(frozen=True, slots=True)
class _Rule:
    attribute: str
    value: re.Pattern[str]
    """Of the new statement."""
    over: str
    """The attribute of what it ends."""
    over_value: re.Pattern[str]
    even_ended: bool = False
    """Whether an ending says it too: who drinks no more has no wine with dinner."""


_ANY = re.compile("")
_JOBLESS = re.compile(
    r"(?i)\b(?:unemployed|between jobs|jobless|out of work|looking for (?:a job|work)|stay-at-home|housewife"
    r"|homemaker)\b"
    r"|失业|待业|无业|没工作|没有工作|全职(?:妈妈|爸爸|太太|主妇)|家庭主妇|在家带"
)
_WORKLESS = re.compile(r"(?i)\b(?:unemployed|between jobs|jobless|retired|out of work)\b|失业|待业|无业|退休")
_PARTED = re.compile(
    r"(?i)\b(?:single|divorced|broke up|split up|separated|widowed)\b|单身|离婚|离异|分手|丧偶|没对象|没有对象"
)
_ALONE = re.compile(r"(?i)\bsingle\b|\bno (?:partner|girlfriend|boyfriend)\b|单身|没有?(?:对象|男朋友|女朋友)")

_SOBER = re.compile(
    r"(?i)\b(?:don['’]?t|do not|never|no longer|quit|stopped|gave up|given up|sober|teetotal)\b|不喝|不沾|戒"
)
_DRINKS = re.compile(
    r"(?i)\b(?:wine|beers?|whisk(?:y|ey)|vodka|gin|rum|cocktails?|sake|champagne|alcohol|booze|margaritas?)\b|酒"
)

_MEAT = re.compile(
    r"(?i)\beat(?:ing)?\b.*\b(?:meat|fish|chicken|beef|pork|seafood|steak|lamb|burgers?)\b|吃.{0,3}(?:肉|鱼|海鲜|鸡|虾)"
)
"""Held against the whole sentence: who likes fish may keep them."""
_MEATLESS = re.compile(r"(?i)\b(?:vegan|vegetarian|veggie|plant[- ]based)\b|素")

_NO_MEAT = re.compile(r"(?i)\b(?:don['’]?t|no longer|stopped|quit|never|gave up)\b.*\bmeat\b|\bvegan|\bvegetarian")
_EATS_MEAT = re.compile(r"(?i)^eats? (?:red )?meat\b")
_SELF_MADE = re.compile(
    r"外卖|快递|网约车|滴滴|摆摊|摆地摊|创业|单干|自己干|自由职业|自媒体|带娃|带孩子|务农|种地|全职妈妈|全职爸爸|全职太太|家庭主妇"
)
_FINISHED = re.compile(r"(?i)\b(?:graduated|dropped out|finished)\b")
_DEGREE = re.compile(r"(?i)\b(?:degree|master|bachelor|ph\.?d|doctorate|mba|diploma|a-levels|finals)\b")
_STUDENT = re.compile(r"(?i)\b(?:student|undergrad|undergraduate|freshman|sophomore|high schooler)\b")
_PREGNANT = re.compile(r"怀孕|怀上|怀了")
_RULES = (
    _Rule("education", re.compile("毕业"), "job_title", re.compile("(?:学|研究|高中|初中|大学|博士|硕士|本科)生|在读")),
    _Rule("school", _FINISHED, "goal", _DEGREE, even_ended=True),
    _Rule("school", _FINISHED, "job_title", _STUDENT, even_ended=True),
    _Rule("job_title", _SELF_MADE, "employer", _ANY),
    _Rule("health", _PREGNANT, "goal", re.compile("备孕")),
    _Rule("employer", _ANY, "job_title", _JOBLESS),
    _Rule("job_title", _WORKLESS, "employer", _ANY),
    _Rule("marital_status", _PARTED, "partner", _ANY, even_ended=True),
    _Rule("likes", _MEAT, "diet", _MEATLESS),
    _Rule("habit", _MEAT, "diet", _MEATLESS),
    _Rule("diet", _NO_MEAT, "habit", _EATS_MEAT, even_ended=True),
    _Rule("likes", _DRINKS, "drinking", _SOBER),
    _Rule("habit", _DRINKS, "drinking", _SOBER),
    _Rule("partner", _ANY, "marital_status", _ALONE),
    _Rule("drinking", _SOBER, "likes", _DRINKS, even_ended=True),
    _Rule("drinking", _SOBER, "habit", _DRINKS, even_ended=True),
)

_EATS = re.compile(r"^吃(?:一?点)?(?P<what>.+)")

TAKEN_FOR = {
    "home": ("employer",),
    "employer": ("school", "team"),
    "school": ("employer",),
    "likes": ("field_of_study",),
}
"""What a place that somebody moved to may be instead, where it is no known place and nothing of the kind is known."""

_BESIDE = {
    "family": ("partner",),
    "friend": ("partner",),
    "dislikes": ("employer",),
    "plan": ("habit",),
    "habit": ("plan", "likes", "dislikes"),
    "likes": ("habit",),
}
TOUCHED = {
    name: (*(r.over for r in _RULES if r.attribute == name), *TAKEN_FOR.get(name, ()), *_BESIDE.get(name, ()))
    for name in {*(r.attribute for r in _RULES), *TAKEN_FOR, *_BESIDE}
}
"""For an attribute, the others that a new value of it may end."""


def implied(name: str, value: str, text: str, *, ended: bool, same: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """Give the current records of the same subject that a new statement under this attribute ends besides."""
    out: list[MemoryRecord] = []
    eats = _EATS.search(value) if name == "diet" and not ended else None
    if eats:
        out += [r for r in same if r.attribute == "dislikes" and r.value and r.value in eats["what"]]
    for rule in _RULES:
        if (
            rule.attribute != name
            or (ended and not rule.even_ended)
            or not rule.value.search(text if rule.value in (_MEAT, _NO_MEAT) else value or text)
        ):
            continue
        out += [r for r in same if r.attribute == rule.over and rule.over_value.search(r.value or r.text)]
    if ended and name == "dislikes" and _TAUGHT.search(value):
        out += [r for r in same if r.attribute == "employer" and _TAUGHT.search(r.text)]
    if name in ("family", "friend") and value and _FORMER.search(text):
        out += [r for r in same if r.attribute == "partner" and r.value == value]
    if name.endswith(LEVEL):
        spoken = name.removesuffix(LEVEL).replace("_", " ")
        out += [r for r in same if r.attribute == "language" and r.value.casefold() == spoken and _SOME.search(r.text)]
    return out


_TAUGHT = re.compile(r"(?i)\b(?:teach|coach|tutor|lectur)")
"""Who quit teaching has left the school they teach at."""
_FORMER = re.compile(r"(?i)\bmy (?:ex\b|ex-|former )")
"""Who is somebody's ex is their partner no more."""
_SOME = re.compile(r"(?i)\b(?:a (?:little|bit|few)|some|basic|broken|very little|not much|beginner|intermediate)\b")
"""A language that is spoken to some degree."""
