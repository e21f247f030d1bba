"""Drives a thread's message list through everything that happens to one, and checks it after every step.

Used by the state machine and, for many histories, by itself: `python tests/histories.py 100000 [seconds]`.
"""

from __future__ import annotations

import copy
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from handed_cases import errors, protocol
from langchain_core.messages import AIMessageChunk, BaseMessage, HumanMessage, RemoveMessage
from message_lists import answer, assistant, calls, system, user

from memory.messages import find_problems, groups, is_pinned, open_calls, open_invalid_calls
from memory.messages.calls import calls_of
from memory.short_term import ShortTermMemory
from memory.wire import PROVIDERS, to_openai


def words(messages: list[BaseMessage]) -> int:
    """Count the words of a list, calls by the number of their arguments; a plain sum."""
    return sum(len(m.text.split()) + 2 * len(calls_of(m)) for m in messages)


class Thread:
    """One thread: its reducer, its state, and all that was ever written to it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.memory = self._memory()
        self.state: list[BaseMessage] = []
        self.ever: list[BaseMessage] = []
        self.saved: list[list[BaseMessage]] = [[]]
        self.number = 0

    def _memory(self) -> ShortTermMemory:
        options: dict[str, Any] = {"pin_first_user": self.rng.random() < 0.2}
        if self.rng.random() < 0.3:
            options["trim_to"] = self.rng.choice((0.4, 0.7))
        most = self.rng.choice((None, 1, 3, 6, 10, 25))
        if self.rng.random() < 0.5:
            tokens = self.rng.choice((5, 20, 60, 200))
            return ShortTermMemory(max_messages=most, max_tokens=tokens, count_tokens=words, **options)
        return ShortTermMemory(max_messages=most, **options)

    # ---- what happens to a thread
    def write(self, *update: Any) -> None:
        """Reduce an update into the state, and check what came of it."""
        before, given = copy.deepcopy(self.state), copy.deepcopy(list(update))
        after = self.memory(self.state, list(update))
        assert self.state == before and list(update) == given, "an input was mutated"
        self._check(after)
        self.state = after
        known = {m.id for m in self.ever}
        self.ever.extend(m for m in after if m.id not in known)
        self.saved.append(after)

    def _text(self) -> str:
        self.number += 1
        return f"#{self.number} " + self.rng.choice(("", "word " * 3, "三个字 ", "long " * 30))

    def user_speaks(self) -> None:
        more = {"additional_kwargs": {"pinned": True}} if self.rng.random() < 0.05 else {}
        self.write(user(self._text(), **more))

    def user_speaks_plainly(self) -> None:
        text = self._text()
        self.write(self.rng.choice((text, ("user", text), {"role": "user", "content": text})))

    def assistant_speaks(self) -> None:
        text = self.rng.choice((self._text(), ""))
        self.write(self.rng.choice((assistant(text), AIMessageChunk(content=text), ("assistant", text))))

    def assistant_calls(self) -> None:
        ids = [self.rng.choice(("a", "b", "k", "", f"u{self.number}")) for _ in range(self.rng.randint(0, 3))]
        broken = [self.rng.choice(("a", "z"))] * self.rng.randint(0, 1)
        self.write(calls(*ids, broken=broken, text=self._text() if self.rng.random() < 0.3 else ""))

    def tools_answer_one_by_one(self) -> None:
        waiting: list[Any] = [*open_calls(self.state), *open_invalid_calls(self.state)]
        self.rng.shuffle(waiting)
        for call in waiting[: self.rng.randint(0, len(waiting))]:
            self.write(answer(call["id"] or "", self._text()))

    def tools_answer_together(self) -> None:
        waiting: list[Any] = [*open_calls(self.state), *open_invalid_calls(self.state)]
        self.rng.shuffle(waiting)
        if waiting:
            self.write(*[answer(c["id"] or "", self._text()) for c in waiting])

    def an_answer_comes_late(self) -> None:
        made = [c.id for m in self.ever for c in calls_of(m)] or ["gone"]
        self.write(answer(self.rng.choice(made), self._text()))

    def the_process_dies(self) -> None:
        """The state is loaded again from what a store gave back: equal messages, other objects."""
        self.state = copy.deepcopy(self.state)
        self.write()

    def messages_are_removed(self) -> None:
        ids = [m.id for m in self.state if self.rng.random() < 0.3]
        self.write(*[RemoveMessage(id=i or "") for i in [*ids, "never-was"]])

    def everything_is_removed(self) -> None:
        tail = self.state[len(self.state) // 2 :]
        self.write(RemoveMessage(id="__remove_all__"), *tail, user(self._text()))

    def a_message_is_edited(self) -> None:
        if self.ever:
            old = self.rng.choice(self.ever)
            self.write(old.model_copy(update={"content": self._text()}))

    def a_client_sends_everything_again(self) -> None:
        """Its whole history with ids, and a new message; nothing of the old may stand behind what the list holds."""
        held = {m.id for m in self.state}
        new = user(self._text(), id=f"new-{self.number}")
        resent = [m for m in self.ever if m.type in ("human", "ai")]
        overlap = [m for m in resent if m.id in held and m in self.state]
        self.write(*resent, new)
        if overlap:
            came_back = [m for m in self.state if m.id not in held and m.id != new.id and m in resent]
            last = resent.index(overlap[-1])
            assert all(resent.index(m) > last for m in came_back), "an old turn came back"

    def the_thread_forks(self) -> None:
        self.state = self.rng.choice(self.saved[-8:])

    def a_system_message_comes(self) -> None:
        if sum(m.type == "system" for m in self.state) < 2:
            self.write(system(self._text()))

    STEPS: tuple[Callable[[Thread], None], ...] = (
        user_speaks,
        user_speaks,
        user_speaks_plainly,
        assistant_speaks,
        assistant_speaks,
        assistant_calls,
        assistant_calls,
        tools_answer_one_by_one,
        tools_answer_together,
        tools_answer_together,
        an_answer_comes_late,
        the_process_dies,
        messages_are_removed,
        everything_is_removed,
        a_message_is_edited,
        a_client_sends_everything_again,
        the_thread_forks,
        a_system_message_comes,
    )

    # ---- what must hold after every step
    def _check(self, after: list[BaseMessage]) -> None:
        waiting = bool(open_calls(after) or open_invalid_calls(after))
        if after:
            assert {p.code for p in errors(after)} == ({"UNANSWERED_CALL"} if waiting else set())
            assert {p.code for p in find_problems(after)} == ({"open_call"} if waiting else set())
            self._check_one_view(after)
        assert self.memory(after, []) == after, "reducing twice is not reducing once"
        ids = [m.id for m in after]
        assert all(ids) and len(set(ids)) == len(ids)
        head = [m.type == "system" for m in after]
        assert head == sorted(head, reverse=True), "a system message away from the head"
        if self.memory.overflow(after):
            self._check_forced(after)

    def _check_one_view(self, after: list[BaseMessage]) -> None:
        provider = self.rng.choice(sorted(PROVIDERS))
        if not any(m.type in ("human", "tool") for m in after):
            return  # nothing that a request could be made of
        if provider != "openai":
            found = protocol().errors(to_openai(after, provider), provider)
            assert not found, f"{provider}: {'; '.join(map(str, found))}"

    def _check_forced(self, after: list[BaseMessage]) -> None:
        """Over budget: everything that is there had to stay."""
        users = [m for m in after if isinstance(m, HumanMessage)]
        first = users[:1] if self.memory.pin_first_user else []
        body = groups([m for m in after if m.type != "system"])
        must = {id(m) for m in (*(body[-1].messages if body else ()), *users[-1:], *first)}
        for group in body:
            if any(is_pinned(m) for m in group.messages):
                must.update(map(id, group.messages))
        assert all(id(m) in must or m.type == "system" for m in after), "over budget without need"


def run_history(seed: object, steps: int = 14) -> None:
    """Play one history; an AssertionError names the seed and the steps that led to it."""
    rng = random.Random(str(seed))
    thread = Thread(rng)
    played: list[str] = []
    for _ in range(rng.randint(2, steps)):
        step = rng.choice(Thread.STEPS)
        played.append(step.__name__)
        try:
            step(thread)
        except AssertionError as error:
            raise AssertionError(f"history {seed}: {error} after {', '.join(played)}") from error


def run_histories(number: int, *, seconds: float = float("inf"), start: int = 0) -> int:
    """Play histories until so many are played or the time is over; give how many were."""
    end = time.monotonic() + seconds
    for seed in range(start, start + number):
        run_history(seed)
        if time.monotonic() > end:
            return seed - start + 1
    return number


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    most = float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
    print(f"{run_histories(wanted, seconds=most):,} histories, no invalid list")  # noqa: T201  # its output
