"""A model that fails, stalls or babbles: bounded tries, then a clear error; the message stays, the turn can go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from strict_endpoint import Fault, StrictEndpoint
from wired_model import Waits

from graph import Agent, open_agent
from memory.errors import ModelError
from memory.messages import find_problems

TRIES = 3


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def agent(tmp_path: Path, strict_endpoint: StrictEndpoint, waits: Waits) -> Iterator[Agent]:
    given: dict[str, Any] = {"base_url": strict_endpoint.base_url, "model": strict_endpoint.model, "timeout_s": 0.5}
    with open_agent(data_dir=tmp_path, api_key=strict_endpoint.key, short_term_only=True, **given) as opened:
        model: Any = opened.parts.services.model
        model.sleep, model.asleep, model.jitter = waits, waits.later, lambda: 0.0
        yield opened


def texts(agent: Agent) -> list[tuple[str, str]]:
    messages = agent.state(user_id="u", thread_id="t").values["messages"]
    assert find_problems(messages) == []
    return [(m.type, m.text) for m in messages]


LASTING = ["429", "500", "503", "timeout", "cut", "garbage", "empty", "no_choices", "content_filter"]


@pytest.mark.parametrize("kind", LASTING)
async def test_a_lasting_fault_is_told_and_the_turn_goes_on_later(
    agent: Agent, strict_endpoint: StrictEndpoint, kind: str
) -> None:
    for run in ("sync", "async"):
        strict_endpoint.requests.clear()
        strict_endpoint.fail(*[Fault(kind, delay_s=2.0)] * TRIES)
        with pytest.raises(ModelError) as told:
            if run == "sync":
                agent.ask(f"hello {run}", user_id="u", thread_id="t")
            else:
                await agent.aask(f"hello {run}", user_id="u", thread_id="t")
        assert len(strict_endpoint.chats) == TRIES, "tries are bounded, and do not multiply"
        assert str(told.value).count(";") >= 1, "what was given, what was expected, what to do"
        assert texts(agent)[-1] == ("human", f"hello {run}"), "the user's message is kept"
        if run == "sync":
            events = list(agent.resume(user_id="u", thread_id="t"))
        else:
            events = [e async for e in agent.aresume(user_id="u", thread_id="t")]
        assert next(e.text for e in events if e.kind == "answer") == f"You said: hello {run}"
    assert [kind for kind, _ in texts(agent)] == ["human", "ai"] * 2


def test_a_message_after_a_failed_turn_is_answered_too(agent: Agent, strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail(*["503"] * TRIES)
    with pytest.raises(ModelError):
        agent.ask("first", user_id="u", thread_id="t")
    assert agent.ask("second", user_id="u", thread_id="t").text == "You said: second"
    assert [text for kind, text in texts(agent) if kind == "human"] == ["first", "second"]


def test_the_server_says_how_long_to_wait(agent: Agent, strict_endpoint: StrictEndpoint, waits: Waits) -> None:
    strict_endpoint.fail(Fault("429", retry_after=7))
    assert agent.ask("hello", user_id="u", thread_id="t").text == "You said: hello"
    assert waits == [7.0]
    strict_endpoint.fail(Fault("429", retry_after=3600))
    with pytest.raises(ModelError, match="wait"):
        agent.ask("again", user_id="u", thread_id="t")
    assert waits == [7.0], "an hour is not waited for"


def test_what_the_request_is_at_fault_for_is_not_tried_again(agent: Agent, strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail("400")
    with pytest.raises(ModelError):
        agent.ask("hello", user_id="u", thread_id="t")
    assert len(strict_endpoint.chats) == 1


def test_a_broken_stream_is_told_before_the_answer_begins_again(agent: Agent, strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail("cut")
    events = list(agent.stream("a sentence that takes several pieces to say", user_id="u", thread_id="t"))
    kinds = [e.kind for e in events]
    begins = kinds.index("restart")
    assert "token" in kinds[:begins], "something was shown that is void"
    answer = next(e.text for e in events if e.kind == "answer")
    assert "".join(e.text for e in events[begins:] if e.kind == "token") == answer
    assert kinds.count("restart") == 1


def test_a_failure_before_the_first_piece_is_not_told(agent: Agent, strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail("503")
    kinds = [e.kind for e in agent.stream("hello", user_id="u", thread_id="t")]
    assert "restart" not in kinds
    assert "answer" in kinds


def test_a_refusal_is_an_answer(agent: Agent, strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail(Fault("refusal", text="I cannot help with that."))
    assert agent.ask("hello", user_id="u", thread_id="t").text == "I cannot help with that."
    assert agent.ask("bye", user_id="u", thread_id="t").text == "You said: bye"
    assert strict_endpoint.refused == []


def test_what_a_token_limit_cut_is_an_answer(agent: Agent, strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail(Fault("truncated"))
    said = agent.ask("hello there", user_id="u", thread_id="t").text
    assert said
    assert "You said: hello there".startswith(said)


def test_a_call_that_cannot_be_read_is_answered_and_the_model_goes_on(
    agent: Agent, strict_endpoint: StrictEndpoint
) -> None:
    strict_endpoint.fail(Fault("broken_arguments"))
    events = list(agent.stream("1 + 1?", user_id="u", thread_id="t"))
    failed = next(e for e in events if e.kind == "tool_result")
    assert failed.data["status"] == "error"
    assert next(e for e in events if e.kind == "answer").text
    assert texts(agent)[-1][0] == "ai"
    assert strict_endpoint.refused == []


@pytest.mark.parametrize("varied", [False, True], ids=["the same call", "ever other calls"])
def test_a_model_that_only_calls_tools_is_stopped(agent: Agent, strict_endpoint: StrictEndpoint, varied: bool) -> None:
    def respond(request: dict[str, Any]) -> str | dict[str, Any]:
        n = len(request["messages"]) if varied else 0
        call = {"id": f"call_{len(request['messages'])}", "type": "function",
                "function": {"name": "calculator", "arguments": f'{{"expression": "1 + {n}"}}'}}  # fmt: skip
        return {"content": None, "tool_calls": [call]} if request.get("tools") else "enough"

    strict_endpoint.respond = respond
    assert agent.ask("hello", user_id="u", thread_id="t").text == "enough"
    assert len(strict_endpoint.chats) == (8 if varied else 3) + 1
    assert strict_endpoint.refused == []
