"""The strict endpoint refuses what OpenAI refuses, takes what it takes, and fails as it is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from types import ModuleType
from typing import Any

import handed_cases
import openai
import pytest
from any_history import QUICK, histories
from handed import handed
from hypothesis import given, settings
from langchain_core.messages import AIMessage, BaseMessage
from strict_endpoint import Fault, StrictEndpoint
from strict_rules import count_tokens, refusal_of, refusal_of_messages

from memory.messages import repair
from memory.tokens import TokenCounter
from memory.wire import to_dict

USER: dict[str, Any] = {"role": "user", "content": "hello"}
CALL: dict[str, Any] = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
ASK: dict[str, Any] = {"role": "assistant", "content": None, "tool_calls": [CALL]}
TOOL: dict[str, Any] = {"role": "tool", "tool_call_id": "c1", "content": "x"}
OFFER: dict[str, Any] = {
    "type": "function",
    "function": {"name": "f", "parameters": {"type": "object", "properties": {}}},
}


@pytest.fixture(scope="module")
def protocol() -> ModuleType:
    """The handed validator."""
    return handed_cases.protocol()


@pytest.fixture
def client() -> Iterator[Any]:
    """A function that opens OpenAI's own client, untyped: what it is given here is plain dicts."""
    with ExitStack() as opened:

        def make(endpoint: StrictEndpoint, *, key: str | None = None) -> Any:
            made = openai.OpenAI(base_url=endpoint.base_url, api_key=key or endpoint.key, max_retries=0, timeout=5)
            return opened.enter_context(made)

        yield make


def known(message: dict[str, Any]) -> dict[str, Any]:
    """Give a message without what the two sets of rules differ on by intention: keys that are not OpenAI's."""
    return {key: value for key, value in message.items() if key not in ("id", "reasoning_content")}


@settings(max_examples=250, deadline=None, phases=QUICK)
@given(history=histories())
def test_it_refuses_what_the_handed_rules_call_an_error_and_nothing_else(
    protocol: ModuleType, history: list[BaseMessage]
) -> None:
    for messages in (history, repair(history)):
        wire = [known(to_dict(message)) for message in messages]
        assert (refusal_of_messages(wire) is not None) == bool(protocol.errors(wire)), protocol.errors(wire)


def test_it_agrees_with_the_handed_rules_on_every_handed_case(protocol: ModuleType) -> None:
    for case in json.loads(handed("cases/short_term.json").read_text("utf-8")):
        wire = [*(case["input"].get("messages") or []), *((case["input"].get("args") or {}).get("append") or [])]
        for end in range(len(wire) + 1):
            part = [known(message) for message in wire[:end]]
            assert (refusal_of_messages(part) is not None) == bool(protocol.errors(part)), (case["id"], end)


@pytest.mark.parametrize(
    ("request_body", "words"),
    [
        ({"messages": [USER]}, "you must provide a model"),
        ({"model": "m", "messages": []}, "empty array"),
        ({"model": "m", "messages": [USER], "tools": []}, "'tools': empty array"),
        ({"model": "m", "messages": [USER], "tool_choice": "auto"}, "only allowed when 'tools'"),
        ({"model": "m", "messages": [USER], "stream_options": {}}, "only allowed when 'stream'"),
        ({"model": "m", "messages": [USER], "temperature": 3}, "temperature"),
        ({"model": "m", "messages": [USER], "max_tokens": 5, "max_completion_tokens": 5}, "at the same time"),
        ({"model": "m", "messages": [USER], "max_tokens": 0}, "minimum value"),
        ({"model": "m", "messages": [USER], "enable_thinking": True}, "Unrecognized request argument"),
        ({"model": "m", "messages": [{**USER, "id": "m1"}]}, "Unknown parameter: 'messages[0].id'"),
        ({"model": "m", "messages": [TOOL]}, "must be a response to a preceeding message"),
        ({"model": "m", "messages": [ASK, USER, TOOL]}, "must be followed by tool messages"),
        ({"model": "m", "messages": [ASK, TOOL, TOOL]}, "must be a response"),
        ({"model": "m", "messages": [{**ASK, "tool_calls": [{**CALL, "id": "x" * 41}]}]}, "maximum length 40"),
        ({"model": "m", "messages": [{**ASK, "tool_calls": [CALL, CALL]}, TOOL]}, "Duplicate value"),
        ({"model": "m", "messages": [{**USER, "name": "a b"}]}, "matches the pattern"),
        ({"model": "m", "messages": [USER], "tools": [{"type": "function", "function": {"name": "查"}}]}, "pattern"),
        ([1], "could not parse"),
    ],
)
def test_it_refuses_a_request_in_openais_words(request_body: Any, words: str) -> None:
    refusal = refusal_of(request_body)
    assert refusal is not None
    assert words in refusal.message


def test_it_takes_an_ordinary_request() -> None:
    assert refusal_of({"model": "m", "messages": [USER, ASK, TOOL], "tools": [OFFER], "tool_choice": "none"}) is None


def test_it_answers_whole_and_in_pieces_with_the_same_words(strict_endpoint: StrictEndpoint, client: Any) -> None:
    ask: dict[str, Any] = {"model": strict_endpoint.model, "messages": [{"role": "user", "content": "你好，世界"}]}
    whole = client(strict_endpoint).chat.completions.create(**ask)
    parts = list(
        client(strict_endpoint).chat.completions.create(**ask, stream=True, stream_options={"include_usage": True})
    )
    text = "".join(chunk.choices[0].delta.content or "" for chunk in parts if chunk.choices)
    assert whole.choices[0].message.content == text == "You said: 你好，世界"
    assert whole.usage is not None
    assert parts[-1].usage is not None
    assert whole.usage.prompt_tokens == parts[-1].usage.prompt_tokens == strict_endpoint.requests[0].tokens > 5


def test_a_stream_has_no_usage_unless_asked(strict_endpoint: StrictEndpoint, client: Any) -> None:
    parts = client(strict_endpoint).chat.completions.create(model=strict_endpoint.model, messages=[USER], stream=True)
    assert all(chunk.usage is None for chunk in parts)


def test_tool_calls_stream_in_pieces_that_join(strict_endpoint: StrictEndpoint, client: Any) -> None:
    strict_endpoint.respond = lambda _: {"content": None, "tool_calls": [CALL, {**CALL, "id": "c2"}]}
    parts = client(strict_endpoint).chat.completions.create(
        model=strict_endpoint.model, messages=[USER], tools=[OFFER], stream=True
    )
    deltas = [delta for chunk in parts for delta in (chunk.choices[0].delta.tool_calls or []) if chunk.choices]
    assert [delta.id for delta in deltas if delta.id] == ["c1", "c2"]
    assert "".join(d.function.arguments or "" for d in deltas if d.function and d.index == 1) == "{}"


def test_a_wrong_key_an_unknown_model_and_a_full_window_are_refused_by_name(
    strict_endpoint: StrictEndpoint, client: Any
) -> None:
    with pytest.raises(openai.AuthenticationError, match="Incorrect API key"):
        client(strict_endpoint, key="sk-wrong").models.list()
    with pytest.raises(openai.NotFoundError, match="does not exist"):
        client(strict_endpoint).chat.completions.create(model="gpt-9", messages=[USER])
    with pytest.raises(openai.NotFoundError):
        client(strict_endpoint).responses.create(model=strict_endpoint.model, input="x")
    strict_endpoint.context_window = 20
    with pytest.raises(openai.BadRequestError, match="maximum context length is 20") as caught:
        client(strict_endpoint).chat.completions.create(
            model=strict_endpoint.model, messages=[{**USER, "content": "a b c " * 9}]
        )
    assert caught.value.code == "context_length_exceeded"
    assert [model.id for model in client(strict_endpoint).models.list()] == [strict_endpoint.model]


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("429", openai.RateLimitError),
        ("500", openai.InternalServerError),
        ("503", openai.InternalServerError),
        ("content_filter_400", openai.BadRequestError),
        ("cut", openai.APIConnectionError),
        ("garbage", None),
    ],
)
def test_it_fails_as_told_once(
    strict_endpoint: StrictEndpoint, client: Any, kind: str, error: type[Exception] | None
) -> None:
    strict_endpoint.fail(Fault(kind, retry_after=1))
    ask = client(strict_endpoint).chat.completions
    if error:
        with pytest.raises(error):
            ask.create(model=strict_endpoint.model, messages=[USER])
    else:
        assert isinstance(ask.create(model=strict_endpoint.model, messages=[USER]), str)
    assert ask.create(model=strict_endpoint.model, messages=[USER]).choices[0].message.content == "You said: hello"
    assert [request.fault for request in strict_endpoint.chats] == [kind, ""]


@pytest.mark.parametrize(
    ("kind", "finish"),
    [("truncated", "length"), ("content_filter", "content_filter"), ("refusal", "stop"), ("empty", "stop")],
)
def test_it_spoils_an_answer_as_told(strict_endpoint: StrictEndpoint, client: Any, kind: str, finish: str) -> None:
    strict_endpoint.fail(kind)
    answer = client(strict_endpoint).chat.completions.create(model=strict_endpoint.model, messages=[USER]).choices[0]
    assert answer.finish_reason == finish
    assert (answer.message.content or "") != "You said: hello"


def test_a_cut_stream_breaks_and_a_hushed_one_just_ends(strict_endpoint: StrictEndpoint, client: Any) -> None:
    strict_endpoint.fail("cut", "hush")
    ask: dict[str, Any] = {"model": strict_endpoint.model, "messages": [USER], "stream": True}
    with pytest.raises(openai.APIConnectionError):
        list(client(strict_endpoint).chat.completions.create(**ask))
    parts = list(client(strict_endpoint).chat.completions.create(**ask))
    assert parts
    assert all(chunk.choices[0].finish_reason is None for chunk in parts)


def test_embeddings_of_texts_and_of_token_ids(strict_endpoint: StrictEndpoint, client: Any) -> None:
    ask = client(strict_endpoint).embeddings
    texts = ask.create(model="e", input=["hello", "你好"], encoding_format="float").data
    assert [len(item.embedding) for item in texts] == [64, 64]
    packed = ask.create(model="e", input=["hello"]).data[0].embedding
    assert packed == pytest.approx(texts[0].embedding, abs=1e-6)
    ids = ask.create(model="e", input=[[15339]], encoding_format="float").data[0].embedding
    assert ids == texts[0].embedding
    assert len(ask.create(model="e", input="x", dimensions=8).data[0].embedding) == 8
    strict_endpoint.refuse_token_ids = True
    for bad in ([[15339]], [""], []):
        with pytest.raises(openai.BadRequestError):
            ask.create(model="e", input=bad)


def test_another_providers_rules_can_be_added(
    strict_endpoint: StrictEndpoint, client: Any, protocol: ModuleType
) -> None:
    strict_endpoint.message_rule = lambda messages: next(map(str, protocol.errors(messages, "mistral")), None)
    messages = [USER, {**ASK, "tool_calls": [CALL]}, TOOL]
    with pytest.raises(openai.BadRequestError, match="CALL_ID_FORMAT"):
        client(strict_endpoint).chat.completions.create(model=strict_endpoint.model, messages=messages)


def test_its_own_count_and_ours_agree_on_plain_requests() -> None:
    messages = [{"role": "system", "content": "You help."}, USER, {"role": "assistant", "content": "你好！"}, USER]
    assert count_tokens({"messages": messages}) == TokenCounter("gpt-4o").count_messages(messages)
    assert count_tokens({"messages": [USER], "tools": [OFFER]}) == TokenCounter("gpt-4o").count_messages(
        [USER], [OFFER]
    )


def test_a_chat_model_can_be_its_brain(strict_endpoint: StrictEndpoint, client: Any) -> None:
    from langchain_core.language_models import GenericFakeChatModel
    from strict_endpoint import brain_of

    strict_endpoint.respond = brain_of(GenericFakeChatModel(messages=iter([AIMessage("from the model")])))
    answer = client(strict_endpoint).chat.completions.create(model=strict_endpoint.model, messages=[USER])
    assert answer.choices[0].message.content == "from the model"
