"""Conversations through the door, the graph and a real HTTP endpoint that refuses what OpenAI refuses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from handed_cases import protocol
from pydantic import SecretStr
from strict_endpoint import Fault, StrictEndpoint, brain_of

from graph import open_agent
from graph.offline_model import OfflineChatModel
from graph.settings import Settings
from memory.errors import ModelAnswerUnusable, ModelError, ModelKeyRefused, ModelRateLimited, ModelUnreachable

WHO = {"user_id": "xiaoming", "thread_id": "t1"}


@pytest.fixture
def endpoint(strict_endpoint: StrictEndpoint) -> StrictEndpoint:
    """The strict endpoint with the offline model for a brain."""
    strict_endpoint.respond = brain_of(OfflineChatModel())
    return strict_endpoint


@pytest.fixture
def agent(endpoint: StrictEndpoint, tmp_path: Path) -> Iterator[Any]:
    """An agent whose model is behind the endpoint, short-term only, for speed."""
    with open_agent(settings_of(endpoint, tmp_path)) as opened:
        yield opened


def settings_of(endpoint: StrictEndpoint, data_dir: Path, **given: Any) -> Settings:
    values: dict[str, Any] = {
        "data_dir": data_dir,
        "model": endpoint.model,
        "base_url": endpoint.base_url,
        "api_key": SecretStr(endpoint.key),
        "short_term_only": True,
        "max_retries": 0,
    }
    return Settings(_env_file=None, **{**values, **given})


@pytest.mark.parametrize(
    "provider",
    ["openai", "mistral", "mistral_old", "deepseek", "gemini", "anthropic", "qwen_template", "gemma_template"],
)
def test_the_first_articles_conversation_passes(endpoint: StrictEndpoint, tmp_path: Path, provider: str) -> None:
    endpoint.message_rule = lambda messages: next(map(str, protocol().errors(messages, provider)), None)
    with open_agent(settings_of(endpoint, tmp_path, provider=provider)) as agent:
        agent.ask("我叫小明", **WHO)
        assert "成都" in agent.ask("帮我查一下成都天气", **WHO).text
        assert "小明" in agent.ask("我刚才说我叫什么名字？", **WHO).text
    assert endpoint.refused == []
    assert any(request.body.get("tools") for request in endpoint.chats)


def test_two_tools_in_sequence_pass_in_one_turn(endpoint: StrictEndpoint, agent: Any) -> None:
    answer = agent.ask("What is the weather in Chengdu? And what is 12 * 7?", **WHO)
    assert "84" in answer.text
    assert endpoint.refused == []


def test_long_term_memory_passes_over_the_wire(endpoint: StrictEndpoint, tmp_path: Path) -> None:
    with open_agent(settings_of(endpoint, tmp_path, short_term_only=False)) as agent:
        agent.ask("我喜欢靠窗的座位", user_id="u", thread_id="today")
        answer = agent.ask("帮我查一下明天北京飞深圳的机票", user_id="u", thread_id="tomorrow")
    assert "靠窗" in answer.text
    assert endpoint.refused == []


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault("429"), ModelRateLimited),
        (Fault("500"), ModelUnreachable),
        (Fault("cut"), ModelUnreachable),
        (Fault("empty"), ModelAnswerUnusable),
        (Fault("garbage"), ModelAnswerUnusable),
        (Fault("content_filter"), ModelAnswerUnusable),
    ],
)
async def test_a_failed_turn_keeps_the_users_message_and_can_be_resumed(
    endpoint: StrictEndpoint, agent: Any, fault: Fault, error: type[ModelError]
) -> None:
    agent.ask("My name is Amy", **WHO)
    endpoint.fail(fault)
    with pytest.raises(error):
        agent.ask("What is my name?", **WHO)
    assert agent.state(**WHO).values["messages"][-1].text == "What is my name?"
    [answer] = [event for event in agent.resume(**WHO) if event.kind == "answer"]
    assert "Amy" in answer.text
    endpoint.fail(fault)
    with pytest.raises(error):
        await agent.aask("Hello again", **WHO)
    assert "Amy" in agent.ask("What is my name?", **WHO).text
    assert endpoint.refused == []


def test_a_wrong_key_is_told_at_the_door_and_the_key_is_not(endpoint: StrictEndpoint, tmp_path: Path) -> None:
    with (
        open_agent(settings_of(endpoint, tmp_path, api_key=SecretStr("sk-very-wrong"))) as agent,
        pytest.raises(ModelKeyRefused) as caught,
    ):
        agent.ask("hello", **WHO)
    assert "sk-very-wrong" not in str(caught.value)


def test_a_model_that_repeats_one_call_is_stopped(endpoint: StrictEndpoint, agent: Any) -> None:
    call = {"id": "same", "function": {"name": "calculator", "arguments": '{"expression": "1+1"}'}}
    endpoint.respond = lambda request: (
        {"content": None, "tool_calls": [call]} if request.get("tools") else {"content": "I stop here."}
    )
    assert agent.ask("Loop", **WHO).text == "I stop here."
    assert len(endpoint.chats) <= 10
    assert endpoint.refused == []


def test_malformed_arguments_are_answered_and_the_turn_goes_on(endpoint: StrictEndpoint, agent: Any) -> None:
    endpoint.fail(Fault("broken_arguments", text="calculator"))
    assert "4" in agent.ask("What is 2 + 2?", **WHO).text
    assert endpoint.refused == []


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_three_hundred_turns_with_tools_never_meet_a_refusal_nor_leave_the_budget(
    endpoint: StrictEndpoint, tmp_path: Path
) -> None:
    settings = settings_of(endpoint, tmp_path, max_messages=40, max_tokens=4_000, max_retries=0)
    cities = ("成都", "北京", "Shenzhen", "上海", "Paris")
    with open_agent(settings) as agent:
        agent.ask("我叫小明，请记住我的护照号尾号是 4711", **WHO)
        for turn in range(298):
            city = cities[turn % len(cities)]
            agent.ask(f"第{turn}次：帮我查一下{city}天气，再算 {turn} * 7", **WHO)
        answer = agent.ask("我叫什么名字？", **WHO)
    assert endpoint.refused == []
    assert max(request.tokens for request in endpoint.chats) <= 4_000
    assert "小明" in answer.text
