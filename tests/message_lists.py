"""Short words for message lists in tests: `user("hi")`, `calls("c1", "c2")`, `answer("c1")`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, InvalidToolCall, SystemMessage, ToolMessage

from memory.messages.calls import calls_of


def user(text: str = "hello", **more: Any) -> HumanMessage:
    return HumanMessage(text, **more)


def assistant(text: str = "ok", **more: Any) -> AIMessage:
    return AIMessage(text, **more)


def system(text: str = "be brief", **more: Any) -> SystemMessage:
    return SystemMessage(text, **more)


def calls(*ids: str | None, broken: Sequence[str | None] = (), text: str = "", **more: Any) -> AIMessage:
    """An assistant message that calls the tool `look` once for each id, with broken arguments for some."""
    return AIMessage(
        text,
        tool_calls=[{"name": "look", "args": {"at": n}, "id": i} for n, i in enumerate(ids)],
        invalid_tool_calls=[
            InvalidToolCall(type="invalid_tool_call", name="look", args='{"at', id=i, error=None) for i in broken
        ],
        **more,
    )


def answer(call_id: str, text: str = "found", **more: Any) -> ToolMessage:
    return ToolMessage(text, tool_call_id=call_id, **more)


def shape(messages: Sequence[BaseMessage]) -> list[str]:
    """Give a list as words: roles, and for answers what they answer; `!` marks one that says no result."""
    out = []
    for m in messages:
        mark = "!" if m.additional_kwargs.get("no_result") else ""
        out.append(f"tool:{m.tool_call_id}{mark}" if isinstance(m, ToolMessage) else m.type)
    return out


def words(messages: Sequence[BaseMessage]) -> int:
    """Count the words of a list, two for a call."""
    return sum(len(m.text.split()) for m in messages) + sum(2 * len(calls_of(m)) for m in messages)


def texts(messages: Sequence[BaseMessage]) -> list[str]:
    """Give the text of each message."""
    return [m.text for m in messages]


CALL_IDS = st.sampled_from(["a", "b", "c", ""])
TEXTS = st.sampled_from(["", "one two three", "三个字", "x " * 30])


@st.composite
def any_message(draw: st.DrawFn) -> BaseMessage:
    """A message that may be anything a broken history holds, without an id."""
    kind = draw(st.sampled_from(["user", "assistant", "calls", "calls", "answer", "answer", "system"]))
    text = draw(TEXTS)
    if kind == "user":
        return user(text, additional_kwargs={"pinned": True} if draw(st.integers(0, 9)) == 0 else {})
    if kind == "assistant":
        return assistant(text)
    if kind == "system":
        return system(text)
    if kind == "answer":
        return answer(draw(CALL_IDS), text)
    return calls(*draw(st.lists(CALL_IDS, max_size=3)), broken=draw(st.lists(CALL_IDS, max_size=2)), text=text)


ANY_LIST = st.lists(any_message(), max_size=14)
