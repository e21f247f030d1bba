"""Latest truth from what people say, by rules alone: how many small stories come out right."""

from __future__ import annotations

import pytest
from update_stories import Story, judge, stories, tell

ALL = list(stories())


FITTED = [s for s in ALL if not s.held_out]
LOTS = {
    "held out": ([s for s in ALL if s.held_out], 0.9),
    "every fourth of the fitted": (FITTED[::4], 0.95),
    "fitted": (FITTED, 0.95),
}
"""The stories, and the least share of them that must come out right."""


@pytest.mark.parametrize(
    "lot", ["held out", "every fourth of the fitted", pytest.param("fitted", marks=pytest.mark.slow)]
)
def test_nearly_all_stories_come_out_right_and_nothing_else_is_invalidated(lot: str) -> None:
    stories_of_lot, least = LOTS[lot]
    outcomes = {s.id: judge(s, tell(s)) for s in stories_of_lot}
    wrong = {id: o.wrong for id, o in outcomes.items() if o.wrong}
    collateral = {id: o.collateral for id, o in outcomes.items() if o.collateral}
    share = 1 - len(wrong.keys() | collateral.keys()) / len(outcomes)
    assert share >= least, f"{share:.3f} right; wrong: {wrong}; collateral: {collateral}"
    assert not collateral, collateral


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
