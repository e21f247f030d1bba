"""Makes variations of a handed case: other budgets, places, content forms, ids, and ways of arriving."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from handed_cases import count_words
from langchain_core.messages import BaseMessage

from memory.messages import as_messages
from memory.short_term import ShortTermMemory

Dicts = list[dict[str, Any]]


@dataclass(frozen=True)
class Variation:
    """A reducer, and the updates that reach it."""

    memory: ShortTermMemory
    updates: list[list[BaseMessage]]


def varied(case: dict[str, Any], rng: random.Random) -> Variation:
    """Give one variation of the case."""
    given = case["input"]
    dicts: Dicts = copy.deepcopy([*given["messages"], *(given.get("args") or {}).get("append", [])])
    for change in CHANGES:
        if rng.random() < 0.4:
            dicts = change(dicts, rng)
    messages = as_messages(dicts)
    updates: list[list[BaseMessage]] = []
    while messages:
        size = rng.choice((1, 1, 2, 3, len(messages)))
        updates.append(messages[:size])
        messages = messages[size:]
    return Variation(_memory(rng), updates)


def _memory(rng: random.Random) -> ShortTermMemory:
    options: dict[str, Any] = {"pin_first_user": False}
    if rng.random() < 0.3:
        options["trim_to"] = rng.choice((0.3, 0.5, 0.9))
    if rng.random() < 0.5:
        return ShortTermMemory(max_messages=rng.randint(1, 9), **options)
    most = rng.choice((1, 3, 8, 15, 40, 90, 200))
    return ShortTermMemory(max_messages=rng.choice((None, 5)), max_tokens=most, count_tokens=count_words, **options)


def _as_parts(dicts: Dicts, rng: random.Random) -> Dicts:
    for d in dicts:
        if isinstance(d.get("content"), str) and d["content"] and rng.random() < 0.5:
            d["content"] = [{"type": "text", "text": d["content"]}]
    return dicts


def _null_content(dicts: Dicts, rng: random.Random) -> Dicts:
    for d in dicts:
        if d["role"] == "assistant" and rng.random() < 0.3:
            if rng.random() < 0.5:
                d["content"] = None
            else:
                d.pop("content", None)
    return dicts


def _renamed_calls(rename: Callable[[str], str | None]) -> Callable[[Dicts, random.Random], Dicts]:
    def change(dicts: Dicts, _: random.Random) -> Dicts:
        for d in dicts:
            for call in d.get("tool_calls") or []:
                call["id"] = rename(call["id"])
            if "tool_call_id" in d:
                d["tool_call_id"] = rename(d["tool_call_id"])
        return dicts

    return change


def _broken_arguments(dicts: Dicts, rng: random.Random) -> Dicts:
    for d in dicts:
        for call in d.get("tool_calls") or []:
            if rng.random() < 0.4:
                call["function"]["arguments"] = rng.choice(('{"a', "", "[1]", "null", "中文", '{"a": 1}'))
    return dicts


def _older_turn(dicts: Dicts, rng: random.Random) -> Dicts:
    head = next((i for i, d in enumerate(dicts) if d["role"] not in ("system", "developer")), len(dicts))
    turn: Dicts = [
        {"role": "user", "content": "以前的问题 earlier"},
        {"role": "assistant", "content": None, "tool_calls": [_call("older")]},
        {"role": "tool", "tool_call_id": "older", "content": "found"},
        {"role": "assistant", "content": "earlier answer"},
    ]
    return [*dicts[:head], *turn[: rng.randint(1, 4)], *dicts[head:]]


def _newer_turn(dicts: Dicts, rng: random.Random) -> Dicts:
    turn: Dicts = [
        {"role": "user", "content": "and now 现在呢"},
        {"role": "assistant", "content": "", "tool_calls": [_call("n1"), _call("n2")]},
        {"role": "tool", "tool_call_id": "n2", "content": "two"},
        {"role": "tool", "tool_call_id": "n1", "content": "one"},
        {"role": "assistant", "content": "newer answer"},
    ]
    return [*dicts, *turn[: rng.randint(1, 5)]]


def _with_system(dicts: Dicts, rng: random.Random) -> Dicts:
    at = rng.randint(0, len(dicts))
    return [*dicts[:at], {"role": rng.choice(("system", "developer")), "content": "be brief"}, *dicts[at:]]


def _swapped(dicts: Dicts, rng: random.Random) -> Dicts:
    if len(dicts) > 1:
        i = rng.randrange(len(dicts) - 1)
        dicts[i], dicts[i + 1] = dicts[i + 1], dicts[i]
    return dicts


def _lost(dicts: Dicts, rng: random.Random) -> Dicts:
    """One message never arrived; not the last user message, so that there is something to keep."""
    if len(dicts) > 2:
        del dicts[rng.randrange(len(dicts) - 1)]
    return dicts


def _doubled(dicts: Dicts, rng: random.Random) -> Dicts:
    if dicts:
        i = rng.randrange(len(dicts))
        dicts.insert(rng.randint(i, len(dicts)), copy.deepcopy(dicts[i]))
    return dicts


def _with_ids(dicts: Dicts, rng: random.Random) -> Dicts:
    for i, d in enumerate(dicts):
        d["id"] = f"v{i}" if rng.random() < 0.9 else f"v{max(0, i - 1)}"
    return dicts


def _call(call_id: str) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": "lookup", "arguments": "{}"}}


CHANGES: list[Callable[[Dicts, random.Random], Dicts]] = [
    _as_parts,
    _null_content,
    _renamed_calls(lambda _: "k"),
    _renamed_calls(lambda i: f"{i}-" + "x" * 45),
    _renamed_calls(lambda _: ""),
    _broken_arguments,
    _older_turn,
    _newer_turn,
    _with_system,
    _swapped,
    _lost,
    _doubled,
    _with_ids,
]
