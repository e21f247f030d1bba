"""Laws of long-term memory: what a change does, undo takes back; and at every moment one truth holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from langgraph.store.memory import InMemoryStore
from long_term_places import T0, Ticking, Words

from memory.errors import NothingToUndo
from memory.extraction.candidate import Candidate
from memory.long_term import LongTermMemory, Utterance
from memory.record import MemoryRecord

CITIES = ["Berlin", "Rome", "Oslo", "北京", "上海"]


class Undoing(RuleBasedStateMachine):
    """Holds one record's life against a stack of its states."""

    def __init__(self) -> None:
        super().__init__()
        self.clock, self.words = Ticking(), Words()
        self.memory = LongTermMemory(InMemoryStore(), user_id="u", clock=self.clock, lexical=self.words)
        self.states: list[MemoryRecord | None] = []
        self.id = ""

    @initialize()
    def begin(self) -> None:
        record = self.memory.remember("User owns thing 0").record
        self.id, self.states = record.id, [record]

    @precondition(lambda self: self.states and self.states[-1] is not None)
    @rule(n=st.integers(1, 9), importance=st.sampled_from([None, 0.1, 0.9]))
    def edit(self, n: int, importance: float | None) -> None:
        self.clock.forward(minutes=1)
        before = self.states[-1]
        edited = self.memory.edit(self.id, f"User owns thing {n}", importance=importance)
        if before is not None and (edited.text, edited.importance) != (before.text, before.importance):
            self.states.append(edited)

    @precondition(lambda self: self.states and self.states[-1] is not None)
    @rule()
    def delete(self) -> None:
        self.clock.forward(minutes=1)
        self.memory.delete(self.id)
        self.states.append(None)

    @precondition(lambda self: self.states)
    @rule()
    def undo(self) -> None:
        self.clock.forward(minutes=1)
        if len(self.states) == 1:
            try:
                self.memory.undo(self.id)
            except NothingToUndo:
                return
            raise AssertionError("there was nothing to undo")
        self.states.pop()
        now = self.states[-1]
        assert now is not None
        assert self.memory.undo(self.id) == now

    @invariant()
    def what_stands_is_the_top_of_the_stack(self) -> None:
        if self.states:
            top = self.states[-1]
            assert self.memory.scope.get([self.id]) == ({} if top is None else {self.id: top})
            assert self.words.texts == ({} if top is None else {("u", self.id): top.text})


Undoing.TestCase.settings = settings(max_examples=30, stateful_step_count=20, deadline=None)
TestUndoing = Undoing.TestCase


def move(memory: LongTermMemory, city: str, day: int) -> None:
    said_at = T0 + timedelta(days=day)
    id, text = f"m{day}", f"User lives in {city}"
    said = Utterance(text=text, speaker="user", said_at=said_at, thread_id="t", message_id=id, position=day)
    candidate = Candidate(text=text, attribute="home", value=city, message_id=id)
    memory.absorb(episodes=[said], candidates=[candidate], turn_id=id)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(CITIES), min_size=1, max_size=7), st.randoms(use_true_random=False))
def test_at_every_moment_one_home_holds_in_whatever_order_the_turns_arrive(cities: list[str], random: object) -> None:
    clock = Ticking(T0 + timedelta(days=99))
    memory = LongTermMemory(InMemoryStore(), user_id="u", clock=clock, lexical=Words())
    days = list(range(len(cities)))
    for day in days:
        move(memory, cities[day], day)
    for day in days:
        at = T0 + timedelta(days=day, hours=1)
        assert [r.value for r in memory.current(attribute="home", as_of=at)] == [cities[day]]
    assert [r.value for r in memory.current(attribute="home")] == [cities[-1]]
    assert memory.current(attribute="home", as_of=T0 - timedelta(days=1)) == []


@settings(max_examples=40, deadline=None)
@given(st.permutations(range(4)))
def test_turns_that_arrive_out_of_order_end_in_the_same_truth(order: list[int]) -> None:
    memory = LongTermMemory(InMemoryStore(), user_id="u", clock=Ticking(T0 + timedelta(days=99)), lexical=Words())
    for day in order:
        move(memory, CITIES[day], day)
    assert [r.value for r in memory.current(attribute="home")] == [CITIES[3]]
    standing = [r for r in memory.scope.records() if r.kind != "episode" and r.is_current]
    assert len(standing) == 1


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(CITIES), min_size=1, max_size=5))
def test_a_life_told_twice_is_stored_once(cities: list[str]) -> None:
    memory = LongTermMemory(InMemoryStore(), user_id="u", clock=Ticking(T0 + timedelta(days=99)), lexical=Words())
    told: list[dict[str, MemoryRecord]] = []
    for _ in range(2):
        for day, city in enumerate(cities):
            move(memory, city, day)
        told.append({r.id: replace(r, updated=T0) for r in memory.scope.records()})
    assert told[0] == told[1]
    assert len([r for r in told[0].values() if r.kind == "episode"]) == len(cities)
