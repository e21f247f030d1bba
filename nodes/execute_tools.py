"""Run the calls that nobody has answered yet, with LangGraph's `ToolNode`, and mend what it leaves open.

Each call is a LangGraph task: its result is saved the moment it is there, so a turn that dies beside it does not run it
again. A tool marked `metadata={"idempotent": False}` is never started twice: where a run died inside it, the call is
answered with that fact. Tools marked `metadata={"needs_approval": True}` wait behind one interrupt for all calls of
the message, since parallel interrupts inside `ToolNode` are answered in order of arrival and reach the wrong tool.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolCall, ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import run_in_executor
from langchain_core.tools import BaseTool
from langgraph.func import task
from langgraph.prebuilt import ToolNode
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt

from memory.messages import open_calls, open_invalid_calls
from memory.scope import Scope
from memory.tool_results import archive, cap
from nodes.context import Context, thread_of
from nodes.prompts import language_of
from nodes.saving import await_until_saved, wait_until_saved
from nodes.services import Services
from nodes.speaker import user_of
from nodes.state import State

Outcome = list[Any]
"""What one call gives: messages, or Commands of a tool that changes the state itself."""

Update = dict[str, Any] | list[dict[str, Any] | Command[Any]]
"""What the node gives: an update, with the Commands of tools behind it where there are any."""


def execute_tools(state: State, runtime: Runtime[Context], services: Services, config: RunnableConfig) -> Update:
    """Answer every unanswered call of the newest assistant message, in its order; results enter the state at once."""
    todo, broken = unanswered(state.get("messages", []))
    refused = gate(todo, services.tools)
    run = _runner(state, services, config)
    allowed = [call for call in todo if call["id"] not in refused]
    futures = {str(call["id"]): run(call) for call in allowed}
    done = {key: future.result() for key, future in futures.items()}
    return combine(todo, broken, refused, done, runtime, services)


async def aexecute_tools(state: State, runtime: Runtime[Context], services: Services, config: RunnableConfig) -> Update:
    """`execute_tools` for a running loop; async-only tools work here."""
    todo, broken = unanswered(state.get("messages", []))
    refused = gate(todo, services.tools)
    run = _arunner(state, services, config)
    allowed = [call for call in todo if call["id"] not in refused]
    results = await asyncio.gather(*(run(call) for call in allowed))
    done = {str(call["id"]): result for call, result in zip(allowed, results, strict=True)}
    return await run_in_executor(config, combine, todo, broken, refused, done, runtime, services)


# ---- deciding


def gate(calls: Sequence[ToolCall], tools: Sequence[BaseTool]) -> dict[str, str]:
    """Ask once for all calls that need approval; give the refused calls' ids, each with what to tell the model.

    The interrupt's value is `{"type": "approval", "calls": [{"id", "name", "args"}]}`. It is resumed with True or False
    for all, or with `{call id: True | False | "a reason to refuse"}`; a call that is not named is refused.
    """
    asking = {t.name for t in tools if (t.metadata or {}).get("needs_approval")}
    waiting = [c for c in calls if c["name"] in asking]
    if not waiting:
        return {}
    shown = [{"id": c["id"], "name": c["name"], "args": c["args"]} for c in waiting]
    answer = interrupt({"type": "approval", "calls": shown})
    refused = {}
    for call in waiting:
        said = answer.get(call["id"], False) if isinstance(answer, dict) else answer
        if said is not True:
            reason = f" Reason: {said}" if isinstance(said, str) and said.strip() else ""
            refused[str(call["id"])] = f"The user did not approve this call; it was not run.{reason}"
    return refused


def combine(
    todo: Sequence[ToolCall],
    broken: Sequence[ToolMessage],
    refused: dict[str, str],
    done: dict[str, Outcome],
    runtime: Runtime[Context],
    services: Services,
) -> Update:
    """Give the node's update: one answer a call, in the calls' order, oversized ones cut and archived."""
    messages: list[AnyMessage] = []
    commands: list[Command[Any]] = []
    for call in todo:
        key = str(call["id"])
        if key in refused:
            messages.append(error_answer(call, refused[key]))
        for item in done.get(key, ()):
            if isinstance(item, Command):
                commands.append(item)
            elif isinstance(item, ToolMessage):
                messages.append(capped(item, runtime, services))
            else:
                messages.append(item)
    update = {"messages": [*messages, *broken]}
    return [update, *commands] if commands else update


def unanswered(messages: Sequence[AnyMessage]) -> tuple[list[ToolCall], list[ToolMessage]]:
    """Give the newest group's calls that wait for a tool, and answers for those that no tool can run."""
    broken = [
        ToolMessage(
            f"The call could not be run: its arguments are not valid JSON ({str(call.get('args') or '')[:200]!r}). "
            "Call the tool again with corrected arguments.",
            tool_call_id=call["id"] or "", name=call["name"] or "unknown", status="error",
        )
        for call in open_invalid_calls(messages)
    ]  # fmt: skip
    return open_calls(messages), broken


def error_answer(call: ToolCall, text: str) -> ToolMessage:
    """Give an answer that says why a call gave no result."""
    return ToolMessage(text, tool_call_id=str(call["id"]), name=call["name"], status="error")


def explain_failure(error: Exception) -> str:
    """Give what the model is told of a tool that failed: the kind of fault and its words, no traceback."""
    words = " ".join(str(error).split())[:300]
    return f"The tool failed: {type(error).__name__}" + (f": {words}" if words else "")


# ---- running


def _runner(state: State, services: Services, config: RunnableConfig) -> Callable[[ToolCall], Any]:
    node, here, once = _tool_node(services), uuid.uuid4().hex, _once(services.tools)

    def start_tool() -> str:
        return here

    def run_tool(call: ToolCall, started_by: str) -> Outcome:
        if started_by not in ("", here):
            return [_unknown_outcome(call)]
        return outcome(node.invoke(_single(state, call), config))

    start, run = task(start_tool), task(run_tool)

    def one(call: ToolCall) -> Any:
        if call["name"] not in once:
            return run(call, "")
        started_by = start().result()
        if started_by == here:
            wait_until_saved({here}, config)
        return run(call, started_by)

    return one


def _arunner(state: State, services: Services, config: RunnableConfig) -> Callable[[ToolCall], Awaitable[Outcome]]:
    node, here, once = _tool_node(services), uuid.uuid4().hex, _once(services.tools)

    async def start_tool() -> str:
        return here

    async def run_tool(call: ToolCall, started_by: str) -> Outcome:
        if started_by not in ("", here):
            return [_unknown_outcome(call)]
        return outcome(await node.ainvoke(_single(state, call), config))

    start, run = task(start_tool), task(run_tool)

    async def one(call: ToolCall) -> Outcome:
        started_by = await start() if call["name"] in once else ""
        if started_by == here:
            await await_until_saved({here}, config)
        given: Outcome = await run(call, started_by)
        return given

    return one


def outcome(given: Any) -> Outcome:
    """Give what `ToolNode` answered for one call: messages and Commands, in order."""
    pieces = given if isinstance(given, list) else [given]
    return [item for piece in pieces for item in (piece["messages"] if isinstance(piece, dict) else [piece])]


def _tool_node(services: Services) -> ToolNode:
    return ToolNode(list(services.tools), name="tools", handle_tool_errors=explain_failure)


def _once(tools: Sequence[BaseTool]) -> set[str]:
    return {t.name for t in tools if (t.metadata or {}).get("idempotent") is False}


def _single(state: State, call: ToolCall) -> dict[str, Any]:
    """Give the state that `ToolNode` reads, with this one call as its newest."""
    messages = state.get("messages", [])
    caller = next(m for m in reversed(messages) if isinstance(m, AIMessage))
    return {
        **state,
        "messages": [*messages, caller.model_copy(update={"tool_calls": [call], "invalid_tool_calls": []})],
    }


def _unknown_outcome(call: ToolCall) -> ToolMessage:
    return error_answer(
        call,
        "This call was started before the program was interrupted, and whether it took effect is not known. It was not "
        "run again, because it must not run twice. Tell the user, and check before trying again.",
    )


def capped(message: ToolMessage, runtime: Any, services: Services) -> ToolMessage:
    """Give the result as the list keeps it: text instead of text blocks, cut where it is long, archived whole."""
    if isinstance(message.content, list) and all(is_text(part) for part in message.content):
        message = message.model_copy(update={"content": message.text})
    user_id = user_of(runtime, services)
    remembers = runtime.store is not None and user_id is not None and services.remembers
    thread_id = thread_of(runtime)
    capped = cap(
        message,
        user_id=user_id or "",
        thread_id=thread_id,
        max_tokens=services.budget.max_tool_result_tokens,
        count_text=services.counter.count_text,
        language=language_of([HumanMessage(message.text[:2_000])]),
    )
    if capped.key and remembers and runtime.store is not None and user_id is not None:
        archive(Scope(runtime.store, user_id), capped, thread_id=thread_id, now=services.clock())
    return capped.message


def is_text(part: str | dict[str, Any]) -> bool:
    """True for a part of a message's content that is plain text."""
    return isinstance(part, str) or part.get("type") == "text"
