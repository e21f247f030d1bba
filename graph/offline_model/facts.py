"""The single statements in what somebody said: by the rules that extract memories, and clause by clause besides.

Extraction keeps what is worth remembering for years; a conversation also needs what it leaves out ("my locker number
is 42"), so the clauses that it did not read are kept as they stand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache

from langchain_core.messages import HumanMessage

from graph.offline_model.language import plain
from graph.offline_model.sentences import statements_in
from memory.extraction import extract

_ANY_MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
"""Extraction dates what it finds; here only the words count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One statement, in its speaker's words and plain form."""

    text: str
    attribute: str = ""
    """By the names of `memory.attributes`; empty where extraction read none."""
    value: str = ""
    about_user: bool = True
    ended: bool = False
    """True when it says that something no longer holds."""


@lru_cache(maxsize=4096)
def facts_in(text: str) -> tuple[Fact, ...]:
    """Give the statements in a text, in order."""
    said = _first_person(plain(text))
    read = [
        Fact(
            text=_undated(c.text, said),
            attribute=c.attribute,
            value=c.value,
            about_user=c.subject == "user",
            ended=c.ends,
        )
        for c in extract([HumanMessage(said, id="0")], now=_ANY_MOMENT)
        if c.action == "remember"
    ]
    stated = statements_in(said)
    read = [f for f in read if not any(_bare(c).endswith(_bare(f.text[1:])) for c in stated if f.text[0] in "他她它")]
    read = [_whole(fact, read, stated) for fact in read]
    known = [_bare(f.text) for f in read]
    others = [
        Fact(text=clause)
        for clause in stated
        if not any(_bare(clause) in k or (k in _bare(clause) and len(k) * 2 > len(_bare(clause))) for k in known)
    ]
    at = {f: said.find(f.text) for f in others}
    return tuple(sorted([*read, *others], key=lambda f: at.get(f, said.find(f.text))))


def _whole(fact: Fact, read: list[Fact], stated: list[str]) -> Fact:
    """Give the fact in the words of its whole clause, where the clause tells nothing else that was read."""
    for clause in stated:
        if _bare(fact.text) in _bare(clause) and sum(_bare(f.text) in _bare(clause) for f in read) == 1:
            return replace(fact, text=clause)
    return fact


def _undated(text: str, said: str) -> str:
    """Give the statement without a date that extraction worked out: here nobody knows when it was said."""
    return re.sub(
        r"\s*[(（]\d{4}-\d{2}-\d{2}(?: ?[–~-] ?\d{4}-\d{2}-\d{2})?(?: \d\d:\d\d)?[)）]",
        lambda m: m[0] if m[0].strip() in said else "",
        text,
    )


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _first_person(text: str) -> str:
    """Give what is told of "the user" as the user would tell it."""
    text = re.sub(r"^(?:该)?用户名(?:叫|为|是)", "我叫", text)
    text = re.sub(
        r"(?:该)?用户(?=的|叫|是|住|喜|不|对|有|在|想|要|会|爱|讨|计|养|姓|来|和|说|曾|最|目|现|偏|刚|于|从|每|正|希|觉|已|今|没|也|很|打|搬)",
        "我",
        text,
    )
    text = re.sub(r"\b(?:the )?user's\b", "my", text, flags=re.I)
    return re.sub(
        r"\b(?:the )?user (?P<verb>[a-z']+)",
        lambda m: f"I {_VERBS.get(m['verb'].lower()) or _base(m['verb'])}",
        text,
        flags=re.I,
    )


_VERBS = {"is": "am", "has": "have", "was": "was", "does": "do", "goes": "go", "isn't": "am not", "doesn't": "don't"}


def _base(verb: str) -> str:
    if re.search(r"(?:ch|sh|ss|x|o)es$", verb):
        return verb[:-2]
    if re.search(r"[^aeiou]ies$", verb):
        return verb[:-3] + "y"
    return verb[:-1] if re.search(r"[^s]s$", verb) else verb
