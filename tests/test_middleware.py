"""`create_agent` with one line more remembers as the graph does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore
from scripted_replies import ScriptedModel, calls

from graph.middleware import Remembering
from memory.chroma_store import ChromaStore
from memory.embeddings import LocalEmbeddings
from memory.long_term import LongTermMemory
from memory.messages import find_problems
from nodes.context import Context
from nodes.services import Budget


@pytest.fixture
def store(tmp_path: Path) -> Iterator[BaseStore]:
    with ChromaStore.at(tmp_path / "chroma", embeddings=LocalEmbeddings()) as opened:
        yield opened


@tool
def lookup(q: str) -> str:
    """Look up."""
    return f"found {q} " + "word " * 800


def agent_of(model: ScriptedModel, store: BaseStore | None, **given: Any) -> Any:
    return create_agent(
        model, [lookup], system_prompt="Be brief.", middleware=[Remembering(**given)], context_schema=Context,
        store=store, checkpointer=InMemorySaver(),
    )  # fmt: skip


def say(agent: Any, text: str, on: str = "t") -> dict[str, Any]:
    config = {"configurable": {"thread_id": on}}
    out: dict[str, Any] = agent.invoke({"messages": [("user", text)]}, config, context=Context(user_id="u"))
    return out


def test_it_remembers_from_one_thread_to_the_next(store: BaseStore) -> None:
    model = ScriptedModel(script=["ok"])
    agent = agent_of(model, store)
    say(agent, "I like window seats", "monday")
    out = say(agent, "Find me a flight to Rome", "tuesday")
    assert "I like window seats" in [m["text"] for m in out["recalled"]]
    newest = model.requests[-1][-1].text
    assert newest.startswith("<memories")
    assert newest.endswith("Find me a flight to Rome")
    assert [m.type for m in model.requests[-1]] == ["system", "human"]
    assert "<memories" not in str([m.text for m in out["messages"]])


def test_it_cuts_long_results_and_archives_them(store: BaseStore) -> None:
    model = ScriptedModel(script=[calls(("lookup", {"q": "x"})), "done"])
    out = say(agent_of(model, store, budget=Budget(max_tool_result_tokens=200)), "look x up")
    answer = next(m for m in out["messages"] if m.type == "tool")
    assert "tokens cut" in answer.text
    archived = list(LongTermMemory(store, user_id="u").scope.items("tool_results"))
    assert len(archived) == 1
    assert len(archived[0].value["text"]) > 3_000


def test_it_keeps_the_window_valid_and_folds(store: BaseStore) -> None:
    model = ScriptedModel(script=["I see. " + "word " * 40])
    agent = agent_of(model, store, budget=Budget(max_messages=200, max_tokens=800))
    say(agent, "My name is Ann.")
    for number in range(15):
        out = say(agent, f"Remark number {number}: " + "some more words here " * 5)
        assert find_problems(out["messages"]) == []
        assert out["report"]["tokens"] <= 800
    assert "Ann" in out["summary"]
    assert "Ann" in model.requests[-1][0].text


def test_it_mends_a_list_that_a_crash_left_open() -> None:
    model = ScriptedModel(script=["ok"])
    agent = agent_of(model, None)
    config: Any = {"configurable": {"thread_id": "t"}}
    agent.update_state(config, {"messages": [("user", "go"), calls(("lookup", {"q": "x"}))]}, as_node="model")
    agent.invoke({"messages": [("user", "never mind")]}, config)
    assert find_problems(model.requests[-1]) == []


async def test_it_works_in_a_running_loop(store: BaseStore) -> None:
    model = ScriptedModel(script=[calls(("lookup", {"q": "x"})), "done"])
    agent = agent_of(model, store)
    config: Any = {"configurable": {"thread_id": "t"}}
    out = await agent.ainvoke({"messages": [("user", "My name is Ann")]}, config, context=Context(user_id="u"))
    assert out["messages"][-1].text == "done"
    assert [w["text"] for w in out["report"]["written"]] == ["My name is Ann"]
