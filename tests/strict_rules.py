"""What OpenAI's chat-completions endpoint refuses, in the words in which it refuses it; and its own token count.

Written from the published API reference and from refusals seen in public reports, apart from the code under test: it
shares nothing with `memory.wire` and `memory.messages`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory.vocabulary import encode, load_encoding


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error answer."""

    message: str
    param: str | None = None
    code: str | None = None
    status: int = 400
    kind: str = "invalid_request_error"

    def body(self) -> dict[str, Any]:
        """Give the JSON that OpenAI answers with."""
        return {"error": {"message": self.message, "type": self.kind, "param": self.param, "code": self.code}}


_KEYS = {
    "system": {"role", "content", "name"},
    "developer": {"role", "content", "name"},
    "user": {"role", "content", "name"},
    "assistant": {"role", "content", "name", "tool_calls", "refusal", "audio", "function_call"},
    "tool": {"role", "content", "tool_call_id", "name"},
}
_PART_TYPES = {
    "system": ("text",),
    "developer": ("text",),
    "tool": ("text",),
    "assistant": ("text", "refusal"),
    "user": ("text", "image_url", "input_audio", "file"),
}
_REQUEST_KEYS = frozenset(
    {"model", "messages", "tools", "tool_choice", "parallel_tool_calls", "stream", "stream_options", "temperature"}
    | {"top_p", "n", "stop", "max_tokens", "max_completion_tokens", "presence_penalty", "frequency_penalty"}
    | {"logit_bias", "logprobs", "top_logprobs", "seed", "user", "response_format", "service_tier", "store"}
    | {"metadata", "modalities", "audio", "prediction", "reasoning_effort", "safety_identifier", "prompt_cache_key"}
    | {"prompt_cache_retention", "verbosity", "web_search_options"}
)
FUNCTION_NAME = re.compile(r"[a-zA-Z0-9_.-]{1,64}")


def refusal_of(request: Any) -> Refusal | None:
    """Give why the endpoint refuses a request, or None when it takes it."""
    if not isinstance(request, dict):
        return Refusal("We could not parse the JSON body of your request.")
    for key in request:
        if key not in _REQUEST_KEYS:
            return Refusal(f"Unrecognized request argument supplied: {key}", key, "unknown_parameter")
    if not isinstance(request.get("model"), str) or not request["model"]:
        return Refusal("you must provide a model parameter")
    return _of_options(request) or _of_tools(request) or refusal_of_messages(request.get("messages"))


def _of_options(request: Mapping[str, Any]) -> Refusal | None:
    temperature = request.get("temperature")
    if temperature is not None and not (isinstance(temperature, (int, float)) and 0 <= temperature <= 2):
        return Refusal(f"Invalid 'temperature': {temperature}", "temperature")
    if request.get("max_tokens") is not None and request.get("max_completion_tokens") is not None:
        return Refusal("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
    for key in ("max_tokens", "max_completion_tokens"):
        most = request.get(key)
        if most is not None and (not isinstance(most, int) or most < 1):
            return Refusal(f"Invalid '{key}': integer below minimum value.", key, "integer_below_min_value")
    if request.get("stream_options") is not None and not request.get("stream"):
        return Refusal("The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options")
    return None


def _of_tools(request: Mapping[str, Any]) -> Refusal | None:
    tools = request.get("tools")
    if tools is None:
        for key in ("tool_choice", "parallel_tool_calls"):
            if request.get(key) is not None:
                return Refusal(f"Invalid value for '{key}': '{key}' is only allowed when 'tools' are specified.", key)
        return None
    if not isinstance(tools, list) or not tools:
        what = "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead."
        return Refusal(what, "tools", "empty_array")
    if len(tools) > 128:
        return Refusal("Invalid 'tools': array too long. Expected an array with maximum length 128.", "tools")
    for at, tool in enumerate(tools):
        function = tool.get("function") if isinstance(tool, dict) else None
        name = function.get("name") if isinstance(function, dict) else None
        if not isinstance(name, str) or not FUNCTION_NAME.fullmatch(name):
            where = f"tools[{at}].function.name"
            return Refusal(
                f"Invalid '{where}': string does not match pattern '^[a-zA-Z0-9_.-]+$'.", where, "invalid_value"
            )
        parameters = function.get("parameters") if isinstance(function, dict) else None
        if parameters is not None and (not isinstance(parameters, dict) or parameters.get("type") != "object"):
            where = f"tools[{at}].function.parameters"
            return Refusal(f"Invalid schema for function '{name}': schema must be of type 'object'.", where)
    return None


def refusal_of_messages(messages: Any) -> Refusal | None:
    """Give why OpenAI refuses a message list, or None."""
    if not isinstance(messages, list) or not messages:
        what = (
            "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."
        )
        return Refusal(what, "messages", "empty_array")
    owed: list[str] = []
    caller = -1
    for at, message in enumerate(messages):
        found = _of_message(message, at)
        if found:
            return found
        if message["role"] == "tool":
            call_id = message["tool_call_id"]
            if caller < 0 or call_id not in owed:
                what = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
                return Refusal(f"Invalid parameter: {what}", f"messages.[{at}].role")
            owed.remove(call_id)
            continue
        if owed:
            break
        calls = message.get("tool_calls") or []
        owed, caller = [call["id"] for call in calls], at if calls else -1
    if owed:
        what = (
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
            f"'tool_call_id'. The following tool_call_ids did not have response messages: {', '.join(owed)}"
        )
        return Refusal(what, f"messages.[{caller + 1}].role")
    return None


def _of_message(message: Any, at: int) -> Refusal | None:
    where = f"messages[{at}]"
    if not isinstance(message, dict):
        return Refusal(f"Invalid type for '{where}': expected an object.", where, "invalid_type")
    role = message.get("role")
    if role not in _KEYS:
        what = "Supported values are: 'system', 'assistant', 'user', 'tool', and 'developer'."
        return Refusal(f"Invalid value: '{role}'. {what}", f"{where}.role", "invalid_value")
    for key in message:
        if key not in _KEYS[role]:
            return Refusal(f"Unknown parameter: '{where}.{key}'.", f"{where}.{key}", "unknown_parameter")
    name = message.get("name")
    if name is not None and (not isinstance(name, str) or not re.fullmatch(r"[^\s<|\\/>]{1,64}", name)):
        what = "Expected a string that matches the pattern '^[^\\s<|\\\\/>]+$'."
        return Refusal(f"Invalid '{where}.name': {what}", f"{where}.name", "invalid_value")
    if role == "tool" and not (isinstance(message.get("tool_call_id"), str) and message["tool_call_id"]):
        return Refusal(f"Missing required parameter: '{where}.tool_call_id'.", f"{where}.tool_call_id")
    return _of_content(message, where) or (_of_calls(message, where) if role == "assistant" else None)


def _of_content(message: Mapping[str, Any], where: str) -> Refusal | None:
    role, content = message["role"], message.get("content")
    where = f"{where}.content"
    if content is None:
        if role == "assistant" and (message.get("tool_calls") or message.get("refusal") or message.get("audio")):
            return None
        return Refusal(f"Invalid value for '{where}': expected a string, got null.", where)
    if isinstance(content, str):
        return None
    if not isinstance(content, list):
        return Refusal(f"Invalid type for '{where}': expected one of a string or array of objects.", where)
    if not content:
        return Refusal(f"Invalid '{where}': empty array.", where, "empty_array")
    for at, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        if kind not in _PART_TYPES[role] or (kind == "text" and not isinstance(part.get("text"), str)):
            known = ", ".join(f"'{word}'" for word in _PART_TYPES[role])
            return Refusal(f"Invalid value: '{kind}'. Supported values are: {known}.", f"{where}[{at}].type")
    return None


def _of_calls(message: Mapping[str, Any], where: str) -> Refusal | None:
    calls = message.get("tool_calls")
    where = f"{where}.tool_calls"
    if calls is None:
        return None
    if not isinstance(calls, list) or not calls:
        return Refusal(
            f"Invalid '{where}': empty array. Expected an array with minimum length 1.", where, "empty_array"
        )
    if len(calls) > 128:
        what = f"Expected an array with maximum length 128, but got an array with length {len(calls)} instead."
        return Refusal(f"Invalid '{where}': array too long. {what}", where, "array_above_max_length")
    seen: set[str] = set()
    for at, call in enumerate(calls):
        here = f"{where}[{at}]"
        function = call.get("function") if isinstance(call, dict) else None
        call_id = call.get("id") if isinstance(call, dict) else None
        if not isinstance(call_id, str) or not call_id:
            return Refusal(f"Missing required parameter: '{here}.id'.", f"{here}.id")
        if len(call_id) > 40:
            what = f"Expected a string with maximum length 40, but got a string with length {len(call_id)} instead."
            return Refusal(f"Invalid '{here}.id': string too long. {what}", f"{here}.id", "string_above_max_length")
        if call_id in seen:
            return Refusal(f"Duplicate value for 'tool_call_id' of '{call_id}'.", here)
        seen.add(call_id)
        if not isinstance(function, dict) or not FUNCTION_NAME.fullmatch(str(function.get("name") or "")):
            return Refusal(f"Invalid '{here}.function.name': string does not match pattern.", f"{here}.function.name")
        if not isinstance(function.get("arguments"), str):
            return Refusal(f"Invalid type for '{here}.function.arguments': expected a string.", here, "invalid_type")
    return None


def count_tokens(request: Mapping[str, Any]) -> int:
    """Give the prompt tokens of a request by the cookbook's rules, written apart from the project's counter."""
    encoding = load_encoding("o200k_base")
    assert encoding is not None

    def weigh(text: Any) -> int:
        return len(encode(encoding, text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)))

    total = 3
    for message in request.get("messages") or ():
        total += 3 + weigh(message["role"])
        content = message.get("content") or ""
        for part in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            total += weigh(part.get("text") or part.get("refusal") or "") if "text" in part else 85
        total += weigh(message["name"]) + 1 if message.get("name") else 0
        for call in message.get("tool_calls") or ():
            total += 3 + weigh(call["function"]["name"]) + weigh(call["function"]["arguments"])
    tools: Sequence[Any] = request.get("tools") or ()
    for tool in tools:
        function = tool["function"]
        total += 7 + weigh(f"{function['name']}:{function.get('description', '').rstrip('.')}")
        properties = (function.get("parameters") or {}).get("properties") or {}
        total += 3 if properties else 0
        for key, value in properties.items():
            total += 3 + weigh(f"{key}:{value.get('type', '')}:{value.get('description', '').rstrip('.')}")
            total += sum(3 + weigh(item) for item in value.get("enum", ())) - (3 if "enum" in value else 0)
    return total + (12 if tools else 0)
