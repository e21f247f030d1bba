"""The OpenAI dict form of one message, both ways.

`from_dict` and `to_dict` are exact inverses on every dict that OpenAI accepts: how the arguments were spelt, the
order of calls, `content` null, empty or missing, refusals, `reasoning_content`, names, and keys beside a call's
function (Gemini's thought signatures travel there) come back as they were. What no provider accepts is brought into a
legal form instead: null content on a message that must have text becomes "", `tool_calls: []` and null options are
left out, a call without type is a function call.

What the form cannot say is said in the text: a tool message of status "error" whose text does not say so gets `Error: `
in front (the field is not sent by any client).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    InvalidToolCall,
    SystemMessage,
    ToolCall,
    ToolMessage,
)

from memory.wire.parts import content_for

WireMessage = dict[str, Any]

CONTENT_WAS = "wire_content"
"""Under additional_kwargs: `missing` or `empty`, where an assistant's content was not the usual null beside calls."""
RAW_CALLS = "tool_calls"
"""Under additional_kwargs: the calls as the provider wrote them, kept where they differ from the canonical spelling."""
REASONING = "reasoning_content"
DEVELOPER = "__openai_role__"
"""LangChain's own mark, under additional_kwargs, of a system message that was a developer's."""
ERROR_WORDS = ("error", "exception", "traceback", "failed", "错误", "出错", "失败", "异常")


def from_dict(wire: Mapping[str, Any]) -> AnyMessage:
    """Give the message that a dict in OpenAI's form stands for; never raises for broken arguments or missing keys."""
    role = str(wire.get("role") or "")
    content = wire.get("content")
    content = content if isinstance(content, (str, list)) else ("" if content is None else str(content))
    base: dict[str, Any] = {"content": content}
    if isinstance(wire.get("id"), str) and wire["id"]:
        base["id"] = wire["id"]
    if isinstance(wire.get("name"), str):
        base["name"] = wire["name"]
    if role == "user":
        return HumanMessage(**base)
    if role == "system":
        return SystemMessage(**base)
    if role == "developer":
        return SystemMessage(**base, additional_kwargs={DEVELOPER: "developer"})
    if role == "tool":
        return ToolMessage(**base, tool_call_id=str(wire.get("tool_call_id") or ""))
    if role == "function":
        return FunctionMessage(**{"name": "", **base})
    if role == "assistant":
        return _assistant(wire, base)
    return ChatMessage(**base, role=role)


def _assistant(wire: Mapping[str, Any], base: dict[str, Any]) -> AIMessage:
    raw = wire.get("tool_calls")
    raw_calls: list[Any] = list(raw) if isinstance(raw, Sequence) and not isinstance(raw, str) else []
    calls: list[ToolCall] = []
    broken: list[InvalidToolCall] = []
    for item in raw_calls:
        call = item if isinstance(item, Mapping) else {}
        fn = call.get("function")
        fn = fn if isinstance(fn, Mapping) else {}
        name, text = fn.get("name"), fn.get("arguments")
        arguments = parse_arguments(text)
        call_id = call.get("id") if isinstance(call.get("id"), str) else None
        if arguments is None or not isinstance(name, str):
            spelt = text if isinstance(text, str) or text is None else json.dumps(text, ensure_ascii=False)
            broken.append(
                InvalidToolCall(
                    type="invalid_tool_call",
                    id=call_id,
                    name=name if isinstance(name, str) else None,
                    args=spelt,
                    error="the arguments are not a JSON object" if arguments is None else "the call names no function",
                )
            )
        else:
            calls.append(ToolCall(type="tool_call", id=call_id, name=name, args=arguments))
    extra: dict[str, Any] = {}
    for key in ("refusal", REASONING, "audio", "function_call"):
        if wire.get(key) is not None:
            extra[key] = wire[key]
    if "content" not in wire:
        extra[CONTENT_WAS] = "missing"
    elif wire["content"] == "" and raw_calls:
        extra[CONTENT_WAS] = "empty"
    elif wire["content"] is None and not raw_calls and (extra.get("refusal") or extra.get("audio")):
        extra[CONTENT_WAS] = "null"
    message = AIMessage(**base, tool_calls=calls, invalid_tool_calls=broken, additional_kwargs=extra)
    if raw_calls and _canonical_calls(message) != raw_calls:
        kept = [dict(item) for item in raw_calls if isinstance(item, Mapping)]
        message.additional_kwargs[RAW_CALLS] = kept
    return message


def parse_arguments(text: Any) -> dict[str, Any] | None:
    """Give the arguments as a dict, {} for none at all, and None for what is no JSON object."""
    if text is None or text == "":
        return {}
    if isinstance(text, Mapping):
        return dict(text)
    if not isinstance(text, str):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if value is None:
        return {}
    return value if isinstance(value, dict) else None


def spell_arguments(arguments: Any) -> str:
    """Give the canonical spelling of a call's arguments: JSON, Chinese unescaped."""
    return json.dumps(arguments, ensure_ascii=False, default=str)


def _canonical_calls(message: AIMessage) -> list[WireMessage]:
    out = [_wire_call(call["id"], call["name"], spell_arguments(call["args"])) for call in message.tool_calls]
    for bad in message.invalid_tool_calls:
        args = bad["args"]
        out.append(_wire_call(bad["id"], bad["name"], args if isinstance(args, str) else ""))
    return out


def _wire_call(call_id: str | None, name: str | None, arguments: str) -> WireMessage:
    return {"id": call_id or "", "type": "function", "function": {"name": name or "", "arguments": arguments}}


def wire_calls(message: AIMessage) -> list[WireMessage]:
    """Give the calls as they go on the wire, in the provider's own spelling and order while they still say the same."""
    calls = _canonical_calls(message)
    raw = message.additional_kwargs.get(RAW_CALLS)
    if not raw or not isinstance(raw, list):
        return calls
    if not calls:
        return []
    rest = list(calls)
    out: list[WireMessage] = []
    for item in raw:
        match = next((call for call in rest if _same_call(item, call)), None)
        if match is None:
            continue
        rest.remove(match)
        spelt, canonical = item["function"].get("arguments"), match["function"]["arguments"]
        same = isinstance(spelt, str) and (
            spelt == canonical or parse_arguments(spelt) == parse_arguments(canonical) is not None
        )
        fn = {**match["function"], "arguments": spelt if same else canonical}
        beside = {key: value for key, value in item.items() if key not in ("id", "type", "function")}
        out.append({"id": match["id"], "type": match["type"], "function": fn, **beside})
    return out + rest


def _same_call(raw: Any, call: WireMessage) -> bool:
    fn = raw.get("function") if isinstance(raw, Mapping) else None
    if not isinstance(fn, Mapping) or (raw.get("id") or "") != call["id"]:
        return False
    return bool((fn.get("name") or "") == call["function"]["name"])


def to_dict(message: BaseMessage) -> WireMessage:
    """Give one message in OpenAI's form, without the framework's id."""
    name = message.name
    if isinstance(message, AIMessage):
        return _assistant_dict(message)
    if isinstance(message, ToolMessage):
        content = content_for("tool", message.content)
        if message.status == "error":
            content = _with_error(content)
        wire: WireMessage = {"role": "tool", "tool_call_id": message.tool_call_id, "content": content}
        return {**wire, "name": name} if name else wire
    if isinstance(message, SystemMessage):
        role = message.additional_kwargs.get(DEVELOPER, "system")
    elif isinstance(message, FunctionMessage):
        role = "function"
    elif isinstance(message, ChatMessage):
        role = message.role
    else:
        role = "user"
    wire = {"role": role, "content": content_for(role, message.content)}
    return {**wire, "name": name} if name else wire


def _assistant_dict(message: AIMessage) -> WireMessage:
    extra = message.additional_kwargs
    wire: WireMessage = {"role": "assistant", "content": content_for("assistant", message.content)}
    if message.name:
        wire["name"] = message.name
    calls = wire_calls(message)
    was = extra.get(CONTENT_WAS)
    if wire["content"] == "":
        if was == "missing" and (calls or extra.get("refusal") or extra.get("audio")):
            del wire["content"]
        elif (calls and was != "empty") or (was == "null" and (extra.get("refusal") or extra.get("audio"))):
            wire["content"] = None
    for key in ("refusal", REASONING):
        if isinstance(extra.get(key), str) and extra[key]:
            wire[key] = extra[key]
    audio = extra.get("audio")
    if isinstance(audio, Mapping) and audio:
        wire["audio"] = {"id": audio["id"]} if "id" in audio else dict(audio)
    if calls:
        wire["tool_calls"] = calls
    elif isinstance(extra.get("function_call"), Mapping):
        wire["function_call"] = dict(extra["function_call"])
    return wire


def says_error(text: str) -> bool:
    """Whether a result's first words say that it is one."""
    return any(word in text[:80].lower() for word in ERROR_WORDS)


def _with_error(content: str | list[Any]) -> str | list[Any]:
    if isinstance(content, str):
        return content if says_error(content) else f"Error: {content}".rstrip()
    if any(isinstance(part, dict) and says_error(str(part.get("text") or "")) for part in content):
        return content
    return [{"type": "text", "text": "Error:"}, *content]
