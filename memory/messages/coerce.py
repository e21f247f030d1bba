"""Take messages in every form that clients and nodes write them in; no caller's object is changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    BaseMessageChunk,
    InvalidToolCall,
    ToolCall,
    convert_to_messages,
    message_chunk_to_message,
)
from langchain_core.utils.json import parse_partial_json

_ASSISTANT = frozenset({"assistant", "ai", "AIMessageChunk"})


def as_messages(update: object) -> list[BaseMessage]:
    """Give the messages of an update: a message, string, (role, content) pair, dict, prompt value, or a list of them.

    Chunks become full messages, those in a row with one id a single one. Missing or null content becomes
    empty text, and a call whose arguments do not parse becomes an invalid tool call. None is no message.
    """
    if update is None:
        return []
    if not isinstance(update, (list, tuple, str, dict)) and hasattr(update, "to_messages"):
        return as_messages(update.to_messages())
    if isinstance(update, tuple) and not (len(update) == 2 and isinstance(update[0], str)):
        update = list(update)
    if not isinstance(update, list):
        update = [update]
    if all(issubclass(t, BaseMessage) and not issubclass(t, BaseMessageChunk) for t in set(map(type, update))):
        return list(update)
    return [_as_message(m) for m in _joined(update)]


def _joined(items: list[Any]) -> list[Any]:
    """The items, the pieces of one streamed message (chunks in a row with one id) added up."""
    out: list[Any] = []
    for item in items:
        last = out[-1] if out else None
        if isinstance(item, AIMessageChunk) and item.id and isinstance(last, AIMessageChunk) and last.id == item.id:
            out[-1] = last + item
        else:
            out.append(item)
    return out


def _as_message(item: Any) -> BaseMessage:
    if isinstance(item, AIMessageChunk):
        return _whole(item)
    if isinstance(item, BaseMessage):
        return message_chunk_to_message(item)
    if isinstance(item, Mapping):
        return _from_dict(dict(item))
    if isinstance(item, Sequence) and not isinstance(item, str) and len(item) == 2 and item[1] is None:
        item = (item[0], "")
    return convert_to_messages([item])[0]


def _from_dict(item: dict[str, Any]) -> BaseMessage:
    """A wire dict; LangChain's own converter raises for null content's absence and for arguments that do not parse."""
    if item.get("lc") == 1 and isinstance(item.get("kwargs"), dict):
        return convert_to_messages([item])[0]
    role = item.get("role") or item.get("type")
    if item.get("content") is None and role != "remove":
        item["content"] = ""
    if item.get("tool_call_id", "") is None:
        item["tool_call_id"] = ""
    if role == "tool":
        item.setdefault("tool_call_id", "")
    if role == "remove":
        item.setdefault("content", "")
    if role not in _ASSISTANT:
        return convert_to_messages([item])[0]
    calls = item.pop("tool_calls", None)
    broken = item.pop("invalid_tool_calls", None)
    item.pop("tool_call_chunks", None)
    usage = item.pop("usage_metadata", None)
    for key in ("role", "type"):
        item.pop(key, None)
    message = convert_to_messages([{"role": "assistant", **item}])[0]
    parsed, unparsed = read_calls(calls if isinstance(calls, list) else [])
    if isinstance(broken, list):
        unparsed += [_invalid(c.get("name"), c.get("args"), c.get("id")) for c in broken if isinstance(c, dict)]
    return AIMessage(
        content=message.content,
        name=message.name,
        id=message.id,
        additional_kwargs=message.additional_kwargs,
        response_metadata=message.response_metadata,
        tool_calls=parsed,
        invalid_tool_calls=unparsed,
        usage_metadata=usage if isinstance(usage, dict) else None,
    )


def read_calls(calls: Iterable[Any]) -> tuple[list[ToolCall], list[InvalidToolCall]]:
    """Read calls in the wire's or LangChain's form; those whose arguments are no JSON object come second."""
    from memory.wire.form import parse_arguments  # that package stands on this one

    parsed: list[ToolCall] = []
    broken: list[InvalidToolCall] = []
    for call in calls:
        if not isinstance(call, dict):
            continue
        function = call.get("function")
        source = function if isinstance(function, dict) else call
        name, args = source.get("name"), source.get("arguments", source.get("args"))
        value = parse_arguments(args)
        if value is not None and isinstance(name, str):
            parsed.append(ToolCall(name=name, args=value, id=call.get("id"), type="tool_call"))
        else:
            broken.append(_invalid(name, args, call.get("id")))
    return parsed, broken


def _invalid(name: Any, args: Any, call_id: Any) -> InvalidToolCall:
    text = args if isinstance(args, str) or args is None else json.dumps(args, ensure_ascii=False)
    return InvalidToolCall(
        type="invalid_tool_call",
        name=name if isinstance(name, str) else None,
        args=text,
        id=call_id if isinstance(call_id, str) else None,
        error=None,
    )


def _whole(chunk: AIMessageChunk) -> BaseMessage:
    """A streamed message as a full one; pieces of a call that carry no index continue the call before them."""
    message = message_chunk_to_message(chunk)
    pieces = chunk.tool_call_chunks
    if not isinstance(message, AIMessage) or not any(p.get("index") is None for p in pieces) or len(pieces) < 2:
        return message
    joined: list[dict[str, Any]] = []
    for piece in pieces:
        if joined and not piece.get("name") and not piece.get("id"):
            joined[-1]["args"] = (joined[-1]["args"] or "") + (piece.get("args") or "")
        else:
            joined.append({"name": piece.get("name"), "args": piece.get("args"), "id": piece.get("id")})
    if len(joined) == len(pieces):
        return message
    for call in joined:
        try:
            whole = parse_partial_json(call["args"] or "{}")
        except ValueError:
            continue
        call["args"] = whole if isinstance(whole, dict) else call["args"]
    parsed, broken = read_calls(joined)
    return message.model_copy(update={"tool_calls": parsed, "invalid_tool_calls": broken})
