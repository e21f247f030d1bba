"""The reducer's promises, one by one, in the words of `memory.short_term`."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, RemoveMessage
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from message_lists import ANY_LIST, answer, assistant, calls, shape, system, texts, user, words

from memory.errors import SettingsError
from memory.messages import find_problems, groups, open_calls, open_invalid_calls, pin, repair
from memory.messages.groups import Group
from memory.short_term import ShortTermMemory, clear_non_system
from memory.tokens import TokenCounter


# ---- 1, 2, 3: accepted, whole groups, repaired
@given(ANY_LIST, st.integers(1, 8))
def test_what_it_returns_is_accepted_unless_the_newest_group_is_open(messages: list[BaseMessage], most: int) -> None:
    kept = ShortTermMemory(max_messages=most)([], messages)
    waiting = bool(open_calls(kept) or open_invalid_calls(kept))
    assert not kept or {p.code for p in find_problems(kept)} == ({"open_call"} if waiting else set())


@given(ANY_LIST, st.integers(1, 8))
def test_a_tool_group_goes_or_stays_whole(messages: list[BaseMessage], most: int) -> None:
    everything = ShortTermMemory(max_messages=None)([], messages)
    kept = ShortTermMemory(max_messages=most)(everything, [])
    whole = [[m.id for m in g.messages] for g in groups(everything)]
    assert all([m.id for m in g.messages] in whole for g in groups(kept))


# ---- 4: what always stays
def test_system_messages_stand_at_the_head_in_order_counted_and_never_trimmed() -> None:
    memory = ShortTermMemory(max_messages=3)
    kept = memory([], [system("one"), user("a"), assistant("b"), system("two"), user("c")])
    assert texts(kept) == ["one", "two", "c"]


def test_the_newest_user_message_always_stays() -> None:
    memory = ShortTermMemory(max_messages=2)
    kept = memory([], [user("task"), calls("a"), answer("a"), calls("b"), answer("b")])
    assert shape(kept) == ["human", "ai", "tool:b"]


def test_a_pinned_message_stays_and_so_does_its_group() -> None:
    memory = ShortTermMemory(max_messages=5)
    history = [user("x"), pin(calls("a")), answer("a"), assistant("y"), *[user(f"q{i}") for i in range(9)]]
    kept = memory([], history)
    assert shape(kept)[:2] == ["ai", "tool:a"]
    assert texts(kept)[2:] == ["q6", "q7", "q8"]


def test_a_dict_may_say_that_it_is_pinned() -> None:
    memory = ShortTermMemory(max_messages=2)
    kept = memory([], [{"role": "user", "content": "the task", "pinned": True}, "a", "b", "c"])
    assert texts(kept) == ["the task", "c"]


def test_the_first_user_message_can_be_pinned_by_an_option() -> None:
    memory = ShortTermMemory(max_messages=3, pin_first_user=True)
    state: list[BaseMessage] = []
    for i in range(9):
        state = memory(state, ("user", f"q{i}"))
    assert texts(state) == ["q0", "q7", "q8"]


# ---- 6: untouched
@given(ANY_LIST, ANY_LIST)
def test_inputs_are_never_mutated_and_reducing_twice_is_reducing_once(
    left: list[BaseMessage], right: list[BaseMessage]
) -> None:
    memory = ShortTermMemory(max_messages=6, max_tokens=50, count_tokens=words)
    before = copy.deepcopy((left, right))
    once = memory(left, right)
    assert (left, right) == before
    assert memory(once, []) == once


def test_kept_messages_are_the_same_objects() -> None:
    memory = ShortTermMemory(max_messages=4)
    rich = AIMessage(
        [{"type": "text", "text": "x"}, {"type": "reasoning", "reasoning": "r"}],
        id="m",
        name="Bo",
        additional_kwargs={"reasoning_content": "why", "other": {"k": [1]}},
        response_metadata={"model": "z"},
    )
    assert memory([user("q", id="u")], [rich])[-1] is rich
    assert memory(memory([], [rich]), "next")[0] is rich


# ---- 7: nothing that can be read as messages raises
@pytest.mark.parametrize(
    "update",
    [
        None,
        [],
        "text",
        ("user", "text"),
        ("assistant", None),
        ["one", "two"],
        {"role": "assistant", "content": None},
        {"role": "assistant"},
        {"role": "assistant", "content": None, "tool_calls": None},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": '{"a'}}]},
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": None}}]},
        {"role": "assistant", "tool_calls": [{"id": None, "function": {"name": None, "arguments": "[1]"}}]},
        {"role": "assistant", "tool_calls": [{"id": "c", "name": "f", "args": {"a": 1}, "type": "tool_call"}]},
        {"role": "assistant", "tool_calls": ["nonsense", {}]},
        {"role": "tool", "content": None, "tool_call_id": None},
        {"role": "tool", "content": "stray"},
        {"role": "user", "content": [{"type": "text", "text": "x"}, {"type": "image_url", "image_url": {"url": "u"}}]},
        {"type": "remove", "id": "never-was"},
        {"role": "developer", "content": "be kind"},
        RemoveMessage(id="never-was"),
        [RemoveMessage(id=REMOVE_ALL_MESSAGES)],
        (HumanMessage("a"), AIMessage("b")),
    ],
    ids=repr,
)
def test_no_update_that_can_be_read_as_messages_raises(update: Any) -> None:
    kept = ShortTermMemory()([user("hello", id="u")], update)
    assert not kept or find_problems(kept, "openai") == [] or open_calls(kept) or open_invalid_calls(kept)


def test_equal_arguments_give_one_reducer() -> None:
    counter = TokenCounter("gpt-4o")
    first = ShortTermMemory(max_messages=7, max_tokens=99, count_tokens=counter)
    assert first is ShortTermMemory(max_messages=7, max_tokens=99, count_tokens=TokenCounter("gpt-4o"))
    assert first != ShortTermMemory(max_messages=8) and first.__name__
    assert pickle.loads(pickle.dumps(ShortTermMemory(max_messages=7))) is ShortTermMemory(max_messages=7)
    assert copy.deepcopy(first) is first
    assert repr(ShortTermMemory(max_messages=7, trim_to=0.5)) == "ShortTermMemory(max_messages=7, trim_to=0.5)"


def test_a_counter_that_cannot_be_hashed_is_taken() -> None:
    class Counter:
        __hash__ = None  # type: ignore[assignment]  # the point of the test

        def __call__(self, messages: list[BaseMessage]) -> int:
            return len(messages)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Counter)

    assert ShortTermMemory(count_tokens=Counter()) == ShortTermMemory(count_tokens=Counter())


@pytest.mark.parametrize(
    "options",
    [{"max_messages": 0}, {"max_tokens": -1}, {"max_messages": 2.5}, {"trim_to": 0}, {"trim_to": 41}, {"trim_to": 1.5}],
    ids=repr,
)
def test_a_budget_that_cannot_be_one_is_refused_at_the_door(options: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match="expected"):
        ShortTermMemory(**options)


# ---- 8: counts are cached
def test_a_message_is_counted_once_while_it_stays() -> None:
    counted: list[str] = []

    def count(messages: Sequence[BaseMessage]) -> int:
        counted.extend(m.text for m in messages if m.text)
        return len(messages)

    memory = ShortTermMemory(max_messages=20, max_tokens=1000, count_tokens=count)
    state: list[BaseMessage] = []
    for i in range(200):
        state = memory(state, ("user", f"q{i}"))
    assert len(counted) == 200


def test_a_cached_count_is_of_all_that_a_message_says() -> None:
    def count(messages: Sequence[BaseMessage]) -> int:
        return sum(len(m.text) + len(str(m.additional_kwargs.get("reasoning_content", ""))) for m in messages)

    memory = ShortTermMemory(max_messages=None, max_tokens=10, count_tokens=count)
    plain, thought = assistant("ok", id="1"), assistant("ok", id="2", additional_kwargs={"reasoning_content": "r" * 50})
    assert memory.overflow(memory([], [plain])) == 0
    assert len(memory([plain], [thought])) == 1
    message = user("short", id="3")
    assert len(memory([plain], [message])) == 2
    message.content = "no longer short"
    assert len(memory([plain], [message])) == 1


def test_tokens_are_counted_by_the_project_where_no_counter_is_given() -> None:
    memory = ShortTermMemory(max_messages=None, max_tokens=60)
    state: list[BaseMessage] = []
    for i in range(30):
        state = memory(state, ("user", f"第{i}个问题：北京明天的天气怎么样？"))
        assert TokenCounter("gpt-4o").count_messages(state) <= 60
    assert len(state) >= 2


def test_the_usage_that_an_answer_reports_does_not_weigh_on_the_window() -> None:
    memory = ShortTermMemory(max_messages=None, max_tokens=200, count_tokens=TokenCounter("gpt-4o").count_messages)
    told = {"input_tokens": 5000, "output_tokens": 5, "total_tokens": 5005}
    kept = memory([], [user("a"), AIMessage("b", usage_metadata=told), user("c")])
    assert texts(kept) == ["a", "b", "c"] and memory.overflow(kept) == 0


# ---- beside the reducer
def test_clearing_leaves_only_the_system_messages() -> None:
    memory = ShortTermMemory()
    state = memory([], [system("s", id="s"), user(), calls("a"), answer("a"), assistant()])
    assert [m.id for m in memory(state, clear_non_system(state))] == ["s"]


def test_trim_cuts_a_list_as_the_reducer_would() -> None:
    memory = ShortTermMemory(max_messages=2)
    history = [user("a", id="1"), assistant("b", id="2"), user("c", id="3"), assistant("d", id="4")]
    assert memory.trim(history) == history[2:] == memory([], history)


def test_it_can_be_annotated() -> None:
    class State(TypedDict):
        messages: Annotated[list[AnyMessage], ShortTermMemory(max_messages=5)]

    assert State.__annotations__


def test_repaired_lists_and_groups_are_the_words_of_the_package() -> None:
    assert isinstance(groups(repair([user()]))[0], Group)
