"""Ask the model for something that is not the answer: a summary, an extraction.

What is asked, and what is made of the replies, is a generator: it yields requests, is sent replies, and returns its
result. So the deciding is written once, and two drivers ask, one for each world. A failing model is thrown into the
generator, which decides what that means.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import run_in_executor

T = TypeVar("T")

Questions = Generator[list[BaseMessage], str, T]
"""Yields requests, is sent the replies' texts, returns the result."""

QUIET = ["nostream"]
"""Tags of a call whose tokens are not the answer: LangGraph keeps them out of its message stream."""


class NoAnswer(RuntimeError):
    """Thrown into the questions: the model failed; the cause is what it raised."""


def ask(questions: Questions[T], model: BaseChatModel, config: RunnableConfig) -> T:
    """Put the questions one by one, and give their result."""
    step: Step[T] = _go(lambda: next(questions))
    while step.request is not None:
        try:
            reply = model.invoke(step.request, _quiet(config)).text
        except Exception as error:  # noqa: BLE001  # whatever a model raises, the generator decides what it means
            step = _go(partial(questions.throw, _failed(error)))
        else:
            step = _go(partial(questions.send, reply))
    return step.result


async def aask(questions: Questions[T], model: BaseChatModel, config: RunnableConfig) -> T:
    """`ask` for a running loop, which the deciding between two questions does not hold up."""
    step: Step[T] = await run_in_executor(config, _go, lambda: next(questions))
    while step.request is not None:
        try:
            reply = (await model.ainvoke(step.request, _quiet(config))).text
        except Exception as error:  # noqa: BLE001  # as in `ask`
            step = await run_in_executor(config, _go, partial(questions.throw, _failed(error)))
        else:
            step = await run_in_executor(config, _go, partial(questions.send, reply))
    return step.result


@dataclass(slots=True)
class Step(Generic[T]):
    """Where the questions stand: at a request, or at their result."""

    request: list[BaseMessage] | None
    value: list[T]

    @property
    def result(self) -> T:
        """The result, once there is no request."""
        return self.value[0]


def _go(resume: Callable[[], list[BaseMessage]]) -> Step[T]:
    """Go to the next request or to the end; an end is a value here, since StopIteration cannot cross a thread."""
    try:
        return Step(resume(), [])
    except StopIteration as done:
        return Step(None, [done.value])


def _failed(error: Exception) -> NoAnswer:
    told = NoAnswer(f"{type(error).__name__}: {error}")
    told.__cause__ = error
    return told


def _quiet(config: RunnableConfig) -> RunnableConfig:
    return {**config, "tags": [*(config.get("tags") or []), *QUIET]}
