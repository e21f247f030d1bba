"""Killed at any moment of a day of turns with tools, memories and folds, nothing acknowledged is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import scripted_day
from survival_figures import note

from graph import open_agent
from memory.messages import find_problems

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="kills by SIGKILL"),
    pytest.mark.timeout(3600),
]

KILLS = int(os.environ.get("KILLS", "20"))
"""How often the day is killed; `KILLS=200` for the whole of it."""


class Day:
    """The day's process: lives from a turn on, is killed, and remembers how long a turn takes here and now."""

    def __init__(self, process: subprocess.Popen[bytes], rng: random.Random) -> None:
        self.process, self.rng = process, rng
        self.first_s, self.later_s = 2.0, 0.3
        self.invalid: list[str] = []
        self.killed_after: Counter[int] = Counter()

    def said(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode().strip()
        assert line, "the day's own process ended: see its standard error"
        return line

    def live_and_die(self, start: int) -> list[int]:
        """Live from a turn on, be killed at a random moment of one of the next turns, and give what was acknowledged.

        The moment is drawn over the length of a turn as it was measured just before, so that a slow machine is killed
        inside its turns too, not always before the first one ends.
        """
        assert self.process.stdin is not None
        self.process.stdin.write(f"{start}\n".encode())
        self.process.stdin.flush()
        child = int(self.said().split()[1])
        wanted = self.rng.choice((0, 1, 2, 3, 5))
        acknowledged: list[int] = []
        at = time.monotonic()
        while (said := self.said()) and (said == "open" or len(acknowledged) < wanted or said.startswith("invalid")):
            if said.startswith("invalid"):
                self.invalid.append(said)
                continue
            assert said != "ended", (
                f"the day ended by itself at turn {start + len(acknowledged)}: see its standard error"
            )
            if said != "open":
                acknowledged.append(int(said))
                took = time.monotonic() - at
                if len(acknowledged) == 1:
                    self.first_s = took
                else:
                    self.later_s = took
            at = time.monotonic()
            if len(acknowledged) >= wanted:
                break
        time.sleep(self.rng.uniform(0, 1.1) * (self.later_s if acknowledged else self.first_s))
        os.kill(child, signal.SIGKILL)
        while (said := self.said()) != "ended":
            if said.isdigit():
                acknowledged.append(int(said))
            elif said.startswith("invalid"):
                self.invalid.append(said)
        self.killed_after[len(acknowledged)] += 1
        return acknowledged


@contextmanager
def day(data_dir: Path, rng: random.Random) -> Iterator[Day]:
    environment = {**os.environ, "LANGGRAPH_STRICT_MSGPACK": "true"}
    command = [sys.executable, scripted_day.__file__, str(data_dir)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        yield Day(process, rng)
        assert process.stdin is not None
        process.stdin.close()


def test_a_day_with_kills_loses_nothing(tmp_path: Path) -> None:
    acknowledged: list[int] = []
    began = time.monotonic()
    with day(tmp_path, random.Random(20261130)) as living:
        for _ in range(KILLS):
            acknowledged += living.live_and_die(acknowledged[-1] + 1 if acknowledged else 0)
    with open_agent(data_dir=tmp_path, chroma="alone") as agent:
        memory = agent.memory("ann")
        for name in scripted_day.THREADS:
            answer = agent.ask("What is 6 * 7?", user_id="ann", thread_id=name)
            assert "42" in answer.text, f"thread {name} answers after {KILLS} kills"
            assert find_problems(agent.state(user_id="ann", thread_id=name).values["messages"]) == []
        episodes = list(memory.scope.records(filter={"kind": "episode"}))
        said = Counter(e.text for e in episodes if e.source.speaker == "user")
        lost = list((Counter(map(scripted_day.line, acknowledged)) - said).elements())
        doubled = [m for m, n in Counter((e.source.message_ids, e.source.speaker) for e in episodes).items() if n > 1]
        facts = Counter(r.text for r in memory.current() if r.kind != "episode")
        doubled_facts = [t for t, times in facts.items() if times > 1]
        print(f"\nkilled after so many turns: {dict(sorted(living.killed_after.items()))}")  # noqa: T201
        note(
            "kills",
            kills=KILLS,
            turns=len(acknowledged),
            lost=len(lost),
            doubled=len(doubled) + len(doubled_facts),
            invalid=len(living.invalid),
            seconds=round(time.monotonic() - began),
        )
        assert lost == []
        assert doubled == [], "nothing is written twice"
        assert doubled_facts == []
        assert living.invalid == []
        if KILLS >= 20:
            states = [agent.state(user_id="ann", thread_id=t).values for t in scripted_day.THREADS]
            assert any(s.get("summary") for s in states), "the day had folds in it"
        assert "Ann" in agent.ask("What is my name?", user_id="ann", thread_id="fresh").text
    assert len(acknowledged) > KILLS
