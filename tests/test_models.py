"""Chat models over the wire: what goes out, what comes back, what is tried again, and how a failure reads."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from pydantic import BaseModel, SecretStr
from strict_endpoint import Fault, StrictEndpoint
from wired_model import model_for, settings_for

from graph.models import open_chat_model, open_embeddings, provider_of
from graph.settings import Settings
from memory.errors import ModelAnswerUnusable
from memory.tokens import TokenCounter

HELLO: list[BaseMessage] = [HumanMessage("hello")]
CALL: dict[str, Any] = {
    "id": "c1",
    "type": "function",
    "function": {"name": "get_weather", "arguments": '{"city":"成都"}'},
}


@tool
def get_weather(city: str) -> str:
    """Give the weather of a city."""
    return "sunny"


# ---- what goes out


def test_without_key_and_address_it_is_the_offline_model() -> None:
    model = open_chat_model(Settings(_env_file=None))
    assert type(model).__name__ == "OfflineChatModel"


def test_a_plain_question_is_answered(strict_endpoint: StrictEndpoint) -> None:
    answer = model_for(strict_endpoint).invoke(HELLO)
    assert answer.text == "You said: hello"
    assert answer.usage_metadata["input_tokens"] == strict_endpoint.chats[0].tokens


async def test_a_plain_question_is_answered_in_a_running_loop(strict_endpoint: StrictEndpoint) -> None:
    model = model_for(strict_endpoint)
    assert (await model.ainvoke(HELLO)).text == "You said: hello"
    assert "".join([chunk.text async for chunk in model.astream(HELLO)]) == "You said: hello"


def test_one_event_loop_after_another_is_served(strict_endpoint: StrictEndpoint) -> None:
    model = model_for(strict_endpoint, max_retries=0)

    async def talk() -> str:
        said = (await model.ainvoke(HELLO)).text
        assert said == "".join([chunk.text async for chunk in model.astream(HELLO)])
        return str(said)

    assert [asyncio.run(talk()) for _ in range(3)] == ["You said: hello"] * 3


def test_a_stream_brings_usage_from_a_compatible_server(strict_endpoint: StrictEndpoint) -> None:
    chunks: list[AIMessageChunk] = list(model_for(strict_endpoint).stream(HELLO))
    whole = chunks[0]
    for chunk in chunks[1:]:
        whole += chunk
    assert whole.text == "You said: hello"
    assert whole.usage_metadata is not None
    assert whole.usage_metadata["input_tokens"] == strict_endpoint.chats[0].tokens
    assert strict_endpoint.chats[0].body["stream_options"] == {"include_usage": True}


def test_a_server_that_knows_no_stream_options_is_asked_without(strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail(Fault("400", text="Extra inputs are not permitted: stream_options"))
    assert "".join(chunk.text for chunk in model_for(strict_endpoint).stream(HELLO)) == "You said: hello"
    assert "stream_options" not in strict_endpoint.chats[1].body


@pytest.mark.parametrize(
    ("provider", "key"), [("openai", "max_completion_tokens"), ("deepseek", "max_tokens"), ("vllm", "max_tokens")]
)
def test_the_longest_answer_goes_out_under_the_name_that_the_server_knows(
    strict_endpoint: StrictEndpoint, provider: str, key: str
) -> None:
    model_for(strict_endpoint, provider=provider, max_answer_tokens=77).invoke(HELLO)
    sent = strict_endpoint.chats[0].body
    assert {name: sent.get(name) for name in ("max_tokens", "max_completion_tokens") if name in sent} == {key: 77}


def test_no_tools_are_sent_when_there_are_none(strict_endpoint: StrictEndpoint) -> None:
    model_for(strict_endpoint).bind_tools([]).invoke(HELLO)
    model_for(strict_endpoint).invoke(HELLO, tools=[], tool_choice="auto")
    assert all("tools" not in request.body and "tool_choice" not in request.body for request in strict_endpoint.chats)
    assert strict_endpoint.refused == []


@pytest.mark.parametrize("name", ["gpt-5-codex", "gpt-5-pro", "gpt-4o-mini"])
def test_no_model_name_leads_a_compatible_server_to_the_responses_api(
    strict_endpoint: StrictEndpoint, name: str
) -> None:
    strict_endpoint.model = name
    assert model_for(strict_endpoint).invoke(HELLO).text == "You said: hello"


def test_what_is_sent_is_the_view_of_the_provider(strict_endpoint: StrictEndpoint) -> None:
    history: list[BaseMessage] = [
        SystemMessage("You help."),
        HumanMessage("x", name="a b"),
        AIMessage("", tool_calls=[{"id": "y" * 70, "name": "查天气", "args": {"city": "成都"}, "type": "tool_call"}]),
        ToolMessage("no such city", tool_call_id="y" * 70, status="error", name="查天气"),
        SystemMessage("Be brief."),
        AIMessage("", tool_calls=[{"id": "z", "name": "f", "args": {}, "type": "tool_call"}]),
    ]
    for provider in ("openai", "mistral", "deepseek", "qwen_template"):
        model_for(strict_endpoint, provider=provider).invoke(history)
    assert strict_endpoint.refused == []
    first, mistral = strict_endpoint.chats[0].body["messages"], strict_endpoint.chats[1].body["messages"]
    assert first[3]["content"] == "Error: no such city"
    assert len(mistral[2]["tool_calls"][0]["id"]) == 9
    assert '"成都"' in mistral[2]["tool_calls"][0]["function"]["arguments"]


# ---- what comes back


def test_an_answer_notes_what_we_counted_so_that_its_usage_survives_trimming(strict_endpoint: StrictEndpoint) -> None:
    history = [SystemMessage("You help."), HumanMessage("查一下成都天气 " * 30), *HELLO]
    answer = model_for(strict_endpoint).bind_tools([get_weather]).invoke(history)
    counter = TokenCounter(strict_endpoint.model)
    assert answer.response_metadata["counted_tokens"] == counter.count_plain(history, [get_weather])
    assert counter.count_messages([*HELLO, answer]) < 60 < counter.count_messages([*history, answer])


@pytest.mark.parametrize("streaming", [False, True])
def test_reasoning_comes_in_and_goes_out_with_its_call(strict_endpoint: StrictEndpoint, streaming: bool) -> None:
    strict_endpoint.loose = True
    strict_endpoint.respond = lambda _: {"content": None, "tool_calls": [CALL], "reasoning_content": "先查天气，再回答"}
    model = model_for(strict_endpoint, provider="deepseek").bind_tools([get_weather])
    answer = joined(model.stream(HELLO)) if streaming else model.invoke(HELLO)
    assert answer.additional_kwargs["reasoning_content"] == "先查天气，再回答"
    assert answer.tool_calls[0]["args"] == {"city": "成都"}
    model.invoke([*HELLO, answer, ToolMessage("sunny", tool_call_id="c1")])
    assert strict_endpoint.chats[1].body["messages"][1]["reasoning_content"] == "先查天气，再回答"


def joined(chunks: Iterator[AIMessageChunk]) -> AIMessageChunk:
    first, *rest = chunks
    for chunk in rest:
        first += chunk
    return first


@pytest.mark.parametrize("streaming", [False, True])
def test_a_thought_signature_travels_with_its_call(strict_endpoint: StrictEndpoint, streaming: bool) -> None:
    strict_endpoint.loose = True
    signed = {**CALL, "extra_content": {"google": {"thought_signature": "sig"}}}
    strict_endpoint.respond = lambda _: {"content": None, "tool_calls": [signed]}
    model = model_for(strict_endpoint, provider="gemini").bind_tools([get_weather])
    answer = joined(model.stream(HELLO)) if streaming else model.invoke(HELLO)
    model.invoke([*HELLO, answer, ToolMessage("sunny", tool_call_id="c1")])
    sent = strict_endpoint.chats[1].body["messages"][1]["tool_calls"][0]
    assert sent["extra_content"] == {"google": {"thought_signature": "sig"}}
    assert json.loads(sent["function"]["arguments"]) == {"city": "成都"}


def test_arguments_go_back_as_the_model_spelt_them(strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.respond = lambda _: {"content": None, "tool_calls": [CALL]}
    model = model_for(strict_endpoint).bind_tools([get_weather])
    model.invoke([*HELLO, model.invoke(HELLO), ToolMessage("sunny", tool_call_id="c1")])
    sent = strict_endpoint.chats[1].body["messages"][1]["tool_calls"][0]["function"]["arguments"]
    assert sent == '{"city":"成都"}'


def test_a_broken_call_is_an_answer_and_not_a_failure(strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail("broken_arguments")
    answer = model_for(strict_endpoint).invoke(HELLO)
    assert answer.invalid_tool_calls[0]["args"] == '{"expression": "1 +'
    assert len(strict_endpoint.chats) == 1


@pytest.mark.parametrize("streaming", [False, True])
def test_a_refusals_words_reach_the_user(strict_endpoint: StrictEndpoint, streaming: bool) -> None:
    strict_endpoint.fail(Fault("refusal", text="I can't help with that."))
    assert model_for(strict_endpoint).invoke(HELLO, stream=streaming).text == "I can't help with that."


def test_a_text_that_its_limit_cut_is_an_answer_that_says_so(strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail("truncated")
    answer = model_for(strict_endpoint).invoke(HELLO)
    assert answer.text == "You sai"
    assert answer.response_metadata["finish_reason"] == "length"
    assert len(strict_endpoint.chats) == 1


# ---- objects and vectors


class Trip(BaseModel):
    """A journey."""

    city: str
    days: int


FOUND = '{"city": "成都", "days": 3}'
AS_CALL = {"content": None, "tool_calls": [{"id": "c", "function": {"name": "Trip", "arguments": FOUND}}]}


@pytest.mark.parametrize("works", ["json_schema", "function_calling", "json_mode"])
@pytest.mark.parametrize("provider", ["openai", "vllm"])
def test_objects_come_by_whichever_method_the_endpoint_knows(
    strict_endpoint: StrictEndpoint, works: str, provider: str
) -> None:
    def respond(request: dict[str, Any]) -> dict[str, Any] | str:
        if request.get("tools"):
            return AS_CALL if works == "function_calling" else "I cannot call functions."
        kind = (request.get("response_format") or {}).get("type")
        wanted = {"json_schema": "json_schema", "json_mode": "json_object"}.get(works)
        return FOUND if kind == wanted else "Happy to help!"

    strict_endpoint.respond = respond
    objects = model_for(strict_endpoint, provider=provider, max_retries=0).with_structured_output(Trip)
    assert objects.invoke("Three days in Chengdu") == Trip(city="成都", days=3)
    asked = len(strict_endpoint.chats)
    assert objects.invoke("Three days in Chengdu") == Trip(city="成都", days=3)
    assert len(strict_endpoint.chats) == asked + 1


async def test_an_endpoint_without_any_method_is_named(strict_endpoint: StrictEndpoint) -> None:
    objects = model_for(strict_endpoint, max_retries=0).with_structured_output(Trip)
    with pytest.raises(ModelAnswerUnusable, match="no object of Trip"):
        await objects.ainvoke("Three days in Chengdu")


def test_embeddings_go_out_as_text_in_small_batches(strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.refuse_token_ids = True
    settings = settings_for(
        strict_endpoint,
        embedder="openai",
        embedding_model="bge-m3",
        embedding_base_url=strict_endpoint.base_url,
        embedding_api_key=SecretStr(strict_endpoint.key),
    )
    embeddings = open_embeddings(settings)
    assert len(embeddings.embed_documents(["你好", "hello"] * 80)) == 160
    assert all(isinstance(text, str) for request in strict_endpoint.requests for text in request.body["input"])
    assert len(strict_endpoint.requests) > 1
    assert type(open_embeddings(Settings(_env_file=None))).__name__ == "LocalEmbeddings"


def test_the_provider_is_as_set_or_guessed() -> None:
    assert (
        provider_of(Settings(_env_file=None, base_url="https://api.deepseek.com/v1", model="deepseek-chat"))
        == "deepseek"
    )
    assert provider_of(Settings(_env_file=None, base_url="https://api.deepseek.com/v1", provider="vllm")) == "vllm"
