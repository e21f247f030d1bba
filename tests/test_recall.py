"""Recall calls to mind what was said, by its words, its meaning, its time and its speaker, and shows why."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from lexical_records import SAID, record, talk
from small_past import GARDEN, NOW, ask, open_store, scope_with, texts, why

from memory.gate import OPEN
from memory.lexical import lexicon_for
from memory.recall import recall
from memory.scope import Scope


def test_nothing_is_recalled_from_nothing() -> None:
    scope = scope_with()
    assert ask(scope, "What is my parrot called?") == []
    assert why(scope, "What is my parrot called?") == []
    assert ask(scope_with(GARDEN[0]), "   ") == [] and ask(scope_with(GARDEN[0]), "parrot", k=0) == []


def test_a_single_memory_is_found() -> None:
    assert ask(scope_with(GARDEN[0]), "What is the parrot's name?") == [GARDEN[0].text]


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("What is the name of Ann's parrot?", 0),
        ("Which musical instrument does Ben play?", 1),
        ("Where does Ann's sibling live now?", 2),
        ("安的鹦鹉叫什么名字？", 0),
        ("谁在滑雪时受伤了？", 3),
    ],
)
def test_a_question_finds_its_answer_first_in_either_language(query: str, place: int) -> None:
    assert ask(scope_with(*GARDEN), query)[0] == GARDEN[place].text


def test_every_part_of_the_score_is_visible_and_they_add_up() -> None:
    (first, *_) = recall(scope_with(*GARDEN), "What is the name of Ann's parrot?", now=NOW, gate=OPEN)
    expected = {
        "said",
        "dense",
        "passage",
        "speaker",
        "answer",
        "asking",
        "time",
        "tokens",
        "turn",
        "gist",
        "session",
        "near",
        "links",
        "tie",
        "cosine",
    }
    assert set(first.parts) == expected
    assert first.score == pytest.approx(sum(v for name, v in first.parts.items() if name != "cosine"), abs=1e-4)


def test_the_speaker_asked_for_is_preferred() -> None:
    both = talk(("Ann", "I love hiking in the mountains"), ("Ben", "I love hiking in the mountains too, honestly"))
    scope = scope_with(*both)
    assert ask(scope, "What does Ann love?")[0] == both[0].text
    assert ask(scope, "What does Ben love?")[0] == both[1].text


def test_i_asks_for_the_users_words_and_you_for_the_assistants() -> None:
    chat = talk(
        ("user", "I want to read a novel about the sea"),
        ("assistant", "For a novel about the sea I recommend Moby-Dick"),
    )
    scope = scope_with(*chat)
    assert ask(scope, "Which novel about the sea did you recommend?")[0] == chat[1].text
    assert ask(scope, "What novel did I want to read?")[0] == chat[0].text


@pytest.mark.parametrize(
    "query",
    ["What did Ann do on 12 May 2023?", "安在5月12日做了什么？", "What did Ann do in the second week, 2023-05-12?"],
)
def test_the_asked_day_decides_between_equal_memories(query: str) -> None:
    days = [
        record(f"I went swimming at the {place}", speaker="Ann", thread=place, said=SAID + timedelta(days=n))
        for n, place in ((0, "lake"), (4, "pool"), (9, "river"))
    ]
    assert ask(scope_with(*days), query)[0] == days[1].text


def test_a_day_that_a_memory_names_counts_like_the_day_it_was_said() -> None:
    said = [
        record("Yesterday I ran a marathon", thread="a", said=SAID),
        record("I ran a marathon", thread="b", said=SAID + timedelta(days=20)),
        record("I ran a marathon once", thread="c", said=SAID + timedelta(days=30)),
    ]
    assert ask(scope_with(*said), "What did I run on 7 May 2023?")[0] == said[0].text


def test_whose_words_are_asked_for_is_a_part_of_the_score() -> None:
    chat = talk(("user", "I like jazz"), ("assistant", "I suggest some jazz"))
    scope = scope_with(*chat)
    for query, wanted, other in (
        ("What music do I like?", 0, 1),
        ("What music did you suggest?", 1, 0),
        ("你推荐了什么音乐？", 1, 0),
        ("我喜欢什么音乐？", 0, 1),
    ):
        parts = {c.record.text: c.parts["speaker"] for c in why(scope, query)}
        assert parts[chat[wanted].text] > 0 > parts[chat[other].text], query


def test_a_turn_gains_more_from_a_question_before_it_than_from_a_statement() -> None:
    asked = talk(("Ann", "Which video game is your favourite?"), ("Ben", "Definitely that one"), thread="asked")
    told = talk(("Ann", "A video game is my favourite."), ("Ben", "Sure, why ever not"), thread="told")
    near = {c.record.text: c.parts["near"] for c in why(scope_with(*asked, *told), "favourite video game")}
    assert near[asked[1].text] > 2 * near[told[1].text] > 0


def test_the_answer_beside_the_question_is_lifted() -> None:
    lines = talk(
        ("Ann", "Which video game is your favourite?"), ("Ben", "Definitely Xeonoblade Chronicles!"), ("Ann", "Nice")
    )
    others = talk(*((("Ann", f"Nothing of note, number {n}")) for n in range(12)), thread="other")
    assert lines[1].text in ask(scope_with(*lines, *others), "What is Ben's favourite video game?", k=2)


def test_superseded_memories_are_left_out_and_as_of_brings_them_back() -> None:
    old = replace(
        record("I live in Berlin", id="old", kind="fact", status="superseded"), valid_to=SAID + timedelta(days=9)
    )
    new = record("I live in Lisbon", id="new", kind="fact", said=SAID + timedelta(days=9))
    scope = scope_with(old, new)
    assert ask(scope, "Where do I live?") == ["I live in Lisbon"]
    then = recall(scope, "Where do I live?", as_of=SAID + timedelta(days=1), now=NOW, gate=OPEN)
    assert texts(then) == ["I live in Berlin"]


def test_cold_memories_are_left_out() -> None:
    scope = scope_with(record("I collect stamps", id="x", kind="fact"))
    scope.put([record("I collect stamps", id="x", kind="fact", status="cold")])
    assert ask(scope, "What do I collect?") == []


def test_kinds_can_be_chosen() -> None:
    scope = scope_with(
        record("I collect stamps", id="fact", kind="fact"), record("I collect stamps and coins", id="said")
    )
    assert ask(scope, "What do I collect?", kinds=["fact"]) == ["I collect stamps"]


def test_one_user_never_recalls_anothers_memories() -> None:
    store = open_store()
    mine = scope_with(record("My parrot is called Figaro", user="u1"), user="u1", store=store)
    other = scope_with(record("My parrot is called Zazu", user="u10"), user="u10", store=store)
    assert ask(mine, "What is my parrot called?") == ["My parrot is called Figaro"]
    assert ask(other, "What is my parrot called?") == ["My parrot is called Zazu"]
    assert ask(Scope(store, "u", lexical=lexicon_for(store)), "What is my parrot called?") == []
