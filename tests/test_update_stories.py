"""Latest truth from what people say, by rules alone: how many small stories come out right."""

from __future__ import annotations

import pytest
from update_stories import Story, judge, stories, tell

ALL = list(stories())


LOOSE = [s for s in ALL if s.id.startswith("loose")]
FITTED = [s for s in ALL if not s.held_out and s not in LOOSE]
HELD_OUT = [s for s in ALL if s.held_out]
LOTS = {
    "held out first": ([s for s in HELD_OUT if s.id.startswith("held")], 0.9),
    "held out last": ([s for s in HELD_OUT if not s.id.startswith(("held", "plain"))], 0.75),
    "held out, plain": ([s for s in HELD_OUT if s.id.startswith("plain")], 0.9),
    "every eighth of the fitted": (FITTED[::8], 0.95),
    "fitted": (FITTED, 0.97),
    "loose": (LOOSE, 0.58),
    "what is promised by name": ([s for s in ALL if s.id.startswith("aspects")], 1.0),
}
"""The stories, and the least share of them that must come out right.

The last to be held out are the hardest: sentences of every shape, drawn at random from one lot with the eighth, and
read by no one until the rules had been mended on the others. They came out 0.71 right: that is what to expect of ways
of speaking that nobody has thought of. Only the two wrong invalidations among them were mended afterwards. Of the
eighth lot 0.53 came out right at first, of the tenth 0.55, of the eleventh 0.80, each before it was looked at.

Plain stories are told as one would write them down to try a memory: whole sentences, one change a turn. Of each plain
lot, before it was looked at, came out right 0.78, 0.77, 0.79, 0.66, 0.71, 0.88, 0.71, 0.78 and 0.79, and of the two
that were held out first 0.94 and 0.95. Two English ones by others came out 0.88 and 0.76; then what no rule knows was
read by its grammar, and its frame decided (`frames`). Of lots that vary as widely as their author could, 0.64, 0.80,
0.72, 0.87 and 0.85 came out right at first, and 0.96 of the one that is held out last. Loose ones are said in passing,
half in idiom, with words left out: 0.24, 0.32 and 0.54 at first.

Three lots that others wrote in both languages came out 0.87, 0.73 and 0.87 right in English at first (`lots`). What
failed in them was mended by kind, each kind told in ten sentences more; five lots written to try that (`kinds`) came
out, each before it was looked at, 0.38, 0.85, 0.80, 0.73 and 0.90 right, and without those rules 0.38, 0.52, 0.69, 0.64
and 0.68. Of the last lot by somebody else (`G`), with all these rules, 0.80 came out right in English at first and 0.92
in Chinese; without them 0.77 and 0.72. What then still failed stands among the others.
"""


@pytest.mark.parametrize(
    "lot",
    [
        "held out first",
        "held out last",
        "held out, plain",
        "every eighth of the fitted",
        "loose",
        "what is promised by name",
        pytest.param("fitted", marks=pytest.mark.slow),
    ],
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
