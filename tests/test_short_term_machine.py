"""Whatever happens to a thread, in any order, its list stays one that every provider takes."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from handed import ROOT
from histories import Thread, run_histories
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

pytestmark = pytest.mark.skipif(
    not (ROOT.parent / "shared" / "cases" / "protocol.py").exists(),
    reason="needs the handed validator beside the checkout",
)


class MessageList(RuleBasedStateMachine):
    """A thread that appends, answers in any order and late, crashes, forks, removes, edits, and resends.

    `Thread` checks after every write: accepted, mended, within budget or forced over it, unmutated, the same again.
    """

    @initialize(seed=st.integers(0, 2**32))
    def open(self, seed: int) -> None:
        self.thread = Thread(random.Random(seed))

    @rule(step=st.sampled_from(Thread.STEPS))
    def happens(self, step: Callable[[Thread], None]) -> None:
        step(self.thread)


TestMessageList = MessageList.TestCase
TestMessageList.settings = settings(max_examples=40, stateful_step_count=14, deadline=None)


def test_a_thousand_histories_hold_no_invalid_list() -> None:
    assert run_histories(1_000, seconds=15) >= 100


@pytest.mark.slow
def test_a_hundred_thousand_histories_hold_no_invalid_list() -> None:
    """Bounded in time, since machines differ: `python tests/histories.py 100000` plays them all."""
    assert run_histories(100_000, seconds=200, start=1_000) >= 5_000
