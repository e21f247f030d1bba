"""The graph's state: messages and JSON types only, so that every saver can keep it and every version can read it."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from langchain_core.messages import AnyMessage

from memory.short_term import ShortTermMemory


class Input(TypedDict):
    """What an invoke gives: new messages, nothing else."""

    messages: list[AnyMessage]


class State(TypedDict, total=False):
    """What a thread holds between nodes and between turns."""

    messages: Annotated[list[AnyMessage], ShortTermMemory()]
    """Short-term memory: the window of this thread, always valid for the provider."""
    summary: str
    """What has left the window, folded into one running text."""
    recalled: list[dict[str, Any]]
    """The memories recalled for the newest user message: `id kind text said speaker score parts`."""
    report: dict[str, Any]
    """What this turn did: tokens, rounds, recalled, cut, folded, written, and what failed."""
    user_id: str
    """Whose thread this is; set by the first turn, checked by every later one."""
    written_until: str
    """The user message of the newest turn that long-term memory has had."""
    turn: int
    """How many turns the thread has had, this one included."""


def state_schema(short_term: ShortTermMemory) -> type[State]:
    """Give the state schema whose message list is kept by this reducer."""
    keys = {**State.__annotations__, "messages": Annotated[list[AnyMessage], short_term]}
    return TypedDict("State", keys, total=False)  # type: ignore[operator,no-any-return]  # built at run time on purpose
