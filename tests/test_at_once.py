"""Many turns at once, by several processes, on SQLite, PostgreSQL and a Chroma server: all answered, none lost."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import turns_of_a_process
from chroma_process import chroma_server
from postgres_server import postgres_url
from pydantic import SecretStr
from survival_figures import note

from graph import open_agent
from memory.messages import find_problems

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]

LOAD = int(os.environ.get("LOAD_THREADS", "60"))
"""Threads of the load on PostgreSQL and a Chroma server; `LOAD_THREADS=1000` for the whole."""
TURNS = 2
AT_ONCE = 8


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_sixty_four_turns_at_once_by_two_processes_are_all_answered_in_order(tmp_path: Path, store: str) -> None:
    url = postgres_url() if store == "postgres" else "-"
    began = time.monotonic()
    told: list[list[dict[str, Any]]] = []
    with ExitStack() as stack:
        command = [sys.executable, turns_of_a_process.__file__, url, str(tmp_path)]
        both = [
            stack.enter_context(
                subprocess.Popen([*command, name, "32"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            )
            for name in "ab"
        ]
        for process in both:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in both:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.close()
            process.stdin = None
        for process in both:
            out, _ = process.communicate(timeout=300)
            assert process.returncode == 0
            told.append(json.loads(out))
    turns = [turn for some in told for turn in some]
    assert len(turns) == 64
    assert [turn["failed"] for turn in turns if turn["failed"]] == []
    ended: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for turn in turns:
        left, right = turn["text"].removeprefix("What is ").removesuffix("?").split(" * ")
        assert str(int(left) * int(right)) in turn["answer"], turn
        ended[turn["thread"]].append((turn["done"], turn["text"]))
    given: dict[str, Any] = {} if url == "-" else {"database_url": SecretStr(url)}
    with open_agent(data_dir=tmp_path, **given) as agent:
        for thread, done in ended.items():
            messages = agent.state(user_id="u", thread_id=thread).values["messages"]
            assert find_problems(messages) == []
            humans = [m.text for m in messages if m.type == "human"]
            assert sorted(humans) == sorted(text for _, text in done), "none lost, none doubled"
            assert humans == [text for _, text in sorted(done)], "in the order in which they were answered"
            for at, message in enumerate(messages):
                if message.type == "human":
                    left, right = message.text.removeprefix("What is ").removesuffix("?").split(" * ")
                    answer = next(m for m in messages[at:] if m.type == "ai" and not m.tool_calls)
                    assert str(int(left) * int(right)) in answer.text, "each answer stands behind its question"
        said = [
            r.text for r in agent.memory("u").scope.records(filter={"kind": "episode"}) if r.source.speaker == "user"
        ]
        assert sorted(said) == sorted(turn["text"] for turn in turns), "each is in the episodes, once"
    note(f"at once on {store}", turns=len(turns), threads=len(ended), seconds=round(time.monotonic() - began, 1))


def test_a_load_on_postgres_and_a_chroma_server_has_no_errors_and_a_flat_memory(tmp_path: Path) -> None:
    given: dict[str, Any] = {"database_url": SecretStr(postgres_url()), "chroma": "server"}
    with chroma_server(tmp_path / "server") as port:
        figures = asyncio.run(load(tmp_path, {**given, "chroma_port": port}))
    note("load", **figures)
    assert figures["errors"] == 0, figures["first"]
    assert figures["mb_last"] < 1.25 * figures["mb_first"]


async def load(data_dir: Path, given: dict[str, Any]) -> dict[str, Any]:
    """Take so many turns on each of so many threads, of as many users."""
    took: list[float] = []
    errors: list[str] = []
    memory_mb: list[float] = []
    async with open_agent(data_dir=data_dir, **given) as agent:
        gate = asyncio.Semaphore(AT_ONCE)

        async def turn(thread: int, n: int) -> None:
            async with gate:
                start = time.perf_counter()
                try:
                    text = f"What is {thread} * {n + 2}?"
                    answer = await agent.aask(text, user_id=f"user {thread}", thread_id=f"thread {thread}")
                    assert str(thread * (n + 2)) in answer.text
                    failed = {what: said for what, said in answer.report.items() if what.endswith("_error")}
                    errors.extend(f"{what}: {said}" for what, said in failed.items())
                except Exception as error:  # noqa: BLE001  # counted and printed
                    errors.append(f"{type(error).__name__}: {error}")
                took.append(time.perf_counter() - start)

        await turn(0, 0)
        took.clear()
        start = time.perf_counter()
        for n in range(1, TURNS + 1):
            await asyncio.gather(*(turn(thread, n) for thread in range(LOAD)))
            memory_mb.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        seconds = time.perf_counter() - start
    took.sort()
    return {
        "threads": LOAD,
        "turns": len(took),
        "at_once": AT_ONCE,
        "turns_a_second": round(len(took) / seconds, 1),
        "p50_s": round(took[len(took) // 2], 2),
        "p95_s": round(took[int(len(took) * 0.95)], 2),
        "errors": len(errors),
        "first": "".join(errors[:1]),
        "mb_first": round(memory_mb[0]),
        "mb_last": round(memory_mb[-1]),
    }


def test_chats_a_notebook_and_eight_questions_at_once_on_one_directory_simply_work(tmp_path: Path) -> None:
    environment = {**os.environ, "BETHINK_DATA_DIR": str(tmp_path), "BETHINK_USER": "u", "PYTHONIOENCODING": "utf-8"}
    bethink = str(Path(sys.executable).with_name("bethink"))
    notebook = (
        "import asyncio; from graph import open_agent\n"
        "async def main():\n"
        "    async with open_agent() as agent:\n"
        "        for n in range(3):\n"
        "            print((await agent.aask(f'What is {n} * 5?', user_id='u', thread_id='notebook')).text)\n"
        "asyncio.run(main())\n"
    )
    runs = [
        ([bethink, "chat", "--thread", f"chat {n}"], f"My lucky number is {n + 40}\nWhat is 6 * 7?\n") for n in (0, 1)
    ]
    runs += [([sys.executable, "-c", notebook], "")]
    runs += [([bethink, "ask", f"What is {n} * 9?", "--thread", f"ask {n}"], "") for n in range(8)]
    with ExitStack() as stack:
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        started = [
            (stack.enter_context(subprocess.Popen(command, env=environment, text=True, **pipes)), said)
            for command, said in runs
        ]
        for process, said in started:
            assert process.stdin is not None
            process.stdin.write(said)
            process.stdin.close()
            process.stdin = None
        outs = [process.communicate(timeout=300) for process, _ in started]
        codes = [process.returncode for process, _ in started]
    assert codes == [0] * 11, [err for _, err in outs]
    assert all("Traceback" not in err for _, err in outs)
    assert all("42" in out for out, _ in outs[:2])
    assert all(str(n * 9) in out for n, (out, _) in enumerate(outs[3:]))
    with open_agent(data_dir=tmp_path) as agent:
        said_texts = [r.text for r in agent.memory("u").scope.records(filter={"kind": "episode"})]
        wanted = [f"What is {n} * 9?" for n in range(8)] + [f"What is {n} * 5?" for n in range(3)]
        assert [text for text in wanted if said_texts.count(text) != 1] == []
        assert said_texts.count("What is 6 * 7?") == 2
        assert len(agent.threads("u")) == 11
