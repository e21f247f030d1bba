"""Assemble what the model sees, and ask it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.config import run_in_executor

from memory.fit import fit
from memory.messages import repair
from memory.window import Budget as Window
from memory.window import CachedCount, cut
from memory.wire import view
from nodes.prompts import assemble, memory_block
from nodes.services import Services
from nodes.state import State

SAME_CALL_LIMIT = 3
"""A turn in which the same call was made this often is going round in circles: the model answers without tools."""

MAX_CALLS = 128
"""Calls that one answer may make, as many as OpenAI takes in a message; a model that makes more has lost its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request, ready to be sent."""

    messages: list[BaseMessage]
    with_tools: bool
    report: dict[str, Any]
    """The turn's report, with this request's figures in it."""


def prepare(state: State, services: Services) -> Request:
    """Give the request for this state: assembled, made legal for the provider, and cut to the budget."""
    messages, budget = state.get("messages", []), services.budget
    with_tools = bool(services.tools) and tools_allowed(messages, max_rounds=budget.max_tool_rounds)
    tools = services.tools if with_tools else ()
    recalled, summary = state.get("recalled", []), state.get("summary", "")
    count = services.counter.count_messages
    room = budget.max_tokens - (count([], tools=tools) if tools else 0)
    shown = window(messages, services, room - services.counter.count_text(summary + memory_block(recalled)))
    whole = assemble(shown, prompt=services.system_prompt, summary=summary, recalled=recalled)
    fitted = fit(view(whole, services.provider), max_tokens=room, count=count)
    report = dict(state.get("report", {}))
    report["cuts"] = [*report.get("cuts", []), *(asdict(cut) for cut in fitted.cuts)]
    report["tokens"] = count(fitted.messages, tools=tools)
    report["budget"] = budget.max_tokens
    report["messages"] = len(messages)
    report["rounds"] = rounds_of(messages)
    return Request(messages=list(fitted.messages), with_tools=with_tools, report=report)


def window(messages: Sequence[AnyMessage], services: Services, max_tokens: int) -> list[BaseMessage]:
    """Give what the model is shown of the list: mended, and the longest suffix of whole groups that fits.

    The state holds more than the window while a long turn runs; what is not shown now is folded at its end.
    """
    prompt = services.counter.count_text(services.system_prompt)
    bounds = Window(max_messages=services.budget.max_messages, max_tokens=max(max_tokens - prompt, 1))
    return cut(repair(messages), bounds, CachedCount(services.counter.count_messages))


def call_model(state: State, services: Services, config: RunnableConfig) -> dict[str, Any]:
    """Ask the model and add its answer to the messages."""
    request = prepare(state, services)
    return _update(_model(services, request).invoke(request.messages, config), request)


async def acall_model(state: State, services: Services, config: RunnableConfig) -> dict[str, Any]:
    """`call_model` for a running loop: a cancelled turn ends the request too."""
    request = await run_in_executor(config, prepare, state, services)
    return _update(await _model(services, request).ainvoke(request.messages, config), request)


def turn_messages(messages: Sequence[AnyMessage]) -> list[AnyMessage]:
    """Give the newest turn: from the newest user message on."""
    start = next((i for i in range(len(messages) - 1, -1, -1) if isinstance(messages[i], HumanMessage)), 0)
    return list(messages[start:])


def rounds_of(messages: Sequence[AnyMessage]) -> int:
    """Give how many tool rounds the newest turn has had."""
    return sum(
        1 for m in turn_messages(messages) if isinstance(m, AIMessage) and (m.tool_calls or m.invalid_tool_calls)
    )


def tools_allowed(messages: Sequence[AnyMessage], *, max_rounds: int) -> bool:
    """True while rounds are left and the turn does not repeat one call over and over."""
    if rounds_of(messages) >= max_rounds:
        return False
    seen: dict[str, int] = {}
    for message in turn_messages(messages):
        for call in message.tool_calls if isinstance(message, AIMessage) else ():
            key = json.dumps([call["name"], call["args"]], sort_keys=True, ensure_ascii=False, default=str)
            seen[key] = seen.get(key, 0) + 1
    return max(seen.values(), default=0) < SAME_CALL_LIMIT


def _model(services: Services, request: Request) -> Runnable[LanguageModelInput, BaseMessage]:
    # `tools: []` is refused by OpenAI, and some servers ignore tool_choice: without rounds left, no tools are sent.
    return services.model.bind_tools(list(services.tools)) if request.with_tools else services.model


def _update(answer: BaseMessage, request: Request) -> dict[str, Any]:
    if not isinstance(answer, AIMessage):
        answer = AIMessage(answer.content, id=answer.id)
    if len(answer.tool_calls) > MAX_CALLS:
        request.report["calls_dropped"] = len(answer.tool_calls) - MAX_CALLS
        answer = AIMessage(
            answer.content,
            id=answer.id,
            tool_calls=answer.tool_calls[:MAX_CALLS],
            response_metadata=answer.response_metadata,
            usage_metadata=answer.usage_metadata,
        )
    if not request.with_tools and (answer.tool_calls or answer.invalid_tool_calls):
        # It called a tool that it was not offered. Nobody will run it: the call goes, the words stay.
        words = answer.text or "(the model asked for another tool round, and none was left)"
        answer = AIMessage(words, id=answer.id, response_metadata=answer.response_metadata)
    return {"messages": [answer], "report": request.report}
