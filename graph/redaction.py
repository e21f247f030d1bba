"""Take the words of an erased memory out of any value that a thread or the outbox holds, leaving its shape.

A message in which it was said keeps its place and loses what it said of it; an answer, a tool's result, a summary and
whatever else loses the sentences that name it; an item that stands for the record itself goes from its list. What the
user said elsewhere stays: it was said on its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage
from langgraph.types import Interrupt, Send

from memory.long_term.record_erasure import Words
from memory.long_term.traces import is_empty

_FIELDS = ("additional_kwargs", "response_metadata", "tool_calls", "invalid_tool_calls", "artifact")
_NEVER_WORDS = ("id", "type", "name", "tool_call_id", "message_id", "thread_id", "user_id", "key", "url", "data")


class Redaction:
    """Called with a thread and a value of it, give the value without the words; the same object when it holds none."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def __call__(self, thread_id: str, value: Any) -> Any:
        new = self._walked(thread_id, value)
        return value if new == value else new

    def _walked(self, thread: str, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(thread, value)
        if isinstance(value, BaseMessage):
            return self._message(thread, value)
        if isinstance(value, Mapping):
            return self._mapping(thread, value)
        if isinstance(value, list | tuple):
            kept = [self._walked(thread, held) for held in value if not self._stands_for_it(thread, held)]
            return tuple(kept) if isinstance(value, tuple) else kept
        if isinstance(value, Interrupt):
            return Interrupt(value=self._walked(thread, value.value), id=value.id)
        if isinstance(value, Send):
            return Send(value.node, self._walked(thread, value.arg))
        return value

    def _text(self, thread: str, text: str) -> str:
        if text[:1] in ("{", "["):  # arguments of a call travel as JSON inside a text, and must stay JSON
            try:
                inner = json.loads(text)
            except ValueError:
                return self.words.taken_from(text)
            new = self._walked(thread, inner)
            return text if new == inner else json.dumps(new, ensure_ascii=False)
        return self.words.taken_from(text)

    def _message(self, thread: str, message: BaseMessage) -> BaseMessage:
        changes: dict[str, Any] = {}
        if self.words.was_said_in(thread, message.id, message.text):
            changes["content"] = self._said(message.content)
        elif not isinstance(message, HumanMessage):
            changes["content"] = self._walked(thread, message.content)
        else:
            return message
        changes |= {name: self._walked(thread, getattr(message, name)) for name in _FIELDS if hasattr(message, name)}
        changes = {name: new for name, new in changes.items() if new != getattr(message, name)}
        return message.model_copy(update=changes) if changes else message

    def _said(self, content: str | list[Any]) -> Any:
        if isinstance(content, str):
            return self.words.taken_from_said(content)
        return [self._said_part(part) for part in content]

    def _said_part(self, part: Any) -> Any:
        if isinstance(part, str):
            return self.words.taken_from_said(part)
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            return {**part, "text": self.words.taken_from_said(part["text"])}
        return part

    def _mapping(self, thread: str, value: Mapping[str, Any]) -> dict[str, Any]:
        said = isinstance(value.get("text"), str) and self.words.was_said_in(
            str(value.get("thread_id", thread)), value.get("message_id"), value["text"]
        )
        by_user = "speaker" in value and value["speaker"] == "user" and not said
        new: dict[str, Any] = {}
        for name, held in value.items():
            if name in _NEVER_WORDS and isinstance(held, str | None):
                new[name] = held
            elif said and name in ("text", "quote", "value"):
                new[name] = self.words.taken_from_said(held) if isinstance(held, str) else held
            elif by_user and name == "text":
                new[name] = held
            else:
                new[name] = self._walked(thread, held)
        return new

    def _stands_for_it(self, thread: str, item: Any) -> bool:
        """True for a recalled memory or a line of a report that is the record, and for a statement of it that waits."""
        if not isinstance(item, Mapping):
            return False
        if item.get("id") in self.words.ids:
            return True
        waits = "message_id" in item and isinstance(item.get("text"), str)
        return waits and is_empty(self._mapping(thread, item)["text"])
