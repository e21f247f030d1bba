"""Build the graph: four nodes, two of them in a loop.

START → retrieve_memory → call_model ⇄ execute_tools
                              └→ write_back → END
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.config import run_in_executor
from langchain_core.tools import BaseTool
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime, get_runtime

from graph.routes import after_model
from graph.settings import DEFAULT_SYSTEM_PROMPT
from graph.turns import TurnGraph
from memory.clock import Clock, system_clock
from memory.short_term import ShortTermMemory
from memory.tokens import TokenCounter
from memory.turns import LocalTurns, TurnClaims
from nodes.call_model import acall_model, call_model
from nodes.context import Context
from nodes.execute_tools import aexecute_tools, execute_tools
from nodes.retrieve_memory import retrieve_memory
from nodes.services import Budget, MemoryOpener, Services
from nodes.state import Input, state_schema
from nodes.write_back import awrite_back, write_back

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.store.base import BaseStore

    from memory.long_term import LongTermMemory
    from memory.outbox import Outbox


SLACK = 2
"""The state has room for a long turn on top of the window: cut at the window itself, old turns would be gone before
`write_back` could fold them. What the model is shown is the window (`nodes.call_model`), and folding brings the state
back into it."""


def build_graph(
    *,
    model: BaseChatModel | None = None,
    tools: Sequence[BaseTool] | None = None,
    store: BaseStore | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    budget: Budget | None = None,
    system_prompt: str = DEFAULT_SYSTEM_PROMPT,
    provider: str = "openai",
    memory_for: MemoryOpener | None = None,
    outbox: Outbox | None = None,
    claims: TurnClaims | None = None,
    remembers: bool = True,
    model_extracts: bool = False,
    model_folds: bool = True,
    clock: Clock = system_clock,
    interrupt_before: Sequence[str] = (),
    interrupt_after: Sequence[str] = (),
) -> TurnGraph:
    """Give the compiled graph. No I/O: what is given is used, what is not has a default.

    Without a model the rule-driven offline model answers; without tools the built-in ones are bound; without a store
    there is no long-term memory; without a checkpointer each invoke starts from nothing. On LangGraph's server, which
    brings both, give neither.
    """
    open_memory = memory_for or default_memory(clock)
    if model is None:
        from graph.offline_model import OfflineChatModel

        model = OfflineChatModel()
    if tools is None:
        from nodes.tools import default_tools

        tools = default_tools(memory_for=open_memory, clock=clock)
    services = Services(
        model=model,
        tools=tuple(tools),
        counter=TokenCounter(model_name_of(model)),
        memory_for=open_memory,
        system_prompt=system_prompt,
        provider=provider,
        budget=budget or Budget(),
        outbox=outbox,
        model_extracts=model_extracts,
        model_folds=model_folds,
        remembers=remembers,
        clock=clock,
    )
    return compile_graph(
        services,
        store=store,
        checkpointer=checkpointer,
        claims=claims,
        interrupt_before=interrupt_before,
        interrupt_after=interrupt_after,
    )


def model_name_of(model: BaseChatModel) -> str:
    """Give the name by which a model's tokens are counted."""
    return str(getattr(model, "model_name", "") or getattr(model, "model", "") or "")


def compile_graph(
    services: Services,
    *,
    store: BaseStore | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    claims: TurnClaims | None = None,
    interrupt_before: Sequence[str] = (),
    interrupt_after: Sequence[str] = (),
    waits: bool = False,
) -> TurnGraph:
    """Give the compiled graph over these services; a second run on a thread is refused, or `waits` its turn."""
    compiled = graph_builder(services).compile(
        checkpointer=checkpointer,
        store=store,
        interrupt_before=list(interrupt_before) or None,
        interrupt_after=list(interrupt_after) or None,
        name="bethink",
    )
    return TurnGraph.over(compiled, claims or LocalTurns(), waits=waits)


def graph_builder(services: Services) -> StateGraph[Any, Context, Any, Any]:
    """Give the graph before it is compiled: what LangGraph's server loads, which brings its own persistence."""
    budget = services.budget
    reducer = ShortTermMemory(
        max_messages=SLACK * budget.max_messages,
        max_tokens=SLACK * budget.max_tokens,
        count_tokens=services.counter.count_messages,
    )
    builder = StateGraph(state_schema(reducer), context_schema=Context, input_schema=Input)

    def retrieve(state: Any, runtime: Runtime[Context], config: RunnableConfig) -> Any:
        return retrieve_memory(state, runtime, services)

    def call(state: Any, runtime: Runtime[Context], config: RunnableConfig) -> Any:
        return call_model(state, services, config)

    async def acall(state: Any, runtime: Runtime[Context], config: RunnableConfig) -> Any:
        return await acall_model(state, services, config)

    def execute(state: Any, runtime: Runtime[Context], config: RunnableConfig) -> Any:
        return execute_tools(state, runtime, services, config)

    async def aexecute(state: Any, runtime: Runtime[Context], config: RunnableConfig) -> Any:
        return await aexecute_tools(state, runtime, services, config)

    def write(state: Any, runtime: Runtime[Context], config: RunnableConfig) -> Any:
        return write_back(state, runtime, services, config)

    async def awrite(state: Any, runtime: Runtime[Context], config: RunnableConfig) -> Any:
        return await awrite_back(state, runtime, services, config)

    builder.add_node("retrieve_memory", Node("retrieve_memory", retrieve))
    builder.add_node("call_model", Node("call_model", call, acall))
    builder.add_node("execute_tools", Node("execute_tools", execute, aexecute))
    builder.add_node("write_back", Node("write_back", write, awrite))
    builder.add_edge(START, "retrieve_memory")
    builder.add_edge("retrieve_memory", "call_model")
    builder.add_conditional_edges("call_model", after_model)
    builder.add_edge("execute_tools", "call_model")
    builder.add_edge("write_back", END)
    return builder


NodeFunction = Callable[[Any, Runtime[Context], RunnableConfig], Any]
AsyncNodeFunction = Callable[[Any, Runtime[Context], RunnableConfig], Awaitable[Any]]


class Node(Runnable[Any, Any]):
    """One node with a form for each world: a node that is only sync would not stop when its turn is cancelled.

    LangGraph traces each node as a run of its own. LangChain's `RunnableLambda`, the other thing with two forms, would
    trace it once more within that.
    """

    def __init__(self, name: str, run: NodeFunction, arun: AsyncNodeFunction | None = None) -> None:
        self.name = name
        self._run = run
        self._arun = arun

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Give what the node writes."""
        return self._run(input, get_runtime(Context), config or {})

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """`invoke` for a running loop."""
        if self._arun is not None:
            return await self._arun(input, get_runtime(Context), config or {})
        return await run_in_executor(config, self._run, input, get_runtime(Context), config or {})


def default_memory(clock: Clock) -> MemoryOpener:
    """Give what opens a user's memory in any store, with the lexicon that belongs to the store."""

    def open_memory(store: BaseStore, user_id: str) -> LongTermMemory:
        from memory.long_term import LongTermMemory

        return LongTermMemory(store, user_id=user_id, clock=clock)

    return open_memory
