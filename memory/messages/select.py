"""Pick messages out of a list: by role, by tool, the last few."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.messages import BaseMessage, ToolMessage

from memory.messages.groups import groups

ROLES = {"user": "human", "assistant": "ai", "tool": "tool", "system": "system", "developer": "system"}
"""The wire's word for a role, and LangChain's; either may be asked for."""


def select(
    messages: Sequence[BaseMessage], *, role: str | None = None, tool: str | None = None, last: int | None = None
) -> list[BaseMessage]:
    """Give the messages that fit every condition, in order.

    `tool` gives the answers of the tool with that name, found through their call (an answer need not carry a name).
    `last` keeps that many of the newest.
    """
    picked: list[BaseMessage] = list(messages)
    if tool is not None:
        picked = []
        for group in groups(messages):
            names = {c.id: c.name for c in group.calls}
            for message in group.messages:
                if isinstance(message, ToolMessage) and tool in (message.name, names.get(message.tool_call_id)):
                    picked.append(message)
    if role is not None:
        kind = ROLES.get(role, role)
        picked = [m for m in picked if m.type == kind]
    if last is not None:
        picked = picked[-last:] if last > 0 else []
    return picked
