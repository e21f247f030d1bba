"""What is not used fades, lies cold where it can be had back, and at last goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.store.base import BaseStore
from long_term_places import PLACES, T0, Ticking, Words

from memory.errors import MemoryNotFound, StoreError
from memory.forgetting import HALF_LIFE_DAYS, FadePolicy, retention, sweep, thaw
from memory.long_term import LongTermMemory, Utterance
from memory.record import KINDS, MemoryRecord

NEVER = FadePolicy(cold_days=None, superseded_days=None, versions_days=None, deleted_days=None)


@pytest.fixture(params=PLACES, ids=lambda place: place.__name__)
def long_term_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BaseStore]:
    with request.param(tmp_path) as store:
        yield store


@pytest.fixture
def words() -> Words:
    return Words()


@pytest.fixture
def clock() -> Ticking:
    return Ticking()


@pytest.fixture
def memory(long_term_store: BaseStore, clock: Ticking, words: Words) -> LongTermMemory:
    return LongTermMemory(long_term_store, user_id="u", clock=clock, lexical=words)


def record(**changes: object) -> MemoryRecord:
    plain = MemoryRecord(id="r", user_id="u", kind="fact", text="x", created=T0, updated=T0, valid_from=T0)
    return replace(plain, **changes)  # type: ignore[arg-type]


def test_after_its_half_life_half_of_an_unused_record_is_left() -> None:
    for kind in KINDS:
        later = T0 + timedelta(days=HALF_LIFE_DAYS[kind])
        assert retention(record(kind=kind), later) == pytest.approx(0.5)


days = st.floats(0, 20_000)


@settings(max_examples=60, deadline=None)
@given(days, days, st.floats(0, 1), st.integers(0, 50), st.sampled_from(KINDS))
def test_retention_only_falls_with_time_and_only_grows_with_use_and_importance(
    a: float, b: float, importance: float, uses: int, kind: str
) -> None:
    early, late = T0 + timedelta(days=min(a, b)), T0 + timedelta(days=max(a, b))
    it = record(kind=kind, importance=importance, times_used=uses)
    assert 0.0 <= retention(it, late) <= retention(it, early) <= 1.0
    assert retention(replace(it, times_used=uses + 1), late) >= retention(it, late)
    assert retention(replace(it, importance=1.0), late) >= retention(it, late)
    assert retention(replace(it, last_used=late), late) == 1.0
    assert retention(replace(it, pinned=True), late) == 1.0


def test_a_clock_that_goes_back_fades_nothing() -> None:
    assert retention(record(), T0 - timedelta(days=900)) == 1.0


def test_what_has_faded_goes_cold_and_comes_back(memory: LongTermMemory, clock: Ticking, words: Words) -> None:
    faded = memory.remember("User owns a kite").record
    held = memory.remember("User owns a boat", pinned=True).record
    clock.forward(days=2000)
    assert sweep(memory.scope, clock(), policy=NEVER).cooled == 1
    assert [r.id for r in memory.current()] == [held.id]
    assert memory.scope.nearest("kite", limit=5) == [] or all(
        r.id == held.id for r, _ in memory.scope.nearest("kite", limit=5)
    )
    assert set(words.texts) == {("u", held.id)}
    assert memory.get(faded.id).status == "cold"
    assert thaw(memory.scope, faded.id, now=clock()).status == "current"
    assert {r.id for r in memory.current()} == {held.id, faded.id}
    assert set(words.texts) == {("u", held.id), ("u", faded.id)}
    assert sweep(memory.scope, clock(), policy=NEVER).cooled == 0


def test_use_keeps_a_record_alive(memory: LongTermMemory, clock: Ticking) -> None:
    used = memory.remember("User owns a kite").record
    for _ in range(8):
        clock.forward(days=365)
        memory.mark_used([used.id])
        sweep(memory.scope, clock())
    assert memory.get(used.id).status == "current"


def test_saying_it_again_brings_a_cold_record_back(memory: LongTermMemory, clock: Ticking) -> None:
    old = memory.remember("User likes jazz", attribute="likes", kind="preference").record
    clock.forward(days=4000)
    sweep(memory.scope, clock(), policy=NEVER)
    assert memory.get(old.id).status == "cold"
    written = memory.remember("I like jazz", attribute="likes", kind="preference")
    assert (written.action, written.record.id, written.record.status) == ("reinforced", old.id, "current")


def test_the_same_sweep_again_does_nothing(memory: LongTermMemory, clock: Ticking) -> None:
    for thing in ("kite", "boat"):
        memory.remember(f"User owns a {thing}")
    clock.forward(days=2000)
    sweep(memory.scope, clock())
    before = {i.key: i.value for i in memory.scope.everything()}
    done = sweep(memory.scope, clock())
    assert (done.cooled, done.deleted, done.versions, done.kept) == (0, 0, 0, 2)
    assert {i.key: i.value for i in memory.scope.everything()} == before


def test_cold_records_go_for_good_after_their_time_and_pinned_ones_never(
    memory: LongTermMemory, clock: Ticking
) -> None:
    memory.remember("User owns a kite")
    memory.remember("User owns a boat", pinned=True)
    clock.forward(days=2000)
    sweep(memory.scope, clock())
    clock.forward(days=364)
    assert sweep(memory.scope, clock()).deleted == 0
    clock.forward(days=2)
    assert sweep(memory.scope, clock()).deleted == 1
    assert [r.text for s in ("records", "cold") for r in memory.scope.records(shelf=s)] == ["User owns a boat"]


def test_an_earlier_truth_goes_after_its_time_unless_it_is_pinned(memory: LongTermMemory, clock: Ticking) -> None:
    first = memory.remember("User lives in Berlin", attribute="home", pinned=True).record
    second = memory.remember("User lives in Rome", attribute="home").record
    memory.remember("User lives in Oslo", attribute="home", pinned=True)
    clock.forward(days=1096)
    assert sweep(memory.scope, clock()).deleted == 1
    assert memory.get(first.id).status == "superseded"
    with pytest.raises(MemoryNotFound):
        memory.get(second.id)


def test_after_its_time_a_deletion_keeps_no_text_and_still_holds(memory: LongTermMemory, clock: Ticking) -> None:
    turn = {
        "episodes": [Utterance(text="hi", speaker="user", said_at=T0, thread_id="t", message_id="m", position=0)],
        "candidates": [],
        "turn_id": "1",
    }
    memory.absorb(**turn)  # type: ignore[arg-type]
    (episode,) = memory.current(kind="episode")
    memory.delete(episode.id)
    clock.forward(days=31)
    assert sweep(memory.scope, clock()).versions == 1
    with pytest.raises(MemoryNotFound):
        memory.undo(episode.id)
    memory.absorb(**turn)  # type: ignore[arg-type]
    assert memory.current(kind="episode") == []


def test_earlier_versions_go_after_their_time(memory: LongTermMemory, clock: Ticking) -> None:
    kept = memory.remember("User owns a kite", pinned=True).record
    memory.edit(kept.id, "User owns two kites")
    clock.forward(days=366)
    assert sweep(memory.scope, clock()).versions == 1
    assert [v.record.text for v in memory.history(kept.id) if v.record] == ["User owns two kites"]


def test_a_sweep_settles_what_two_writers_left(memory: LongTermMemory, clock: Ticking) -> None:
    old = memory.remember("User lives in Berlin", attribute="home").record
    later = clock.forward(days=1)
    new = replace(old, id="0" * 32, text="User lives in Rome", created=later, valid_from=later, updated=later)
    memory.scope.put([new])
    assert [r.text for r in memory.current()] == ["User lives in Rome"]
    assert sweep(memory.scope, clock()).ended == 1
    assert (memory.get(old.id).status, memory.get(old.id).superseded_by) == ("superseded", new.id)
    assert memory.get(new.id).status == "current"
    assert sweep(memory.scope, clock()).ended == 0


def test_nobody_thaws_anothers_record(memory: LongTermMemory, long_term_store: BaseStore, clock: Ticking) -> None:
    mine = memory.remember("User owns a kite").record
    with pytest.raises(MemoryNotFound):
        thaw(LongTermMemory(long_term_store, user_id="v").scope, mine.id, now=clock())


def test_progress_is_told(memory: LongTermMemory, clock: Ticking) -> None:
    memory.remember("User owns a kite")
    told: list[int] = []
    sweep(memory.scope, clock(), progress=lambda done, _: told.append(done))
    assert told == [1]


def test_an_erased_record_leaves_no_word_of_its_text(memory: LongTermMemory, words: Words) -> None:
    secret = memory.remember("User keeps bees").record
    memory.edit(secret.id, "User keeps wild bees")
    assert memory.erase(secret.id) == 2
    assert "bees" not in str([i.value for i in memory.scope.everything()])
    assert "bees" not in str(words.texts)
    with pytest.raises(MemoryNotFound):
        memory.undo(secret.id)


def test_erasing_says_so_when_something_is_left(memory: LongTermMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.remember("User keeps bees")
    monkeypatch.setattr(memory.scope, "erase", lambda _: None)
    with pytest.raises(StoreError, match="2 items of user 'u' are left"):
        memory.forget_everything()
