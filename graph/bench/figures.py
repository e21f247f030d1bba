"""A figure: the median of several runs, and how far they lay apart."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from memory.errors import InvalidId

Figure = dict[str, Any]
"""`{"median", "low", "high", "runs"}`, JSON-able; a second run of the benchmark is to lie between low and high."""

SLACK = 0.15
"""A machine that does something else between two runs moves every figure: this share of it counts as spread too."""


def figure(values: Sequence[float], digits: int = 3) -> Figure:
    """Give the median of these runs, with the lowest and the highest.

    Raises:
        InvalidId: there are no values, or one is no number: what did not run has no figure.
    """
    if not values or not all(math.isfinite(v) for v in values):
        raise InvalidId(f"runs {list(values)!r} give no figure; expected at least one number each; run the benchmark")
    low, high = min(values), max(values)
    return {
        "median": round(statistics.median(values), digits),
        "low": round(low, digits),
        "high": round(high, digits),
        "runs": len(values),
    }


def is_figure(value: Any) -> bool:
    """True for what `figure` gives."""
    return isinstance(value, dict) and value.keys() == {"median", "low", "high", "runs"}


def failed(system: str, reason: object, **about: Any) -> dict[str, Any]:
    """Give the row of a system that could not be measured: it shows as failed, with the reason, and has no figure."""
    words = " ".join(str(reason).split())[:300] or type(reason).__name__
    return {"system": system, **about, "failed": words}


def agree(one: Figure, other: Figure, *, slack: float = SLACK) -> bool:
    """True when two runs of one figure lie within each other's stated spread."""
    one_room, other_room = slack * abs(one["median"]), slack * abs(other["median"])
    return bool(
        one["low"] - one_room <= other["high"] + other_room and other["low"] - other_room <= one["high"] + one_room
    )


def figures_in(value: Any, path: str = "") -> Iterator[tuple[str, Figure]]:
    """Give every figure in a result with its place, rows named by what tells them apart."""
    if is_figure(value):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from figures_in(inner, f"{path}/{key}" if path else str(key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from figures_in(inner, f"{path}/{_named(inner, number)}")


def _named(row: Any, number: int) -> str:
    if not isinstance(row, dict):
        return str(number)
    words = [str(v) for v in row.values() if isinstance(v, str | int) and not isinstance(v, bool)]
    return " ".join(words) or str(number)


def disagreements(one: Any, other: Any) -> list[str]:
    """Give the figures of two runs that lie outside each other's spread, in words."""
    before = dict(figures_in(one))
    return [
        f"{place}: {before[place]['low']}–{before[place]['high']} then {now['low']}–{now['high']}"
        for place, now in figures_in(other)
        if place in before and not agree(before[place], now)
    ]
