"""The tries of one request: which failure is worth another, and what listeners are told about it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import openai
from langchain_core.messages import AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.utils.utils import LC_ID_PREFIX

from graph.events import RESTARTED
from graph.models.answers import check_answer
from graph.models.retrying import Retries, is_worth_retrying, wait_before_retry
from memory.errors import ModelAnswerUnusable

EXPECTED = (openai.APIError, ModelAnswerUnusable, json.JSONDecodeError)


def restart(run_id: UUID) -> ChatGenerationChunk:
    message = AIMessageChunk(content="", id=f"{LC_ID_PREFIX}-{run_id}", response_metadata={RESTARTED: True})
    return ChatGenerationChunk(message=message)


class Tries:
    """The tries of one request: raises what is not worth another, else says how long to wait."""

    def __init__(self, most: int, *, jitter: float) -> None:
        self._left = most
        self._waits = Retries(most=most).waits(jitter)
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
