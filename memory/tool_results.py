"""Tool results too long for the window: cut with a notice, kept whole on the user's shelf, readable by range.

The key of a result follows from its thread, its call and its text, so a step that runs again writes the same entry,
and a call id that comes back in a later turn does not overwrite the earlier result.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Any, Literal

from langchain_core.messages import ToolMessage
from langgraph.store.base import PutOp

from memory.errors import MemoryNotFound
from memory.record import record_id
from memory.scope import Scope
from memory.shortening import texts, with_texts

Unit = Literal["chars", "lines"]
ARCHIVED = "archived_result"
"""The key in `additional_kwargs` of a cut result under which the key of its full text stands."""
MAX_READ_CHARS = 20_000
"""The most that one reading gives."""

_NOTICES = {
    "en": "… [{cut:,} of {whole:,} tokens cut; the whole result is kept: read_tool_result(key={key!r}) reads on] …",
    "zh": "…［此处略去 {cut:,} 个词元，全文共 {whole:,} 个；全文已保存，可用 read_tool_result(key={key!r}) 继续读］…",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Capped:
    """A tool message that is short enough, and what was cut from it."""

    message: ToolMessage
    key: str
    """Under which the full text is to be archived; empty when nothing was cut."""
    full_text: str
    """Empty when nothing was cut."""
    tokens: int
    """What the full text counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A part of an archived result."""

    text: str
    start: int
    """The first character or line of it, counted from 0."""
    end: int
    """One past the last."""
    total: int
    """How many there are."""
    unit: Unit
    tool: str


def result_key(user_id: str, *, thread_id: str, call_id: str, text: str) -> str:
    """Give the key of a result: the same for the same thread, call and text."""
    return record_id(user_id, "tool_result", thread_id, call_id, text)


def cap(
    message: ToolMessage,
    *,
    user_id: str,
    thread_id: str,
    max_tokens: int,
    count_text: Callable[[str], int],
    language: str = "en",
) -> Capped:
    """Give the message cut to `max_tokens`, head and tail kept around a notice that tells how to read the rest.

    Only text is cut: pictures stay, with the text parts joined before them. The id, the call id, the status and the
    artifact stay. A message that is short enough comes back as it is.
    """
    full = "\n".join(texts(message))
    tokens = count_text(full)
    if tokens <= max_tokens or message.additional_kwargs.get(ARCHIVED):
        return Capped(message=message, key="", full_text="", tokens=tokens)
    key = result_key(user_id, thread_id=thread_id, call_id=message.tool_call_id, text=full)
    template = _NOTICES.get(language[:2], _NOTICES["en"])

    def at(chars: int) -> str:
        cut = round(tokens * (1 - chars / len(full)))
        head = round(chars * 0.65)
        tail = full[len(full) - (chars - head) :]
        return "\n".join((full[:head], template.format(cut=cut, whole=tokens, key=key), tail))

    low, high = 0, min(len(full) - 1, int(len(full) * max_tokens / tokens * 2))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count_text(at(middle)) <= max_tokens else (low, middle - 1)
    short = with_texts(message, [at(low), *[""] * (len(texts(message)) - 1)])
    if isinstance(short.content, list):
        short = short.model_copy(update={"content": [p for p in short.content if not _is_blank(p)]})
    marked = short.model_copy(update={"additional_kwargs": {**message.additional_kwargs, ARCHIVED: key}})
    assert isinstance(marked, ToolMessage)
    return Capped(message=marked, key=key, full_text=full, tokens=tokens)


def _is_blank(part: Any) -> bool:
    return part == "" or (isinstance(part, dict) and part.get("type") == "text" and part.get("text") == "")


def archive(scope: Scope, capped: Capped, *, thread_id: str, now: datetime) -> str:
    """Keep the full text of a cut result on the user's shelf, never searched by meaning; give its key."""
    if capped.key:
        value = {
            "text": capped.full_text,
            "tool": capped.message.name or "",
            "call_id": capped.message.tool_call_id,
            "thread_id": thread_id,
            "created": now.isoformat(),
            "tokens": capped.tokens,
        }
        scope.store.batch([PutOp(scope.namespace("tool_results"), capped.key, value, False)])
    return capped.key


def read(scope: Scope, key: str, *, start: int = 0, end: int | None = None, unit: Unit = "chars") -> Reading:
    """Give the characters or lines from `start` up to `end` of an archived result, at most `MAX_READ_CHARS` of it.

    Lines are given whole, but for one that is longer than a reading by itself. A range beyond the end gives what there
    is.

    Raises:
        MemoryNotFound: this user has no result under that key.
    """
    item = scope.store.get(scope.namespace("tool_results"), key)
    if item is None:
        raise MemoryNotFound(
            f"no tool result under key {key!r:.80}; expected the key that a cut result names; copy it from the notice"
        )
    text, tool = str(item.value.get("text", "")), str(item.value.get("tool", ""))
    pieces = text.splitlines(keepends=True) if unit == "lines" else text
    total = len(pieces)
    first = min(max(0, start), total)
    last = total if end is None else min(max(first, end), total)
    if unit == "lines":
        ends = list(accumulate(len(line) for line in pieces[first:last]))
        last = first + max(bisect_right(ends, MAX_READ_CHARS), min(1, last - first))
    else:
        last = min(last, first + MAX_READ_CHARS)
    chosen = "".join(pieces[first:last])[:MAX_READ_CHARS]
    return Reading(text=chosen, start=first, end=last, total=total, unit=unit, tool=tool)
