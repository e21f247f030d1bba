"""Threads that move: from LangGraph's own file into ours, from a file to a server and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from chatty_graph import answer, at, chatty_graph, say
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from postgres_server import emptied_postgres_url

from memory.checkpoints import Checkpoints, copy_checkpoints, open_in_memory, open_postgres, open_sqlite
from memory.errors import CheckpointError


def fill(saver: BaseCheckpointSaver[Any]) -> None:
    graph = chatty_graph(saver)
    for number in range(4):
        graph.invoke(say(f"question {number}", "ann"), at("one"))
    graph.invoke(say("please ask me", "bob"), at("two"))


def goes_on(saver: Checkpoints) -> None:
    graph = chatty_graph(saver)
    assert len(graph.get_state(at("one")).values["messages"]) == 16
    graph.invoke(say("and on", "ann"), at("one"))
    assert len(graph.get_state(at("one")).values["messages"]) == 20
    assert graph.invoke(answer("yes"), at("two"))["messages"][-2].content == "yes"
    assert {thread.thread_id: thread.user_id for thread in saver.threads()} == {"one": "ann", "two": "bob"}
    assert saver.check() == []


def test_threads_of_langgraphs_own_file_are_taken_over(tmp_path: Path) -> None:
    with SqliteSaver.from_conn_string(str(tmp_path / "theirs")) as theirs:
        fill(theirs)
        with open_sqlite(tmp_path / "ours", keep_turns=2) as ours:
            assert copy_checkpoints(theirs, ours) == 2
            assert sum(c.metadata["source"] == "input" for c in ours.list(at("one"))) == 2
            goes_on(ours)


def test_threads_of_a_saver_in_memory_are_taken_over() -> None:
    theirs = InMemorySaver()
    fill(theirs)
    with open_in_memory() as ours:
        assert copy_checkpoints(theirs, ours) == 2
        goes_on(ours)


def test_threads_move_from_a_file_to_a_server_and_back(tmp_path: Path) -> None:
    with open_sqlite(tmp_path / "file") as file, open_postgres(emptied_postgres_url()) as server:
        fill(file)
        assert copy_checkpoints(file, server) == 2
        with open_sqlite(tmp_path / "back", key="sealed on the way back") as back:
            assert copy_checkpoints(server, back, thread_ids=["one", "two"]) == 2
            goes_on(back)
        goes_on(server)


def test_a_thread_that_is_there_already_is_never_mixed_with_another() -> None:
    with open_in_memory() as source, open_in_memory() as target:
        fill(source)
        chatty_graph(target).invoke(say("its own"), at("two"))
        with pytest.raises(CheckpointError, match="'two' has checkpoints in the target already"):
            copy_checkpoints(source, target)
        assert len(chatty_graph(target).get_state(at("two")).values["messages"]) == 4
        assert copy_checkpoints(source, target, thread_ids=["unknown"]) == 0
