"""How a benchmark ended: nothing counts as measured that did not run."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

State = Literal["done", "partly", "empty", "failed", "out of time"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one benchmark gave."""

    name: str
    about: str
    state: State
    seconds: float
    result: dict[str, Any] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    """What went wrong, in words: a failed peer, a missing figure, the process's last words."""
    charts: tuple[dict[str, Any], ...] = ()
    """What the benchmark asks to be drawn: `{"rows", "x", "y", "by", "title", "log"}`."""
    markdown: str = ""
    """The benchmark's own table, where it makes one."""

    @property
    def ran(self) -> bool:
        """True when there is something to report."""
        return self.state in ("done", "partly")


def outcome_of(name: str, result: Any, *, seconds: float, about: str = "", **more: Any) -> Outcome:
    """Judge what `run` gave: without a single number it is empty, with a failed or figureless row it is partial."""
    if not isinstance(result, dict) or not any(True for _ in _numbers(result)):
        words = ("it gave no figures",)
        return Outcome(name=name, about=about, state="empty", seconds=seconds, faults=words)
    faults = tuple(_faults(result))
    state: State = "partly" if faults else "done"
    return Outcome(name=name, about=about, state=state, seconds=seconds, result=result, faults=faults, **more)


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _numbers(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _numbers(inner)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def _faults(value: Any, place: str = "") -> Iterator[str]:
    """Give each row that failed or holds no number, and each number that is none."""
    if isinstance(value, dict):
        if "failed" in value:
            yield f"{value.get('system', place)}: {value['failed']}"
        elif "system" in value and not any(True for _ in _numbers(value)):
            yield f"{value['system']}: it gave no figures"
        for key, inner in value.items():
            yield from _faults(inner, f"{place}/{key}" if place else str(key))
    elif isinstance(value, list | tuple):
        if not value and place:
            yield f"{place}: no rows"
        for inner in value:
            yield from _faults(inner, place)
    elif isinstance(value, float) and not math.isfinite(value):
        yield f"{place}: {value} is no figure"
