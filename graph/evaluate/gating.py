"""How well the gate tells questions about what is remembered from everything else, on any store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from langgraph.store.base import SearchOp

from memory.everyday import everyday
from memory.gate import Gate, nearness
from memory.scope import Scope

KEEP = 0.95
"""The share of real questions that must still be let through."""


@dataclass(slots=True)
class Sample:
    """How near each message was to a store, by whether it should have been let through."""

    wanted: list[float] = field(default_factory=list)
    """Of real questions."""
    unwanted: list[float] = field(default_factory=list)
    """Of small talk and general requests."""
    others: list[float] = field(default_factory=list)
    """Of other users' questions: hard negatives, reported and not fitted on."""

    def add(self, other: Sample) -> None:
        """Take in another store's."""
        self.wanted += other.wanted
        self.unwanted += other.unwanted
        self.others += other.others


def everyday_messages() -> list[dict[str, Any]]:
    """Give messages of small talk and general requests in both languages, none of them among the gate's examples."""
    text = (files("graph.evaluate") / "everyday.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def near(scope: Scope, message: str) -> float:
    """Give how near the nearest current record is to a message, as the gate counts it."""
    hits = scope.hits([SearchOp(scope.namespace("records"), limit=4, query=message)])[0]
    cosines = [float(h.score or 0.0) for h in hits if h.value.get("status") == "current"]
    return nearness(max(cosines, default=-1.0), everyday(message))


def area(wanted: Sequence[float], unwanted: Sequence[float]) -> float:
    """Give the area under the curve: how often a wanted message is nearer than an unwanted one, ties counting half."""
    if not wanted or not unwanted:
        return 0.0
    ranked = sorted([(value, True) for value in wanted] + [(value, False) for value in unwanted])
    total, below, place = 0.0, 0, 0
    while place < len(ranked):
        end = place
        while end < len(ranked) and ranked[end][0] == ranked[place][0]:
            end += 1
        same = [is_wanted for _, is_wanted in ranked[place:end]]
        lower = len(same) - sum(same)
        total += sum(same) * (below + lower / 2)
        below += lower
        place = end
    return total / (len(wanted) * len(unwanted))


def share_from(values: Sequence[float], threshold: float) -> float:
    """Give the share of the values that reach a threshold."""
    return sum(v >= threshold for v in values) / len(values) if values else 0.0


def threshold_keeping(wanted: Sequence[float], keep: float = KEEP) -> float:
    """Give the highest threshold that this share of the wanted messages reaches."""
    ranked = sorted(wanted, reverse=True)
    needed = max(1, -(-round(keep * len(ranked) * 1_000_000) // 1_000_000))
    return ranked[min(needed, len(ranked)) - 1]


def figures(sample: Sample, gate: Gate) -> dict[str, Any]:
    """Give what a gate keeps and lets through, and what the best threshold for this sample alone would."""
    best = threshold_keeping(sample.wanted) if sample.wanted else 0.0
    return {
        "threshold": gate.threshold,
        "kept": round(share_from(sample.wanted, gate.threshold), 4),
        "injected": round(share_from(sample.unwanted, gate.threshold), 4),
        "auc": round(area(sample.wanted, sample.unwanted), 4),
        "threshold keeping 95 %": round(best, 4),
        "injected at 95 % kept": round(share_from(sample.unwanted, best), 4),
        "other users' questions": {
            "injected": round(share_from(sample.others, gate.threshold), 4),
            "auc": round(area(sample.wanted, sample.others), 4),
        },
        "questions": len(sample.wanted),
        "everyday messages": len(sample.unwanted),
    }


def curve(sample: Sample, *, steps: int = 31) -> list[tuple[float, float, float]]:
    """Give threshold, share kept and share let through, from the lowest to the highest nearness met."""
    values = [v for v in (*sample.wanted, *sample.unwanted) if v > float("-inf")]
    if not values:
        return []
    low, high = min(values), max(values)
    points = [low + (high - low) * n / (steps - 1) for n in range(steps)]
    return [(t, share_from(sample.wanted, t), share_from(sample.unwanted, t)) for t in points]
