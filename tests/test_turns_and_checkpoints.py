"""Many turns at once over few threads, by several processes, with claims and checkpoints together."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from chatty_graph import at, chatty_graph
from postgres_server import postgres_url

from memory.checkpoints import open_postgres, open_sqlite

WORK = """
import asyncio, json, sys, threading
sys.path.insert(0, sys.argv[1])
from chatty_graph import at, chatty_graph, say
from memory.checkpoints import open_postgres, open_sqlite
from memory.turns import PostgresTurns, SqliteTurns
checkpoints_at, turns_at, name, turns_each, threads = *sys.argv[2:5], int(sys.argv[5]), int(sys.argv[6])
checkpoints = open_postgres(checkpoints_at) if "://" in checkpoints_at else open_sqlite(checkpoints_at)
claims = PostgresTurns(turns_at) if "://" in turns_at else SqliteTurns(turns_at)
graph = chatty_graph(checkpoints)
answered = []

def turn(number):
    thread = f"thread {number % threads}"
    with claims.hold(thread):
        result = graph.invoke(say(f"{name} {number}"), at(thread))
        answered.append([thread, f"{name} {number}", result["messages"][-1].type])

async def aturn(number):
    thread = f"thread {number % threads}"
    async with claims.ahold(thread):
        result = await graph.ainvoke(say(f"{name} {number}"), at(thread))
        answered.append([thread, f"{name} {number}", result["messages"][-1].type])

async def aturns():
    await asyncio.gather(*(aturn(n) for n in range(turns_each // 2)))

workers = [threading.Thread(target=turn, args=(n,)) for n in range(turns_each // 2, turns_each)]
for worker in workers:
    worker.start()
asyncio.run(aturns())
for worker in workers:
    worker.join()
print(json.dumps(answered))
"""


@pytest.mark.slow
@pytest.mark.parametrize("place", ["sqlite", "postgres"])
def test_sixty_four_turns_at_once_over_eight_threads_by_two_processes_are_all_answered(
    tmp_path: Path, place: str
) -> None:
    crowd(tmp_path, place, turns_each=32, threads=8)


@pytest.mark.slow
def test_turns_at_once_by_two_processes_are_all_answered(tmp_path: Path) -> None:
    crowd(tmp_path, "sqlite", turns_each=6, threads=2)


def crowd(tmp_path: Path, place: str, *, turns_each: int, threads: int) -> None:
    url = postgres_url() if place == "postgres" else ""
    checkpoints_at, turns_at = url or str(tmp_path / "checkpoints"), url or str(tmp_path / "turns")
    processes = [
        subprocess.Popen(
            [
                sys.executable,
                "-c",
                WORK,
                str(Path(__file__).parent),
                checkpoints_at,
                turns_at,
                name,
                str(turns_each),
                str(threads),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("ann", "bob")
    ]
    outputs = [process.communicate(timeout=200)[0] for process in processes]
    answered = [tuple(turn) for output in outputs for turn in json.loads(output)]
    assert len(answered) == len(set(answered)) == 2 * turns_each
    assert {kind for _, _, kind in answered} == {"ai"}
    with open_postgres(url) if url else open_sqlite(tmp_path / "checkpoints") as checkpoints:
        graph = chatty_graph(checkpoints)
        for thread, turns in Counter(thread for thread, _, _ in answered).items():
            messages = graph.get_state(at(thread)).values["messages"]
            assert [m.type for m in messages] == ["human", "ai", "tool", "ai"] * turns
            asked = sorted(m.content for m in messages if m.type == "human")
            assert asked == sorted(said for name, said, _ in answered if name == thread)
            assert {t.thread_id: t.turns for t in checkpoints.threads()}[thread] == turns
