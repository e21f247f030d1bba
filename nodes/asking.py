"""Ask the model for something that is not the answer: a summary, an extraction.

What is asked, and what is made of the replies, is a generator: it yields requests, is sent replies, and returns its
result. So the deciding is written once, and two drivers ask, one for each world. A failing model is thrown into the
generator, which decides what that means.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig

T = TypeVar("T")

Questions = Generator[list[BaseMessage], str, T]
"""Yields requests, is sent the replies' texts, returns the result."""

QUIET = ["nostream"]
"""Tags of a call whose tokens are not the answer: LangGraph keeps them out of its message stream."""


class NoAnswer(RuntimeError):
    """Thrown into the questions: the model failed; the cause is what it raised."""


def ask(questions: Questions[T], model: BaseChatModel, config: RunnableConfig) -> T:
    """Put the questions one by one, and give their result."""
    try:
        request = next(questions)
        while True:
            try:
                reply = model.invoke(request, _quiet(config)).text
            except Exception as error:  # noqa: BLE001  # whatever a model raises, the generator decides what it means
                request = questions.throw(_failed(error))
            else:
                request = questions.send(reply)
    except StopIteration as done:
        result: T = done.value
        return result


async def aask(questions: Questions[T], model: BaseChatModel, config: RunnableConfig) -> T:
    """`ask` for a running loop."""
    try:
        request = next(questions)
        while True:
            try:
                reply = (await model.ainvoke(request, _quiet(config))).text
            except Exception as error:  # noqa: BLE001  # as in `ask`
                request = questions.throw(_failed(error))
            else:
                request = questions.send(reply)
    except StopIteration as done:
        result: T = done.value
        return result


def _failed(error: Exception) -> NoAnswer:
    told = NoAnswer(f"{type(error).__name__}: {error}")
    told.__cause__ = error
    return told


def _quiet(config: RunnableConfig) -> RunnableConfig:
    return {**config, "tags": [*(config.get("tags") or []), *QUIET]}
