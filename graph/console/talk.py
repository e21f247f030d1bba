"""A thread as people read it: who said what, which tool ran and what it gave, under the newest turn's events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

if TYPE_CHECKING:
    from graph.agent import Agent
    from memory.checkpoints import ThreadInfo

MAX_TITLE_CHARS = 40
MAX_LISTED = 50
"""How many threads are listed, the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call, and its result once there is one."""

    id: str
    name: str
    args: dict[str, Any]
    result: str | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message as it is shown."""

    who: Literal["user", "assistant"]
    text: str
    message_id: str
    turn_id: str
    """The id of the user message of its turn."""
    calls: tuple[Call, ...] = ()


def conversation(messages: Sequence[AnyMessage]) -> list[Said]:
    """Give a thread's messages as they are shown, each tool result with its call."""
    out: list[Said] = []
    turn = ""
    for place, message in enumerate(messages):
        if isinstance(message, HumanMessage):
            turn = message.id or ""
            out.append(Said(who="user", text=message.text, message_id=turn, turn_id=turn))
        elif isinstance(message, AIMessage):
            calls = tuple(_call(c, messages[place + 1 :]) for c in message.tool_calls)
            out.append(Said(who="assistant", text=message.text, message_id=message.id or "", turn_id=turn, calls=calls))
    return out


def _call(call: Any, later: Sequence[AnyMessage]) -> Call:
    id = str(call["id"])
    for message in later:
        if isinstance(message, AIMessage | HumanMessage):
            break  # ids may repeat in later turns
        if isinstance(message, ToolMessage) and message.tool_call_id == id:
            failed = message.status == "error"
            return Call(id=id, name=call["name"], args=call["args"], result=message.text, failed=failed)
    return Call(id=id, name=call["name"], args=call["args"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A thread in the list."""

    id: str
    title: str
    """How its newest turn began, or its id."""
    info: ThreadInfo


@dataclass(slots=True)
class ThreadList:
    """One user's threads, with titles read once per change."""

    agent: Agent
    user_id: str
    _titles: dict[tuple[str, Any], str] = field(default_factory=dict)

    def read(self) -> list[Thread]:
        """Give the threads, the last changed first."""
        out = []
        for info in self.agent.threads(self.user_id)[:MAX_LISTED]:
            key = (info.thread_id, info.updated)
            if key not in self._titles:
                values = self.agent.state(user_id=self.user_id, thread_id=info.thread_id).values
                self._titles[key] = title_of(values.get("messages", [])) or info.thread_id
            out.append(Thread(id=info.thread_id, title=self._titles[key], info=info))
        return out


def title_of(messages: Sequence[AnyMessage]) -> str:
    """Give the first thing that the user says in this window, cut to a line."""
    first = next((m.text for m in messages if isinstance(m, HumanMessage) and m.text.strip()), "")
    line = " ".join(first.split())
    return line if len(line) <= MAX_TITLE_CHARS else line[: MAX_TITLE_CHARS - 1] + "…"


def waiting_calls(snapshot: Any) -> list[dict[str, Any]]:
    """Give the calls that a thread waits to have approved."""
    values = [i.value for task in snapshot.tasks for i in task.interrupts]
    return [call for v in values if isinstance(v, dict) and v.get("type") == "approval" for call in v["calls"]]
