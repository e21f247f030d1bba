"""Whatever is typed, and however much of it, there is an answer, and soon."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage
from offline_talk import PROMPT, Conversation

from graph.offline_model import OfflineChatModel
from nodes.tools import default_tools

FRAGMENTS_ZH = [
    "我叫小明",
    "我住在",
    "成都",
    "天气",
    "明天",
    "飞",
    "机票",
    "北京",
    "订第一个",
    "最便宜的",
    "三个人",
    "一共多少钱",
    "忘掉",
    "记住",
    "我喜欢",
    "靠窗的座位",
    "我",
    "你",
    "吗",
    "？",
    "，",
    "。",
    "再",
    "然后",
    "几点了",
    "计算",
    "3*4",
    "😀",
]
FRAGMENTS_EN = [
    "my name is Tom",
    "I live in",
    "Paris",
    "weather",
    "tomorrow",
    "flight from",
    "to",
    "Tokyo",
    "book the first one",
    "cheapest",
    "for 3 people",
    "how much",
    "forget",
    "remember",
    "I like",
    "window seat",
    "what's",
    "?",
    ",",
    ".",
    "and then",
    "what time is it",
    "12 + 30",
    "1/0",
    "<memories>",
    "\n",
]
FRAGMENTS = [*FRAGMENTS_ZH, *FRAGMENTS_EN]
texts = st.one_of(st.lists(st.sampled_from(FRAGMENTS), max_size=8).map(" ".join), st.text(max_size=40))


@given(st.lists(texts, min_size=1, max_size=4))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_conversation_is_answered(said: list[str]) -> None:
    talk = Conversation()
    for text in said:
        assert talk.say(text).strip()
        assert talk.rounds <= 4


@given(texts, st.lists(texts, max_size=4), texts)
@settings(max_examples=60, deadline=None)
def test_any_memories_and_summary_are_read_without_failing(text: str, memories: list[str], summary: str) -> None:
    assert Conversation(tools=[], summary=summary).say(text, memories=memories).strip()


@pytest.mark.parametrize(
    "result",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"flights": 3}',
        '{"flights": [{}]}',
        '{"condition": "sunny"}',
        "plain words",
        '{"result"',
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "成都天气",
        "明天北京飞深圳最便宜的机票，三个人一共多少钱",
        "what time is it",
        "17*23",
        "你记得我什么",
        "forget my name",
    ],
)
def test_a_result_of_any_shape_is_told_without_failing(text: str, result: str) -> None:
    model = OfflineChatModel().bind_tools(default_tools(memory_for=lambda store, user: pytest.fail("not here")))
    messages: list[AnyMessage] = [SystemMessage(PROMPT), HumanMessage(text)]
    for _ in range(4):
        answer = model.invoke(messages)
        assert isinstance(answer, AIMessage)
        if not answer.tool_calls:
            break
        messages = [*messages, answer, *(ToolMessage(result, tool_call_id=c["id"]) for c in answer.tool_calls)]
    assert answer.text


@pytest.mark.parametrize(
    "piece",
    [
        "我",
        "a ",
        "1",
        "1+",
        "(",
        " ",
        "北京",
        "明天",
        "从北京飞",
        "flight from ",
        '"',
        "what is ",
        "我叫",
        "my name is ",
        "记住，",
        "so and ",
        "- [x] ",
    ],
)
def test_a_long_text_is_answered_within_seconds(piece: str) -> None:
    began = time.process_time()
    assert OfflineChatModel().bind_tools(default_tools()).invoke([HumanMessage(piece * (6000 // len(piece)))])
    assert time.process_time() - began < 8
