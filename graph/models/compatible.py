"""The client for every OpenAI-compatible endpoint, with what `ChatOpenAI` breaks on them mended.

Upstream (langchain-openai 1.7): `reasoning_content` is dropped both ways; the longest answer goes out as
`max_completion_tokens`, which other servers ignore; a custom address gets no usage in streams; `tools: []` is sent;
some model names switch to /v1/responses by themselves; its retries multiply with anyone else's and take no account of
empty answers and streams that stop in the middle; its async connections outlive the event loop that opened them. Each
mend can go when upstream has it.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from typing import Any

import openai
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_openai import ChatOpenAI
from pydantic import Field

from graph.events import RESTARTED
from graph.models.answers import told_by_dict
from graph.models.structured import with_any_method
from graph.models.tries import EXPECTED, Tries, restart
from memory.errors import ModelAnswerUnusable
from memory.tokens import COUNTED, TokenCounter
from memory.wire import profile_of, to_dict, view
from memory.wire.form import REASONING

_trying: ContextVar[bool] = ContextVar("trying", default=False)
"""True while a whole request is tried and tried again, so that its stream does not retry by itself too."""


class CompatibleChatOpenAI(ChatOpenAI):
    """A `ChatOpenAI` that sends what its provider accepts, and tries again what is worth it."""

    provider: str = "openai"
    """Whose rules the requests follow (`memory.wire`)."""
    retries: int = 2
    """Further tries after a failed one."""
    sleep: Callable[[float], None] = Field(default=time.sleep, exclude=True)
    asleep: Callable[[float], Awaitable[None]] = Field(default=asyncio.sleep, exclude=True)
    jitter: Callable[[], float] = Field(default=random.random, exclude=True)

    def __init__(self, **kwargs: Any) -> None:
        ours = kwargs.get("provider", "openai")
        kwargs.setdefault("stream_usage", True)
        if ours != "openai":
            kwargs.setdefault("use_responses_api", False)
        if not kwargs.get("openai_proxy"):
            kwargs.setdefault("http_async_client", _loop_free_client(kwargs.get("timeout")))
        kwargs["max_retries"] = 0  # ours are explicit and bounded; the client's own would multiply with them
        super().__init__(**kwargs)

    @property
    def _llm_type(self) -> str:
        return f"openai-compatible ({self.provider})"

    # ---- out

    def _get_request_payload(
        self, input_: LanguageModelInput, *, stop: list[str] | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        payload: dict[str, Any] = super()._get_request_payload(input_, stop=stop, **kwargs)
        if "messages" not in payload:
            return payload
        profile = profile_of(self.provider)
        wire = [to_dict(message) for message in view(self._convert_input(input_).to_messages(), self.provider)]
        for message in wire:
            if message["role"] == "tool":
                message.pop("name", None)
            if message["role"] == "system" and re.match(r"^o\d", self.model_name):
                message["role"] = "developer"
            if profile.reasoning == "drop":
                message.pop(REASONING, None)
        payload["messages"] = wire
        if not payload.get("tools"):
            for key in ("tools", "tool_choice", "parallel_tool_calls"):
                payload.pop(key, None)
        if profile.name not in ("openai", "azure") and "max_completion_tokens" in payload:
            payload["max_tokens"] = payload.pop("max_completion_tokens")
        return payload

    def bind_tools(
        self, tools: Sequence[Any], *, tool_choice: Any = None, **kwargs: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Bind tools; none bound is none sent."""
        if not tools:
            return self.bind()
        return super().bind_tools(tools, tool_choice=tool_choice, **kwargs)

    def with_structured_output(self, schema: Any = None, *, method: Any = None, **kwargs: Any) -> Any:
        """Give objects of a schema; without a method, by the first one that the endpoint knows."""
        if method is None:
            return with_any_method(self, super().with_structured_output, schema, **kwargs)
        return super().with_structured_output(schema, method=method, **kwargs)

    # ---- in

    def _create_chat_result(
        self, response: dict[str, Any] | openai.BaseModel, generation_info: dict[str, Any] | None = None
    ) -> ChatResult:
        try:
            result = super()._create_chat_result(response, generation_info)
        except (ValueError, KeyError, TypeError) as error:
            raise ModelAnswerUnusable(
                f"an answer that is no chat completion ({error}); expected JSON with `choices`; check that the "
                f"endpoint's address ends where its API begins, usually in /v1"
            ) from error
        raw = response if isinstance(response, dict) else response.model_dump(warnings=False)
        for generation, choice in zip(result.generations, raw.get("choices") or (), strict=False):
            if isinstance(generation.message, AIMessage):
                told_by_dict(generation.message, choice.get("message") or {})
        return result

    def _convert_chunk_to_generation_chunk(
        self, chunk: dict[str, Any], default_chunk_class: type, base_generation_info: dict[str, Any] | None
    ) -> ChatGenerationChunk | None:
        choices = chunk.get("choices") or ()
        delta = (choices[0].get("delta") or {}) if choices else {}
        for call in delta.get("tool_calls") or ():
            if call.get("index") is None:
                # Gemini leaves it out: without one, langchain-openai drops the call, and all without ids would join.
                call["index"] = zlib.crc32(str(call.get("id") or "").encode()) % 1_000_000
            if not isinstance(call.get("function"), dict):
                call["function"] = {}
        made = super()._convert_chunk_to_generation_chunk(chunk, default_chunk_class, base_generation_info)
        if made is not None and isinstance(made.message, AIMessageChunk):
            for key in (REASONING, "reasoning"):
                if isinstance(delta.get(key), str) and delta[key]:
                    made.message.additional_kwargs[REASONING] = delta[key]
                    break
            if isinstance(delta.get("refusal"), str):
                made.message.additional_kwargs["refusal"] = delta["refusal"]
            if any(call.get("extra_content") for call in delta.get("tool_calls") or ()):
                raw = [{k: v for k, v in call.items() if k != "index"} for call in delta["tool_calls"]]
                made.message.additional_kwargs["tool_calls"] = raw
        return made

    # ---- trying

    def _generate_with_cache(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        again = Tries(self.retries, jitter=self.jitter())
        while True:
            token = _trying.set(True)
            try:
                result = super()._generate_with_cache(messages, stop=stop, run_manager=run_manager, **kwargs)
                return self._noted(again.checked(result), messages, kwargs)
            except EXPECTED as error:
                wait = again.after(error)
                if run_manager:
                    run_manager.on_llm_new_token("", chunk=restart(run_manager.run_id))
                self.sleep(wait)
            finally:
                _trying.reset(token)

    async def _agenerate_with_cache(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        again = Tries(self.retries, jitter=self.jitter())
        while True:
            token = _trying.set(True)
            try:
                result = await super()._agenerate_with_cache(messages, stop=stop, run_manager=run_manager, **kwargs)
                return self._noted(again.checked(result), messages, kwargs)
            except EXPECTED as error:
                wait = again.after(error)
                if run_manager:
                    await run_manager.on_llm_new_token("", chunk=restart(run_manager.run_id))
                await self.asleep(wait)
            finally:
                _trying.reset(token)

    def _noted(self, result: ChatResult, messages: list[BaseMessage], kwargs: Mapping[str, Any]) -> ChatResult:
        """Note in the answer what we count for its request, so that its usage can be scaled to a shorter list later."""
        message = result.generations[0].message
        if isinstance(message, AIMessage) and message.usage_metadata:
            counted = _counter(self.model_name).count_plain(messages, kwargs.get("tools") or ())
            message.response_metadata[COUNTED] = counted
        return result

    def _stream(self, *args: Any, **kwargs: Any) -> Iterator[ChatGenerationChunk]:
        again = Tries(0 if _trying.get() else self.retries, jitter=self.jitter())
        while True:
            begun = False
            try:
                for chunk in super()._stream(*args, **again.adapted(kwargs)):
                    begun = True
                    yield chunk
                again.check_begun(begun)
                return
            except EXPECTED as error:
                self.sleep(again.after(error, begun=begun))

    async def _astream(self, *args: Any, **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        again = Tries(0 if _trying.get() else self.retries, jitter=self.jitter())
        while True:
            begun = False
            try:
                async with contextlib.aclosing(_agen(super()._astream(*args, **again.adapted(kwargs)))) as stream:
                    async for chunk in stream:
                        begun = True
                        yield chunk
                again.check_begun(begun)
                return
            except EXPECTED as error:
                await self.asleep(again.after(error, begun=begun))


@cache
def _counter(model: str) -> TokenCounter:
    return TokenCounter(model)


def _loop_free_client(timeout: Any) -> openai.DefaultAsyncHttpxClient:
    """Give a client that keeps no connection: upstream shares one among all models, and a connection that was opened in
    an event loop that has ended fails in the next one ("Event loop is closed" at every second `asyncio.run`).
    """
    limits = type(openai.DEFAULT_CONNECTION_LIMITS)(max_connections=1_000, max_keepalive_connections=0)
    return openai.DefaultAsyncHttpxClient(limits=limits, timeout=timeout)


def _agen(stream: AsyncIterator[ChatGenerationChunk]) -> Any:
    return stream


__all__ = ["RESTARTED", "CompatibleChatOpenAI"]
