"""A process that is killed at any moment loses nothing that it was told was kept."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from chatty_graph import at, chatty_graph, say

from memory.checkpoints import open_sqlite

CHAT = """
import sys
sys.path.insert(0, sys.argv[2])
from chatty_graph import at, chatty_graph, say
from memory.checkpoints import open_sqlite
graph = chatty_graph(open_sqlite(sys.argv[1], keep_turns=2))
print("ready", flush=True)
number = int(sys.argv[3])
while True:
    graph.invoke(say(f"question {number}"), at("t"), durability=sys.argv[4])
    print(number, flush=True)
    number += 1
"""


def chat_until_killed(path: Path, first: int, seconds: float, durability: str) -> int:
    """Chat in a process, kill it after so long, and give the last turn that it said was done."""
    command = [sys.executable, "-c", CHAT, str(path), str(Path(__file__).parent), str(first), durability]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(seconds)
    process.kill()
    lines = process.communicate()[0].splitlines()
    return int(lines[-1]) if lines else first - 1


def kill_and_look(path: Path, kills: int, durability: str) -> None:
    pick = random.Random(f"{kills} {durability}")
    done = -1
    for _ in range(kills):
        done = chat_until_killed(path, done + 1, pick.uniform(0.0, 0.12), durability)
        with open_sqlite(path, keep_turns=2) as checkpoints:
            assert checkpoints.check() == []
            graph = chatty_graph(checkpoints)
            # Killed between the last task's writes and the next checkpoint, `next` is empty though the turn is open.
            if graph.get_state(at("t")).tasks:
                graph.invoke(None, at("t"))  # what was left open goes on from where it was
            messages = graph.get_state(at("t")).values.get("messages", [])
            said = [m.content for m in messages if m.type == "human"]
            last = int(said[-1].split()[1]) if said else -1
            assert last >= done, "an answered turn was lost"
            assert said == [f"question {n}" for n in range(max(0, last - 9), last + 1)]
            assert [m.type for m in messages] == ["human", "ai", "tool", "ai"] * len(said)
            done = last


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    kill_and_look(tmp_path / "checkpoints", 2, "sync")


@pytest.mark.slow
@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_nothing_acknowledged_is_lost_in_many_kills(tmp_path: Path, durability: str) -> None:
    kill_and_look(tmp_path / "checkpoints", 40, durability)


PROCESS = """
import sys
sys.path.insert(0, sys.argv[2])
from chatty_graph import at, chatty_graph, say
from memory.checkpoints import open_sqlite
with open_sqlite(sys.argv[1], keep_turns=2) as checkpoints:
    graph = chatty_graph(checkpoints)
    for number in range(6):
        graph.invoke(say(f"question {number}"), at(sys.argv[3]))
"""


@pytest.mark.slow
def test_processes_side_by_side_on_one_file_lose_nothing(tmp_path: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS, str(tmp_path / "checkpoints"), str(Path(__file__).parent), f"thread {n}"]
        )
        for n in range(2)
    ]
    assert [process.wait(timeout=120) for process in processes] == [0, 0]
    with open_sqlite(tmp_path / "checkpoints") as checkpoints:
        assert checkpoints.check() == []
        graph = chatty_graph(checkpoints)
        for number in range(2):
            state = graph.get_state(at(f"thread {number}"))
            assert [m.content for m in state.values["messages"][::4]] == [f"question {n}" for n in range(6)]
            graph.invoke(say("and on"), at(f"thread {number}"))
