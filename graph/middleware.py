"""The same memory for those who stay with `langchain.agents.create_agent`: one import, one line.

    create_agent(model, tools, middleware=[Remembering()], context_schema=Context, store=…, checkpointer=…)

Recall before the agent starts, the window and the request's order at every model call, long tool results cut and
archived, folding and writing back when it is done: by the nodes' own functions, so that the promises are the same ones.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from langchain.agents.middleware import AgentMiddleware, AgentState
from langchain.agents.middleware.types import ExtendedModelResponse, ModelRequest, ModelResponse, ToolCallRequest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import RemoveMessage, SystemMessage, ToolMessage
from langchain_core.runnables.config import run_in_executor
from langchain_core.tools import BaseTool
from langgraph.config import get_config
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.runtime import Runtime
from langgraph.types import Command

from graph.build import default_memory, model_name_of
from memory.clock import Clock, system_clock
from memory.short_term import ShortTermMemory
from memory.tokens import TokenCounter
from nodes.call_model import Request, prepare
from nodes.context import Context
from nodes.execute_tools import capped
from nodes.retrieve_memory import retrieve_memory
from nodes.services import Budget, MemoryOpener, Services
from nodes.write_back import awrite_back, write_back


class RememberingState(AgentState[Any], total=False):
    """What the middleware adds to the agent's state: the keys of `nodes.state.State`."""

    summary: str
    recalled: list[dict[str, Any]]
    report: dict[str, Any]
    user_id: str
    written_until: str
    turn: int


class Remembering(AgentMiddleware[RememberingState, Context, Any]):
    """Recall, window, repair, folding and write-back around any agent of `create_agent`.

    `model` folds and extracts; without one the rules do. The user comes from `Context`, the store from `create_agent`.
    """

    state_schema = RememberingState

    def __init__(
        self,
        *,
        model: BaseChatModel | None = None,
        budget: Budget | None = None,
        provider: str = "openai",
        memory_for: MemoryOpener | None = None,
        clock: Clock = system_clock,
    ) -> None:
        super().__init__()
        from graph.offline_model import OfflineChatModel

        self.services = Services(
            model=model or OfflineChatModel(),
            tools=(),
            counter=TokenCounter(model_name_of(model) if model is not None else ""),
            memory_for=memory_for or default_memory(clock),
            system_prompt="",
            provider=provider,
            budget=budget or Budget(),
            model_extracts=model is not None,
            model_folds=model is not None,
            clock=clock,
        )
        bounds = self.services.budget
        self.window = ShortTermMemory(
            max_messages=bounds.max_messages,
            max_tokens=bounds.max_tokens,
            count_tokens=self.services.counter.count_messages,
        )

    # ---- before and after
    def before_agent(self, state: RememberingState, runtime: Runtime[Context]) -> dict[str, Any]:
        """Mend and cut the list, and recall what the newest message calls to mind."""
        kept = self.window([], state["messages"])
        update = retrieve_memory({**state, "messages": kept}, runtime, self.services)  # type: ignore[typeddict-item]  # the same keys
        return {**update, "messages": replaced(kept)}

    async def abefore_agent(self, state: RememberingState, runtime: Runtime[Context]) -> dict[str, Any]:
        """`before_agent` for a running loop."""
        return await run_in_executor(get_config(), self.before_agent, state, runtime)

    def after_agent(self, state: RememberingState, runtime: Runtime[Context]) -> dict[str, Any]:
        """Write the turn to long-term memory, and fold the window when it is nearly full."""
        return write_back(state, runtime, self.services, get_config())  # type: ignore[arg-type]  # the same keys

    async def aafter_agent(self, state: RememberingState, runtime: Runtime[Context]) -> dict[str, Any]:
        """`after_agent` for a running loop."""
        return await awrite_back(state, runtime, self.services, get_config())  # type: ignore[arg-type]  # the same keys

    # ---- around the model and the tools
    def wrap_model_call(
        self, request: ModelRequest[Context], handler: Callable[[ModelRequest[Context]], ModelResponse[Any]]
    ) -> ExtendedModelResponse[Any]:
        """Ask with the list as the provider takes it, the memories in front of the newest text."""
        ready = self._ready(request)
        return reported(handler(asked(request, ready)), ready)

    async def awrap_model_call(
        self, request: ModelRequest[Context], handler: Callable[[ModelRequest[Context]], Awaitable[ModelResponse[Any]]]
    ) -> ExtendedModelResponse[Any]:
        """`wrap_model_call` for a running loop."""
        ready = await run_in_executor(get_config(), self._ready, request)
        return reported(await handler(asked(request, ready)), ready)

    def wrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], ToolMessage | Command[Any]]
    ) -> ToolMessage | Command[Any]:
        """Cut a result that is too long, and archive it whole."""
        return self._short(handler(request), request)

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
    ) -> ToolMessage | Command[Any]:
        """`wrap_tool_call` for a running loop."""
        return await run_in_executor(get_config(), self._short, await handler(request), request)

    def _ready(self, request: ModelRequest[Context]) -> Request:
        prompt = request.system_message.text if request.system_message is not None else ""
        tools: Sequence[BaseTool] = [t for t in request.tools if isinstance(t, BaseTool)]
        services = replace(self.services, system_prompt=prompt, tools=tuple(tools))
        return prepare({**request.state, "messages": request.messages}, services)  # type: ignore[typeddict-item]  # the same keys

    def _short(self, result: ToolMessage | Command[Any], request: ToolCallRequest) -> ToolMessage | Command[Any]:
        if not isinstance(result, ToolMessage):
            return result
        return capped(result, request.runtime, self.services)


def asked(request: ModelRequest[Context], ready: Request) -> ModelRequest[Context]:
    """Give the model request with the prepared messages."""
    system = ready.messages[0] if ready.messages and isinstance(ready.messages[0], SystemMessage) else None
    messages: list[Any] = ready.messages[1:] if system is not None else ready.messages
    changed = request.override(messages=messages, system_message=system)
    return changed if ready.with_tools else changed.override(tools=[])


def reported(response: ModelResponse[Any], ready: Request) -> ExtendedModelResponse[Any]:
    """Give the response with the turn's report beside it."""
    return ExtendedModelResponse(model_response=response, command=Command(update={"report": ready.report}))


def replaced(messages: Sequence[Any]) -> list[Any]:
    """Give the update that makes these the channel's messages, under any reducer that knows remove-all."""
    return [RemoveMessage(id=REMOVE_ALL_MESSAGES), *messages]
