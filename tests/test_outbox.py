"""The contract of an outbox, for every place where one can be."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from postgres_server import emptied_postgres_url

from memory.outbox import MAX_TRIES, Drained, Entry, Outbox, PostgresOutbox, pause_s
from memory.outbox.drain import Entries
from memory.outbox.entries import LONGEST_PAUSE_S


class HandClock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


Reopen = Callable[[], Entries]


@pytest.fixture(params=["sqlite", "postgres"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path, clock: HandClock) -> Iterator[Reopen]:
    """Open the same outbox once more, as another process would."""
    opened: list[Entries] = []

    url = emptied_postgres_url() if request.param == "postgres" else ""

    def again() -> Entries:
        opened.append(PostgresOutbox(url, clock=clock) if url else Outbox(tmp_path / "outbox", clock=clock))
        return opened[-1]

    yield again
    for outbox in opened:
        outbox.close()


@pytest.fixture
def outbox(reopen: Reopen) -> Entries:
    return reopen()


def keys(entries: object) -> list[str]:
    assert isinstance(entries, list)
    return [entry.key for entry in entries]


def fails(entry: Entry) -> None:
    raise ConnectionError(f"no store for {entry.key}")


def nothing(entry: Entry) -> None:
    pass


def test_what_was_put_is_there_after_reopening(outbox: Entries, reopen: Reopen) -> None:
    assert outbox.put("turn", "ann", {"text": "龙井茶", "n": [1, None, True]}, key="k1")
    outbox.close()
    (entry,) = reopen().pending()
    assert (entry.kind, entry.user_id, entry.key) == ("turn", "ann", "k1")
    assert entry.payload == {"text": "龙井茶", "n": [1, None, True]}


def test_entries_of_a_user_are_handled_in_the_order_in_which_they_were_put(outbox: Entries) -> None:
    for number in range(6):
        outbox.put("turn", "ab"[number % 2], {}, key=str(number))
    seen: list[str] = []
    assert outbox.drain(lambda entry: seen.append(entry.key)) == Drained(done=6)
    assert [k for k in seen if int(k) % 2 == 0] == ["0", "2", "4"]
    assert [k for k in seen if int(k) % 2 == 1] == ["1", "3", "5"]
    assert outbox.pending() == []


def test_an_entry_that_fails_is_tried_again_later_and_those_behind_it_wait(outbox: Entries, clock: HandClock) -> None:
    outbox.put("turn", "ann", {}, key="first")
    outbox.put("turn", "ann", {}, key="second")
    outbox.put("turn", "bob", {}, key="his")
    seen: list[str] = []

    def handler(entry: Entry) -> None:
        seen.append(entry.key)
        if len(seen) == 1:
            raise ConnectionError("down")

    assert outbox.drain(handler) == Drained(done=1, failed=1)
    assert seen == ["first", "his"]
    assert outbox.drain(handler) == Drained()
    (first, _) = outbox.pending("ann")
    assert (first.tries, first.error) == (1, "ConnectionError: down")
    clock.forward(pause_s(1))
    assert outbox.drain(handler) == Drained(done=2)
    assert seen == ["first", "his", "first", "second"]


def test_a_poisoned_entry_is_set_aside_in_sight_and_lets_later_ones_through(outbox: Entries, clock: HandClock) -> None:
    outbox.put("turn", "ann", {}, key="poison")
    outbox.put("turn", "ann", {}, key="good")
    drained = Drained()
    for _ in range(MAX_TRIES):
        drained += outbox.drain(fails, limit=1)
        clock.forward(LONGEST_PAUSE_S)
    assert drained == Drained(failed=MAX_TRIES - 1, poisoned=1)
    assert keys(outbox.poisoned()) == ["poison"]
    assert outbox.drain(nothing) == Drained(done=1)
    assert keys(outbox.poisoned("ann")) == ["poison"]
    assert outbox.poisoned("bob") == []


def test_a_poisoned_entry_can_be_retried(outbox: Entries, clock: HandClock) -> None:
    outbox.put("turn", "ann", {}, key="k")
    for _ in range(MAX_TRIES):
        outbox.drain(fails)
        clock.forward(LONGEST_PAUSE_S)
    assert outbox.retry("k")
    assert not outbox.retry("unknown")
    assert outbox.drain(nothing) == Drained(done=1)


def test_a_key_is_accepted_once_also_after_its_entry_is_done(outbox: Entries) -> None:
    assert outbox.put("turn", "ann", {"v": 1}, key="k")
    assert not outbox.put("turn", "ann", {"v": 2}, key="k")
    seen: list[int] = []
    outbox.drain(lambda entry: seen.append(entry.payload["v"]))
    assert not outbox.put("turn", "ann", {"v": 3}, key="k")
    assert outbox.drain(nothing) == Drained()
    assert seen == [1]


def test_draining_can_be_bounded_to_a_user_and_a_number(outbox: Entries) -> None:
    for number in range(4):
        outbox.put("turn", "ab"[number % 2], {}, key=str(number))
    assert outbox.drain(nothing, user_id="b") == Drained(done=2)
    assert outbox.drain(nothing, limit=1) == Drained(done=1)
    assert keys(outbox.pending()) == ["2"]


def test_two_drainings_at_once_never_handle_one_users_entries_together(outbox: Entries, reopen: Reopen) -> None:
    for number in range(12):
        outbox.put("turn", f"u{number % 3}", {}, key=str(number))
    inside: set[str] = set()
    seen: list[str] = []

    def handler(entry: Entry) -> None:
        assert entry.user_id not in inside
        inside.add(entry.user_id)
        time.sleep(0.002)
        seen.append(entry.key)
        inside.remove(entry.user_id)

    def drain(other: Entries) -> None:
        while other.pending():
            assert other.drain(handler).failed == 0

    threads = [threading.Thread(target=drain, args=(o,)) for o in (outbox, outbox, reopen())]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen, key=int) == [str(n) for n in range(12)]


def test_an_interrupt_leaves_the_entry_as_it_was(outbox: Entries) -> None:
    outbox.put("turn", "ann", {}, key="k")

    def interrupted(entry: Entry) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        outbox.drain(interrupted)
    assert outbox.pending()[0].tries == 0
    assert outbox.drain(nothing) == Drained(done=1)


def test_forgetting_a_user_takes_all_of_theirs_and_nothing_of_others(outbox: Entries, clock: HandClock) -> None:
    outbox.put("turn", "ann", {}, key="done")
    outbox.drain(nothing)
    outbox.put("turn", "ann", {}, key="a")
    outbox.put("turn", "bob", {}, key="b")
    assert outbox.forget("ann") == 1
    assert outbox.forget("ann") == 0
    assert keys(outbox.pending()) == ["b"]
    assert outbox.put("turn", "ann", {}, key="done")


def test_the_entries_of_one_thread_can_be_forgotten_alone(outbox: Entries) -> None:
    for key in ("t%/1", "t%/2", "tx/1"):
        outbox.put("turn", "ann", {}, key=key)
    outbox.put("turn", "bob", {}, key="t%/3")
    assert outbox.forget("ann", under="t%/") == 2
    assert keys(outbox.pending()) == ["tx/1", "t%/3"]


def test_a_clock_that_goes_back_holds_nothing_up(outbox: Entries, clock: HandClock) -> None:
    outbox.put("turn", "ann", {}, key="k")
    outbox.drain(fails)
    clock.forward(-1e7)
    assert outbox.drain(nothing) == Drained(done=1)


def test_what_is_not_json_is_refused_at_the_door(outbox: Entries) -> None:
    for payload in ({"x": object()}, {"x": float("nan")}):
        with pytest.raises((TypeError, ValueError)):
            outbox.put("turn", "ann", payload, key="k")
    assert outbox.pending() == []


@pytest.mark.parametrize("user_id", ["o'hara", "%_", "用户", "🧵" * 200, "a b", "outbox ann"])
def test_any_text_can_be_a_user(outbox: Entries, user_id: str) -> None:
    outbox.put("turn", user_id, {}, key=f"key {user_id}")
    outbox.put("turn", "ann", {}, key="hers")
    assert outbox.drain(nothing, user_id=user_id) == Drained(done=1)
    assert keys(outbox.pending()) == ["hers"]


@given(st.integers(1, 10_000))
def test_pauses_grow_and_are_never_longer_than_an_hour(tries: int) -> None:
    assert 0 < pause_s(tries) <= pause_s(tries + 1) <= LONGEST_PAUSE_S


def test_the_first_pauses_are_two_eight_and_thirty_two_seconds() -> None:
    assert [pause_s(n) for n in range(4)] == [0, 2, 8, 32]
