"""A graph of four nodes that chats without a model: what the tests and the benchmark of checkpoints run."""

from __future__ import annotations

import random
from typing import Annotated, Any, TypedDict

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph, add_messages
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, interrupt

_WORDS = (
    "memory agent thread window summary checkpoint recall 记忆 对话 用户 偏好 茶 上海 周五 flight weather tool answer "
    "because however remember prefer green jasmine tomorrow meeting budget python module import test"
)
WORDS = _WORDS.split()


class State(TypedDict, total=False):
    messages: Annotated[list[AnyMessage], add_messages]
    summary: str
    recalled: list[dict[str, Any]]
    report: dict[str, Any]
    user_id: str


def window(left: Any, right: Any) -> list[AnyMessage]:
    """Keep the last forty messages, as the product's own reducer does (which this room must not import)."""
    merged: Any = add_messages([*(left or [])], [*right])
    return list(merged)[-40:]


class Windowed(State, total=False):
    messages: Annotated[list[AnyMessage], window]


def text(seed: object, chars: int = 400) -> str:
    """Give a text of about that many characters, the same for the same seed, of which compression gets no gift."""
    pick = random.Random(repr(seed))
    words: list[str] = []
    while sum(map(len, words)) + len(words) < chars:
        words.append(pick.choice(WORDS) + (str(pick.randrange(1000)) if pick.random() < 0.2 else ""))
    return " ".join(words)


def _said(state: State) -> str:
    return next(str(m.content) for m in reversed(state["messages"]) if isinstance(m, HumanMessage))


def retrieve_memory(state: State) -> dict[str, Any]:
    said = _said(state)
    return {"recalled": [{"text": text(("memory", said, i), 120), "score": 0.5} for i in range(4)]}


def call_model(state: State) -> dict[str, Any]:
    said = _said(state)
    if isinstance(state["messages"][-1], HumanMessage):
        call = {"name": "calculator", "args": {"expression": "6 * 7"}, "id": f"call-{said[:12]}"}
        usage = {"input_tokens": 900, "output_tokens": 20, "total_tokens": 920}
        return {"messages": [AIMessage("", tool_calls=[call], usage_metadata=usage, id=f"ask-{said}"[:40])]}
    meta = {"model_name": "gpt-4o-mini", "finish_reason": "stop", "model_provider": "openai"}
    return {"messages": [AIMessage(text(("answer", said)), response_metadata=meta, id=f"answer-{said}"[:40])]}


def execute_tools(state: State) -> dict[str, Any]:
    last = state["messages"][-1]
    assert isinstance(last, AIMessage)
    if "please ask me" in _said(state):
        return {"messages": [ToolMessage(str(interrupt("may I?")), tool_call_id=last.tool_calls[0]["id"] or "")]}
    return {"messages": [ToolMessage(text(last.id), tool_call_id=last.tool_calls[0]["id"] or "", name="calculator")]}


def write_back(state: State) -> dict[str, Any]:
    return {"report": {"tokens_before": len(state["messages"]) * 100, "written": 2, "failed": []}}


def _next(state: Any) -> str:  # no schema named here: two graphs of different reducers share it
    last = state["messages"][-1]
    return "execute_tools" if isinstance(last, AIMessage) and last.tool_calls else "write_back"


def chatty_graph(
    checkpointer: BaseCheckpointSaver[Any], *, schema: type[State] = Windowed
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Compile the graph: retrieve_memory, call_model, execute_tools, write_back; a tool call in each turn."""
    builder = StateGraph(schema)
    for node in (retrieve_memory, call_model, execute_tools, write_back):
        builder.add_node(node.__name__, node, input_schema=schema)
    builder.add_edge(START, "retrieve_memory")
    builder.add_edge("retrieve_memory", "call_model")
    builder.add_conditional_edges("call_model", _next, ["execute_tools", "write_back"])
    builder.add_edge("execute_tools", "call_model")
    builder.add_edge("write_back", END)
    return builder.compile(checkpointer=checkpointer)


def at(thread_id: str, checkpoint_id: str | None = None) -> Any:
    """Give the config of a thread, or of one of its checkpoints."""
    extra = {} if checkpoint_id is None else {"checkpoint_id": checkpoint_id}
    return {"configurable": {"thread_id": thread_id, **extra}}


def say(said: str, user_id: str = "u") -> Any:
    """Give the input of a turn."""
    return {"messages": [HumanMessage(said)], "user_id": user_id}


def answer(value: object) -> Command[Any]:
    """Give the input that answers an interrupt."""
    return Command(resume=value)
