"""Merge an update into a message list by id, as `add_messages` does, without its exceptions.

The rules, in the order they are applied:

1. After a remove-all (the last one counts) the rest of the update is merged into an empty list.
2. A known id replaces its message in place; a `RemoveMessage` takes it away; for an unknown id it does nothing.
3. An id twice in one update, or twice in the list: one message, the later content. An id that comes back in another
   role is another message's: it gets an id of its own, so that an answer never takes the place of a question.
4. A message without an id gets one, on a copy.
5. *A client that sends its history again*: an unchanged copy of a message that is in the list (same id, role, text and
   calls) marks a place. A message with an unknown id in front of such a mark is older than what the mark stands for:
   it has left the window, and stays out. A message without an id in front of a mark is new and goes in there.
   Behind the last mark everything is new. System messages, and answers to calls that have none, are never dropped.
6. *The same from a client that sends no ids*: when the spoken texts of the whole list stand in the update in order, and
   the update goes on with a user message, what comes before that message is what the list already holds.
7. A system message without an id whose text is in the list already adds nothing.

What cannot be told from a new message is a message whose id left the window, sent alone: the list keeps no record of
ids that are gone.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage

from memory.messages.calls import calls_of, derived_id, is_no_result
from memory.messages.coerce import as_messages

REMOVE_ALL = "__remove_all__"
"""LangGraph's id for a removal of every message (`langgraph.graph.message.REMOVE_ALL_MESSAGES`)."""

NewId = Callable[[BaseMessage, int, Sequence[BaseMessage]], str]
"""Makes an id for the n-th message of an update to a list."""


def random_id(*_: object) -> str:
    """Give an id that nothing else has."""
    return str(uuid.uuid4())


def replayed_id(message: BaseMessage, position: int, base: Sequence[BaseMessage]) -> str:
    """Give the id that the same message, written to the same list, gets in every replay."""
    last = base[-1].id if base else None
    return derived_id("replayed", last or "", str(position), message.type, str(message.content))


def merge(left: object, right: object, *, new_id: NewId = random_id) -> list[BaseMessage]:
    """Give the list with the update merged in; see the rules above."""
    base = _healed(as_messages(left), new_id)
    update = as_messages(right)
    cleared = next((i for i in reversed(range(len(update))) if _is_remove_all(update[i])), None)
    if cleared is not None:
        base, update = [], update[cleared + 1 :]
    elif base and update:
        update = _without_resent(base, update)
    return _merged(base, update, new_id)


def _merged(base: list[BaseMessage], update: list[BaseMessage], new_id: NewId) -> list[BaseMessage]:
    out: list[BaseMessage | None] = list(base)
    index = {m.id: i for i, m in enumerate(base)}
    gone: dict[str | None, int] = {}
    marks = _marks(base, update, index)
    inserts: dict[int, list[BaseMessage]] = {}
    for position, message in enumerate(update):
        if isinstance(message, RemoveMessage):
            if (at := index.pop(message.id, None)) is not None:
                out[at] = None
                gone[message.id] = at
            continue
        if not message.id:
            message = message.model_copy(update={"id": new_id(message, position, base)})
            before = next((index[update[j].id] for j in marks if j > position and update[j].id in index), None)
            if before is not None:
                inserts.setdefault(before, []).append(message)
                continue
        at = index.get(message.id, gone.get(message.id))
        if at is not None and (standing := out[at]) is not None and standing.type != message.type:
            message = message.model_copy(update={"id": derived_id("doubled", message.id or "", message.type)})
            at = index.get(message.id)
        gone.pop(message.id, None)
        index[message.id] = len(out) if at is None else at
        if at is None:
            out.append(message)
        else:
            out[at] = message
    if not inserts:
        return [m for m in out if m is not None]
    merged: list[BaseMessage] = []
    for i, kept in enumerate(out):
        merged.extend(inserts.get(i, ()))
        if kept is not None:
            merged.append(kept)
    return merged


def _is_remove_all(message: BaseMessage) -> bool:
    return isinstance(message, RemoveMessage) and message.id == REMOVE_ALL


def _healed(messages: list[BaseMessage], new_id: NewId) -> list[BaseMessage]:
    """A stored list with an id for each message, none twice, and the tombstones left in it obeyed."""
    ids = {m.id for m in messages}
    if len(ids) == len(messages) and all(ids) and not any(m.type == "remove" for m in messages):
        return messages
    return _merged([], messages, new_id)


def _marks(base: list[BaseMessage], update: list[BaseMessage], index: dict[str | None, int]) -> list[int]:
    """The positions in the update of unchanged copies of messages in the list."""
    return [
        j
        for j, m in enumerate(update)
        if m.id and (i := index.get(m.id)) is not None and (m is base[i] or _same(m, base[i]))
    ]


def _same(a: BaseMessage, b: BaseMessage) -> bool:
    return a.type == b.type and a.text == b.text and calls_of(a) == calls_of(b)


def _without_resent(base: list[BaseMessage], update: list[BaseMessage]) -> list[BaseMessage]:
    """The update without what it only repeats (rules 5 to 7)."""
    if any(isinstance(m, SystemMessage) and not m.id for m in update):
        held = {m.text for m in base if isinstance(m, SystemMessage)}
        update = [m for m in update if m.id or not isinstance(m, SystemMessage) or m.text not in held]
    if len(update) < 2:
        return update
    index = {m.id: i for i, m in enumerate(base)}
    if not any(m.id for m in update):
        return _behind_spoken(base, update)
    marks = _marks(base, update, index)
    if not marks:
        return update
    waiting = _waiting(base)
    return [
        m
        for j, m in enumerate(update)
        if j > marks[-1]
        or not m.id
        or m.id in index
        or isinstance(m, (SystemMessage, RemoveMessage))
        or (isinstance(m, ToolMessage) and m.tool_call_id in waiting)
    ]


def _waiting(base: list[BaseMessage]) -> set[str]:
    """The ids of calls that have no answer, or only a marked one."""
    waiting: set[str] = set()
    for message in base:
        if isinstance(message, ToolMessage):
            if not is_no_result(message):
                waiting.discard(message.tool_call_id)
        else:
            waiting.update(c.id for c in calls_of(message))
    return waiting


def _spoken(message: BaseMessage) -> tuple[str, str] | None:
    text = message.text.strip() if isinstance(message, (HumanMessage, AIMessage)) else ""
    return (message.type, text) if text else None


def _behind_spoken(base: list[BaseMessage], update: list[BaseMessage]) -> list[BaseMessage]:
    held = [s for m in base if (s := _spoken(m)) is not None]
    if len(update) < 3 or len(held) < 2 or len({role for role, _ in held}) < 2:
        return update
    said = [_spoken(m) for m in update]
    end = next(
        (
            j
            for j in reversed(range(len(update) - 1))
            if said[j] == held[-1] and isinstance(update[j + 1], HumanMessage)
        ),
        None,
    )
    if end is None:
        return update
    j = end
    for wanted in reversed(held):
        while j >= 0 and said[j] != wanted:
            j -= 1
        if j < 0:
            return update
        j -= 1
    return [m for m in update[:end] if isinstance(m, (SystemMessage, RemoveMessage))] + update[end + 1 :]
