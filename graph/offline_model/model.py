"""The offline model: a chat model that answers by rules, without a network, a key or a download.

It is deterministic, and it knows the conversation only from the messages that it is sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from memory.clock import Clock, system_clock

MODEL_NAME = "bethink-offline"
_PIECES = re.compile(r"\s*[A-Za-z0-9_'’.-]+|\s*[^A-Za-z0-9]{1,2}")


class OfflineChatModel(BaseChatModel):
    """Answers in Chinese and English by rules; calls bound tools when the text asks for what they do."""

    model_name: str = MODEL_NAME
    """The name under which it answers."""
    clock: Clock = Field(default=system_clock, exclude=True)
    """Dates what its extraction finds; in answers the time comes from the clock tool."""

    @property
    def _llm_type(self) -> str:
        return MODEL_NAME

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.model_name}

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Bind tools; with `tool_choice="none"` they are known but never called."""
        bound = [convert_to_openai_tool(t) for t in tools]
        if tool_choice is not None:
            kwargs["tool_choice"] = tool_choice
        return self.bind(tools=bound, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        text, calls = self._reply(messages, kwargs)
        text = _stopped(text, stop)
        answer = AIMessage(
            content=text,
            tool_calls=[{"name": n, "args": a, "id": i, "type": "tool_call"} for n, a, i in calls],
            usage_metadata=self._usage(messages, text, calls, kwargs),
            response_metadata=self._metadata(bool(calls)),
        )
        return ChatResult(generations=[ChatGeneration(message=answer)], llm_output={"model_name": self.model_name})

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        text, calls = self._reply(messages, kwargs)
        text = _stopped(text, stop)
        for piece in pieces(text):
            yield _sent(AIMessageChunk(content=piece), piece, run_manager)
        for index, (name, args, call_id) in enumerate(calls):
            part = tool_call_chunk(name=name, args=json.dumps(args, ensure_ascii=False), id=call_id, index=index)
            yield _sent(AIMessageChunk(content="", tool_call_chunks=[part]), "", run_manager)
        last = AIMessageChunk(
            content="",
            usage_metadata=self._usage(messages, text, calls, kwargs),
            response_metadata=self._metadata(bool(calls)),
            chunk_position="last",
        )
        yield _sent(last, "", run_manager)

    def _reply(
        self, messages: Sequence[BaseMessage], kwargs: dict[str, Any]
    ) -> tuple[str, list[tuple[str, dict[str, Any], str]]]:
        from graph.offline_model.extracting import extracted, is_extraction
        from graph.offline_model.folding import folded, is_fold
        from graph.offline_model.planner import decide
        from graph.offline_model.reading import read

        if is_extraction(messages):
            return extracted(messages, clock=self.clock), []
        if is_fold(messages):
            return folded(messages), []
        tools = kwargs.get("tools") if kwargs.get("tool_choice") != "none" else None
        decision = decide(read(messages, tools or ()))
        return decision.text, [(c.name, c.args, c.id_in(len(messages), i)) for i, c in enumerate(decision.calls)]

    def _metadata(self, has_calls: bool) -> dict[str, Any]:
        return {
            "model_name": self.model_name,
            "offline": True,
            "finish_reason": "tool_calls" if has_calls else "stop",
        }

    def _usage(
        self,
        messages: Sequence[BaseMessage],
        text: str,
        calls: Sequence[tuple[str, dict[str, Any], str]],
        kwargs: dict[str, Any],
    ) -> UsageMetadata:
        from memory.tokens import TokenCounter

        counter = TokenCounter(self.model_name)
        spoken = text + "".join(n + json.dumps(a, ensure_ascii=False) for n, a, _ in calls)
        read = counter.count_plain(messages, tools=kwargs.get("tools") or ())
        wrote = counter.count_text(spoken)
        return UsageMetadata(input_tokens=read, output_tokens=wrote, total_tokens=read + wrote)


def pieces(text: str) -> list[str]:
    """Cut a text as it is streamed: a word, or one or two Chinese characters, at a time; joined they are the text."""
    out, at = [], 0
    for match in _PIECES.finditer(text):
        if match.start() > at:
            out.append(text[at : match.start()])
        out.append(match[0])
        at = match.end()
    return [*out, text[at:]] if at < len(text) else out


def _stopped(text: str, stop: list[str] | None) -> str:
    for word in stop or ():
        text = text.split(word)[0] if word else text
    return text


def _sent(message: AIMessageChunk, token: str, run_manager: CallbackManagerForLLMRun | None) -> ChatGenerationChunk:
    chunk = ChatGenerationChunk(message=message)
    if run_manager is not None:
        run_manager.on_llm_new_token(token, chunk=chunk)
    return chunk
