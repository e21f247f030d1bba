"""The contract of claims on a thread, for every keeper of them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postgres_server import emptied_postgres_url

from memory.errors import TurnInProgress
from memory.turns import LocalTurns, PostgresTurns, SqliteTurns, TurnClaims

HOSTILE = ["", " ", "a'b\"c;--", "\x00nul", "线程" * 256, "🧵‍" * 170, "../../etc", "\ud800half", "x" * 512, "%s {} \\"]


@pytest.fixture(params=["local", "sqlite", "postgres"])
def turns(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TurnClaims]:
    keeper: TurnClaims
    if request.param == "local":
        keeper = LocalTurns()
    elif request.param == "sqlite":
        keeper = SqliteTurns(tmp_path / "turns.sqlite")
    else:
        keeper = PostgresTurns(emptied_postgres_url())
    yield keeper
    keeper.close()


def until(holds: Callable[[], bool]) -> None:
    """Look until something is so, at most ten seconds."""
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_two_turns_of_one_thread_never_run_at_the_same_time(turns: TurnClaims) -> None:
    inside = 0
    most = 0

    def turn() -> None:
        nonlocal inside, most
        for _ in range(5):
            with turns.hold("t"):
                inside += 1
                most = max(most, inside)
                time.sleep(0.001)
                inside -= 1

    threads = [threading.Thread(target=turn) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert turns.line("t") == []


def test_who_waits_is_served_in_the_order_of_arrival(turns: TurnClaims) -> None:
    served: list[int] = []
    threads = []

    def turn(number: int) -> None:
        with turns.hold("t"):
            served.append(number)

    with turns.hold("t"):
        for number in range(8):
            threads.append(threading.Thread(target=turn, args=(number,)))
            threads[-1].start()
            until(lambda number=number: len(turns.line("t")) == number + 2)  # type: ignore[misc]
    for thread in threads:
        thread.join()
    assert served == list(range(8))


def test_the_line_of_a_process_has_the_order_of_its_tickets(tmp_path: Path) -> None:
    turns = SqliteTurns(tmp_path / "turns")
    gate = threading.Barrier(24)

    def turn() -> None:
        gate.wait()
        with turns.hold("t"):
            pass

    threads = [threading.Thread(target=turn) for _ in range(24)]
    with turns.hold("t"):
        for thread in threads:
            thread.start()
        until(lambda: len(turns._lines.line("t")) == 25)
        assert [claim.token for claim in turns.line("t")] == [claim.token for claim in turns._lines.line("t")]
    for thread in threads:
        thread.join()
    turns.close()


def test_threads_do_not_wait_for_each_other(turns: TurnClaims) -> None:
    with turns.hold("a", wait=False), turns.hold("b", wait=False):
        assert len(turns.line("a")) == len(turns.line("b")) == 1


def test_without_waiting_the_second_turn_is_refused_by_name(turns: TurnClaims) -> None:
    with (
        turns.hold("my thread") as claim,
        pytest.raises(TurnInProgress) as refused,
        turns.hold("my thread", wait=False),
    ):
        pass
    said = str(refused.value)
    assert "my thread" in said
    assert str(claim.pid) in said
    assert f"{claim.since:%H:%M:%S}" in said
    with turns.hold("my thread", wait=False):
        pass


def test_waiting_ends_with_its_timeout(turns: TurnClaims) -> None:
    with turns.hold("t"):
        start = time.monotonic()
        with pytest.raises(TurnInProgress, match=r"after waiting 0\.1 s"), turns.hold("t", timeout_s=0.1):
            pass
        assert 0.09 < time.monotonic() - start < 2
        assert len(turns.line("t")) == 1


def test_a_turn_that_fails_lets_go(turns: TurnClaims) -> None:
    with pytest.raises(KeyError), turns.hold("t"):
        raise KeyError("the turn's own fault")
    with turns.hold("t", wait=False):
        pass


@pytest.mark.parametrize("thread_id", HOSTILE)
def test_any_text_can_be_a_thread_id(turns: TurnClaims, thread_id: str) -> None:
    with turns.hold(thread_id):
        with turns.hold(thread_id + "."):
            pass
        with pytest.raises(TurnInProgress), turns.hold(thread_id, wait=False):
            pass


async def test_tasks_of_one_loop_queue_in_order_and_the_loop_goes_on(turns: TurnClaims) -> None:
    served: list[int] = []
    ticks = 0

    async def turn(number: int) -> None:
        async with turns.ahold("t"):
            served.append(number)
            await asyncio.sleep(0.005)

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.001)
            ticks += 1

    ticking = asyncio.create_task(tick())
    tasks = []
    async with turns.ahold("t"):
        for number in range(6):
            tasks.append(asyncio.create_task(turn(number)))
            while len(turns.line("t")) < number + 2:
                await asyncio.sleep(0.001)
    await asyncio.gather(*tasks)
    ticking.cancel()
    assert served == list(range(6))
    assert ticks > 15


async def test_a_task_that_is_cancelled_while_it_waits_gives_up_its_place(turns: TurnClaims) -> None:
    async def turn() -> None:
        async with turns.ahold("t"):
            pass

    async with turns.ahold("t"):
        waiting = asyncio.create_task(turn())
        while len(turns.line("t")) < 2:
            await asyncio.sleep(0.001)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert len(turns.line("t")) == 1
    async with turns.ahold("t", wait=False):
        pass


async def test_a_task_that_is_cancelled_at_any_moment_leaves_nothing_behind(turns: TurnClaims) -> None:
    async def turn() -> None:
        async with turns.ahold("t"):
            await asyncio.sleep(0.001)

    for patience_us in range(0, 4000, 100):
        task = asyncio.create_task(turn())
        await asyncio.sleep(patience_us / 1e6)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert turns.line("t") == []


async def test_a_task_is_refused_or_times_out_as_a_thread_is(turns: TurnClaims) -> None:
    async with turns.ahold("t"):
        with pytest.raises(TurnInProgress):
            async with turns.ahold("t", wait=False):
                pass
        with pytest.raises(TurnInProgress, match="after waiting"):
            async with turns.ahold("t", timeout_s=0.05):
                pass
        assert len(turns.line("t")) == 1


async def test_tasks_and_threads_share_the_line(turns: TurnClaims) -> None:
    served: list[str] = []

    def turn() -> None:
        with turns.hold("t"):
            served.append("thread")

    async with turns.ahold("t"):
        thread = threading.Thread(target=turn)
        thread.start()
        while len(turns.line("t")) < 2:
            await asyncio.sleep(0.001)
        served.append("task")
    async with turns.ahold("t"):
        pass
    await asyncio.to_thread(thread.join)
    assert served == ["task", "thread"]
