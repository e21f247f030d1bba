"""What came back: kept where LangChain drops it, and refused where nobody could use it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatResult

from memory.errors import ModelAnswerUnusable
from memory.wire import from_dict
from memory.wire.form import RAW_CALLS, REASONING


def told_by_dict(message: AIMessage, wire: Mapping[str, Any]) -> None:
    """Add to a fresh answer what its dict says beyond what LangChain reads: reasoning, and calls as they were spelt."""
    reasoning = wire.get(REASONING) or wire.get("reasoning")
    if isinstance(reasoning, str):
        message.additional_kwargs[REASONING] = reasoning
    raw = from_dict({**wire, "role": "assistant"}).additional_kwargs.get(RAW_CALLS)
    if raw:
        message.additional_kwargs[RAW_CALLS] = raw


def check_answer(result: ChatResult) -> bool:
    """Whether the answer came to its end; a refusal's words become its text, so that the user reads them.

    Raises:
        ModelAnswerUnusable: it says nothing, or was filtered. What a token limit cut short is an answer as long as it
            has words, and says so in its `finish_reason`.
    """
    if not result.generations or not isinstance(message := result.generations[0].message, AIMessage):
        raise ModelAnswerUnusable("an answer without choices; expected one; try again, or another model")
    reason = message.response_metadata.get("finish_reason")
    refusal = message.additional_kwargs.get("refusal")
    if isinstance(refusal, str) and refusal and not message.text.strip():
        message.content = refusal
    if reason == "content_filter":
        raise ModelAnswerUnusable(
            "an answer that the provider's content filter cut off; expected a whole one; put the request in other words"
        )
    if message.text.strip() or message.tool_calls or message.invalid_tool_calls:
        return reason is not None
    if reason == "length":
        raise ModelAnswerUnusable(
            "an answer that reached its token limit before its first word; expected words; raise "
            "BETHINK_MAX_ANSWER_TOKENS, or leave it unset"
        )
    raise ModelAnswerUnusable("an empty answer; expected words or a tool call; try again, or another model")
