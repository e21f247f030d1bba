"""What the tools' node promises: every call answered once, in order, whatever the tools do."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import BaseTool, tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from scripted_replies import ScriptedModel, calls

from graph.build import build_graph
from graph.turns import TurnGraph
from memory.messages import find_problems
from nodes.services import Budget

THREAD: Any = {"configurable": {"thread_id": "t"}}


class Bench:
    """A graph over tools that note when they run."""

    def __init__(self, script: list[Any], *, budget: Budget | None = None) -> None:
        self.ran: list[str] = []
        self.failing: set[str] = set()
        self.model = ScriptedModel(script=script)
        self.graph: TurnGraph = build_graph(
            model=self.model, tools=self._tools(), checkpointer=InMemorySaver(), budget=budget
        )

    def say(self, text: str = "go") -> list[Any]:
        out: list[Any] = self.graph.invoke({"messages": [("user", text)]}, THREAD)["messages"]
        return out

    def answers(self) -> list[ToolMessage]:
        return [m for m in self.graph.get_state(THREAD).values["messages"] if isinstance(m, ToolMessage)]

    def _run(self, name: str, value: str = "ok") -> str:
        self.ran.append(name)
        if name in self.failing:
            raise OSError(f"{name} is down")
        return value

    def _tools(self) -> list[BaseTool]:
        @tool
        def lookup(q: str) -> str:
            """Look up."""
            return self._run(f"lookup:{q}", f"found {q}")

        @tool
        def send(to: str) -> str:
            """Send."""
            return self._run(f"send:{to}")

        @tool
        def long(n: int) -> str:
            """Give a long text."""
            return "word " * n

        @tool
        async def waits(q: str) -> str:
            """Look up, asynchronously."""
            await asyncio.sleep(0)
            return self._run(f"waits:{q}", f"found {q}")

        send.metadata = {"needs_approval": True, "idempotent": False}
        return [lookup, send, long, waits]


def test_calls_are_answered_in_their_order() -> None:
    bench = Bench([calls(("lookup", {"q": "b"}), ("lookup", {"q": "a"})), "done"])
    assert [m.type for m in bench.say()] == ["human", "ai", "tool", "tool", "ai"]
    assert [m.text for m in bench.answers()] == ["found b", "found a"]


def test_a_failing_tool_loses_neither_its_siblings_nor_the_turn() -> None:
    bench = Bench([calls(("lookup", {"q": "x"}), ("lookup", {"q": "y"})), "done"])
    bench.failing = {"lookup:x"}
    bench.say()
    first, second = bench.answers()
    assert first.status == "error"
    assert "lookup:x is down" in first.text
    assert "Traceback" not in first.text
    assert second.text == "found y"


def test_an_unknown_tool_and_bad_arguments_are_answered_with_what_is_right() -> None:
    bench = Bench([calls(("nothing", {}), ("lookup", {"wrong": 1})), "done"])
    bench.say()
    unknown, bad = bench.answers()
    assert "lookup" in unknown.text
    assert bad.status == "error"


def test_a_call_whose_arguments_are_no_json_is_answered_and_not_run() -> None:
    broken = AIMessage(
        "",
        invalid_tool_calls=[
            {"name": "lookup", "args": '{"q": ', "id": "c1", "error": "cut", "type": "invalid_tool_call"}
        ],
    )
    bench = Bench([broken, "done"])
    bench.say()
    (answer,) = bench.answers()
    assert answer.tool_call_id == "c1"
    assert "not valid JSON" in answer.text
    assert bench.ran == []


def test_only_unanswered_calls_run() -> None:
    bench = Bench(["done"])
    caller = calls(("lookup", {"q": "a"}), ("lookup", {"q": "b"}))
    given = [HumanMessage("go"), caller, ToolMessage("found a", tool_call_id="c1")]
    bench.graph.update_state(THREAD, {"messages": given}, as_node="call_model")
    bench.graph.invoke(None, THREAD)
    assert bench.ran == ["lookup:b"]


def test_a_tool_waits_for_approval_and_runs_when_it_is_given() -> None:
    bench = Bench([calls(("lookup", {"q": "a"}), ("send", {"to": "ann"})), "done"])
    out = bench.graph.invoke({"messages": [("user", "go")]}, THREAD)
    (asked,) = out["__interrupt__"]
    assert asked.value == {"type": "approval", "calls": [{"id": "c2", "name": "send", "args": {"to": "ann"}}]}
    assert bench.ran == []
    bench.graph.invoke(Command(resume=True), THREAD)
    assert sorted(bench.ran) == ["lookup:a", "send:ann"]


def test_each_approval_reaches_its_own_call() -> None:
    bench = Bench([calls(("send", {"to": "ann"}), ("send", {"to": "bob"})), "done"])
    bench.graph.invoke({"messages": [("user", "go")]}, THREAD)
    bench.graph.invoke(Command(resume={"c1": "not ann", "c2": True}), THREAD)
    assert bench.ran == ["send:bob"]
    refused, sent = bench.answers()
    assert "did not approve" in refused.text
    assert "not ann" in refused.text
    assert sent.text == "ok"


@pytest.mark.parametrize("said", [False, {"c1": False}, {"other": True}, "yes", 1])
def test_anything_but_true_is_a_refusal(said: Any) -> None:
    bench = Bench([calls(("send", {"to": "ann"})), "done"])
    bench.graph.invoke({"messages": [("user", "go")]}, THREAD)
    bench.graph.invoke(Command(resume=said), THREAD)
    assert bench.ran == []
    assert bench.answers()[0].status == "error"


def test_a_new_message_over_a_waiting_approval_leaves_a_valid_list() -> None:
    bench = Bench([calls(("send", {"to": "ann"})), "done"])
    bench.graph.invoke({"messages": [("user", "go")]}, THREAD)
    messages = bench.say("never mind")
    assert find_problems(messages) == []
    assert bench.ran == []
    assert messages[-1].text == "done"


def test_an_oversized_result_is_cut_with_a_notice() -> None:
    bench = Bench([calls(("long", {"n": 5000})), "done"], budget=Budget(max_tool_result_tokens=200))
    bench.say()
    (answer,) = bench.answers()
    assert "tokens cut" in answer.text
    assert len(answer.text) < 2_000


def test_rounds_end_and_the_model_then_answers_without_tools() -> None:
    many = [calls(("lookup", {"q": str(n)}), start=n) for n in range(9)]
    bench = Bench(many, budget=Budget(max_tool_rounds=2))
    messages = bench.say()
    assert bench.ran == ["lookup:0", "lookup:1"]
    assert [bool(o) for o in bench.model.offered] == [True, True, False]
    assert find_problems(messages) == []
    assert not messages[-1].tool_calls


def test_the_same_call_over_and_over_is_stopped() -> None:
    bench = Bench([calls(("lookup", {"q": "same"}))])
    bench.say()
    assert len(bench.ran) == 3


async def test_async_tools_work_in_a_running_loop() -> None:
    bench = Bench([calls(("waits", {"q": "a"}), ("lookup", {"q": "b"})), "done"])
    await bench.graph.ainvoke({"messages": [("user", "go")]}, THREAD)
    assert [m.text for m in bench.answers()] == ["found a", "found b"]


def test_a_finished_tool_is_not_run_again_after_a_crash_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import nodes.execute_tools as room

    bench = Bench([calls(("lookup", {"q": "a"}), ("lookup", {"q": "b"})), "done"])
    real = room.outcome

    def dies_on_b(given: Any) -> Any:
        if "found b" in str(given):
            raise MemoryError("the process dies here")
        return real(given)

    monkeypatch.setattr(room, "outcome", dies_on_b)
    with pytest.raises(MemoryError):
        bench.say()
    monkeypatch.setattr(room, "outcome", real)
    bench.graph.invoke(None, THREAD)
    assert sorted(bench.ran) == ["lookup:a", "lookup:b", "lookup:b"]
    assert [m.text for m in bench.answers()] == ["found a", "found b"]


def test_a_tool_that_must_not_run_twice_is_not_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import nodes.execute_tools as room

    bench = Bench([calls(("send", {"to": "ann"})), "done"])
    real = room.outcome

    def dies(_: Any) -> Any:
        raise MemoryError("the process dies inside the tool")

    bench.graph.invoke({"messages": [("user", "go")]}, THREAD)
    monkeypatch.setattr(room, "outcome", dies)
    with pytest.raises(MemoryError):
        bench.graph.invoke(Command(resume=True), THREAD)
    monkeypatch.setattr(room, "outcome", real)
    bench.graph.invoke(None, THREAD)
    assert bench.ran == ["send:ann"]
    assert "must not run twice" in bench.answers()[0].text
