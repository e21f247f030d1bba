"""Looks into a turn: the request as the model saw it, and the tokens of each part."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import HumanMessage, SystemMessage, ToolMessage

from nodes.call_model import prepare
from nodes.prompts import memory_block
from nodes.services import Services

PARTS = ("system", "summary", "memories", "history", "tool results", "newest message", "tools")
"""The parts of a request, in the order in which they are sent."""


def token_parts(values: dict[str, Any], services: Services) -> dict[str, int]:
    """Give the tokens of each part of the newest turn's request; a part that is not there has 0."""
    count, text = services.counter.count_messages, services.counter.count_text
    request = prepare(values, services)  # type: ignore[arg-type]  # a snapshot's values are the state
    out = dict.fromkeys(PARTS, 0)
    out["tools"] = count([], tools=services.tools) if request.with_tools else 0
    out["summary"] = text(values["summary"]) if values.get("summary") else 0
    out["memories"] = text(memory_block(values.get("recalled", [])))
    newest = next((m for m in reversed(request.messages) if isinstance(m, HumanMessage)), None)
    for message in request.messages:
        tokens = count([message])
        if isinstance(message, SystemMessage):
            out["system"] += max(tokens - out["summary"], 0)
        elif isinstance(message, ToolMessage):
            out["tool results"] += tokens
        elif message is newest:
            out["newest message"] += max(tokens - out["memories"], 0)
        else:
            out["history"] += tokens
    return out
