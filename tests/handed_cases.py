"""Runs a handed case: the state before an event, the event, and what came out, named by the case's own indexes."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType
from typing import Any

from handed import handed
from langchain_core.messages import BaseMessage, RemoveMessage

from memory.messages import as_messages
from memory.short_term import ShortTermMemory
from memory.wire import to_openai


@lru_cache
def protocol() -> ModuleType:
    """Give the handed validator as a module."""
    spec = importlib.util.spec_from_file_location("handed_protocol", handed("cases/protocol.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["handed_protocol"] = module
    spec.loader.exec_module(module)
    return module


@lru_cache
def case_list() -> list[dict[str, Any]]:
    """Give every handed case."""
    found: list[dict[str, Any]] = json.loads(handed("cases/short_term.json").read_text(encoding="utf-8"))
    return found


def count_words(messages: list[BaseMessage]) -> int:
    """Count a list of messages by the cases' own unit."""
    words: int = protocol().count_words(to_openai(messages))
    return words


def errors(messages: list[BaseMessage], profile: str = "openai") -> list[Any]:
    """Give what the handed validator finds wrong with the list as it goes over the wire."""
    found: list[Any] = protocol().errors(to_openai(messages), profile)
    return found


def memory_for(budget: dict[str, Any] | None, **options: Any) -> ShortTermMemory:
    """Give the reducer with the case's budget."""
    if budget is None:
        return ShortTermMemory(max_messages=None, **options)
    if budget["unit"] == "messages":
        return ShortTermMemory(max_messages=budget["max"], **options)
    return ShortTermMemory(max_messages=None, max_tokens=budget["max"], count_tokens=count_words, **options)


def indexed(dicts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the dicts with an id each, by which their index is found again."""
    return [{"id": f"case-{i}", **d} for i, d in enumerate(dicts)]


@dataclass
class Outcome:
    """What an event left, and how its messages are called in the case."""

    before: list[BaseMessage]
    appended: list[BaseMessage]
    after: list[BaseMessage]
    ids: list[str] = field(default_factory=list)

    @property
    def order(self) -> list[int]:
        """The case's index of each message that stayed; marked answers have none. A later one with an id counts."""
        index = {i: n for n, i in enumerate(self.ids)}
        return [index[m.id] for m in self.after if m.id in index]


def run(case: dict[str, Any], *, one_by_one: bool = False, memory: ShortTermMemory | None = None) -> Outcome:
    """Put the case's messages in state and let its event happen."""
    given = case["input"]
    args = given.get("args") or {}
    all_dicts = indexed([*given["messages"], *args.get("append", [])])
    cut = len(given["messages"])
    before, appended = as_messages(all_dicts[:cut]), as_messages(all_dicts[cut:])
    memory = memory or memory_for(given.get("budget"))
    update: list[BaseMessage] = [RemoveMessage(id=i) for i in args.get("remove_ids", [])]
    if args.get("remove_all"):
        update.append(RemoveMessage(id="__remove_all__"))
    update += appended
    update += [RemoveMessage(id=i) for i in args.get("remove_ids_after", [])]
    after: list[BaseMessage]
    if one_by_one:
        after = []
        for message in before:
            after = memory(after, message)
        for message in update:
            after = memory(after, message)
    else:
        after = memory(before, update)
    return Outcome(before, appended, after, [d["id"] for d in all_dicts])
