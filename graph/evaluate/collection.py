"""A set to evaluate on, whatever file it came from: what one user said, and questions with their evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from memory.long_term import Utterance

Progress = Callable[[str, int, int], None]
"""Is told what is being done, how far it is, and how far it goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, and what answers it."""

    text: str
    evidence: frozenset[str]
    """Names of the units that hold the answer."""
    groups: tuple[str, ...] = ()
    """What it is counted under besides all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """One user's past and the questions about it."""

    name: str
    utterances: tuple[Utterance, ...]
    unit_of: dict[str, str]
    """For each message id the unit that evidence names it by."""
    questions: tuple[Question, ...]
    asked_at: datetime
    """When the questions are asked: after all was said."""


def silent(_what: str, _done: int, _all: int) -> None:
    """Tell nobody."""
