"""A user, a thread and an agent to try the console's rooms with, and records made for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from graph import Agent
from memory.record import MemoryRecord, record_id

if TYPE_CHECKING:
    from langgraph.types import StateSnapshot

    from memory.long_term import LongTermMemory

NOW = datetime(2026, 5, 1, tzinfo=UTC)


class Desk(NamedTuple):
    """One agent for all tests, and a user and a thread for each."""

    agent: Agent
    user: str
    thread: str

    def say(self, text: str, thread: str = "") -> str:
        return self.agent.ask(text, user_id=self.user, thread_id=thread or self.thread).text

    @property
    def memory(self) -> LongTermMemory:
        return self.agent.memory(self.user)

    @property
    def state(self) -> StateSnapshot:
        return self.agent.state(user_id=self.user, thread_id=self.thread)

    def messages(self) -> list[str]:
        return [m.text for m in self.state.values.get("messages", [])]

    def turn(self, text: str) -> str:
        return next(str(m.id) for m in self.state.values["messages"] if m.text == text)


def fact(n: int, text: str, **fields: object) -> MemoryRecord:
    at = NOW - timedelta(days=n)
    known = {"id": record_id("ann", text, str(n)), "user_id": "ann", "kind": "fact", "text": text, "subject": "user"}
    return MemoryRecord(**{**known, "created": at, "updated": at, "valid_from": at, **fields})  # type: ignore[arg-type]
