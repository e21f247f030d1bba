"""What is to be forgotten goes with its words, and comes back whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from long_term_places import PLACES, T0, Ticking, Words

from memory.errors import MemoryNotFound
from memory.extraction.candidate import Candidate
from memory.forgetting import sweep
from memory.long_term import LongTermMemory, Utterance, Written


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


def wish(text: str, n: int, *, quote: str = "", **more: Any) -> Candidate:
    return Candidate(action="forget", text=text, message_id=f"m{n}", quote=quote or text, **more)


def everything(memory: LongTermMemory, *shelves: str) -> str:
    return repr([i.value for i in memory.scope.everything() if not shelves or i.namespace[2] in shelves])


def told_of_berlin(memory: LongTermMemory) -> Written:
    (written,) = memory.absorb(
        episodes=[
            said("I live in Berlin", 0),
            said("Noted. Berlin is a fine city! Anything else?", 1, speaker="assistant", context="I live in Berlin"),
        ],
        candidates=[replace(home("Berlin"), value="Berlin")],
        turn_id="1",
    )
    memory.absorb(episodes=[said("Since May", 2, context="I live in Berlin")], candidates=[], turn_id="2")
    return written


def test_a_wish_to_forget_takes_the_fact_and_the_words_it_came_from(memory: LongTermMemory, clock: Ticking) -> None:
    memory.absorb(episodes=[said("I live in Berlin")], candidates=[home("Berlin")], turn_id="1")
    clock.forward(days=1)
    wish = Candidate(
        action="forget", text="I live in Berlin", attribute="home", message_id="m2", quote="I live in Berlin"
    )
    turn = {"episodes": [said("Forget that I live in Berlin", 2)], "candidates": [wish], "turn_id": "2"}
    (written,) = memory.absorb(**turn)  # type: ignore[arg-type]
    assert written.action == "forgotten"
    assert memory.current() == []
    assert all("Berlin" not in r.text for r in memory.scope.records())
    before = {i.key for i in memory.scope.everything()}
    (again,) = memory.absorb(**turn)  # type: ignore[arg-type]
    assert again.action == "ignored"
    assert {i.key for i in memory.scope.everything()} == before


def test_an_old_wish_to_forget_leaves_what_was_said_since(memory: LongTermMemory, clock: Ticking) -> None:
    wish = Candidate(action="forget", text="I like tea", attribute="likes", message_id="m0")
    later = replace(said("I like tea after all", 2), said_at=clock.forward(days=2))
    memory.absorb(
        episodes=[later],
        candidates=[Candidate(text="User likes tea", attribute="likes", message_id="m2")],
        turn_id="2",
    )
    memory.absorb(episodes=[said("Forget that I like tea")], candidates=[wish], turn_id="1")
    assert [r.text for r in memory.current()] == ["User likes tea"]


def test_forgetting_reaches_the_answer_the_context_and_the_summary(memory: LongTermMemory, clock: Ticking) -> None:
    told_of_berlin(memory)
    memory.remember("User lives in Berlin. They have a cat.", kind="session_summary")
    memory.absorb(episodes=[said("Berlin has good bread", 5)], candidates=[], turn_id="3")
    clock.forward(days=1)
    memory.absorb(
        episodes=[
            replace(said("Forget that I live in Berlin", 7), said_at=clock.now),
            replace(
                said("I no longer know that you live in Berlin.", 8, speaker="assistant",
                     context="Forget that I live in Berlin"), said_at=clock.now,
            ),
        ],
        candidates=[wish("I live in Berlin", 7, attribute="home", value="Berlin")],
        turn_id="4",
    )  # fmt: skip
    texts = [r.text for r in memory.scope.records()]
    assert sorted(t for t in texts if "Berlin" in t) == ["Berlin has good bread"]
    assert [t for t in texts if "cat" in t] == ["[…] They have a cat."]
    assert not any("live in Berlin" in r.context for r in memory.scope.records())


def test_undoing_a_wish_brings_back_all_that_it_took(memory: LongTermMemory, clock: Ticking) -> None:
    written = told_of_berlin(memory)
    memory.remember("User lives in Berlin. They have a cat.", kind="session_summary")
    before = {r.id: r for r in memory.scope.records()}
    memory.absorb(
        episodes=[said("Forget that I live in Berlin", 7)],
        candidates=[wish("I live in Berlin", 7, attribute="home", value="Berlin")],
        turn_id="4",
    )
    clock.forward(days=1)
    assert memory.undo(written.record.id) == written.record
    after = {r.id: r for r in memory.scope.records()}
    assert {id: r for id, r in after.items() if id in before} == before
    memory.erase(written.record.id)
    assert "live in Berlin" not in everything(memory)
    assert "lives in Berlin" not in everything(memory)


def test_deleting_a_fact_by_hand_takes_its_words_too_and_undo_brings_them_back(memory: LongTermMemory) -> None:
    written = told_of_berlin(memory)
    before = sorted(r.text for r in memory.scope.records())
    memory.delete(written.record.id)
    assert "Berlin" not in everything(memory, "records", "cold"), "an episode would answer as well as the fact"
    memory.undo(written.record.id)
    assert sorted(r.text for r in memory.scope.records()) == before


def test_a_month_after_a_wish_no_text_of_it_is_left(memory: LongTermMemory, clock: Ticking) -> None:
    told_of_berlin(memory)
    memory.absorb(episodes=[], candidates=[wish("I live in Berlin", 7, attribute="home")], turn_id="4")
    assert "Berlin" in everything(memory)
    clock.forward(days=31)
    sweep(memory.scope, clock())
    assert "Berlin" not in everything(memory)


def test_what_was_said_in_the_same_breath_stays(memory: LongTermMemory) -> None:
    turn: dict[str, Any] = {
        "episodes": [said("I live in Berlin. My cat is called Mo!", 0)],
        "candidates": [home("Berlin"), Candidate(text="Cat is called Mo", message_id="m0")],
        "turn_id": "1",
    }
    memory.absorb(**turn)
    memory.absorb(episodes=[], candidates=[wish("I live in Berlin", 7, attribute="home")], turn_id="4")
    assert sorted(r.text for r in memory.scope.records()) == ["Cat is called Mo", "[…] My cat is called Mo!"]
    memory.absorb(**turn)
    assert sorted(r.text for r in memory.scope.records()) == ["Cat is called Mo", "[…] My cat is called Mo!"]


def test_erasing_a_fact_leaves_no_trace_of_it_on_any_shelf(memory: LongTermMemory) -> None:
    written = told_of_berlin(memory)
    assert memory.erase(written.record.id) > 2
    assert "I live in Berlin" not in everything(memory)
    assert "lives in Berlin" not in everything(memory)
    with pytest.raises(MemoryNotFound):
        memory.undo(written.record.id)


def test_a_wish_that_meets_nothing_changes_nothing_and_is_not_kept(memory: LongTermMemory) -> None:
    told_of_berlin(memory)
    (written,) = memory.absorb(
        episodes=[said("Forget that I like jazz", 4)],
        candidates=[wish("I like jazz", 4, attribute="likes")],
        turn_id="3",
    )
    assert written.action == "ignored"
    assert len(memory.current()) == 1
    assert "jazz" not in everything(memory)
