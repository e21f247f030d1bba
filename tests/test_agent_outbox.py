"""What long-term memory cannot take now waits, visibly, and is written in order when it can."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from scripted_agent import scripted_agent

from graph import Agent
from memory.chroma_store import ChromaStore
from memory.errors import StoreUnavailable
from memory.long_term import LongTermMemory
from memory.outbox import MAX_TRIES


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def opened(path: Path, time: Time) -> Agent:
    return scripted_agent(path, lambda _: AIMessage("Noted."), clock=time)


@pytest.fixture
def agent(tmp_path: Path, time: Time) -> Iterator[Agent]:
    with opened(tmp_path, time) as one:
        yield one


def stop(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(self: Any, ops: Any) -> Any:
        raise StoreUnavailable("the store is down; expected it up; start it")

    monkeypatch.setattr(ChromaStore, "batch", down)


def episodes(agent: Agent) -> list[str]:
    records = agent.memory("u").scope.records(filter={"kind": "episode"})
    users = [r for r in records if r.source.speaker == "user"]
    return [r.text for r in sorted(users, key=lambda r: (r.source.thread_id, r.source.position))]


def test_a_turn_stands_while_the_store_is_down_and_is_written_after_the_next_good_turn(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as down:
        stop(down)
        for text in ("one", "two"):
            answer = agent.ask(text, user_id="u", thread_id="t")
            assert answer.text == "Noted."
            assert answer.report["waits"] is True
            assert "StoreUnavailable" in answer.report["write_error"]
            assert "StoreUnavailable" in answer.report["recall_error"]
    assert len(agent.parts.outbox.pending("u")) == 2
    answer = agent.ask("three", user_id="u", thread_id="other")
    assert "waits" not in answer.report
    assert agent.parts.outbox.pending("u") == []
    assert episodes(agent) == ["three", "one", "two"]


async def test_what_waits_is_written_in_a_running_loop_too(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as down:
        stop(down)
        assert (await agent.aask("one", user_id="u", thread_id="t")).report["waits"] is True
    await agent.aask("two", user_id="u", thread_id="t")
    assert agent.parts.outbox.pending("u") == []
    assert episodes(agent) == ["one", "two"]


def test_what_waits_is_written_at_the_next_start(tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path, time) as agent, monkeypatch.context() as down:
        stop(down)
        agent.ask("Please remember that my locker is number 4711", user_id="u", thread_id="t")
    with opened(tmp_path, time) as agent:
        assert agent.parts.outbox.pending("u") == []
        assert "my locker is number 4711" in [r.text for r in agent.memory("u").current()]


def test_another_users_turn_does_not_write_what_waits_for_this_one(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as down:
        stop(down)
        agent.ask("one", user_id="u", thread_id="t")
    agent.ask("hello", user_id="v", thread_id="of v")
    assert len(agent.parts.outbox.pending("u")) == 1


def test_a_turn_that_no_store_takes_is_set_aside_and_stops_nobody(
    agent: Agent, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    absorb = LongTermMemory.absorb

    def picky(self: LongTermMemory, **turn: Any) -> Any:
        if any("poison" in e.text for e in turn["episodes"]):
            raise ValueError("poison")
        return absorb(self, **turn)

    monkeypatch.setattr(LongTermMemory, "absorb", picky)
    assert agent.ask("poison", user_id="u", thread_id="t").report["write_error"] == "ValueError: poison"
    agent.ask("two", user_id="u", thread_id="t")
    assert episodes(agent) == ["two"], "the turn after it is written"
    for _ in range(MAX_TRIES):
        time.now += timedelta(hours=2)
        agent.drain()
    (entry,) = agent.parts.outbox.poisoned("u")
    assert entry.error == "ValueError: poison"
    assert agent.parts.outbox.pending("u") == []
    monkeypatch.undo()
    agent.parts.outbox.retry(entry.key)
    assert agent.drain() == 1
    assert episodes(agent) == ["poison", "two"]


def test_a_turn_without_a_place_to_wait_is_written_by_the_next(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> bool:
        raise StoreUnavailable("the disk is full; expected room; free some")

    with monkeypatch.context() as down:
        stop(down)
        down.setattr(type(agent.parts.outbox), "put", full)
        report = agent.ask("one", user_id="u", thread_id="t").report
        assert report["waits"] is False
        assert "full" in report["outbox_error"]
    agent.ask("two", user_id="u", thread_id="t")
    assert episodes(agent) == ["one", "two"]


def test_a_fold_or_an_extraction_that_fails_is_told_and_the_turn_stands(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    import nodes.extracting
    import nodes.fold

    def broken(*_: Any, **__: Any) -> Any:
        raise RecursionError("too deep")

    monkeypatch.setattr(nodes.extracting, "extract", broken)
    monkeypatch.setattr(nodes.fold, "plan_fold", broken)
    answer = agent.ask("one", user_id="u", thread_id="t")
    assert answer.text == "Noted."
    assert answer.report["extract_error"] == "RecursionError: too deep"
    assert answer.report["fold_error"] == "RecursionError: too deep"
    assert episodes(agent) == ["one"]
    assert agent.state(user_id="u", thread_id="t").next == ()


def test_a_quiet_thread_is_summarised_once_for_what_it_holds(tmp_path: Path, time: Time) -> None:
    from graph import open_agent

    def summaries(agent: Agent) -> list[str]:
        return [r.text for r in agent.memory("u").scope.records(filter={"kind": "session_summary"})]

    with open_agent(data_dir=tmp_path, chroma="alone") as agent:
        agent.ask("My name is Ann and I live in Berlin", user_id="u", thread_id="t")
        assert agent.summarize_idle(older_than_h=1) == [], "it is not quiet yet"
        (saved,) = agent.summarize_idle(older_than_h=0)
        assert "Ann" in saved.record.text
        assert agent.summarize_idle(older_than_h=0) == [], "once"
        assert agent.summarize_idle(older_than_h=0, user_id="somebody else") == []
        agent.ask("我喜欢靠窗的座位", user_id="u", thread_id="t")
        with agent.parts.claims.hold("t"):
            assert agent.summarize_idle(older_than_h=0) == [], "a turn runs in it"
        assert len(agent.summarize_idle(older_than_h=0)) == 1, "something new was said"
        assert len(summaries(agent)) == 2
