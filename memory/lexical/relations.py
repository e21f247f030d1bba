"""Who somebody is to the user, in words of both languages: 「弟弟」 and "brother" are one relation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from memory.extraction.people import RELATIONS
from memory.lexical.words import stem

_MORE = {
    "landlord": "房东 landlord landlady",
    "classmate": "同桌 同窗",
    "dog": "小狗 狗狗 狗子 dog puppy",
    "cat": "小猫 猫咪 猫猫 cat kitten",
    "pet": "宠物 pet",
}
"""What is asked about like a relation, beside those that the extraction knows."""


def relation_words(said: Iterable[str]) -> frozenset[str]:
    """Give every word for the relations that are among these words, all of them as the index knows words."""
    met = set(said)
    return frozenset().union(*(spellings for spellings in _spellings() if met & spellings))


@cache
def _spellings() -> tuple[frozenset[str], ...]:
    """Give the words for each relation: English stems, and Chinese in pairs of characters."""
    found: dict[str, set[str]] = defaultdict(set)
    rows = [*RELATIONS.items(), *((word, name) for name, line in _MORE.items() for word in line.split())]
    for word, name in rows:
        plain = name.removeprefix("older ").removeprefix("younger ")
        if word.isascii() and word.isalpha():
            found[plain].add(stem(word))
        elif len(word) == 2 and not word.isascii():
            found[plain].add(word)
    return tuple(frozenset(spellings) for spellings in found.values())
