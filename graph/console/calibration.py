"""How well the gate tells what is about this user from everyday talk, at every threshold, on one's own memories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph.agent import Agent

MAX_OWN = 60
"""How many of the user's own messages are tried, the newest."""
STEPS = 40

EVERYDAY = (
    "Write a haiku about autumn", "Translate 'good morning' into French", "What is the capital of Australia?",
    "Explain how transistors work", "A regex for email addresses", "How many feet in a mile?",
    "Summarise the plot of Hamlet", "Why is the sky blue?", "Hello", "Thanks!",
    "写一首关于秋天的诗", "把「早上好」翻译成英文", "澳大利亚首都是哪里？", "解释晶体管的原理", "一英里多少米？",
    "天空为什么是蓝色的？", "给我一个匹配邮箱的正则表达式", "你好", "谢谢！",
)  # fmt: skip
"""Messages that are about nobody's memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """What one threshold would let in."""

    threshold: float
    own_let_in: float
    """The share of the user's own messages."""
    everyday_let_in: float
    """The share of everyday talk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """The gate over thresholds."""

    points: tuple[Point, ...]
    threshold: float
    """The one in force."""
    origin: str


def curve(agent: Agent, user_id: str) -> Curve | None:
    """Give the curve for this user; None without long-term memory or without anything said.

    Each message is held against the memories other than those of its own turn.
    """
    from langgraph.store.base import SearchOp

    from memory.everyday import everyday
    from memory.gate import gate_of, nearness

    if not agent.remembers:
        return None
    memory = agent.memory(user_id)
    own = [r for r in memory.scope.records(filter={"kind": "episode"}) if r.source.speaker == "user"]
    own = sorted(own, key=lambda r: r.created, reverse=True)[:MAX_OWN]
    if not own:
        return None
    here = memory.scope.namespace("records")
    asked = [*((r.text, set(r.source.message_ids)) for r in own), *((text, set[str]()) for text in EVERYDAY)]
    found = memory.scope.search([SearchOp(here, query=text, limit=6) for text, _ in asked])
    scores = []
    for (text, ids), hits in zip(asked, found, strict=True):
        others = [cosine for record, cosine in hits if not ids.intersection(record.source.message_ids)]
        scores.append(nearness(max(others, default=0.0), everyday(text)))
    mine, others_ = scores[: len(own)], scores[len(own) :]
    gate = memory.gate or gate_of(memory.scope.store)
    points = tuple(
        Point(threshold=t, own_let_in=_share(mine, t), everyday_let_in=_share(others_, t))
        for t in (round(-0.1 + 0.8 * i / STEPS, 3) for i in range(STEPS + 1))
    )
    return Curve(points=points, threshold=gate.threshold, origin=gate.origin)


def _share(scores: list[float], threshold: float) -> float:
    return round(sum(s >= threshold for s in scores) / len(scores), 3) if scores else 0.0
