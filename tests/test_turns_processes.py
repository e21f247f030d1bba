"""Claims across processes that are killed, interrupted and forked."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postgres_server import emptied_postgres_url

from memory.errors import TurnInProgress
from memory.turns import PostgresTurns, SqliteTurns
from memory.turns.tickets import TicketedTurns

HOLD = """
import sys, time
from memory.turns import PostgresTurns, SqliteTurns
print("waits", flush=True)
with (PostgresTurns if "://" in sys.argv[1] else SqliteTurns)(sys.argv[1]).hold("t"):
    print("holds", flush=True)
    time.sleep(60)
"""
FORK = """
import os, sys, time
from memory.turns import PostgresTurns, SqliteTurns
with (PostgresTurns if "://" in sys.argv[1] else SqliteTurns)(sys.argv[1]).hold("t"):
    if os.fork() == 0:
        os.close(1)
        time.sleep(8)
        os._exit(0)
    print("holds", flush=True)
    time.sleep(60)
"""
COUNT = """
import sys
from pathlib import Path
from memory.turns import PostgresTurns, SqliteTurns
turns, number = (PostgresTurns if "://" in sys.argv[1] else SqliteTurns)(sys.argv[1]), Path(sys.argv[2])
for _ in range(40):
    with turns.hold("t"):
        number.write_text(str(int(number.read_text()) + 1))
"""


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give where the claims are kept."""
    return emptied_postgres_url() if request.param == "postgres" else str(tmp_path / "turns")


@pytest.fixture
def turns(place: str) -> Iterator[TicketedTurns]:
    keeper = PostgresTurns(place) if "://" in place else SqliteTurns(place)
    yield keeper
    keeper.close()


Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start processes that run a script; what still runs when the test is over is killed."""
    started: list[subprocess.Popen[str]] = []

    def begin(script: str, *args: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", script, *map(str, args)]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        return started[-1]

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def hears(process: subprocess.Popen[str], word: str) -> None:
    assert process.stdout is not None
    assert process.stdout.readline().strip() == word


def test_a_killed_holders_claim_ends_at_once(turns: TicketedTurns, place: str, start: Start) -> None:
    holder = start(HOLD, place)
    hears(holder, "waits")
    hears(holder, "holds")
    with pytest.raises(TurnInProgress, match=f"process {holder.pid} on"), turns.hold("t", wait=False):
        pass
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    began = time.monotonic()
    with turns.hold("t", timeout_s=5):
        assert time.monotonic() - began < 0.5


def test_a_killed_waiter_keeps_nobody_waiting_and_the_others_their_order(
    turns: TicketedTurns, place: str, start: Start
) -> None:
    with turns.hold("t"):
        waiters = []
        for number in range(3):
            waiters.append(start(HOLD, place))
            hears(waiters[-1], "waits")
            while len(turns.line("t")) < number + 2:
                time.sleep(0.005)
        assert [claim.pid for claim in turns.line("t")][1:] == [w.pid for w in waiters]
        waiters[0].kill()
        waiters[0].wait()
        deadline = time.monotonic() + 5
        while len(turns.line("t")) > 3 and time.monotonic() < deadline:
            time.sleep(0.005)  # a server sees in its own time that a connection has ended
        assert [claim.pid for claim in turns.line("t")][1:] == [w.pid for w in waiters[1:]]
    hears(waiters[1], "holds")


def test_an_interrupt_from_the_keyboard_gives_up_the_place(turns: TicketedTurns, place: str, start: Start) -> None:
    with turns.hold("t"):
        waiter = start(HOLD.replace("import sys, time", "import sys, time; sys.stderr = open('/dev/null', 'w')"),
                       place)  # fmt: skip
        hears(waiter, "waits")
        while len(turns.line("t")) < 2:
            time.sleep(0.005)
        waiter.send_signal(signal.SIGINT)
        assert waiter.wait(timeout=10) != 0
        assert len(turns.line("t")) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_forked_child_does_not_keep_its_killed_parents_claim(turns: TicketedTurns, place: str, start: Start) -> None:
    holder = start(FORK, place)
    hears(holder, "holds")
    holder.kill()
    holder.wait()
    with turns.hold("t", timeout_s=1):
        pass


def test_processes_take_turns_and_none_is_lost(tmp_path: Path, place: str, start: Start) -> None:
    number = tmp_path / "number"
    number.write_text("0")
    processes = [start(COUNT, place, number) for _ in range(3)]
    for process in processes:
        assert process.wait(timeout=60) == 0
    assert number.read_text() == "120"
