"""Where a turn goes next."""

from __future__ import annotations

from typing import Any, Literal

from langchain_core.messages import AIMessage


def after_model(state: dict[str, Any]) -> Literal["execute_tools", "write_back"]:
    """Tools when the model has called any, else the end of the turn."""
    newest = state["messages"][-1]
    calls = isinstance(newest, AIMessage) and (newest.tool_calls or newest.invalid_tool_calls)
    return "execute_tools" if calls else "write_back"
