"""Groups and turns: the units in which a message list is kept or let go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    InvalidToolCall,
    SystemMessage,
    ToolCall,
    ToolMessage,
)

from memory.messages.calls import Call, call_ids, calls_of, is_pinned


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """An assistant message with calls and the answers directly behind it, or one other message."""

    start: int
    """The index of its first message in the list."""
    messages: tuple[BaseMessage, ...]

    @property
    def calls(self) -> list[Call]:
        """Its tool calls; none for a message alone."""
        return calls_of(self.messages[0])

    @property
    def answered(self) -> set[str]:
        """The ids of the calls that have their answer."""
        return {m.tool_call_id for m in self.messages[1:] if isinstance(m, ToolMessage)}

    @property
    def open(self) -> list[Call]:
        """Its calls that have no answer."""
        answered = self.answered
        return [c for c in self.calls if c.id not in answered]

    @property
    def is_pinned(self) -> bool:
        """True when one of its messages is marked to stay: a group stays whole."""
        return any(is_pinned(m) for m in self.messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A user message and what follows it up to the next one; system messages belong to no turn."""

    groups: tuple[Group, ...]

    @property
    def messages(self) -> list[BaseMessage]:
        """Its messages in order."""
        return [m for g in self.groups for m in g.messages]

    @property
    def user(self) -> HumanMessage | None:
        """The user message that opens it; None for what stands before the first one."""
        first = self.groups[0].messages[0]
        return first if isinstance(first, HumanMessage) else None

    @property
    def is_pinned(self) -> bool:
        """True when one of its groups is."""
        return any(g.is_pinned for g in self.groups)


def groups(messages: Sequence[BaseMessage]) -> list[Group]:
    """Split a list into its groups, in order; pairing is by position, so an id may come back in a later turn."""
    out: list[Group] = []
    i = 0
    while i < len(messages):
        end = i + 1
        wanted = set(call_ids(messages[i]))
        while wanted and end < len(messages):
            message = messages[end]
            if not isinstance(message, ToolMessage) or message.tool_call_id not in wanted:
                break
            wanted.remove(message.tool_call_id)
            end += 1
        out.append(Group(start=i, messages=tuple(messages[i:end])))
        i = end
    return out


def turns(messages: Sequence[BaseMessage]) -> list[Turn]:
    """Split a list into its turns, in order, system messages left out."""
    out: list[list[Group]] = []
    for group in groups(messages):
        first = group.messages[0]
        if isinstance(first, SystemMessage):
            continue
        if isinstance(first, HumanMessage) or not out:
            out.append([])
        out[-1].append(group)
    return [Turn(groups=tuple(g)) for g in out]


def open_calls(messages: Sequence[BaseMessage]) -> list[ToolCall]:
    """Give the calls of the newest group that a tool can run and that have no answer yet, in order."""
    message, open_ids = _newest(messages)
    return [c for c in message.tool_calls if (c["id"] or "") in open_ids] if message else []


def open_invalid_calls(messages: Sequence[BaseMessage]) -> list[InvalidToolCall]:
    """Give the calls of the newest group whose arguments did not parse and that have no answer yet."""
    message, open_ids = _newest(messages)
    return [c for c in message.invalid_tool_calls if (c["id"] or "") in open_ids] if message else []


def _newest(messages: Sequence[BaseMessage]) -> tuple[AIMessage | None, set[str]]:
    """The assistant message of the newest group, found from the end, and the ids it still waits for."""
    answered: set[str] = set()
    for message in reversed(messages):
        if isinstance(message, ToolMessage):
            answered.add(message.tool_call_id)
        elif isinstance(message, AIMessage):
            return message, set(call_ids(message)) - answered
        elif not isinstance(message, SystemMessage):
            break
    return None, set()
