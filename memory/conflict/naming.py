"""Names of animals: whether two are called otherwise, and whether one was given another name."""

from __future__ import annotations

import re

_CALLED = re.compile(r"(?:\b(?:named|called)|叫做?)\s*([A-Z\u4e00-\u9fff][\w'’]*)")


def called_otherwise(text: str, known: str) -> bool:
    """Two of a sort that have names of their own: a parrot named Rio, and one named Sky."""
    mine, theirs = _CALLED.search(text), _CALLED.search(known)
    return bool(mine and theirs) and mine is not None and theirs is not None and mine[1] != theirs[1]


_RENAMED = re.compile(r"(?i)\brenamed (?:(?:the|our|my) (?:\w+ )?(?P<what>\w+)|him|her|it)\b")


def is_renamed_animal(text: str, known: str) -> bool:
    """An animal known by another name; one that is not said again is any that the user has."""
    renamed = _RENAMED.search(text)
    if renamed is None:
        return False
    return not renamed["what"] or re.search(rf"(?i)\b{renamed['what']}\b", known) is not None
