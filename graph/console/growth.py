"""How much there is, and how it grew: memories by day, threads, and the tokens of the newest turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from graph.console.forks import due, history, newest_user_id
from memory.clock import on_the_wall

if TYPE_CHECKING:
    from graph.agent import Agent
    from memory.record import MemoryRecord

MAX_THREADS = 12
"""How many threads' turns are read, the last changed."""
MAX_DAYS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCost:
    """The tokens of one turn's last request."""

    at: datetime
    tokens: int
    recalled: int
    written: int
    thread_id: str


def by_day(records: Sequence[MemoryRecord]) -> list[tuple[str, int]]:
    """Give how many records there were at the end of each day on which some were said, the newest days."""
    days = Counter(on_the_wall(r.created).date().isoformat() for r in records)
    out, total = [], 0
    for day in sorted(days):
        total += days[day]
        out.append((day, total))
    return out[-MAX_DAYS:]


def turn_costs(agent: Agent, user_id: str) -> list[TurnCost]:
    """Give the tokens of the turns that are still kept, oldest first."""
    out = []
    for info in agent.threads(user_id)[:MAX_THREADS]:
        seen: set[str] = set()
        for snapshot in history(agent, user_id, info.thread_id):
            turn = newest_user_id(snapshot.values.get("messages", []))
            report = snapshot.values.get("report") or {}
            if due(snapshot) or not turn or turn in seen or "tokens" not in report or not snapshot.created_at:
                continue
            seen.add(turn)
            out.append(
                TurnCost(
                    at=datetime.fromisoformat(snapshot.created_at),
                    tokens=int(report["tokens"]),
                    recalled=int(report.get("recalled", 0)),
                    written=len(report.get("written", [])),
                    thread_id=info.thread_id,
                )
            )
    return sorted(out, key=lambda c: c.at)
