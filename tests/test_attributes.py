"""One name for each attribute and for each subject, however they are written."""

from __future__ import annotations

import pytest

from memory.attributes import ATTRIBUTES, attribute_named, canonical
from memory.subjects import subject_named


def test_every_synonym_leads_to_one_attribute() -> None:
    seen: dict[str, str] = {}
    for row in ATTRIBUTES.values():
        for name in (row.name, *row.synonyms):
            assert seen.setdefault(name, row.name) == row.name
            assert canonical(name) == row.name
            assert canonical(name.upper().replace("_", " ")) == row.name
    assert canonical("Favorite  Colour") == canonical("最喜欢的颜色") == "favourite_colour"
    assert attribute_named("shoe size") is None
    assert attribute_named("") is None
    assert attribute_named("favourite") is None


@pytest.mark.parametrize("me", ["", "user", "The user", "me", "I", "用户", "我", "本人", "User's"])
def test_the_owner_of_the_memory_has_one_name(me: str) -> None:
    assert subject_named(me) == "user"


def test_a_subject_is_the_same_however_it_is_written() -> None:
    assert subject_named("My Sister") == subject_named("the user's sister") == subject_named("sister") == "sister"
    assert subject_named("我的姐姐") == subject_named("姐姐") == "姐姐"
    assert subject_named("Ａnna") == subject_named("anna")
