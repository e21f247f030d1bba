"""What the door promises: checks, queueing, resuming, clearing, forgetting, and no key needed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from graph import Agent, open_agent
from memory.errors import InvalidId, SettingsError, ThreadOwnedByAnother
from memory.messages import find_problems


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    with open_agent(data_dir=tmp_path / "data", chroma="alone") as opened:
        yield opened


def test_the_first_conversation_in_chinese(agent: Agent) -> None:
    def say(text: str, thread_id: str = "t1", user_id: str = "xiaoming") -> str:
        return agent.ask(text, user_id=user_id, thread_id=thread_id).text

    say("我叫小明")
    weather = agent.ask("帮我查一下成都天气", user_id="xiaoming", thread_id="t1")
    assert [c["name"] for c in weather.tool_calls] == ["get_weather"]
    assert "成都" in weather.text
    assert "小明" in say("我刚才说我叫什么名字？")
    agent.clear(user_id="xiaoming", thread_id="t1")
    assert agent.state(user_id="xiaoming", thread_id="t1").values["messages"] == []
    assert "小明" in say("我叫什么名字？", thread_id="new")
    assert "小明" not in say("我叫什么名字？", thread_id="other", user_id="another")


def test_the_first_conversation_in_english(agent: Agent) -> None:
    def say(text: str, thread_id: str = "t1", user_id: str = "ann") -> str:
        return agent.ask(text, user_id=user_id, thread_id=thread_id).text

    say("My name is Ann")
    weather = agent.ask("What's the weather in Chengdu?", user_id="ann", thread_id="t1")
    assert [c["name"] for c in weather.tool_calls] == ["get_weather"]
    assert "Ann" in say("What did I say my name was?")
    agent.clear(user_id="ann", thread_id="t1")
    assert "Ann" in say("What is my name?", thread_id="new")
    assert "Ann" not in say("What is my name?", thread_id="other", user_id="another")


@pytest.mark.parametrize(
    ("told", "asked", "seat"),
    [
        ("我喜欢靠窗的座位", "帮我查一下明天北京飞深圳的机票", "靠窗"),
        ("I like window seats", "Find me a flight from Beijing to Shenzhen tomorrow", "window"),
    ],
)
def test_a_preference_told_in_one_thread_shapes_a_search_in_another(
    agent: Agent, told: str, asked: str, seat: str
) -> None:
    agent.ask(told, user_id="u", thread_id="today")
    answer = agent.ask(asked, user_id="u", thread_id="tomorrow")
    assert [c["name"] for c in answer.tool_calls] == ["search_flights"]
    assert told in [m["text"] for m in answer.recalled]
    assert seat in answer.text


@pytest.mark.parametrize(
    "asked",
    [
        "查一下明天北京飞深圳最便宜的机票，再算一下三个人一共多少钱",
        "Find the cheapest flight from Beijing to Shenzhen tomorrow and calculate the price for 3 people",
    ],
)
def test_two_tools_in_sequence_run_in_one_turn(agent: Agent, asked: str) -> None:
    answer = agent.ask(asked, user_id="u", thread_id="t")
    assert [c["name"] for c in answer.tool_calls] == ["search_flights", "calculator"]
    price = answer.tool_calls[1]["args"]["expression"]
    assert "3" in price
    assert str(eval(price)) in answer.text.replace(",", "")  # digits and a star, made by our own model


def test_with_short_term_only_nothing_outlives_a_clear(tmp_path: Path) -> None:
    with open_agent(data_dir=tmp_path, chroma="alone", short_term_only=True) as agent:
        agent.ask("我叫小明", user_id="u", thread_id="t")
        assert "小明" in agent.ask("我刚才说我叫什么名字？", user_id="u", thread_id="t").text
        agent.clear(user_id="u", thread_id="t")
        assert "小明" not in agent.ask("我刚才说我叫什么名字？", user_id="u", thread_id="t").text


def test_a_thread_goes_on_after_the_program_was_closed(tmp_path: Path) -> None:
    with open_agent(data_dir=tmp_path, chroma="alone") as first:
        first.ask("我叫小明", user_id="u", thread_id="t")
    with open_agent(data_dir=tmp_path, chroma="alone") as second:
        assert len(second.state(user_id="u", thread_id="t").values["messages"]) == 2
        assert "小明" in second.ask("我刚才说我叫什么名字？", user_id="u", thread_id="t").text


def test_events_tell_the_turn_as_it_happens(agent: Agent) -> None:
    events = list(agent.stream("帮我查一下成都天气", user_id="u", thread_id="t"))
    kinds = [e.kind for e in events]
    assert kinds.index("tool_call") < kinds.index("tool_result") < kinds.index("token") < kinds.index("answer")
    assert kinds[-1] == "report"
    streamed = "".join(e.text for e in events if e.kind == "token")
    assert streamed == next(e.text for e in events if e.kind == "answer")
    assert [e.node for e in events if e.kind == "node"] == [
        "retrieve_memory", "call_model", "execute_tools", "call_model", "write_back",
    ]  # fmt: skip


async def test_the_door_works_in_a_running_loop(agent: Agent) -> None:
    await agent.aask("My name is Ann", user_id="u", thread_id="t")
    kinds = [e.kind async for e in agent.astream("What is my name?", user_id="u", thread_id="t")]
    assert kinds[-2:] == ["answer", "report"]
    assert "Ann" in (await agent.aask("What is my name?", user_id="u", thread_id="t")).text


def test_turns_of_one_thread_queue_and_none_is_lost(agent: Agent) -> None:
    said = [f"My favourite number is {n}" for n in range(6)]
    threads = [threading.Thread(target=agent.ask, args=(s,), kwargs={"user_id": "u", "thread_id": "t"}) for s in said]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    messages = agent.state(user_id="u", thread_id="t").values["messages"]
    assert sorted(m.text for m in messages if m.type == "human") == said
    assert [m.type for m in messages] == ["human", "ai"] * 6
    assert find_problems(messages) == []


def test_a_stream_that_is_dropped_leaves_a_valid_thread(agent: Agent) -> None:
    for event in agent.stream("帮我查一下成都天气", user_id="u", thread_id="t"):
        if event.kind == "tool_call":
            break
    answer = agent.ask("我叫小明", user_id="u", thread_id="t")
    assert answer.text
    assert find_problems(agent.state(user_id="u", thread_id="t").values["messages"]) == []


def test_an_approval_is_asked_for_and_given(agent: Agent) -> None:
    agent.ask("帮我查一下明天北京飞深圳的机票", user_id="u", thread_id="t")
    asked = agent.ask("订第一个航班", user_id="u", thread_id="t")
    assert [c["name"] for c in asked.approval] == ["book_flight"]
    assert asked.text == ""
    events = list(agent.resume(user_id="u", thread_id="t", decision=True))
    assert next(e for e in events if e.kind == "tool_result").data["status"] == "success"


@pytest.mark.parametrize(
    ("user_id", "thread_id", "text"),
    [
        ("", "t", "hi"),
        ("u", "", "hi"),
        ("u", "t", ""),
        ("u", "t", "  \n"),
        ("u\x00", "t", "hi"),
        ("u", "t" * 600, "hi"),
    ],
)
def test_what_cannot_be_used_is_refused_at_the_door(agent: Agent, user_id: str, thread_id: str, text: str) -> None:
    with pytest.raises(InvalidId):
        agent.ask(text, user_id=user_id, thread_id=thread_id)


def test_a_message_that_is_too_long_is_refused_at_the_door(agent: Agent) -> None:
    with pytest.raises(InvalidId, match="at most 1,000,000"):
        agent.ask("x" * 1_000_001, user_id="u", thread_id="t")


def test_another_users_thread_is_refused(agent: Agent) -> None:
    agent.ask("hello", user_id="u1", thread_id="t")
    with pytest.raises(ThreadOwnedByAnother):
        agent.ask("hello", user_id="u2", thread_id="t")
    with pytest.raises(ThreadOwnedByAnother):
        agent.state(user_id="u2", thread_id="t")
    with pytest.raises(ThreadOwnedByAnother):
        agent.clear(user_id="u2", thread_id="t")


def test_a_directory_that_cannot_be_made_is_told_with_the_mend(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SettingsError, match="BETHINK_DATA_DIR"):
        open_agent(data_dir=tmp_path / "file" / "data")


def test_clearing_saves_a_summary_and_keeps_the_system_message(agent: Agent) -> None:
    agent.ask("My name is Ann and I live in Berlin", user_id="u", thread_id="t")
    saved = agent.clear(user_id="u", thread_id="t")
    assert saved is not None
    assert saved.record.kind == "session_summary"
    assert "Ann" in saved.record.text
    assert agent.clear(user_id="u", thread_id="t") is None


def test_forgetting_a_user_leaves_the_others(agent: Agent) -> None:
    agent.ask("My name is Ann", user_id="u1", thread_id="a")
    agent.ask("My name is Bob", user_id="u2", thread_id="b")
    counts = agent.forget_everything("u1")
    assert sum(counts.values()) > 0
    assert agent.threads("u1") == []
    assert agent.memory("u1").current() == []
    assert [r.text for r in agent.memory("u2").current(kind="profile")] == ["My name is Bob"]
    assert [t.thread_id for t in agent.threads("u2")] == ["b"]
