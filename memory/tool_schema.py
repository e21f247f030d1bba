"""Tool schemas as the provider writes them into the prompt: one line for a function and one for each property.

Source of the constants: OpenAI's cookbook "How to count tokens with tiktoken", section 7. It shows flat properties with
descriptions; nested objects, lists of objects, unions and references are counted as further properties, so that a deep
schema weighs what it says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

PROPERTIES = 3
PROPERTY = 3
ENUM = -3
ENUM_ITEM = 3
MOST_LEVELS = 12


def function_of(tool: Any) -> dict[str, Any]:
    """Give a tool's function schema: name, description, parameters; a provider's own tool is named by its dict."""
    if isinstance(tool, Mapping):
        if isinstance(tool.get("function"), Mapping):
            return dict(tool["function"])
        if isinstance(tool.get("name"), str) and ("parameters" in tool or "input_schema" in tool):
            return {"parameters": tool.get("input_schema"), **tool}
        if "title" not in tool:
            return {"name": str(tool.get("type") or "tool"), "description": json.dumps(dict(tool), default=str)}
    from langchain_core.utils.function_calling import convert_to_openai_tool

    try:
        function = convert_to_openai_tool(tool)["function"]
    except (ValueError, TypeError, KeyError):
        return {"name": str(getattr(tool, "name", "tool")), "description": str(tool)}
    return dict(function)


def schema_lines(function: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Give the lines of one function, each with the fixed tokens around it."""
    yield 0, f"{function.get('name', '')}:{_sentence(function.get('description'))}"
    parameters = function.get("parameters")
    if isinstance(parameters, Mapping):
        shared = parameters.get("$defs") or parameters.get("definitions") or {}
        yield from _properties(parameters, shared if isinstance(shared, Mapping) else {}, MOST_LEVELS)


def _properties(schema: Mapping[str, Any], shared: Mapping[str, Any], levels: int) -> Iterator[tuple[int, str]]:
    properties = schema.get("properties")
    if not isinstance(properties, Mapping) or not properties or not levels:
        return
    yield PROPERTIES, ""
    for key, value in properties.items():
        yield from _property(str(key), value if isinstance(value, Mapping) else {}, shared, levels)


def _property(key: str, value: Mapping[str, Any], shared: Mapping[str, Any], levels: int) -> Iterator[tuple[int, str]]:
    value = _resolved(value, shared)
    options = [_resolved(o, shared) for o in value.get("anyOf") or value.get("oneOf") or () if isinstance(o, Mapping)]
    kind = value.get("type") or " | ".join(str(option.get("type") or "object") for option in options) or "any"
    kind = " | ".join(map(str, kind)) if isinstance(kind, list) else kind
    yield PROPERTY, f"{key}:{kind}:{_sentence(value.get('description'))}"
    for source in (value, *options):
        if isinstance(source.get("enum"), list):
            yield ENUM, ""
            for item in source["enum"]:
                yield ENUM_ITEM, str(item)
        for inner in (source, source.get("items")):
            if isinstance(inner, Mapping):
                yield from _properties(_resolved(inner, shared), shared, levels - 1)
    if value.get("default") is not None:
        yield 3, str(value["default"])


def _resolved(schema: Mapping[str, Any], shared: Mapping[str, Any]) -> Mapping[str, Any]:
    name = str(schema.get("$ref") or "").rsplit("/", 1)[-1]
    target = shared.get(name) if name else None
    return {**target, **schema} if isinstance(target, Mapping) else schema


def _sentence(text: Any) -> str:
    return text[:-1] if isinstance(text, str) and text.endswith(".") else str(text or "")
