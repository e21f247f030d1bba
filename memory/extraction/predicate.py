"""The shape of a rule: a predicate that may follow a subject, and what it says about that subject."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicate:
    """One way of saying one attribute."""

    attribute: str
    """The attribute's name; empty for a fact outside the table."""
    pattern: str = ""
    """Matched right after the subject; the group `v` holds the value, where there is one. Case does not count."""
    importance: float = 0.5
    ends: bool = False
    """True when it says that something no longer holds."""
    needs: str = ""
    """A topic that must have been spoken of just before: `job`, `home`."""
    sets: str = ""
    """The topic that it opens for the clauses after it."""
    of_others: bool = True
    """True when it may be said of somebody else than the user."""
    of_user: bool = True
    """True when it may be said of the user."""
    accept: Callable[[str], bool] | None = None
    """What the value must satisfy beyond the pattern."""
    accept_w: Callable[[str], bool] | None = None
    """The same for the second value, where the pattern has one."""
    joined: bool = False
    """True when it stands only in a row of such words: 「坐标杭州，程序员，单身」."""
    noun: bool = False
    """True when it follows a possessive: "my name is …"."""
    only_changes: bool = False
    """True when it is worth keeping only where it changes what is known."""
    says_ending: bool = False
    """True when without a closing "anymore" it merely denies."""
    whole: bool = False
    """True when what is matched is its own sentence, to be kept as it stands."""
    bare: bool = True
    """True when it may stand without any subject, as in an answer: 「住在北京」."""

    def match(self, text: str, at: int = 0) -> re.Match[str] | None:
        """Match the words that stand at this place. A pattern is compiled when it is first needed."""
        return _compiled(self.pattern).match(text, at)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What a rule found in a clause."""

    predicate: Predicate
    value: str
    subject: str
    """`user`, a relation's name, or a person's."""
    attribute: str
    start: int
    """Where its words begin in the clause."""
    end: int
    text: str
    """Its words as a sentence that stands alone."""
