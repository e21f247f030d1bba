"""A blank between Chinese and Latin letters changes nothing of what is read, and stays in the user's own words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from langchain_core.messages import HumanMessage

from memory.extraction import Candidate, extract

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def read(text: str) -> list[Candidate]:
    return extract([HumanMessage(text, id="m")], now=NOON)


@pytest.mark.parametrize(
    ("said", "attribute", "value"),
    [
        ("我叫 Tom", "name", "Tom"),
        ("我的名字是 Tom", "name", "Tom"),
        ("我叫 王小明", "name", "王小明"),
        ("我在 Google 工作", "employer", "Google"),
        ("我住在 Berlin", "home", "Berlin"),
        ("我喜欢 Python", "likes", "Python"),
        ("我对 penicillin 过敏", "allergy", "penicillin"),
        ("记住我在 Meta 上班", "employer", "Meta"),
        ("我喜欢 jazz 和 hip hop", "likes", "jazz 和 hip hop"),
    ],
)
def test_a_blank_beside_latin_letters_parts_nothing(said: str, attribute: str, value: str) -> None:
    (found,) = read(said)
    assert (found.attribute, found.value) == (attribute, value)
    assert found.text in said
    assert found.quote in said
    assert [(c.attribute, c.value.replace(" ", "")) for c in read(said.replace(" ", ""))] == [
        (attribute, value.replace(" ", ""))
    ]


def test_a_blank_between_two_chinese_clauses_still_parts_them() -> None:
    assert [c.attribute for c in read("我叫小明 住在北京")] == ["name", "home"]
    assert [c.attribute for c in read("我叫小明 I live in Berlin")] == ["name", "home"]


@pytest.mark.parametrize("said", ["我叫 Tom 吗？", "他说 我叫 Tom", "如果我住在 Berlin 就好了"])
def test_what_states_nothing_states_nothing_with_blanks_either(said: str) -> None:
    assert read(said) == []
