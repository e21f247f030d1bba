"""A chat model that says what it is told to, in order: it scripts the model's half of a conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from pydantic import Field

Reply = str | AIMessage | Exception | Callable[[list[BaseMessage]], AIMessage]


def calls(*named: tuple[str, dict[str, Any]], start: int = 1) -> AIMessage:
    """Give an assistant message with these calls, ids `c1`, `c2` … from `start`."""
    made = [{"name": n, "args": a, "id": f"c{i}", "type": "tool_call"} for i, (n, a) in enumerate(named, start)]
    return AIMessage("", tool_calls=made)


class ScriptedModel(BaseChatModel):
    """Answers with the script's next reply; the last one is repeated. `requests` keeps what it was sent."""

    script: list[Any]
    requests: list[list[BaseMessage]] = Field(default_factory=list)
    offered: list[list[str]] = Field(default_factory=list)
    """The names of the tools that each request offered."""
    tools: list[str] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[LanguageModelInput, AIMessage]:
        return self.bind(offered_tools=[t.name for t in tools])

    def _reply(self, messages: list[BaseMessage], kwargs: dict[str, Any]) -> AIMessage:
        self.requests.append(list(messages))
        self.offered.append(list(kwargs.get("offered_tools", [])))
        reply = self.script[min(len(self.requests) - 1, len(self.script) - 1)]
        if isinstance(reply, Exception):
            raise reply
        if callable(reply) and not isinstance(reply, AIMessage):
            reply = reply(messages)
        if isinstance(reply, str):
            return AIMessage(reply)
        assert isinstance(reply, AIMessage)
        return reply.model_copy(update={"id": None})

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._reply(messages, kwargs))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        reply = self._reply(messages, kwargs)
        words = reply.text.split(" ")
        pieces = [w if i == 0 else f" {w}" for i, w in enumerate(words)]
        for piece in pieces[:-1]:
            yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
        yield ChatGenerationChunk(
            message=AIMessageChunk(
                content=pieces[-1], tool_calls=reply.tool_calls, invalid_tool_calls=reply.invalid_tool_calls,
                tool_call_chunks=[
                    {"name": c["name"], "args": _json(c["args"]), "id": c["id"], "index": i, "type": "tool_call_chunk"}
                    for i, c in enumerate([*reply.tool_calls, *reply.invalid_tool_calls])
                ],
            )
        )  # fmt: skip


def _json(args: Any) -> str:
    import json

    return args if isinstance(args, str) else json.dumps(args, ensure_ascii=False)
