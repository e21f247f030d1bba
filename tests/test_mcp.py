"""MCP both ways: tools of any server in our graph, and our memory for any other agent."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from scripted_replies import ScriptedModel, calls

from graph import build_graph
from graph.mcp_tools import open_mcp_tools
from memory.errors import SettingsError

COUNTING = """
from mcp.server.fastmcp import FastMCP
server = FastMCP("counting", log_level="ERROR")
calls = 0

@server.tool()
def count(label: str) -> str:
    "Count the calls of this process."
    global calls
    calls += 1
    return f"{label}: {calls}"

@server.tool()
def fail() -> str:
    "Fail."
    raise ValueError("out of order")

server.run("stdio")
"""


@pytest.fixture
def tools(tmp_path: Path) -> Iterator[list[Any]]:
    script = tmp_path / "counting.py"
    script.write_text(COUNTING)
    with ExitStack() as stack:
        yield open_mcp_tools({"counting": {"command": sys.executable, "args": [str(script)]}}, stack)


def test_one_session_is_held_open_so_state_is_kept(tools: list[Any]) -> None:
    model = ScriptedModel(script=[calls(("count", {"label": "a"})), calls(("count", {"label": "b"}), start=2), "done"])
    graph = build_graph(model=model, tools=tools, checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t"}}
    out = graph.invoke({"messages": [("user", "go")]}, config)
    answers = [m.content for m in out["messages"] if m.type == "tool"]
    assert answers == ["a: 1", "b: 2"], "the second call meets the first one's process, and text is text, not blocks"


async def test_the_same_tools_work_in_a_running_loop(tools: list[Any]) -> None:
    model = ScriptedModel(script=[calls(("count", {"label": "a"}), ("fail", {})), "done"])
    graph = build_graph(model=model, tools=tools, checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t"}}
    out = await graph.ainvoke({"messages": [("user", "go")]}, config)
    first, second = (m for m in out["messages"] if m.type == "tool")
    assert first.content == "a: 1"
    assert second.status == "error"
    assert "out of order" in second.text


def test_a_server_that_cannot_be_started_is_named() -> None:
    with ExitStack() as stack, pytest.raises(SettingsError, match="MCP server 'nowhere'"):
        open_mcp_tools({"nowhere": {"command": "no-such-program-anywhere"}}, stack)


def test_another_agent_can_use_this_users_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BETHINK_CHROMA", "alone")
    program = {
        "command": sys.executable,
        "args": ["-c", "from graph.cli import main; main()", "mcp", "--user", "ann", "--data-dir", str(tmp_path)],
        "env": {"BETHINK_CHROMA": "alone", "PATH": ""},
    }
    with ExitStack() as stack:
        tools = {t.name: t for t in open_mcp_tools({"memory": program}, stack)}
        assert set(tools) == {"search_memory", "save_memory", "forget_memory"}
        saved = tools["save_memory"].invoke({"text": "I like window seats", "attribute": "seat_preference"})
        assert "added" in str(saved)
        assert "window seats" in str(tools["search_memory"].invoke({"query": "Which seats do I like?"}))
        assert "forgot" in str(tools["forget_memory"].invoke({"text_or_id": "window seats"}))
        assert "window seats" not in str(tools["search_memory"].invoke({"query": "Which seats do I like?"}))
