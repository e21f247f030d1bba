"""The reducer in real LangGraph graphs: alone, in an agent, under subgraphs, updates, forks, replays and deltas."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

import pytest
from langchain.agents import AgentState, create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, RemoveMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import tool
from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, interrupt
from message_lists import answer, calls, shape, user
from scripted_model import ScriptedModel

from memory.messages import find_problems, open_calls
from memory.short_term import ShortTermMemory


class Chat(TypedDict):
    messages: Annotated[list[AnyMessage], ShortTermMemory(max_messages=6)]


class Note(TypedDict):
    messages: Annotated[list[AnyMessage], ShortTermMemory(max_messages=6)]
    note: str


def thread(name: str = "t") -> RunnableConfig:
    return {"configurable": {"thread_id": name}}


def echo(state: Chat) -> dict[str, Any]:
    return {"messages": [AIMessage(f"you said {state['messages'][-1].text}")]}


def chat_graph() -> Any:
    builder: Any = StateGraph(Chat)
    builder.add_node("echo", echo)
    builder.add_edge(START, "echo")
    builder.add_edge("echo", END)
    return builder.compile(checkpointer=InMemorySaver())


def test_a_bare_graph_keeps_its_window() -> None:
    graph = chat_graph()
    for i in range(10):
        out = graph.invoke({"messages": [("user", f"q{i}")]}, thread())
    assert [m.text for m in out["messages"]][-2:] == ["q9", "you said q9"]
    assert len(out["messages"]) == 6
    assert find_problems(out["messages"]) == []


def test_two_schemas_that_use_equal_reducers_agree() -> None:
    builder: Any = StateGraph(Note, input_schema=Chat, output_schema=Chat)
    builder.add_node("echo", echo)
    builder.add_edge(START, "echo")
    out = builder.compile().invoke({"messages": "hi"})
    assert [m.text for m in out["messages"]] == ["hi", "you said hi"]


def test_a_subgraph_shares_the_list_with_its_parent() -> None:
    inner = StateGraph(Note)
    inner.add_node("echo", echo)
    inner.add_edge(START, "echo")
    outer: Any = StateGraph(Chat)
    outer.add_node("inner", inner.compile())
    outer.add_edge(START, "inner")
    graph = outer.compile(checkpointer=InMemorySaver())
    for i in range(8):
        out = graph.invoke({"messages": [("user", f"q{i}")]}, thread())
        texts = [m.text for m in out["messages"]]
        assert texts[-2:] == [f"q{i}", f"you said q{i}"] and len(texts) == len(set(texts))
    assert len(texts) == 6


def test_update_state_edits_and_removes_also_what_is_gone() -> None:
    graph = chat_graph()
    graph.invoke({"messages": [HumanMessage("first", id="h")]}, thread())
    graph.update_state(thread(), {"messages": [HumanMessage("edited", id="h"), RemoveMessage(id="never-was")]})
    assert graph.get_state(thread()).values["messages"][0].text == "edited"
    graph.update_state(thread(), {"messages": [RemoveMessage(id="h")]})
    assert [m.type for m in graph.get_state(thread()).values["messages"]] == ["ai"]


def test_a_fork_and_a_replay_come_out_valid() -> None:
    graph = chat_graph()
    for i in range(4):
        graph.invoke({"messages": [HumanMessage(f"q{i}", id=f"h{i}")]}, thread())
    history = list(graph.get_state_history(thread()))
    second = next(s for s in history if s.next == ("echo",) and s.values["messages"][-1].id == "h1")
    forked = graph.update_state(second.config, {"messages": [HumanMessage("other", id="h1")]})
    out = graph.invoke(None, forked)
    assert [m.text for m in out["messages"]][-2:] == ["other", "you said other"]
    replayed = graph.invoke(None, second.config)
    assert [m.text for m in replayed["messages"]][-2:] == ["q1", "you said q1"]


def test_a_fork_before_an_open_call_closes_it() -> None:
    builder: Any = StateGraph(Chat)
    builder.add_node("model", lambda s: {"messages": [calls("a", "b", id="m")]} if len(s["messages"]) < 2 else {})
    builder.add_node("tools", lambda _: {"messages": [answer("a"), answer("b")]})
    builder.add_edge(START, "model")
    builder.add_conditional_edges("model", lambda s: "tools" if open_calls(s["messages"]) else END, ["tools", END])
    graph = builder.compile(checkpointer=InMemorySaver(), interrupt_before=["tools"])
    graph.invoke({"messages": [HumanMessage("first", id="h0")]}, thread())
    out = graph.invoke({"messages": [HumanMessage("first, edited", id="h1")]}, thread())
    assert shape(out["messages"]) == ["human", "ai", "tool:a!", "tool:b!", "human"]


@tool
def look(at: int) -> str:
    """Look at a place."""
    if at == 13:
        raise ValueError("cannot look there")
    return f"seen {at} " + "word " * 20


@tool
def ask(at: int) -> str:
    """Ask a person."""
    return str(interrupt({"ask": at}))


def _calls_then_answers(messages: list[BaseMessage]) -> AIMessage:
    """Two calls in parallel for a user's message, then words."""
    assert find_problems(messages) == [], shape(messages)
    if isinstance(messages[-1], ToolMessage):
        return AIMessage("done")
    text = messages[-1].text
    name = "ask" if "ask" in text else "look"
    number = sum(isinstance(m, HumanMessage) for m in messages)
    return AIMessage(
        "",
        tool_calls=[{"name": name, "args": {"at": i}, "id": f"{len(messages)}-{number}-{i}"} for i in range(2)],
    )


class Windowed(AgentState[Any]):
    messages: Annotated[list[AnyMessage], ShortTermMemory(max_messages=8)]


def test_it_works_in_create_agent_beside_the_summarizer() -> None:
    model = ScriptedModel(script=_calls_then_answers)
    summarizer = ScriptedModel(script=lambda _: AIMessage("a short summary of what was said"))
    agent: Any = create_agent(
        model,
        [look],
        state_schema=Windowed,
        middleware=[SummarizationMiddleware(summarizer, trigger=("messages", 7), keep=("messages", 3))],
        checkpointer=InMemorySaver(),
    )
    for i in range(12):
        out = agent.invoke({"messages": [("user", f"question {i}")]}, thread())
        assert find_problems(out["messages"]) == []
        assert out["messages"][-1].text == "done"
        assert any(m.text == f"question {i}" for m in out["messages"])
        assert len(out["messages"]) <= 8
    assert len(summarizer.requests) > 0


def test_an_agent_without_a_summarizer_stays_in_its_window() -> None:
    agent: Any = create_agent(
        ScriptedModel(script=_calls_then_answers), [look], state_schema=Windowed, checkpointer=InMemorySaver()
    )
    for i in range(10):
        out = agent.invoke({"messages": [("user", f"question {i}")]}, thread())
    assert find_problems(out["messages"]) == []
    assert [m.text for m in out["messages"] if m.type == "human"][-1] == "question 9"
    assert 5 <= len(out["messages"]) <= 8


def test_an_interrupt_in_a_tool_leaves_the_call_open_and_a_new_message_closes_it() -> None:
    agent: Any = create_agent(
        ScriptedModel(script=_calls_then_answers), [ask], state_schema=Windowed, checkpointer=InMemorySaver()
    )
    out = agent.invoke({"messages": [("user", "ask them")]}, thread("a"))
    assert len(out["__interrupt__"]) == 2 and len(open_calls(out["messages"])) == 2
    answers = {i.id: f"yes {n}" for n, i in enumerate(out["__interrupt__"])}
    resumed = agent.invoke(Command(resume=answers), thread("a"))
    assert shape(resumed["messages"])[-1] == "ai" and find_problems(resumed["messages"]) == []

    agent.invoke({"messages": [("user", "ask them")]}, thread("b"))
    after = agent.invoke({"messages": [("user", "look yourself, then ask")]}, thread("b"))
    assert find_problems(after["messages"][:-2]) == [] and len(open_calls(after["messages"])) == 2


def test_a_tool_that_raises_leaves_a_thread_that_can_go_on() -> None:
    """ToolNode raises by default: the calls stay open in the state, and the next question closes them."""
    builder: Any = StateGraph(Chat)
    builder.add_node("model", lambda s: {"messages": [_call_13(s["messages"])]})
    builder.add_node("tools", ToolNode([look], handle_tool_errors=False))
    builder.add_edge(START, "model")
    builder.add_conditional_edges("model", lambda s: "tools" if open_calls(s["messages"]) else END, ["tools", END])
    graph = builder.compile(checkpointer=InMemorySaver())
    with pytest.raises(ValueError, match="cannot look there"):
        graph.invoke({"messages": [("user", "look at 13")]}, thread())
    out = graph.invoke({"messages": [("user", "never mind")]}, thread())
    assert find_problems(out["messages"]) == []
    assert [m.text for m in out["messages"] if m.type == "human"] == ["look at 13", "never mind"]


def _call_13(messages: list[BaseMessage]) -> AIMessage:
    if messages[-1].text == "never mind":
        return AIMessage("fine")
    return AIMessage("", tool_calls=[{"name": "look", "args": {"at": 13}, "id": "c13"}])


# ---- DeltaChannel
@pytest.mark.filterwarnings("ignore::langchain_core._api.beta_decorator.LangChainBetaWarning")
@pytest.mark.parametrize("trim_to", [None, 0.5])
def test_a_delta_channel_reloads_what_was_live(trim_to: float | None) -> None:
    memory = ShortTermMemory(max_messages=6, trim_to=trim_to)

    messages = Annotated[list[AnyMessage], DeltaChannel(memory.delta, snapshot_frequency=1000)]
    builder: Any = StateGraph(TypedDict("Delta", {"messages": messages}))  # type: ignore[operator]  # built at run time
    builder.add_node("one", lambda s: {"messages": [calls(f"c{len(s['messages'])}")]})
    builder.add_node("two", lambda s: {"messages": [answer(c["id"] or "") for c in open_calls(s["messages"])]})
    builder.add_node("three", lambda s: {"messages": [("assistant", f"said after {len(s['messages'])}")]})
    builder.add_edge(START, "one")
    builder.add_edge("one", "two")
    builder.add_edge("two", "three")
    saver = InMemorySaver()
    graph = builder.compile(checkpointer=saver)
    for i in range(7):
        live = graph.invoke({"messages": [("user", f"q{i}"), "and more"]}, thread())["messages"]
        if i == 3:
            graph.update_state(thread(), {"messages": [RemoveMessage(id="never-was"), user("x", id="edited")]})
            live = graph.get_state(thread()).values["messages"]
        loaded = builder.compile(checkpointer=saver).get_state(thread()).values["messages"]
        assert loaded == live
        assert find_problems(loaded) == []
    assert len(loaded) <= 6


def test_the_delta_form_does_not_depend_on_how_writes_are_batched() -> None:
    memory = ShortTermMemory(max_messages=5, trim_to=0.6)
    writes: list[Any] = [
        "a",
        [calls("c1", "c2", id="m1")],
        [answer("c2")],
        ("user", "b"),
        [answer("c1", "late")],
        {"role": "assistant", "content": "x"},
        [RemoveMessage(id="m1")],
        ["d", "e"],
        [AIMessage("f", id="m2"), "g"],
    ]
    whole = memory.delta([], writes)
    for cut in range(len(writes) + 1):
        assert memory.delta(memory.delta([], writes[:cut]), writes[cut:]) == whole
    one_by_one: list[BaseMessage] = []
    for write in writes:
        one_by_one = memory.delta(one_by_one, [write])
    assert one_by_one == whole


def test_the_delta_form_is_one_object_for_equal_reducers() -> None:
    assert ShortTermMemory(max_messages=5).delta is ShortTermMemory(max_messages=5).delta
