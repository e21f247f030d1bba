"""Recall takes one step along a name: what is known of Tom comes to mind where my brother is asked about."""

from __future__ import annotations

import pytest
from lexical_records import record, talk
from small_past import ask, scope_with, why

from memory.record import MemoryRecord

DAYS = [
    "The bus was late again",
    "We painted the fence",
    "周末下了一整天雨",
    "I could not eat the soup, it was too salty",
    "我吃了两碗面",
    "The printer gave up",
    "Nobody can drive in this snow",
    "楼下新开了一家面馆",
    "I have no work on Friday",
    "我周五不上班",
]


def past(*told: str) -> list[MemoryRecord]:
    others = [record(text, thread=f"day {n}") for n, text in enumerate(DAYS)]
    return [*others, *(record(text, thread=f"told {n}") for n, text in enumerate(told))]


HOPS = [
    ("Tom is my brother", "Tom is allergic to nuts", "What can't my brother eat?"),
    ("My brother's name is Tom", "I heard that Tom drives a tram in Lisbon", "What does my brother do for a living?"),
    ("Our landlady is called Greta", "Greta wants no shoes in the hall", "What must I not do at my landlady's?"),
    ("汤姆是我弟弟", "汤姆对坚果过敏", "我弟弟不能吃什么？"),
    ("我的老板叫王强", "王强最讨厌别人迟到", "我老板受不了什么？"),
    ("我的同桌叫张伟", "张伟下个月去日本留学", "我的同桌有什么打算？"),
    ("汤姆是我弟弟", "汤姆对坚果过敏", "What can't my brother eat?"),
    ("Tom is my brother", "Tom is allergic to nuts", "我弟弟不能吃什么？"),
]


@pytest.mark.parametrize(("who", "what", "query"), HOPS)
def test_what_is_known_of_a_name_comes_to_mind_by_the_relation(who: str, what: str, query: str) -> None:
    found = why(scope_with(*past(who, what)), query, k=4)
    parts = {c.record.text: c.parts["links"] for c in found}
    assert parts[what] > 0
    assert {c.record.text for c in found if c.taken} >= {who, what}
    assert all(parts[text] == 0 for text in DAYS if text in parts)


def test_a_name_that_the_question_holds_links_nothing() -> None:
    found = why(scope_with(*past("Tom is my brother", "Tom is allergic to nuts")), "Who is Tom?")
    assert all(c.parts["links"] == 0 for c in found)


def test_only_the_users_own_relations_are_followed() -> None:
    scope = scope_with(*past("Tom is my brother", "Tom is allergic to nuts"))
    assert all(c.parts["links"] == 0 for c in why(scope, "What does a brother eat?"))


def test_a_name_that_everything_holds_links_nothing() -> None:
    told = [f"Tom went to the {place}" for place in DAYS]
    told += [f"Tom came from the {place}" for place in DAYS]
    found = why(scope_with(*past("Tom is my brother", *told)), "What does my brother do?")
    assert all(c.parts["links"] == 0 for c in found)


def test_whoever_speaks_everywhere_links_nothing() -> None:
    said = talk(("Ann", "I told Ben about the parrot"), ("Ben", "Ann keeps a parrot"), ("Ann", "Ben plays the cello"))
    assert all(c.parts["links"] == 0 for c in why(scope_with(*said), "Who has a bird?"))


def test_a_step_costs_the_best_nothing() -> None:
    scope = scope_with(*past("Tom is my brother", "Tom is allergic to nuts"))
    assert ask(scope, "Who is my brother?")[0] == "Tom is my brother"
