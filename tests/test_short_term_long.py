"""A conversation of 300 turns with tools: every request valid and within budget, nothing left out of the summary."""

from __future__ import annotations

import random

from langchain_core.messages import BaseMessage, SystemMessage
from message_lists import answer, assistant, calls, user

from memory.fit import fit
from memory.messages import find_problems, open_calls
from memory.short_term import ShortTermMemory
from memory.summary import extractive_summary, plan_fold
from memory.tokens import TokenCounter
from memory.wire import view

MAX_MESSAGES, MAX_TOKENS, SUMMARY_TOKENS = 40, 4_000, 500
COUNT = TokenCounter("gpt-4o").count_messages
STATE = ShortTermMemory(max_messages=2 * MAX_MESSAGES, max_tokens=2 * MAX_TOKENS, count_tokens=COUNT)
"""What the thread holds: room for a long turn on top of the window, so that folding comes before cutting."""
WINDOW = ShortTermMemory(max_messages=MAX_MESSAGES, max_tokens=MAX_TOKENS - SUMMARY_TOKENS, count_tokens=COUNT)
"""What the model is shown of it."""


class Conversation:
    """Plays turns as the nodes do: show a request before each call of the model, fold at the end of the turn."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.state: list[BaseMessage] = []
        self.summary = ""
        self.requests = 0
        self.folded: list[str] = []

    def ask_the_model(self) -> None:
        shown = [SystemMessage(f"You are brief.\n{self.summary}"), *WINDOW.trim(self.state)]
        fitted = fit(view(shown, "openai"), max_tokens=MAX_TOKENS, count=COUNT)
        assert fitted.fits and COUNT(fitted.messages) <= MAX_TOKENS
        assert find_problems(fitted.messages) == []
        assert len(fitted.messages) <= MAX_MESSAGES + 1
        self.requests += 1

    def turn(self, said: str) -> None:
        self.state = STATE(self.state, user(said, id=f"u{said[:40]}"))
        for round_number in range(self.rng.choice((0, 1, 1, 2, 5))):
            self.ask_the_model()
            ids = [f"c{self.requests}-{i}" for i in range(self.rng.randint(1, 3))]
            self.state = STATE(self.state, calls(*ids))
            for call in self.rng.sample(open_calls(self.state), len(ids)):
                words = "result " * self.rng.choice((5, 40, 150))
                self.state = STATE(self.state, answer(call["id"] or "", f"{round_number}: {words}"))
        self.ask_the_model()
        self.state = STATE(self.state, assistant(f"Done with {said[:20]}"))
        plan = plan_fold(
            self.state, summary=self.summary, count=COUNT, max_tokens=MAX_TOKENS, max_messages=MAX_MESSAGES
        )
        if plan is not None:
            self.summary = extractive_summary(plan.fold, self.summary, max_tokens=SUMMARY_TOKENS, count=COUNT)
            self.folded += [m.text for m in plan.fold if m.type == "human"]
            self.state = STATE(self.state, plan.remove)


def test_three_hundred_turns_never_break_and_never_forget() -> None:
    talk = Conversation(7)
    talk.turn("My name is Ann Lee, please remember that my locker has the code 4417. 我住在杭州。")
    asked = [f"Question {i}: look at place {i % 50} 第{i}处" for i in range(1, 300)]
    for said in asked:
        talk.turn(said)
        assert len(talk.state) <= MAX_MESSAGES
    assert talk.requests > 500
    for fact in ("Ann Lee", "4417", "杭州"):
        assert fact in talk.summary
    held = [m.text for m in talk.state if m.type == "human"]
    assert [*talk.folded[1:], *held] == asked, "a turn left the window without going into the summary"
