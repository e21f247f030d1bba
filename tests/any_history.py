"""Histories for the laws of the message list: any mix of messages, valid or broken, as hypothesis strategies."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import Phase
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    InvalidToolCall,
    SystemMessage,
    ToolCall,
    ToolMessage,
)

IDS = st.sampled_from(
    ["c1", "c2", "call_abc123", "abcdefghi", "x" * 60, "x" * 60 + "y", "函数1", "functions.get:0", ""]
)
NAMES = st.sampled_from([None, "amy", "小明", "a b", "<x|y>", " ", "n" * 80])
FUNCTIONS = st.sampled_from(["get_weather", "search.flights", "查天气", "查航班", "a b c", "f" * 90, ""])
TEXTS = st.sampled_from(["", " ", "hello", "查一下成都天气", "error: no", "\n", "two\nlines", "👍🏽 <|endoftext|>"])
ARGUMENTS = st.sampled_from([{}, {"city": "成都"}, {"a": [1, {"b": None}], "c": 1.5}])
BROKEN = st.sampled_from(['{"city": "che', "not json", "[1, 2]", "", "17", None])
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
PARTS = st.sampled_from(
    [
        {"type": "text", "text": "a part"},
        {"type": "text", "text": ""},
        "a bare string",
        PICTURE,
        {"type": "image", "base64": "iVBORw0KGgo=", "mime_type": "image/png"},
        {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
        {"type": "file", "file": {"file_id": "file-1"}},
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "reasoning", "reasoning": "hm"},
        {"type": "tool_use", "id": "c1", "name": "f", "input": {}},
        {"type": "refusal", "refusal": "no"},
        {"type": "unheard_of", "what": 1},
    ]
)


def contents() -> st.SearchStrategy[Any]:
    """Text, or a list of parts of every kind, empty ones too."""
    return TEXTS | st.lists(PARTS, max_size=3)


@st.composite
def assistants(draw: st.DrawFn) -> AIMessage:
    """An assistant's message: words, calls, broken calls, doubled ids, reasoning, refusals."""
    extra: dict[str, Any] = {}
    if draw(st.booleans()):
        extra["reasoning_content"] = draw(st.sampled_from(["because", ""]))
    if draw(st.integers(0, 5)) == 0:
        extra["refusal"] = draw(st.sampled_from(["I will not.", None]))
    calls: list[tuple[str, str, Any]] = draw(st.lists(st.tuples(IDS, FUNCTIONS, ARGUMENTS), max_size=3))
    broken = draw(st.lists(st.tuples(IDS, FUNCTIONS, BROKEN), max_size=1))
    if draw(st.integers(0, 40)) == 0:
        calls = [(f"n{n}", "get_weather", {"n": n}) for n in range(draw(st.integers(127, 260)))]
    message = AIMessage(
        content=draw(contents()),
        name=draw(NAMES),
        tool_calls=[ToolCall(type="tool_call", id=i, name=n, args=a) for i, n, a in calls],
        invalid_tool_calls=[
            InvalidToolCall(type="invalid_tool_call", id=i, name=n, args=a, error="x") for i, n, a in broken
        ],
        additional_kwargs=extra,
    )
    spelt_widely: bool = draw(st.booleans())
    if calls and spelt_widely:
        spelt = [
            {"id": i, "type": "function", "index": 0, "function": {"name": n, "arguments": json.dumps(a, indent=1)}}
            for i, n, a in calls
        ]
        message.additional_kwargs["tool_calls"] = spelt
    return message


@st.composite
def messages(draw: st.DrawFn) -> BaseMessage:
    """One message of any kind."""
    kind = draw(st.sampled_from(["user", "user", "assistant", "assistant", "tool", "tool", "system", "odd"]))
    if kind == "user":
        return HumanMessage(content=draw(contents()), name=draw(NAMES))
    if kind == "assistant":
        return draw(assistants())
    if kind == "system":
        extra = draw(st.sampled_from([{}, {"__openai_role__": "developer"}]))
        return SystemMessage(content=draw(TEXTS), additional_kwargs=extra)
    if kind == "tool":
        status: Any = draw(st.sampled_from(["success", "error"]))
        return ToolMessage(content=draw(contents()), tool_call_id=draw(IDS), name=draw(NAMES), status=status)
    role = draw(st.sampled_from(["user", "assistant", "critic"]))
    odd: list[BaseMessage] = [ChatMessage(content="said", role=role), FunctionMessage(content="did", name="f")]
    return draw(st.sampled_from(odd))


@st.composite
def exchanges(draw: st.DrawFn) -> list[BaseMessage]:
    """A call and its answers, perhaps not all, perhaps in another order, perhaps with something between."""
    first = draw(assistants())
    ids = [call["id"] or "" for call in [*first.tool_calls, *first.invalid_tool_calls]]
    answers: list[BaseMessage] = [ToolMessage(content=draw(contents()), tool_call_id=i) for i in ids]
    if draw(st.booleans()) and len(answers) < 10:
        answers = draw(st.permutations(answers))
    if answers and draw(st.integers(0, 3)) == 0:
        answers.pop()
    if draw(st.integers(0, 4)) == 0:
        answers.insert(draw(st.integers(0, len(answers))), HumanMessage("interrupting"))
    return [first, *answers]


def histories(most: int = 8) -> st.SearchStrategy[list[BaseMessage]]:
    """Whole lists, built of single messages and of exchanges."""
    pieces = st.lists(exchanges() | messages().map(lambda message: [message]), min_size=1, max_size=most)
    return pieces.map(lambda lists: [message for piece in lists for message in piece])


@st.composite
def wire_messages(draw: st.DrawFn) -> dict[str, Any]:
    """One dict in OpenAI's form, of the kinds that OpenAI accepts, in every spelling."""
    role = draw(st.sampled_from(["system", "developer", "user", "assistant", "tool"]))
    text = st.text(max_size=12)
    if role != "assistant":
        part: dict[str, Any] = {"type": "text", "text": draw(text)}
        parts = [part, PICTURE] if role == "user" else [part]
        wire: dict[str, Any] = {"role": role, "content": draw(text | st.just(parts))}
        if role == "tool":
            wire["tool_call_id"] = draw(st.sampled_from(["c1", "call_2"]))
        elif draw(st.booleans()):
            wire["name"] = draw(st.sampled_from(["amy", "小明"]))
        return wire
    wire = {"role": role, "content": draw(text | st.just([{"type": "text", "text": "said"}]))}
    if draw(st.booleans()):
        wire["reasoning_content"] = draw(st.sampled_from(["because", "想一想"]))
    if draw(st.integers(0, 4)) == 0:
        wire["refusal"] = "I will not."
        wire["content"] = draw(st.sampled_from([None, "but"]))
    calls = draw(st.lists(wire_calls(), max_size=3))
    if calls:
        wire["tool_calls"] = [{**call, "id": f"c{at}"} for at, call in enumerate(calls)]
        wire["content"] = draw(st.sampled_from([None, "", "let me look", [{"type": "text", "text": "hm"}]]))
        if draw(st.integers(0, 3)) == 0:
            del wire["content"]
    return wire


@st.composite
def wire_calls(draw: st.DrawFn) -> dict[str, Any]:
    """One call, its arguments spelt tightly, widely, brokenly or not at all."""
    value = draw(st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=5), max_size=2))
    spelt = draw(
        st.sampled_from([json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1), '{"broken": ', "", "[1]"])
    )
    call: dict[str, Any] = {"type": "function", "function": {"name": "get_weather", "arguments": spelt}}
    if draw(st.integers(0, 4)) == 0:
        call["extra_content"] = {"google": {"thought_signature": "abc"}}
    return call


QUICK = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
"""Every phase but `explain`, which runs a failing example hundreds of times more."""
