"""Two statements in one frame: which later one takes the earlier one's place, whatever the attribute."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from langchain_core.messages import HumanMessage

from memory.conflict.frames import fills_anew, retold
from memory.extraction import Candidate, extract

NOW = datetime(2025, 6, 4, 9, tzinfo=UTC)


def said(text: str) -> list[Candidate]:
    """Give what is read in one message and kept."""
    return [c for c in extract([HumanMessage(text, id="m")], now=NOW) if not c.only_changes]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I run Windows on my laptop", "I run Ubuntu on my laptop now"),
        ("I teach maths at Northgate High", "I teach physics at Northgate High now"),
        ("I live with my parents", "I live alone these days"),
        ("I go to the gym three times a week", "I go to the gym five times a week now"),
        ("I have short hair", "my hair is long now"),
        ("My best friend is Zoe", "My best friend is Mia now"),
        ("I rent my flat", "I own my flat now"),
        ("I'm learning guitar", "I'm learning drums instead"),
        ("I jog in the park", "I jog on the beach now"),
        ("I manage a team of five", "I manage a team of twelve now"),
        ("I'm a fan of the Yankees", "I'm a fan of the Mets now"),
    ],
)
def test_another_thing_in_the_same_place_takes_its_place_when_it_is_said_to_be_new(before: str, after: str) -> None:
    assert fills_anew(after, before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I run Windows on my laptop", "I run Ubuntu on my laptop"),
        ("I run Windows on my laptop", "I run Ubuntu on my desktop now"),
        ("I play chess", "I play the piano now"),
        ("I use Vim", "I use Firefox now"),
        ("I have a cat", "I have a dog now"),
        ("I'm allergic to cats", "I'm allergic to dogs now"),
        ("I support Arsenal", "I support Chelsea too now"),
        ("My uncle supports Chelsea", "I support Arsenal now"),
        ("I run in the morning", "I run at the lake now"),
        ("I go to church", "I go to the gym now"),
    ],
)
def test_what_has_room_beside_it_stands(before: str, after: str) -> None:
    assert not fills_anew(after, before)


def test_of_one_thing_several_things_can_be_told() -> None:
    assert not fills_anew("My car is red now", "My car is a Ford", alike=False)


def test_a_changed_mind_around_it_says_that_it_is_new() -> None:
    assert fills_anew(
        "I plan to study law", "I plan to study medicine", besides="I changed my mind, I plan to study law"
    )


def test_what_goes_with_a_value_may_change_where_the_value_stays() -> None:
    assert retold("I'm an engineer at NASA now", "I'm an intern at NASA")
    assert not retold("I live in Berlin now", "I live in Berlin")


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value"),
    [
        ("My go-to drink is cola", "user", "go_to_drink", "cola"),
        ("My Instagram handle is @pixelfox", "user", "instagram_handle", "@pixelfox"),
        ("My hair is long", "user", "hair", "long"),
        ("My desk is on the third floor", "user", "desk", "on the third floor"),
        ("My guilty pleasure is true crime", "user", "guilty_pleasure", "true crime"),
        ("My mum's phone number is 555-0111", "mother", "phone", "555-0111"),
        ("My work email is omar@acme.com", "user", "work_email", "omar@acme.com"),
        ("My uncle supports Chelsea", "uncle", "habit", "supports Chelsea"),
        ("My other sister lives in Bristol", "other sister", "home", "Bristol"),
        ("I sleep on my back", "user", "habit", "sleep on my back"),
        ("I pay 800 in rent", "user", "habit", "pay 800 in rent"),
        ("You can reach me at 0170 222 333", "user", "phone", "0170 222 333"),
        ("I'm a night owl", "user", "trait", "night owl"),
    ],
)
def test_what_no_row_knows_is_read_by_its_grammar(text: str, subject: str, attribute: str, value: str) -> None:
    assert [(c.subject, c.attribute, c.value) for c in said(text)] == [(subject, attribute, value)]
