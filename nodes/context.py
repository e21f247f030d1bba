"""Who is speaking: passed at each invoke, never persisted."""

from __future__ import annotations

from dataclasses import dataclass

from langgraph.runtime import Runtime


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The run's context: JSON-able, no secrets, passed again on resume, fork and replay."""

    user_id: str = ""
    """Whose memories are recalled and written; empty: nobody is named, and a server with tokens knows who speaks."""


def thread_of(runtime: Runtime[Context]) -> str:
    """Give the run's thread id; empty without a checkpointer."""
    info = runtime.execution_info
    return (info.thread_id if info else None) or ""
