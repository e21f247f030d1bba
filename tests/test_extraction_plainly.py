"""Turns of phrase in English that are read by what they plainly say, and sentences that are left as they stand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from langchain_core.messages import HumanMessage

from memory.extraction import Candidate, extract
from memory.extraction.en.plainly import plainly

NOW = datetime(2025, 3, 3, 12, tzinfo=UTC)


def _read(text: str) -> list[Candidate]:
    return extract([HumanMessage(text, id="m")], now=NOW)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("I've moved again, this time to Tucson.", "I've moved to Tucson."),
        ("I moved back to my mum's place in Cardiff.", "I moved to Cardiff."),
        ("My doctor has increased my lisinopril to 40 mg.", "I take 40 mg of lisinopril now."),
        ("My sertraline was reduced to 25 mg.", "I take 25 mg of sertraline now."),
        ("On Saturdays I volunteer at the shelter.", "I volunteer at the shelter on Saturdays."),
        ("I'm happy to say that I quit smoking.", "I quit smoking."),
        ("I've changed my goal: I want to swim across the lake.", "my goal is now to swim across the lake."),
        ("I'd rather you called me Elizabeth.", "please call me Elizabeth."),
    ],
)
def test_what_is_said_the_long_way_round_is_said_plainly(said: str, plain: str) -> None:
    assert plainly(said) == plain


@pytest.mark.parametrize(
    "said",
    [
        "We went to my parents' house in Omaha for Christmas.",
        "I moved the sofa again, this time to the window.",
        "On Saturdays I sleep late and my wife runs.",
        "My rent went up to 900 euros.",
        "I have a goal to reach.",
        "My score went up to 20 g.",
        "I changed my speed to 10 units.",
        "I stopped at the station.",
    ],
)
def test_what_is_said_plainly_is_left_as_it_stands(said: str) -> None:
    assert plainly(said) == said


def test_what_a_statement_rests_on_is_quoted_as_it_was_written() -> None:
    (dose,) = _read("My doctor has increased my lisinopril to 40 mg.")
    assert (dose.attribute, dose.value) == ("medication", "40 mg of lisinopril")
    assert dose.quote == "My doctor has increased my lisinopril to 40 mg."


def test_an_animal_is_told_of_under_its_own_name() -> None:
    named, age = _read("My dog Biscuit is four years old.")
    assert (named.subject, named.attribute, named.text) == ("user", "pet", "My dog is called Biscuit")
    assert (age.subject, age.attribute) == ("Biscuit", "age")


def test_a_sentence_that_takes_something_back_puts_the_next_one_to_right() -> None:
    assert [c.corrects for c in _read("I made a typo. My dog is called Stella.")] == [True]
    assert [c.corrects for c in _read("It rains a lot. My dog is called Stella.")] == [False]


@pytest.mark.parametrize(
    "said",
    [
        "I took up two seats on the train.",
        "I've started doing the dishes.",
        "I took up your offer.",
        "We went to my parents' house in Omaha for Christmas.",
        "I walked the dog at seven.",
        "I left the hotel at nine this morning.",
        "I got hired!",
        "I finished school at three today.",
        "I took up the carpet.",
        "I've started doing the math.",
        "I was put on hold.",
        "My doctor switched me to another room.",
        "I'm back in London after my holiday.",
        "I read it wrong, thanks for the hint.",
    ],
)
def test_what_happens_once_tells_nothing(said: str) -> None:
    assert [c for c in _read(said) if not c.only_changes] == []
