"""The clock is an argument: nothing on the floors below the door asks the machine for the time by itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Gives the present moment as an aware datetime in UTC."""


def system_clock() -> datetime:
    """Give the machine's present moment, aware, in UTC."""
    return datetime.now(UTC)


def on_the_wall(moment: datetime) -> datetime:
    """Give the moment as the clocks of this machine's time zone show it: "yesterday" and a table's dates mean those."""
    return moment.astimezone()
