"""The client for every OpenAI-compatible endpoint, with what `ChatOpenAI` breaks on them mended.

Upstream (langchain-openai 1.7): `reasoning_content` is dropped both ways; the longest answer goes out as
`max_completion_tokens`, which other servers ignore; a custom address gets no usage in streams; `tools: []` is sent;
some model names switch to /v1/responses by themselves; its retries multiply with anyone else's and take no account of
empty answers and streams that stop in the middle. Each mend can go when upstream has it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import Any
from uuid import UUID

import openai
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.utils.utils import LC_ID_PREFIX
from langchain_openai import ChatOpenAI
from pydantic import Field

from graph.models.answers import check_answer, told_by_dict
from graph.models.retrying import Retries, is_worth_retrying, wait_before_retry
from graph.models.structured import with_any_method
from memory.errors import ModelAnswerUnusable
from memory.wire import profile_of, to_dict, view
from memory.wire.form import REASONING

RESTARTED = "restarted"
"""Under the response_metadata of an empty chunk: what was streamed before it is void, the answer begins again."""
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
        again = _Tries(self)
        while True:
            token = _trying.set(True)
            try:
                result = super()._generate_with_cache(messages, stop=stop, run_manager=run_manager, **kwargs)
                return again.checked(result)
            except _EXPECTED as error:
                wait = again.after(error)
                if run_manager:
                    run_manager.on_llm_new_token("", chunk=_restart(run_manager.run_id))
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
        again = _Tries(self)
        while True:
            token = _trying.set(True)
            try:
                result = await super()._agenerate_with_cache(messages, stop=stop, run_manager=run_manager, **kwargs)
                return again.checked(result)
            except _EXPECTED as error:
                wait = again.after(error)
                if run_manager:
                    await run_manager.on_llm_new_token("", chunk=_restart(run_manager.run_id))
                await self.asleep(wait)
            finally:
                _trying.reset(token)

    def _stream(self, *args: Any, **kwargs: Any) -> Iterator[ChatGenerationChunk]:
        again = _Tries(self, most=0 if _trying.get() else None)
        while True:
            begun = False
            try:
                for chunk in super()._stream(*args, **again.adapted(kwargs)):
                    begun = True
                    yield chunk
                again.check_begun(begun)
                return
            except _EXPECTED as error:
                self.sleep(again.after(error, begun=begun))

    async def _astream(self, *args: Any, **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        again = _Tries(self, most=0 if _trying.get() else None)
        while True:
            begun = False
            try:
                async with contextlib.aclosing(_agen(super()._astream(*args, **again.adapted(kwargs)))) as stream:
                    async for chunk in stream:
                        begun = True
                        yield chunk
                again.check_begun(begun)
                return
            except _EXPECTED as error:
                await self.asleep(again.after(error, begun=begun))


_EXPECTED = (openai.APIError, ModelAnswerUnusable, json.JSONDecodeError)


def _agen(stream: AsyncIterator[ChatGenerationChunk]) -> Any:
    return stream


def _restart(run_id: UUID) -> ChatGenerationChunk:
    message = AIMessageChunk(content="", id=f"{LC_ID_PREFIX}-{run_id}", response_metadata={RESTARTED: True})
    return ChatGenerationChunk(message=message)


class _Tries:
    """The tries of one request: raises what is not worth another, else says how long to wait."""

    def __init__(self, model: CompatibleChatOpenAI, most: int | None = None) -> None:
        self._model = model
        self._left = model.retries if most is None else most
        self._waits = Retries(most=self._left).waits(model.jitter())
        self._without_usage = False

    def adapted(self, kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Give a stream's arguments, without the wish for usage where the server refused it."""
        return {**kwargs, "stream_usage": False} if self._without_usage else dict(kwargs)

    def checked(self, result: ChatResult) -> ChatResult:
        """Give the answer, or raise for one that nobody can use, or that broke off while tries are left."""
        if not check_answer(result) and self._left > 0:
            raise ModelAnswerUnusable("a stream that ended without saying so; expected its end; try again")
        return result

    def check_begun(self, begun: bool) -> None:
        """Raise for a stream without a single chunk."""
        if not begun:
            raise ModelAnswerUnusable(
                "a stream that ended before it began; expected at least one chunk; check that the address is an API's"
            )

    def after(self, error: Exception, *, begun: bool = False) -> float:
        """Give the seconds to wait before the next try, or raise the error."""
        if isinstance(error, json.JSONDecodeError):
            error = ModelAnswerUnusable(f"an answer that is no JSON ({error}); expected a chat completion; try again")
        if isinstance(error, openai.BadRequestError) and "stream_options" in str(error) and not self._without_usage:
            self._without_usage = True
            return 0.0
        own = next(self._waits, None)
        self._left -= 1
        wait = wait_before_retry(error, own) if own is not None and is_worth_retrying(error) and not begun else None
        if wait is None:
            raise error
        return wait
