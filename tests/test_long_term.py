"""Long-term memory of one user: what is written, once, and what can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from langgraph.store.base import BaseStore
from long_term_places import PLACES, T0, CountingStore, Ticking, Words

from memory.errors import InvalidId, MemoryNotFound, NothingToUndo
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


def test_remembering_the_same_twice_keeps_it_once(memory: LongTermMemory) -> None:
    first = memory.remember("User likes hiking", attribute="likes", kind="preference")
    again = memory.remember("User likes hiking", attribute="likes", kind="preference")
    other_words = memory.remember("I really enjoy hikes", attribute="likes", kind="preference")
    assert first.action == "added"
    assert {again.action, other_words.action} <= {"reinforced", "ignored"}
    assert [r.id for r in memory.current()] == [first.record.id]


def test_a_new_value_supersedes_and_both_stay_visible(memory: LongTermMemory, clock: Ticking) -> None:
    old = memory.remember("User lives in Berlin", attribute="home", kind="profile").record
    then = clock.forward(days=1)
    clock.forward(days=1)
    new = memory.remember("用户住在慕尼黑", attribute="住址", kind="profile")
    assert new.action == "superseded"
    assert new.previous is not None and new.previous.id == old.id
    assert [r.text for r in memory.current(attribute="home")] == ["用户住在慕尼黑"]
    assert [r.text for r in memory.current(attribute="home", as_of=then)] == ["User lives in Berlin"]
    kept = memory.get(old.id)
    assert (kept.status, kept.superseded_by, kept.valid_to) == ("superseded", new.record.id, clock.now)
    assert [v.record.text for v in memory.history(old.id) if v.record] == ["User lives in Berlin", "用户住在慕尼黑"]


def test_what_is_said_of_another_never_touches_what_is_said_of_the_user(memory: LongTermMemory) -> None:
    memory.remember("User lives in Berlin", attribute="home", kind="profile")
    written = memory.remember("My sister lives in Munich", subject="sister", attribute="home", kind="profile")
    assert written.action == "added"
    assert len(memory.current(attribute="home")) == 2


def test_undo_takes_back_a_replacement(memory: LongTermMemory, clock: Ticking) -> None:
    old = memory.remember("User lives in Berlin", attribute="home", kind="profile").record
    clock.forward(days=1)
    new = memory.remember("User lives in Munich", attribute="home", kind="profile").record
    assert memory.undo(new.id).id == old.id
    assert [r.text for r in memory.current()] == ["User lives in Berlin"]
    assert memory.get(old.id) == replace(old, updated=memory.get(old.id).updated)
    with pytest.raises(MemoryNotFound):
        memory.get(new.id)


def test_a_link_in_the_middle_of_a_chain_is_not_undone(memory: LongTermMemory, clock: Ticking) -> None:
    first = memory.remember("User lives in Berlin", attribute="home").record
    for city in ("Munich", "Paris"):
        clock.forward(days=1)
        memory.remember(f"User lives in {city}", attribute="home")
    with pytest.raises(NothingToUndo, match="undo that one first"):
        memory.undo(first.id)


def test_edits_are_undone_one_by_one(memory: LongTermMemory, clock: Ticking) -> None:
    record = memory.remember("User has a cat").record
    for text in ("User has a cat called Mo", "User has a dog called Mo"):
        clock.forward(hours=1)
        memory.edit(record.id, text=text)
    assert memory.get(record.id).text == "User has a dog called Mo"
    assert memory.undo(record.id).text == "User has a cat called Mo"
    assert memory.undo(record.id).text == "User has a cat"
    with pytest.raises(NothingToUndo):
        memory.undo(record.id)


def test_an_edit_changes_neither_owner_nor_source(memory: LongTermMemory) -> None:
    record = memory.remember("User has a cat").record
    edited = memory.edit(record.id, text="User has a dog", importance=0.9)
    assert (edited.id, edited.user_id, edited.source, edited.created) == (
        record.id,
        record.user_id,
        record.source,
        record.created,
    )
    with pytest.raises(TypeError):
        memory.edit(record.id, user_id="another")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "wrong", [{"text": " "}, {"importance": 1.5}, {"kind": "rumour"}, {"valid_from": T0.replace(tzinfo=None)}]
)
def test_an_edit_refuses_what_a_record_cannot_hold(memory: LongTermMemory, wrong: dict[str, object]) -> None:
    record = memory.remember("User has a cat").record
    with pytest.raises(ValueError, match="expected"):
        memory.edit(record.id, **wrong)  # type: ignore[arg-type]
    assert memory.get(record.id) == record


def test_a_deleted_record_is_gone_until_it_is_undone(memory: LongTermMemory) -> None:
    record = memory.remember("User has a cat").record
    memory.delete(record.id)
    assert memory.current() == []
    with pytest.raises(MemoryNotFound):
        memory.get(record.id)
    assert memory.undo(record.id) == record
    assert memory.current() == [record]


def test_merging_keeps_the_evidence_of_all_and_is_undone(memory: LongTermMemory, clock: Ticking) -> None:
    one = memory.remember("User likes the sea", attribute="likes").record
    two = memory.remember("User is fond of beaches", attribute="likes").record
    merged = memory.merge([one.id, two.id])
    assert set(merged.source.message_ids) == {*one.source.message_ids, *two.source.message_ids}
    assert [r.id for r in memory.current()] == [one.id]
    clock.forward(hours=1)
    memory.undo(one.id)
    assert {r.id for r in memory.current()} == {one.id, two.id}
    with pytest.raises(ValueError, match="at least two"):
        memory.merge([one.id, one.id])


def test_a_record_is_found_by_id_beginning_of_id_and_text(memory: LongTermMemory) -> None:
    cat = memory.remember("User has a cat called Mo").record
    memory.remember("用户喜欢爬山", attribute="likes")
    assert memory.find(cat.id) == [cat]
    assert memory.find(cat.id[:8]) == [cat]
    assert memory.find("cat")[0] == cat
    assert memory.find("爬山")[0].text == "用户喜欢爬山"
    assert memory.find("") == []


def test_another_users_id_is_an_id_that_does_not_exist(long_term_store: BaseStore) -> None:
    mine = LongTermMemory(long_term_store, user_id="u1")
    theirs = LongTermMemory(long_term_store, user_id="u10")
    secret = theirs.remember("User keeps bees").record
    for call in (mine.get, mine.delete, mine.undo, mine.history, mine.pin, mine.erase):
        with pytest.raises(MemoryNotFound) as caught:
            call(secret.id)
        assert "bees" not in str(caught.value)
    with pytest.raises(MemoryNotFound):
        mine.edit(secret.id, text="mine")
    with pytest.raises(MemoryNotFound):
        mine.merge([secret.id, secret.id + "x"])
    assert mine.mark_used([secret.id]) == 0
    assert theirs.get(secret.id) == secret


@pytest.mark.parametrize("user", ["", "  ", "a\x00b", "x" * 600, None, 7])
def test_there_is_no_memory_without_a_user(user: str) -> None:
    with pytest.raises(InvalidId):
        LongTermMemory(CountingStore(), user_id=user)


def test_uses_are_counted_once_a_day_in_one_write(clock: Ticking) -> None:
    store = CountingStore()
    memory = LongTermMemory(store, user_id="u", clock=clock)
    ids = [memory.remember(f"User owns a {thing}").record.id for thing in ("boat", "kite", "drum")]
    store.writes.clear()
    assert memory.mark_used(ids) == 0
    clock.forward(days=1)
    assert memory.mark_used([*ids, "nobody's"]) == 3
    assert memory.mark_used(ids) == 0
    assert len(store.writes) == 1
    assert [memory.get(id).times_used for id in ids] == [1, 1, 1]
    assert memory.get(ids[0]).last_used == clock.now


def test_forgetting_everything_counts_and_leaves_nothing(long_term_store: BaseStore) -> None:
    words = Words()
    mine = LongTermMemory(long_term_store, user_id="u", lexical=words)
    other = LongTermMemory(long_term_store, user_id="u0", lexical=words)
    other.remember("User keeps bees")
    for thing in ("boat", "kite", "drum"):
        mine.remember(f"User owns a {thing}")
    mine.delete(mine.find("boat")[0].id)
    assert mine.forget_everything() == {"records": 2, "versions": 1, "meta": 1, "lexical": 2}
    assert list(mine.scope.everything()) == []
    assert mine.forget_everything() == {"lexical": 0}
    assert len(other.current()) == 1
    assert len(words.texts) == 1


def test_stats_count_what_is_kept(memory: LongTermMemory, clock: Ticking) -> None:
    memory.absorb(episodes=[said("I live in Berlin")], candidates=[home("Berlin")], turn_id="1")
    clock.forward(days=1)
    memory.remember("User lives in Munich", kind="profile", attribute="home", pinned=True)
    stats = memory.stats()
    assert stats.by_kind == {"episode": 1, "profile": 1}
    assert (stats.current, stats.superseded, stats.cold, stats.pinned) == (2, 1, 0, 1)
    assert (stats.oldest, stats.newest) == (T0, clock.now)
