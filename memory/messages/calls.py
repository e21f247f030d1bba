"""Tool calls as they stand in a message, and the two marks of ours that a message can carry."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

PINNED = "pinned"
"""The key in `additional_kwargs` of a message that is never trimmed or folded."""
NO_RESULT = "no_result"
"""The key in `additional_kwargs` of an answer that stands in for one that never came."""
MAX_CALLS = 128
"""The most calls that a provider takes in one message (OpenAI; the others take no more)."""
NO_RESULT_TEXT = "No result was recorded for this call."

_IDS = uuid.UUID("5b6f5d2a-5f6e-4c39-9c53-0d8a4f0a7e11")
"""The namespace of the ids made here: the same message and call always give the same id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One tool call of an assistant message, parsed or not."""

    id: str
    """As the message has it; empty where it has none."""
    name: str
    args: dict[str, Any] | None
    """None where the arguments did not parse."""
    raw: str | None
    """The arguments as text where they did not parse."""

    @property
    def is_valid(self) -> bool:
        """True when the arguments parsed, so that a tool can run."""
        return self.args is not None


def calls_of(message: BaseMessage) -> list[Call]:
    """Give the calls of a message in the order they go over the wire: those that parsed, then those that did not."""
    if not isinstance(message, AIMessage):
        return []
    parsed = [
        Call(id=c.get("id") or "", name=c.get("name") or "", args=c.get("args") or {}, raw=None)
        for c in message.tool_calls
    ]
    broken = [
        Call(id=c.get("id") or "", name=c.get("name") or "", args=None, raw=c.get("args") or "")
        for c in message.invalid_tool_calls
    ]
    return parsed + broken


_ASSISTANT = ("ai", "AIMessageChunk")
"""Looked at before the class: every append asks this of every message, and isinstance costs far more on a model."""


def call_ids(message: BaseMessage) -> list[str]:
    """Give the ids of the calls of a message, in the order of `calls_of`; empty where a call has none."""
    if message.type not in _ASSISTANT or not isinstance(message, AIMessage):
        return []
    if not message.tool_calls and not message.invalid_tool_calls:
        return []
    return [c.get("id") or "" for c in (*message.tool_calls, *message.invalid_tool_calls)]


def has_calls(message: BaseMessage) -> bool:
    """True when the message is an assistant's and carries a call."""
    return isinstance(message, AIMessage) and bool(message.tool_calls or message.invalid_tool_calls)


def with_call_ids(message: AIMessage, ids: Sequence[str]) -> AIMessage:
    """Give a copy whose calls carry these ids, in the order of `calls_of`, wherever the message repeats them."""
    cut = len(message.tool_calls)
    old = [c.id for c in calls_of(message)]
    update: dict[str, Any] = {
        "tool_calls": [{**c, "id": i} for c, i in zip(message.tool_calls, ids[:cut], strict=True)],
        "invalid_tool_calls": [{**c, "id": i} for c, i in zip(message.invalid_tool_calls, ids[cut:], strict=True)],
    }
    raw = message.additional_kwargs.get("tool_calls")
    if isinstance(raw, list):
        update["additional_kwargs"] = {**message.additional_kwargs, "tool_calls": _renamed(raw, old, ids)}
    if isinstance(message.content, list):
        update["content"] = _renamed(message.content, old, ids)
    return message.model_copy(update=update)


def with_calls(message: AIMessage, wanted: range) -> AIMessage:
    """Give a copy with these of its calls alone, by their place in `calls_of`."""
    cut = len(message.tool_calls)
    left_out = [c.id for i, c in enumerate(calls_of(message)) if i not in wanted]
    update: dict[str, Any] = {
        "tool_calls": [c for i, c in enumerate(message.tool_calls) if i in wanted],
        "invalid_tool_calls": [c for i, c in enumerate(message.invalid_tool_calls, start=cut) if i in wanted],
    }
    raw = message.additional_kwargs.get("tool_calls")
    if isinstance(raw, list):
        update["additional_kwargs"] = {**message.additional_kwargs, "tool_calls": _without(raw, left_out)}
    if isinstance(message.content, list):
        update["content"] = _without(message.content, left_out)
    return message.model_copy(update=update)


def _without(parts: Sequence[Any], ids: Sequence[str]) -> list[Any]:
    return [
        p for p in parts if not (isinstance(p, dict) and p.get("type") in _CALL_BLOCKS and (p.get("id") or "") in ids)
    ]


def _renamed(parts: Sequence[Any], old: Sequence[str], new: Sequence[str]) -> list[Any]:
    """Rename call blocks in step with the calls: the n-th block with one id is the n-th call with it."""
    left = list(zip(old, new, strict=True))
    out = []
    for part in parts:
        kind = part.get("type") if isinstance(part, dict) else None
        match = next((p for p in left if p[0] == (part.get("id") or "")), None) if kind in _CALL_BLOCKS else None
        if match is not None:
            left.remove(match)
            part = {**part, "id": match[1]}
        out.append(part)
    return out


_CALL_BLOCKS = frozenset({"function", "tool_call", "invalid_tool_call", "tool_use"})


def derived_id(*parts: str) -> str:
    """Give the id that these parts always give."""
    return str(uuid.uuid5(_IDS, "\x1f".join(parts)))


def no_result(message: BaseMessage, call: Call) -> ToolMessage:
    """Give the marked answer to a call of this message, the same one every time."""
    return ToolMessage(
        content=NO_RESULT_TEXT,
        tool_call_id=call.id,
        name=call.name or None,
        status="error",
        additional_kwargs={NO_RESULT: True},
        id=derived_id("no-result", message.id, call.id) if message.id else None,
    )


def is_no_result(message: BaseMessage) -> bool:
    """True for a marked answer, which a late real answer replaces."""
    return isinstance(message, ToolMessage) and message.additional_kwargs.get(NO_RESULT) is True


def is_pinned(message: BaseMessage) -> bool:
    """True when the message is marked to stay."""
    return bool(message.additional_kwargs.get(PINNED))


def pin(message: BaseMessage) -> BaseMessage:
    """Give a copy that trimming and folding leave alone."""
    return message.model_copy(update={"additional_kwargs": {**message.additional_kwargs, PINNED: True}})
