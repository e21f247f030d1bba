"""Promise 5: how a list is cut to its budget, held against a plain reading of the rule."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from message_lists import ANY_LIST, answer, assistant, calls, shape, system, texts, user, words

from memory.messages import groups
from memory.short_term import ShortTermMemory


def _reference(everything: list[BaseMessage], most: int, measure: Any) -> list[BaseMessage]:
    """What the rule keeps, by trying each start: the longest suffix of whole groups that fits, and so on."""
    head: list[BaseMessage] = [m for m in everything if isinstance(m, SystemMessage)]
    body = groups([m for m in everything if not isinstance(m, SystemMessage)])
    if not body:
        return head
    users = [i for i, g in enumerate(body) if isinstance(g.messages[0], HumanMessage)]
    always = {i for i, g in enumerate(body) if g.is_pinned} | set(users[-1:]) | {len(body) - 1}

    def kept(start: int, with_user: bool) -> list[BaseMessage]:
        chosen = {i for i in range(len(body)) if i in always or i >= start}
        if with_user and start not in users:
            chosen.update([max((u for u in users if u < start), default=start)])
        return head + [m for i in sorted(chosen) for m in body[i].messages]

    start = next((s for s in range(len(body)) if measure(kept(s, False)) <= most), len(body) - 1)
    if measure(kept(start, True)) <= most:
        return kept(start, True)
    end = min([u for u in users if u > start] + [len(body) - 1])
    if any(g.messages[0].type == "ai" and not g.calls for g in body[end:]):
        return kept(end, True)
    return next((kept(i, True) for i in range(start + 1, end) if measure(kept(i, True)) <= most), kept(end, True))


@given(ANY_LIST, st.integers(1, 9))
def test_the_longest_suffix_of_whole_groups_that_fits_is_kept(messages: list[BaseMessage], most: int) -> None:
    everything = ShortTermMemory(max_messages=None)([], messages)
    kept = ShortTermMemory(max_messages=most)(everything, [])
    assert kept == _reference(everything, most, len)


@given(ANY_LIST, st.integers(1, 60))
def test_the_longest_suffix_in_tokens_is_kept(messages: list[BaseMessage], most: int) -> None:
    everything = ShortTermMemory(max_messages=None)([], messages)
    kept = ShortTermMemory(max_messages=None, max_tokens=most, count_tokens=words)(everything, [])
    assert kept == _reference(everything, most, words)


def _merging(messages: Sequence[BaseMessage]) -> int:
    """A counter that is no sum: messages of one role in a row count as one."""
    return sum(len(m.text.split()) + 3 for m in messages) - sum(3 for a, b in pairwise(messages) if a.type == b.type)


@given(ANY_LIST, st.integers(1, 60))
def test_a_counter_that_is_no_sum_has_the_last_word(messages: list[BaseMessage], most: int) -> None:
    everything = ShortTermMemory(max_messages=None)([], messages)
    kept = ShortTermMemory(max_messages=None, max_tokens=most, count_tokens=_merging)(everything, [])
    if _merging(everything) <= most:
        assert kept == everything
    memory = ShortTermMemory(max_messages=None, max_tokens=most, count_tokens=_merging)
    assert memory(kept, []) == kept


def test_messages_that_count_less_together_are_not_cut_by_their_sum() -> None:
    memory = ShortTermMemory(max_messages=None, max_tokens=9, count_tokens=_merging)
    history = [user("a"), user("b"), user("c"), user("d")]
    assert _merging(history) == 7 and texts(memory([], history)) == ["a", "b", "c", "d"]
    two = ShortTermMemory(max_messages=None, max_tokens=3, count_tokens=_merging)
    assert len(two([], [user("", id="1"), user("", id="2")])) == 2


def test_messages_that_count_more_together_are_cut_until_they_fit() -> None:
    memory = ShortTermMemory(max_messages=None, max_tokens=9, count_tokens=lambda ms: len(ms) ** 2)
    assert texts(memory([], [user(str(i)) for i in range(8)])) == ["5", "6", "7"]


def test_a_cut_turn_keeps_its_user_message_in_front() -> None:
    memory = ShortTermMemory(max_messages=5)
    kept = memory([], [user("old"), assistant("x"), user("turn"), calls("a"), answer("a"), calls("b"), answer("b")])
    assert shape(kept) == ["human", "ai", "tool:a", "ai", "tool:b"] and kept[0].text == "turn"
    older = [user("one"), assistant("s1"), assistant("s2"), assistant("s3"), user("two")]
    assert texts(ShortTermMemory(max_messages=4)([], older)) == ["one", "s2", "s3", "two"]


def test_where_that_does_not_fit_the_rest_of_the_turn_goes_if_an_answer_is_kept_behind_it() -> None:
    memory = ShortTermMemory(max_messages=None, max_tokens=10, count_tokens=words)
    heavy = [user("w " * 30), assistant("a b"), assistant("c d"), user("two"), assistant("e")]
    assert texts(memory([], heavy)) == ["two", "e"]


def test_and_otherwise_the_turn_gives_up_its_older_groups() -> None:
    memory = ShortTermMemory(max_messages=None, max_tokens=10, count_tokens=words)
    steps = [user("the task"), assistant("a b c"), assistant("d e f"), assistant("g h i"), user("two")]
    assert texts(memory([], steps)) == ["the task", "d e f", "g h i", "two"]


def test_what_must_stay_stays_over_budget_and_overflow_says_by_how_much() -> None:
    memory = ShortTermMemory(max_messages=None, max_tokens=10, count_tokens=words)
    kept = memory([], [user("a"), assistant("b"), user("w " * 50)])
    assert texts(kept) == ["w " * 50]
    assert memory.overflow(kept) == 40
    assert memory(kept, []) == kept
    assert memory.overflow([user("a")]) == 0
    parallel = [user(), calls(*"abcdef"), *[answer(i) for i in "abcdef"]]
    by_number = ShortTermMemory(max_messages=4)
    assert by_number.overflow(by_number([], parallel)) == 4


def test_it_is_never_empty_while_something_was_said() -> None:
    for most in (1, 2):
        assert ShortTermMemory(max_messages=most)([], [system(), user()])


def test_once_full_it_is_cut_to_the_low_water_mark() -> None:
    memory = ShortTermMemory(max_messages=10, trim_to=0.5)
    state: list[BaseMessage] = []
    sizes = []
    for i in range(30):
        state = memory(state, ("user", f"q{i}"))
        sizes.append(len(state))
    assert max(sizes) == 10 and sizes[10:16] == [5, 6, 7, 8, 9, 10]
    assert len(ShortTermMemory(max_messages=10, trim_to=3)(state, [user(f"r{i}") for i in range(9)])) == 3
