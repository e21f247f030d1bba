"""Who is speaking: passed at each invoke, never persisted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The run's context: JSON-able, no secrets, passed again on resume, fork and replay."""

    user_id: str
    """Whose memories are recalled and written."""
