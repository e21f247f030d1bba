"""Where a turn goes next."""

from __future__ import annotations

from typing import Any, Literal

from memory.messages import open_calls, open_invalid_calls


def after_model(state: dict[str, Any]) -> Literal["execute_tools", "write_back"]:
    """Tools while the newest group waits for answers, else the end of the turn."""
    messages = state["messages"]
    return "execute_tools" if open_calls(messages) or open_invalid_calls(messages) else "write_back"
