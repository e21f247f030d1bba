"""The OpenAI dict form, both ways."""

from __future__ import annotations

import json
from typing import Any

import pytest
from any_history import QUICK, histories, wire_messages
from handed import handed
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, SystemMessage, ToolMessage

from memory.wire import from_openai, to_openai

CALL: dict[str, Any] = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a":1}'}}


@settings(max_examples=150, deadline=None, phases=QUICK)
@given(wire=st.lists(wire_messages(), max_size=5))
def test_what_openai_accepts_comes_back_as_it_was(wire: list[dict[str, Any]]) -> None:
    before = json.dumps(wire)
    assert to_openai(from_openai(wire)) == wire
    assert json.dumps(wire) == before


@settings(max_examples=150, deadline=None, phases=QUICK)
@given(history=histories())
def test_a_message_that_went_out_and_came_back_goes_out_the_same(history: list[Any]) -> None:
    before = [message.model_dump() for message in history]
    wire = to_openai(history)
    assert to_openai(from_openai(wire)) == wire
    assert [message.model_dump() for message in history] == before


def test_messages_come_back_as_they_were() -> None:
    messages: list[Any] = [
        SystemMessage("You help."),
        HumanMessage("查一下成都天气", name="小明"),
        AIMessage("", tool_calls=[{"id": "c1", "name": "get_weather", "args": {"city": "成都"}, "type": "tool_call"}]),
        ToolMessage("晴", tool_call_id="c1"),
        AIMessage("It is sunny.", additional_kwargs={"reasoning_content": "the tool said so"}),
    ]
    assert from_openai(to_openai(messages)) == messages
    assert to_openai(messages)[2]["tool_calls"][0]["function"]["arguments"] == '{"city": "成都"}'


@pytest.mark.parametrize(
    ("wire", "sent"),
    [
        ({"role": "user", "content": None}, {"role": "user", "content": ""}),
        ({"role": "user"}, {"role": "user", "content": ""}),
        ({"role": "assistant", "content": None}, {"role": "assistant", "content": ""}),
        ({"role": "assistant"}, {"role": "assistant", "content": ""}),
        ({"role": "assistant", "content": "x", "tool_calls": []}, {"role": "assistant", "content": "x"}),
        ({"role": "assistant", "content": "x", "refusal": None}, {"role": "assistant", "content": "x"}),
        ({"role": "user", "content": [], "id": "m1"}, {"role": "user", "content": ""}),
    ],
)
def test_what_openai_refuses_is_sent_in_a_legal_form(wire: dict[str, Any], sent: dict[str, Any]) -> None:
    assert to_openai(from_openai([wire])) == [sent]


def test_broken_arguments_are_kept_as_they_were_and_in_their_place() -> None:
    calls = [{**CALL, "id": "c0", "function": {"name": "f", "arguments": '{"a": 1, '}}, CALL]
    [message] = from_openai([{"role": "assistant", "content": None, "tool_calls": calls}])
    assert isinstance(message, AIMessage)
    assert [call["id"] for call in message.tool_calls] == ["c1"]
    assert message.invalid_tool_calls[0]["args"] == '{"a": 1, '
    assert to_openai([message])[0]["tool_calls"] == calls


@pytest.mark.parametrize("arguments", ['{"a":1}', '{ "a" : 1 }', '{"b": "\\u6210"}', "", "null"])
def test_arguments_are_spelt_as_the_model_spelt_them(arguments: str) -> None:
    wire = [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{**CALL, "function": {"name": "f", "arguments": arguments}}],
        }
    ]
    assert to_openai(from_openai(wire)) == wire


def test_edited_arguments_win_over_the_models_spelling() -> None:
    [message] = from_openai([{"role": "assistant", "content": None, "tool_calls": [CALL]}])
    assert isinstance(message, AIMessage)
    edited = message.model_copy(update={"tool_calls": [{**message.tool_calls[0], "args": {"a": 2}}]})
    assert to_openai([edited])[0]["tool_calls"][0]["function"]["arguments"] == '{"a": 2}'


def test_a_failed_result_says_so_in_its_text() -> None:
    failed = ToolMessage("no such city", tool_call_id="c1", status="error")
    assert to_openai([failed])[0]["content"] == "Error: no such city"
    said = ToolMessage("Error: timeout", tool_call_id="c1", status="error")
    assert to_openai([said])[0]["content"] == "Error: timeout"
    chinese = ToolMessage("错误：没有这个城市", tool_call_id="c1", status="error")
    assert to_openai([chinese])[0]["content"] == "错误：没有这个城市"
    parts = ToolMessage([{"type": "text", "text": "no"}], tool_call_id="c1", status="error")
    assert to_openai([parts])[0]["content"][0]["text"] == "Error:"


def test_what_is_too_much_for_one_message_goes_in_several() -> None:
    calls = [{**CALL, "id": f"c{n}"} for n in range(130)]
    answers = [{"role": "tool", "tool_call_id": f"c{n}", "content": str(n)} for n in range(130)]
    sent = to_openai(from_openai([{"role": "assistant", "content": None, "tool_calls": calls}, *answers]))
    assert [len(message["tool_calls"]) for message in sent if message["role"] == "assistant"] == [128, 2]
    assert [message["content"] for message in sent if message["role"] == "tool"] == [str(n) for n in range(130)]


def test_other_spellings_of_pictures_become_openais() -> None:
    message = HumanMessage(
        [
            {"type": "image", "base64": "AAAA", "mime_type": "image/jpeg"},
            {"type": "image", "url": "https://example.invalid/a.png"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "BBBB"}},
            {"type": "input_image", "image_url": "https://example.invalid/b.png", "detail": "low"},
            {"type": "audio", "base64": "CCCC", "mime_type": "audio/mp3"},
            {"type": "file", "base64": "DDDD", "mime_type": "application/pdf"},
        ]
    )
    assert [part["type"] for part in to_openai([message])[0]["content"]] == [*["image_url"] * 4, "input_audio", "file"]
    assert to_openai([message])[0]["content"][0]["image_url"]["url"] == "data:image/jpeg;base64,AAAA"


def test_a_streamed_chunk_goes_out_as_the_message_that_it_is() -> None:
    chunk = AIMessageChunk(
        content="",
        tool_call_chunks=[{"id": "c1", "name": "f", "args": '{"a": 1}', "index": 0, "type": "tool_call_chunk"}],
    )
    assert to_openai([chunk]) == [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{**CALL, "function": {"name": "f", "arguments": '{"a": 1}'}}],
        }
    ]


def test_no_dict_makes_reading_raise() -> None:
    strange: list[Any] = [
        {},
        {"role": "assistant", "tool_calls": "what"},
        {"role": "assistant", "tool_calls": [None, 3, {"function": "f"}, {"id": 5, "function": {"name": None}}]},
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": {"a": 1}}}]},
        {"role": "assistant", "content": 17},
        {"role": "tool", "content": {"a": 1}},
        {"role": "critic", "content": "hm"},
        {"role": "function", "name": "f", "content": "x"},
    ]
    assert len(to_openai(from_openai(strange))) == len(strange)


def test_every_handed_history_is_read_and_sent() -> None:
    for case in json.loads(handed("cases/short_term.json").read_text("utf-8")):
        wire = case["input"].get("messages") or []
        sent = to_openai(from_openai(wire))
        assert len(sent) == len(wire), case["id"]
        for before, after in zip(wire, sent, strict=True):
            assert before["role"] == after["role"]
            legal = {key: value for key, value in before.items() if key != "id" and value not in (None, [])}
            assert {key: after.get(key) for key in legal} == legal or "id-" in case["id"], case["id"]
