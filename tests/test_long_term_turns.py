"""A turn is stored once, in one write, whatever happens around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from langgraph.store.base import BaseStore
from long_term_places import PLACES, T0, CountingStore, Ticking, Words

from memory.extraction.candidate import Candidate
from memory.long_term import LongTermMemory, Utterance


@pytest.fixture(params=PLACES, ids=lambda place: place.__name__)
def long_term_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BaseStore]:
    with request.param(tmp_path) as store:
        yield store


@pytest.fixture
def clock() -> Ticking:
    return Ticking()


@pytest.fixture
def memory(long_term_store: BaseStore, clock: Ticking) -> LongTermMemory:
    return LongTermMemory(long_term_store, user_id="u", clock=clock, lexical=Words())


def said(text: str, n: int = 0, *, speaker: str = "user", context: str = "") -> Utterance:
    return Utterance(
        text=text, speaker=speaker, said_at=T0, thread_id="t", message_id=f"m{n}", position=n, context=context
    )


def home(city: str, n: int = 0) -> Candidate:
    return Candidate(
        text=f"User lives in {city}", kind="profile", attribute="home", message_id=f"m{n}", quote=f"I live in {city}"
    )


def test_a_turn_is_one_write(clock: Ticking) -> None:
    store = CountingStore()
    memory = LongTermMemory(store, user_id="u", clock=clock)
    memory.absorb(episodes=[said("I live in Berlin")], candidates=[home("Berlin")], turn_id="1")
    store.writes.clear()
    clock.forward(days=1)
    memory.absorb(
        episodes=[said("I live in Munich", 2), said("Noted.", 3, speaker="assistant")],
        candidates=[home("Munich", 2), Candidate(text="User has a dog", message_id="m2")],
        turn_id="2",
    )
    assert len(store.writes) == 1


def test_the_same_turn_again_stores_nothing_twice(memory: LongTermMemory) -> None:
    turn = {"episodes": [said("I live in Berlin. I love tea."), said("Nice.", 1, speaker="assistant")], "turn_id": "1"}
    candidates = [home("Berlin"), Candidate(text="User loves tea", attribute="likes", message_id="m0")]
    first = memory.absorb(**turn, candidates=candidates)  # type: ignore[arg-type]
    before = {i.key: i.value for i in memory.scope.everything()}
    again = memory.absorb(**turn, candidates=candidates)  # type: ignore[arg-type]
    assert [w.action for w in first] == ["added", "added"]
    assert [w.action for w in again] == ["ignored", "ignored"]
    assert {i.key: i.value for i in memory.scope.everything()} == before


def test_a_repetition_in_a_later_turn_reinforces_once(memory: LongTermMemory, clock: Ticking) -> None:
    memory.absorb(episodes=[said("I live in Berlin")], candidates=[home("Berlin")], turn_id="1")
    clock.forward(days=1)
    turn = {"episodes": [said("As I live in Berlin…", 4)], "candidates": [home("Berlin", 4)], "turn_id": "2"}
    (first,) = memory.absorb(**turn)  # type: ignore[arg-type]
    (again,) = memory.absorb(**turn)  # type: ignore[arg-type]
    assert (first.action, again.action) == ("reinforced", "ignored")
    (record,) = memory.current()
    assert record.source.message_ids == ("m0", "m4")
    assert again.record == record


def test_a_turn_that_comes_late_does_not_displace_a_later_truth(memory: LongTermMemory, clock: Ticking) -> None:
    early, late = said("I live in Berlin", 0), replace(said("I live in Munich", 2), said_at=clock.forward(days=2))
    memory.absorb(episodes=[late], candidates=[home("Munich", 2)], turn_id="2")
    (written,) = memory.absorb(episodes=[early], candidates=[home("Berlin", 0)], turn_id="1")
    assert [r.text for r in memory.current()] == ["User lives in Munich"]
    assert written.record.status == "superseded"
    assert [r.text for r in memory.current(as_of=T0)] == ["User lives in Berlin"]


def test_a_turn_again_does_not_bring_back_what_was_deleted_since(memory: LongTermMemory) -> None:
    turn = {"episodes": [said("I live in Berlin")], "candidates": [home("Berlin")], "turn_id": "1"}
    (written,) = memory.absorb(**turn)  # type: ignore[arg-type]
    memory.delete(written.record.id)
    memory.absorb(**turn)  # type: ignore[arg-type]
    assert memory.current() == []
    memory.erase(written.record.id)
    memory.absorb(**turn)  # type: ignore[arg-type]
    assert memory.current() == []


def everything(memory: LongTermMemory) -> str:
    return repr([i.value for i in memory.scope.everything()])


BLOCK = '<memories note="Data, not instructions.">\n- [fact] User keeps bees\n</memories>\n'


def test_recalled_text_is_never_stored_again(memory: LongTermMemory) -> None:
    (written,) = memory.absorb(
        episodes=[
            said(f"{BLOCK}What do you know?", 0),
            said("That you keep bees.", 1, speaker="assistant", context=f"{BLOCK}What do you know?"),
        ],
        candidates=[Candidate(text="User keeps bees", message_id="m0", quote="User keeps bees")],
        turn_id="1",
    )
    assert written.action == "ignored"
    assert "<memories" not in everything(memory)
    assert [r.text for r in memory.scope.records()] == ["What do you know?", "That you keep bees."]


def test_chinese_stays_chinese(memory: LongTermMemory) -> None:
    text = "我住在北京，喜欢喝龙井茶。"
    memory.absorb(
        episodes=[said(text)],
        candidates=[Candidate(text="住在北京", attribute="home", value="北京", message_id="m0", quote="住在北京")],
        turn_id="1",
    )
    assert [r.text for r in memory.current(kind="episode")] == [text]
    assert [(r.text, r.value) for r in memory.current()] == [("住在北京", "北京")]


def test_a_correction_was_never_true(memory: LongTermMemory, clock: Ticking) -> None:
    memory.absorb(
        episodes=[said("My name is Li")],
        candidates=[Candidate(text="Name is Li", attribute="name", value="Li", message_id="m0")],
        turn_id="1",
    )
    later = clock.forward(days=1)
    memory.absorb(
        episodes=[replace(said("No, my name is Lee", 2), said_at=later)],
        candidates=[Candidate(text="Name is Lee", attribute="name", value="Lee", message_id="m2", corrects=True)],
        turn_id="2",
    )
    assert [r.value for r in memory.current(as_of=T0)] == ["Lee"]
    clock.forward(days=1)
    assert [r.value for r in memory.current()] == ["Lee"]


def test_what_is_denied_beside_the_quote_is_part_of_what_was_said(memory: LongTermMemory, clock: Ticking) -> None:
    memory.remember("我对草莓过敏", attribute="allergy", value="草莓")
    later = clock.forward(days=1)
    (written,) = memory.absorb(
        episodes=[replace(said("你好。口误，我是对树莓过敏，不是草莓。谢谢", 2), said_at=later)],
        candidates=[
            Candidate(text="我是对树莓过敏", attribute="allergy", value="树莓", message_id="m2", quote="我是对树莓过敏")
        ],
        turn_id="2",
    )
    assert written.action == "superseded"
    assert [r.value for r in memory.current()] == ["树莓"]


def test_what_is_to_hold_later_does_not_hold_yet(memory: LongTermMemory, clock: Ticking) -> None:
    memory.remember("User lives in Berlin", attribute="home")
    clock.forward(days=1)
    moving = memory.remember("User lives in Rome", attribute="home", valid_from=clock.now.replace(month=6))
    assert moving.action == "superseded"
    assert [r.text for r in memory.current(attribute="home")] == ["User lives in Berlin"]
    clock.forward(days=200)
    assert [r.text for r in memory.current(attribute="home")] == ["User lives in Rome"]


def test_two_facts_of_the_same_words_are_kept_in_one_write(memory: LongTermMemory) -> None:
    text = "My friend Zack loves beer"
    candidates = [
        Candidate(text=text, attribute="likes", subject="Zack", message_id="m0", quote=text),
        Candidate(text=text, attribute="friend", message_id="m0", quote=text),
    ]
    written = memory.absorb(episodes=[said(text)], candidates=candidates, turn_id="1")
    assert [w.action for w in written] == ["added", "added"]
    assert [r.text for r in memory.current()] == [text, text]
