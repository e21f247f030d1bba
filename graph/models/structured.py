"""Objects of a schema from endpoints that each know another way to ask for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import openai
from langchain_core.exceptions import OutputParserException
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from langchain_core.prompt_values import PromptValue
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langchain_core.utils.function_calling import convert_to_openai_tool

from memory.errors import ModelAnswerUnusable

OWN_METHODS = ("json_schema", "function_calling", "json_mode")
"""The order at OpenAI and Azure."""
OTHER_METHODS = ("function_calling", "json_schema", "json_mode")
"""The order elsewhere: most servers call functions, some enforce a schema, nearly all know JSON mode."""


def with_any_method(model: Any, bound: Callable[..., Any], schema: Any, **kwargs: Any) -> Any:
    """Give a runnable that tries one method after another and stays with the first that works.

    An endpoint says that it does not know a method by a 400, 404 or 422, or by an answer that holds no object.
    """
    order = OWN_METHODS if model.provider in ("openai", "azure") else OTHER_METHODS
    ways: list[tuple[str, Runnable[Any, Any]]] = []
    for method in order:
        given = {key: value for key, value in kwargs.items() if key != "strict" or method != "json_mode"}
        ways.append((method, bound(schema, method=method, **given)))
    works: list[str] = []

    def ordered() -> list[tuple[str, Runnable[Any, Any]]]:
        return sorted(ways, key=lambda way: way[0] not in works)

    def invoke(given: LanguageModelInput, config: RunnableConfig) -> Any:
        last: Exception | None = None
        for method, way in ordered():
            try:
                found = way.invoke(_asked(given, schema, method, model), config)
            except _UNKNOWN as error:
                last = error
                continue
            if found is not None:
                works[:] = [method]
                return found
        raise _unusable(schema) from last

    async def ainvoke(given: LanguageModelInput, config: RunnableConfig) -> Any:
        last: Exception | None = None
        for method, way in ordered():
            try:
                found = await way.ainvoke(_asked(given, schema, method, model), config)
            except _UNKNOWN as error:
                last = error
                continue
            if found is not None:
                works[:] = [method]
                return found
        raise _unusable(schema) from last

    return RunnableLambda(invoke, afunc=ainvoke, name="structured_output")


_UNKNOWN = (
    openai.BadRequestError,
    openai.NotFoundError,
    openai.UnprocessableEntityError,
    OutputParserException,
    ValueError,
)
"""ValueError: what pydantic raises for an object of another shape."""


def _asked(given: LanguageModelInput, schema: Any, method: str, model: BaseChatModel) -> list[BaseMessage]:
    """Give the messages to send; JSON mode knows no schema, so the messages say it."""
    prompt: PromptValue = model._convert_input(given)
    messages = prompt.to_messages()
    if method != "json_mode":
        return messages
    shape = convert_to_openai_tool(schema)["function"]["parameters"]
    words = f"Answer with one JSON object and nothing else. Its JSON schema: {json.dumps(shape, ensure_ascii=False)}"
    if messages and isinstance(messages[0], SystemMessage):
        return [messages[0].model_copy(update={"content": f"{messages[0].text}\n\n{words}"}), *messages[1:]]
    return [SystemMessage(words), *(messages or [HumanMessage("{}")])]


def _unusable(schema: Any) -> ModelAnswerUnusable:
    name = getattr(schema, "__name__", "the schema")
    return ModelAnswerUnusable(
        f"no object of {name} by any of {', '.join(OWN_METHODS)}; expected one; use a model that calls functions"
    )
