"""What is tried again when a model fails, how long is waited for it, and how a failure reads in the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import openai
import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage, HumanMessage
from pydantic import SecretStr
from strict_endpoint import Fault, StrictEndpoint
from wired_model import Waits, model_for, settings_for

from graph.models import explain, open_chat_model
from graph.settings import Settings
from memory import errors
from memory.errors import ModelAnswerUnusable, ModelError, SettingsError

HELLO: list[BaseMessage] = [HumanMessage("hello")]


@pytest.mark.parametrize("kind", ["429", "500", "503", "empty", "no_choices", "content_filter", "garbage", "cut"])
@pytest.mark.parametrize("streaming", [False, True])
async def test_a_passing_fault_is_tried_again(strict_endpoint: StrictEndpoint, kind: str, streaming: bool) -> None:
    waits = Waits()
    model = model_for(strict_endpoint, waits)
    strict_endpoint.fail(kind)
    assert model.invoke(HELLO, stream=streaming).text == "You said: hello"
    strict_endpoint.fail(kind, kind)
    assert (await model.ainvoke(HELLO, stream=streaming)).text == "You said: hello"
    assert waits == [0.5, 0.5, 1.0]
    assert len(strict_endpoint.chats) == 5


def test_a_stream_that_just_stops_is_tried_again(strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail("hush")
    assert model_for(strict_endpoint).invoke(HELLO, stream=True).text == "You said: hello"
    assert len(strict_endpoint.chats) == 2


def test_the_wait_is_the_servers_when_it_names_one(strict_endpoint: StrictEndpoint) -> None:
    waits = Waits()
    strict_endpoint.fail(Fault("429", retry_after=7), Fault("503", retry_after="Wed, 21 Oct 2099 07:28:00 GMT"))
    with pytest.raises(openai.InternalServerError):
        model_for(strict_endpoint, waits).invoke(HELLO)
    assert waits == [7.0]


@pytest.mark.parametrize("kind", ["500", "429", "empty", "cut"])
@pytest.mark.parametrize("retries", [0, 2])
def test_tries_are_bounded(strict_endpoint: StrictEndpoint, kind: str, retries: int) -> None:
    for streaming in (False, True):
        strict_endpoint.requests.clear()
        strict_endpoint.fail(*[kind] * (retries + 1))
        with pytest.raises((openai.APIError, ModelAnswerUnusable)):
            model_for(strict_endpoint, max_retries=retries).invoke(HELLO, stream=streaming)
        assert len(strict_endpoint.chats) == retries + 1


def test_nothing_is_tried_again_that_cannot_change(strict_endpoint: StrictEndpoint) -> None:
    model = model_for(strict_endpoint)
    for spoil in ({"model": "gpt-9"}, {"api_key": SecretStr("sk-wrong")}):
        with pytest.raises(openai.APIStatusError):
            model_for(strict_endpoint, **spoil).invoke(HELLO)
    with pytest.raises(openai.BadRequestError):
        model.invoke(HELLO, temperature=9)
    strict_endpoint.fail("content_filter_400")
    with pytest.raises(openai.BadRequestError):
        model.invoke(HELLO)
    assert len(strict_endpoint.chats) == 4


def test_a_stream_that_has_begun_is_not_begun_again_for_its_reader(strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.fail("cut")
    seen: list[str] = []
    with pytest.raises(openai.APIConnectionError):
        for chunk in model_for(strict_endpoint).stream(HELLO):
            seen.append(chunk.text)  # noqa: PERF401  what came before the break is what is asked for
    assert "".join(seen)
    assert len(strict_endpoint.chats) == 1


def test_a_listener_is_told_that_an_answer_begins_again(strict_endpoint: StrictEndpoint) -> None:
    class Listener(BaseCallbackHandler):
        def __init__(self) -> None:
            self.heard: list[str] = []

        def on_llm_new_token(self, token: Any, *, chunk: Any = None, **_: Any) -> None:
            restarted = chunk is not None and chunk.message.response_metadata.get("restarted")
            self.heard.append("<restarted>" if restarted else str(token))

    listener = Listener()
    strict_endpoint.fail("cut")
    model_for(strict_endpoint).invoke(HELLO, {"callbacks": [listener]}, stream=True)
    assert "".join(listener.heard).split("<restarted>")[1] == "You said: hello"


async def test_a_begun_stream_can_be_left(strict_endpoint: StrictEndpoint) -> None:
    model = model_for(strict_endpoint)
    stream: AsyncIterator[Any] = model.astream(HELLO)
    first = [chunk async for chunk in _one_of(stream)]
    await stream.aclose()  # type: ignore[attr-defined]  # an async generator
    assert len(first) == 1
    assert (await model.ainvoke(HELLO)).text == "You said: hello"  # the connection is free again


async def _one_of(stream: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for chunk in stream:
        yield chunk
        return


# ---- how a failure reads


@pytest.mark.parametrize(
    ("fault", "given", "kind", "words"),
    [
        (None, {"api_key": SecretStr("sk-wrong")}, errors.ModelKeyRefused, "refused the key (401"),
        (None, {"model": "gpt-9"}, errors.ModelNotFound, "knows no model 'gpt-9'"),
        (Fault("429"), {}, errors.ModelRateLimited, "takes no more requests"),
        (
            Fault("429", text="You exceeded your current quota: insufficient_quota"),
            {},
            errors.ModelRateLimited,
            "top it up",
        ),
        (Fault("500"), {}, errors.ModelUnreachable, "is failing (500"),
        (Fault("timeout", delay_s=30), {"timeout_s": 0.2}, errors.ModelUnreachable, "no answer within 0.2 s"),
        (Fault("cut"), {}, errors.ModelUnreachable, "cannot be reached"),
        (Fault("400", text="Model Not Exist"), {}, errors.ModelNotFound, "set BETHINK_MODEL"),
        (
            Fault("400", text="maximum context length is 8192"),
            {},
            errors.ModelRequestRefused,
            "lower BETHINK_MAX_TOKENS",
        ),
        (Fault("content_filter_400"), {}, errors.ModelRequestRefused, "other words"),
        (Fault("400", text="bad roles"), {}, errors.ModelRequestRefused, "check BETHINK_PROVIDER"),
        (Fault("empty"), {}, errors.ModelAnswerUnusable, "an empty answer"),
        (Fault("garbage"), {}, errors.ModelAnswerUnusable, "no chat completion"),
        (Fault("content_filter"), {}, errors.ModelAnswerUnusable, "content filter"),
    ],
)
def test_a_failure_says_what_happened_and_what_to_do(
    strict_endpoint: StrictEndpoint, fault: Fault | None, given: dict[str, Any], kind: type[ModelError], words: str
) -> None:
    settings = settings_for(strict_endpoint, max_retries=0, **given)
    if fault:
        strict_endpoint.fail(fault)
    with pytest.raises((openai.OpenAIError, ModelError)) as caught:
        open_chat_model(settings).invoke(HELLO)
    told = explain(caught.value, settings)
    assert type(told) is kind
    assert words in str(told)
    assert "sk-" not in str(told).replace("sk-***", "")


def test_an_endpoint_that_is_down_is_unreachable() -> None:
    settings = Settings(_env_file=None, base_url="http://127.0.0.1:9/v1", model="m", max_retries=0)
    with pytest.raises(openai.APIConnectionError) as caught:
        open_chat_model(settings).invoke(HELLO)
    told = explain(caught.value, settings)
    assert isinstance(told, errors.ModelUnreachable)
    assert "http://127.0.0.1:9/v1 cannot be reached" in str(told)


def test_an_address_that_is_none_is_refused_before_it_is_called() -> None:
    with pytest.raises(SettingsError, match="https://"):
        open_chat_model(Settings(_env_file=None, base_url="api.deepseek.com", model="m"))
    with pytest.raises(SettingsError, match="expected one of"):
        open_chat_model(Settings(_env_file=None, base_url="http://x/v1", model="m", provider="acme"))


def test_an_error_that_no_endpoint_caused_is_not_explained() -> None:
    assert explain(ZeroDivisionError("x"), Settings(_env_file=None)) is None
    own = ModelAnswerUnusable("x")
    assert explain(own) is own
