"""What happens in a turn, as a reader of the stream meets it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

EventKind = Literal["node", "token", "restart", "tool_call", "tool_result", "approval", "answer", "report"]

RESTARTED = "restarted"
"""Under the response_metadata of an empty chunk: what was streamed before it is void, the answer begins again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened."""

    kind: EventKind
    """`node`: a node has ended · `token`: a piece of the answer · `restart`: the pieces so far are void, since
    the stream broke and the answer begins again · `tool_call`, `tool_result` · `approval`: the turn waits for the
    user · `answer`: the whole answer · `report`: the turn's figures, the last event."""
    text: str = ""
    node: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    """tool_call: `id name args` · tool_result: `id name status` · approval: `calls` · report: the turn's report, and
    `memories`, the recalled ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What `ask` gives."""

    text: str
    report: dict[str, Any] = field(default_factory=dict)
    recalled: list[dict[str, Any]] = field(default_factory=list)
    tool_calls: list[dict[str, Any]] = field(default_factory=list)
    approval: list[dict[str, Any]] = field(default_factory=list)
    """Calls that wait for the user's approval; the answer is then empty, and `resume` goes on."""
    user_id: str = ""
    thread_id: str = ""
