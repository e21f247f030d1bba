"""Latest truth from what people say, by rules alone: how many small stories come out right."""

from __future__ import annotations

import pytest
from update_stories import Story, judge, stories, tell

ALL = list(stories())


@pytest.mark.parametrize("held_out", [False, True], ids=["fitted", "held out"])
def test_nine_stories_in_ten_come_out_right_and_nothing_else_is_invalidated(held_out: bool) -> None:
    outcomes = {s.id: judge(s, tell(s)) for s in ALL if s.held_out is held_out}
    wrong = {id: o.wrong for id, o in outcomes.items() if o.wrong}
    collateral = {id: o.collateral for id, o in outcomes.items() if o.collateral}
    share = 1 - len(wrong.keys() | collateral.keys()) / len(outcomes)
    assert share >= (0.85 if held_out else 0.95), f"{share:.3f} right; wrong: {wrong}; collateral: {collateral}"
    assert not collateral or held_out, collateral


def test_there_are_enough_stories_in_both_languages_and_across_them() -> None:
    assert len(ALL) >= 120
    assert sum(s.held_out for s in ALL) >= 60
    for language in ("zh", "en"):
        assert sum(f"{language}-" in s.id for s in ALL) >= 60
    assert sum("x-cross" in s.id for s in ALL) >= 10


def test_no_story_is_told_twice() -> None:
    assert len({s.id for s in ALL}) == len(ALL)
    assert len({s.turns for s in ALL}) == len(ALL)


def test_a_story_that_went_wrong_is_told_so() -> None:
    story = Story(
        id="x",
        held_out=False,
        turns=(("2025-01-01", "I live in Berlin"), ("2025-02-01", "I moved to Rome")),
        current={"user.home": "Berlin"},
        superseded=(),
        untouched=("Berlin",),
        erased=("Rome",),
    )
    found = judge(story, tell(story))
    assert len(found.wrong) == 3
    assert found.collateral == ("I live in Berlin",)
