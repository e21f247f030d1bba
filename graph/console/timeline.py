"""A record's life as bars over time: each thing that was held true, from when to when, and what ended it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memory.long_term import Version

MIN_SHARE = 0.02
"""The shortest bar that can still be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One state of a record, and where it stands between the first moment and now."""

    version: Version
    text: str
    since: datetime
    until: datetime | None
    """None: it still holds."""
    left: float
    """Where the bar begins, 0 to 1."""
    width: float


def bars(versions: Sequence[Version], now: datetime) -> list[Bar]:
    """Give the bars of a record's history, in its order; states whose text was erased have an empty one."""
    starts = [v.record.valid_from if v.record else v.at for v in versions]
    first, last = min([*starts, now]), max([*starts, now])
    span = (last - first).total_seconds() or 1.0

    def at(moment: datetime) -> float:
        return min(max((moment - first).total_seconds() / span, 0.0), 1.0)

    out = []
    for version, since in zip(versions, starts, strict=True):
        record = version.record
        ended = record.valid_to if record else version.at
        until = ended if version.change in ("current", "superseded") else version.at
        left = min(at(since), 1.0 - MIN_SHARE)
        width = max(at(until or now) - left, MIN_SHARE)
        text = record.text if record else ""
        out.append(Bar(version=version, text=text, since=since, until=until, left=left, width=width))
    return out
