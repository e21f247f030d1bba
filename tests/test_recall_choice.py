"""What of a ranking is taken, what the conversation adds to the question, and what others did meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from langgraph.store.memory import InMemoryStore
from lexical_records import record, talk
from small_past import GARDEN, NOW, ask, open_store, scope_with, texts, why

from memory.gate import OPEN
from memory.lexical import lexicon_for
from memory.recall import explain, recall
from memory.scope import Scope


def test_of_records_that_say_the_same_only_the_best_is_taken() -> None:
    same = [record("I am allergic to peanuts", thread=f"t{n}", position=n) for n in range(3)]
    scope = scope_with(GARDEN[2])
    for one in same:  # one by one: LangGraph's store in memory refuses a batch that embeds one text twice
        scope.put([one])
    assert ask(scope, "What am I allergic to?").count(same[0].text) == 1
    assert sum("says the same as" in c.reason for c in why(scope, "What am I allergic to?")) == 2


def test_messages_in_the_window_are_not_recalled_and_do_not_open_the_gate() -> None:
    scope = scope_with(*GARDEN[:3])
    ids = frozenset(GARDEN[0].source.message_ids)
    found = recall(scope, "my grey parrot Figaro", now=NOW, gate=OPEN, exclude_messages=ids)
    assert GARDEN[0].text not in texts(found)
    alone = scope_with(GARDEN[0])
    assert recall(alone, "my grey parrot Figaro", now=NOW, exclude_messages=ids) == []
    reasons = explain(scope, "parrot", now=NOW, gate=OPEN, exclude_messages=ids)
    assert any("still in the window" in c.reason for c in reasons)


def test_the_conversation_helps_a_message_that_says_little() -> None:
    scope = scope_with(*GARDEN, *talk(*((("Ann", f"A quiet day, number {n}")) for n in range(10)), thread="other"))
    assert GARDEN[2].text in ask(scope, "And where did she move?", k=3, history=["Let us talk about Ann's sister"])


def test_she_is_whom_the_conversation_named() -> None:
    both = talk(("Ann", "I love hiking in the mountains"), ("Ben", "I love hiking in the mountains too, honestly"))
    scope = scope_with(*both)
    for name, text in (("Ann", both[0].text), ("Ben", both[1].text)):
        assert ask(scope, "What do they love?", history=[f"Tell me about {name}"])[0] == text


def test_an_unrelated_conversation_does_not_drown_a_whole_question() -> None:
    scope = scope_with(*GARDEN)
    history = ["I broke my ankle, you know", "That is a pity, skiing is dangerous", "And tomatoes on the balcony?"]
    assert ask(scope, "What is the name of Ann's grey parrot?", history=history)[0] == GARDEN[0].text


def test_what_is_taken_fits_the_budget_and_the_rest_says_why() -> None:
    scope = scope_with(*[replace(r, text=f"{r.text}, said at length: {'so it was ' * 20}") for r in GARDEN])
    considered = why(scope, "What did Ann say?", max_tokens=150)
    taken = [c for c in considered if c.taken]
    assert 1 <= len(taken) < 5
    assert any("of the budget left" in c.reason for c in considered if not c.taken)


def test_beyond_k_is_said_to_be_beyond_k() -> None:
    considered = why(scope_with(*GARDEN), "What did Ann say?", k=2)
    assert sum(c.taken for c in considered) == 2
    assert {c.reason for c in considered[2:]} == {"beyond the 2 best"}


def test_of_a_long_memory_the_passage_that_answers_is_shown() -> None:
    filler = "We spoke about the weather and the traffic for a while. " * 60
    long = record(f"{filler}My parrot is called Figaro. {filler}")
    (found,) = recall(scope_with(long), "What is my parrot called?", now=NOW, gate=OPEN, max_tokens=200)
    assert "Figaro" in found.text and len(found.text) < len(long.text) / 4
    assert found.excerpt and found.record.text == long.text


def test_a_record_deleted_between_the_reads_is_passed_over() -> None:
    scope = scope_with(*GARDEN)
    scope.store.batch([])  # the store is read below as if another process had deleted from it
    scope.store.delete(scope.namespace("records"), GARDEN[0].id)
    assert GARDEN[0].text not in ask(scope, "What is the name of Ann's parrot?")


def test_what_another_handle_wrote_is_noticed() -> None:
    store = open_store()
    scope = scope_with(GARDEN[0], store=store)
    assert ask(scope, "Who moved to Lisbon?") == [GARDEN[0].text]
    Scope(store, "u").put([GARDEN[2]])  # without a lexicon: as another program would
    assert ask(scope, "Who moved to Lisbon?")[0] == GARDEN[2].text
    Scope(store, "u").delete([GARDEN[2].id])
    assert ask(scope, "Who moved to Lisbon?") == [GARDEN[0].text]


def test_a_write_that_was_cut_off_before_the_words_is_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store()
    scope = scope_with(GARDEN[0], store=store)
    ask(scope, "parrot")

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    lexicon = lexicon_for(store)
    with monkeypatch.context() as patched:
        patched.setattr(lexicon, "add", killed)
        with pytest.raises(KeyboardInterrupt):
            scope.put([GARDEN[2]])
    assert lexicon.count("u") == 1
    assert ask(scope, "Lisbon")[0] == GARDEN[2].text and lexicon.count("u") == 2


def test_without_vectors_words_still_find() -> None:
    scope = scope_with(*GARDEN, store=InMemoryStore())
    assert texts(recall(scope, "Where is the parrot called Figaro?", now=NOW))[0] == GARDEN[0].text


def test_importance_decides_only_between_equals() -> None:
    scope = scope_with(record("I like black tea", id="other", kind="fact"))
    for name, weight in (("low", 0.1), ("high", 0.9), ("middle", 0.5)):
        scope.put([replace(record("I like green tea", id=name, kind="fact"), importance=weight)])
    (first, *_) = recall(scope, "Do I like green tea?", now=NOW, gate=OPEN)
    assert first.record.id == "high"
    assert ask(scope, "Do I like black tea?")[0] == "I like black tea"


def test_hostile_queries_break_nothing() -> None:
    scope = scope_with(*GARDEN)
    for query in ("\x00", "\ud800", "?" * 500, "的" * 3000, "a " * 5000, "🙂", "'; DROP TABLE log; --"):
        recall(scope, query, now=NOW, gate=OPEN)
    asked = "What did Ann say?"
    assert ask(scope, asked) == ask(scope_with(*GARDEN), asked) != []


def test_the_order_is_the_same_every_time() -> None:
    scope = scope_with(*GARDEN)
    asked: Callable[[], list[str]] = lambda: ask(scope, "What did Ann say?")  # noqa: E731  # named for the reader
    assert asked() == asked()
