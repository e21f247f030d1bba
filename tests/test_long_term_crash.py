"""A turn whose write is cut off, or that meets others at the same moment, ends as one that was alone."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest
from langgraph.store.base import Op, Result
from long_term_places import T0, CountingStore, Ticking

from memory.extraction.candidate import Candidate
from memory.long_term import LongTermMemory, Utterance


def said(text: str, n: int = 0, *, speaker: str = "user", context: str = "") -> Utterance:
    return Utterance(
        text=text, speaker=speaker, said_at=T0, thread_id="t", message_id=f"m{n}", position=n, context=context
    )


def home(city: str, n: int = 0) -> Candidate:
    return Candidate(
        text=f"User lives in {city}", kind="profile", attribute="home", message_id=f"m{n}", quote=f"I live in {city}"
    )


def test_a_turn_cut_off_inside_its_write_is_completed_by_the_next_try() -> None:
    """A store that is no transaction may have done any part of a batch: every part, tried again, ends the same."""
    candidates = [home("Rome", 2), Candidate(text="User has a dog", message_id="m2")]
    turn: dict[str, Any] = {"episodes": [said("I moved to Rome", 2)], "candidates": candidates, "turn_id": "2"}

    def lived(cut: int | None) -> dict[str, object]:
        store = CountingStore()
        memory = LongTermMemory(store, user_id="u", clock=Ticking())
        memory.remember("User lives in Berlin", attribute="home", kind="profile")
        if cut is not None:
            store.cut_after = cut
            with pytest.raises(OSError, match="power"):
                memory.absorb(**turn)
            store.cut_after = None
        memory.absorb(**turn)
        return {i.key: i.value for i in memory.scope.everything() if i.namespace[2] == "records"}

    whole = lived(None)
    assert len(whole) == 4
    for cut in range(9):
        assert lived(cut) == whole, f"cut after {cut} operations"


def test_threads_that_say_the_same_at_once_keep_it_once() -> None:
    start = threading.Barrier(8)

    class EagerStore(CountingStore):
        """Lets the threads read at once, where nothing keeps them apart."""

        def batch(self, ops: Iterable[Op]) -> list[Result]:
            out = super().batch(ops)
            if not meeting.broken:
                with suppress(threading.BrokenBarrierError):
                    meeting.wait(timeout=0.3)
            return out

    store, meeting = EagerStore(), threading.Barrier(8)

    def speak(n: int) -> None:
        start.wait()
        LongTermMemory(store, user_id="u", clock=Ticking()).absorb(
            episodes=[said("I live in Berlin", n)], candidates=[home("Berlin", n)], turn_id=str(n)
        )

    threads = [threading.Thread(target=speak, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    memory = LongTermMemory(store, user_id="u", clock=Ticking())
    assert len(memory.current()) == 1
    assert len(memory.current()[0].source.message_ids) == 8


def test_a_use_counts_once_a_turn_in_the_turns_own_write() -> None:
    store, clock = CountingStore(), Ticking()
    memory = LongTermMemory(store, user_id="u", clock=clock)
    dog = memory.remember("User has a dog").record
    city = memory.remember("User lives in Berlin", attribute="home").record
    store.writes.clear()
    clock.forward(days=1)
    for _ in range(2):
        memory.absorb(
            episodes=[said("I moved to Rome", 2)],
            candidates=[home("Rome", 2)],
            turn_id="2",
            used=[dog.id, city.id, dog.id, "nobody's"],
        )
    assert len(store.writes) == 1
    assert (memory.get(dog.id).times_used, memory.get(dog.id).last_used) == (1, clock.now)
    assert (memory.get(city.id).times_used, memory.get(city.id).status) == (1, "superseded")
