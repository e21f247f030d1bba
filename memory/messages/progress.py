"""How far the task of the newest turn has come, read off the message list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from langchain_core.messages import BaseMessage, ToolMessage

from memory.messages.calls import is_no_result
from memory.messages.groups import Group, turns

Outcome = Literal["done", "failed", "unknown", "open"]
"""A call's result came; it came as an error; none was recorded; it is still awaited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One tool call of the turn, and what became of it."""

    tool: str
    call_id: str
    outcome: Outcome
    result: str
    """The text of the result; empty while it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Where the newest turn stands."""

    task: str
    """The user's words that opened it."""
    round: int
    """How many times the model has called tools in it."""
    steps: tuple[Step, ...]
    """Every call in it, in order."""
    answer: str
    """The assistant's closing words; empty while the turn is running."""

    @property
    def open(self) -> tuple[Step, ...]:
        """The steps that still await their result."""
        return tuple(s for s in self.steps if s.outcome == "open")

    @property
    def last(self) -> Step | None:
        """The newest step whose outcome is known."""
        return next((s for s in reversed(self.steps) if s.outcome != "open"), None)

    @property
    def is_done(self) -> bool:
        """True when nothing is open and the assistant has answered."""
        return bool(self.answer) and not self.open


def progress(messages: Sequence[BaseMessage]) -> Progress:
    """Give where the newest turn stands; an empty list gives an empty one."""
    found = turns(messages)
    if not found:
        return Progress(task="", round=0, steps=(), answer="")
    turn = found[-1]
    with_calls = [g for g in turn.groups if g.calls]
    final = turn.groups[-1].messages[0]
    return Progress(
        task=turn.user.text if turn.user is not None else "",
        round=len(with_calls),
        steps=tuple(step for group in with_calls for step in _steps(group)),
        answer=final.text if final.type == "ai" and not turn.groups[-1].calls else "",
    )


def _steps(group: Group) -> list[Step]:
    answers: dict[str, BaseMessage] = {m.tool_call_id: m for m in group.messages[1:] if isinstance(m, ToolMessage)}
    return [
        Step(tool=c.name, call_id=c.id, outcome=_outcome(a := answers.get(c.id)), result=a.text if a else "")
        for c in group.calls
    ]


def _outcome(answer: BaseMessage | None) -> Outcome:
    if answer is None:
        return "open"
    if is_no_result(answer):
        return "unknown"
    return "failed" if isinstance(answer, ToolMessage) and answer.status == "error" else "done"
