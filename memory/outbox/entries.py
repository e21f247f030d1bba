"""Entries, what draining gives back, and when a failed entry is tried again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

MAX_TRIES = 8
"""After so many failures an entry is set aside."""

FIRST_PAUSE_S = 2.0
PAUSE_GROWTH = 4.0
LONGEST_PAUSE_S = 3600.0

State = Literal["pending", "poisoned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something still to be written."""

    key: str
    """What makes it the same as another: one key is accepted once."""
    kind: str
    """What the handler tells its cases apart by."""
    user_id: str
    """Whose it is; the entries of one user are handled in the order in which they were put."""
    payload: dict[str, Any]
    """What the handler needs, JSON types only."""
    state: State = "pending"
    """Whether it waits for its turn or is set aside."""
    tries: int = 0
    """How often it has failed."""
    put_at: datetime
    """When it was put, in UTC."""
    due_at: datetime
    """Not before this is it tried again, in UTC."""
    error: str = ""
    """How it failed the last time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drained:
    """What one draining did."""

    done: int = 0
    """Entries that were handled, and are gone."""
    failed: int = 0
    """Failures of entries that stay and will be tried again."""
    poisoned: int = 0
    """Entries that failed for the last time and are set aside."""

    def __add__(self, other: Drained) -> Drained:
        return Drained(
            done=self.done + other.done, failed=self.failed + other.failed, poisoned=self.poisoned + other.poisoned
        )


def pause_s(tries: int) -> float:
    """Give the seconds until an entry that has failed so often is tried again: 2, 8, 32, … and an hour at most."""
    if tries < 1:
        return 0.0
    return min(LONGEST_PAUSE_S, FIRST_PAUSE_S * PAUSE_GROWTH ** min(tries - 1, 32))


def is_due(due_at: datetime, now: datetime) -> bool:
    """Say whether an entry may be tried now. One that is due later than the longest pause was put by a clock that
    has gone back since, and is due.
    """
    return (due_at - now).total_seconds() <= 0 or (due_at - now).total_seconds() > LONGEST_PAUSE_S
