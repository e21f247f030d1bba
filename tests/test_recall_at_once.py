"""Turns of one user at once: what one is reading does not change under it while another writes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from langgraph.store.base import BaseStore, Op, Result
from lexical_records import record
from long_term_places import in_memory

from memory.lexical import Lexicon
from memory.long_term import LongTermMemory


@pytest.fixture
def hurried() -> Iterator[None]:
    """Let threads change places as often as they can, so that a race shows itself."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_an_index_that_was_given_stays_as_it_is(tmp_path: Path) -> None:
    lexicon = Lexicon(tmp_path / "words")
    lexicon.add("u", [record(f"boat number {n}", id=f"r{n}", position=n) for n in range(5)])
    given = lexicon.user("u")
    held = list(given.ids), given.alive.copy(), len(given), given.own.lengths.copy()
    lexicon.add("u", [record(f"house number {n}", id=f"r{n}", position=n) for n in range(3, 9)])
    lexicon.remove("u", [given.ids[0]])
    grown = lexicon.user("u")
    assert len(grown) == 8, grown.ids
    assert (list(given.ids), len(given)) == (held[0], held[2])
    assert (given.alive == held[1]).all()
    assert (given.own.lengths == held[3]).all()
    assert len(given.words_of(given.said.layers[0].words[:1], held[3][:1])) == 5


@pytest.mark.usefixtures("hurried")
def test_recalling_while_others_write_never_fails(tmp_path: Path) -> None:
    with in_memory(tmp_path) as store:
        lexicon = Lexicon(tmp_path / "words")

        def memory() -> LongTermMemory:
            return LongTermMemory(store, user_id="u", lexical=lexicon)

        for n in range(5):
            memory().remember(f"User keeps boat {n} in harbour {n}")

        def turn(n: int) -> int:
            memory().remember(f"User paints house {n} in colour {n}")
            return len(memory().recall(f"which colour has house {n}?"))

        with ThreadPoolExecutor(8) as pool:
            assert len(list(pool.map(turn, range(60)))) == 60


def test_a_read_that_was_disturbed_is_done_again_and_any_other_fault_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LangGraph's store in memory searches a dict that another thread may grow."""
    with in_memory(tmp_path) as store:
        memory = LongTermMemory(store, user_id="u")
        memory.remember("User keeps a boat")
        inner, faults = type(store).batch, ["dictionary changed size during iteration"] * 3

        def batch(self: BaseStore, ops: Iterable[Op]) -> list[Result]:
            if faults:
                raise RuntimeError(faults.pop())
            return inner(self, ops)

        monkeypatch.setattr(type(store), "batch", batch)
        assert [r.text for r in memory.current()] == ["User keeps a boat"]
        faults.append("the disk is gone")
        with pytest.raises(RuntimeError, match="the disk is gone"):
            memory.current()
