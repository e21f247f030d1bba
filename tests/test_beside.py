"""What only looks like a conflict ends nothing, whichever of the two is said first.

A line of `beside.txt` holds two statements that are true together. They were written to look alike: the same attribute
of two people, two aspects of one thing, what was and what is.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from update_stories import Story, tell

PAIRS = [line.split("|") for line in Path(__file__).with_name("beside.txt").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("order", [1, -1], ids=["as written", "the other way round"])
def test_what_is_true_together_stays(order: int) -> None:
    ended = {}
    for pair in PAIRS:
        first, second = pair[::order]
        turns = (("2025-01-10", first), ("2025-02-10", second))
        story = Story(id="", held_out=False, turns=turns, current={}, superseded=(), untouched=(), erased=())
        if gone := [record.text for record in tell(story) if record.status != "current"]:
            ended[first, second] = gone
    assert ended == {}
