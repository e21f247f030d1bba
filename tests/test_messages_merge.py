"""Merging an update: by id, without exceptions, and never an old turn behind a newer one."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, RemoveMessage, SystemMessage
from langchain_core.prompt_values import ChatPromptValue
from message_lists import answer, assistant, calls, system, user

from memory.messages import as_messages, merge, repair
from memory.messages.merge import REMOVE_ALL
from memory.short_term import ShortTermMemory


def texts(messages: list[BaseMessage]) -> list[str]:
    return [m.text for m in messages]


STATE: list[BaseMessage] = [
    user("q1", id="u1"),
    assistant("a1", id="a1"),
    user("q2", id="u2"),
    assistant("a2", id="a2"),
]


# ---- by id
def test_new_messages_are_appended_in_order_with_ids_of_their_own() -> None:
    new = user("q3")
    merged = merge(STATE, [new, "q4"])
    assert texts(merged) == ["q1", "a1", "q2", "a2", "q3", "q4"]
    assert new.id is None and merged[4].id and merged[5].id and merged[4].id != merged[5].id


def test_a_known_id_is_edited_in_place() -> None:
    assert texts(merge(STATE, [assistant("better", id="a1"), "q3"])) == ["q1", "better", "q2", "a2", "q3"]


def test_an_id_twice_in_an_update_is_one_message_with_the_later_content() -> None:
    assert texts(merge([], [assistant("draft", id="m"), assistant("final", id="m")])) == ["final"]


def test_an_id_twice_in_the_state_is_healed() -> None:
    merged = merge([user("a", id="x"), assistant("b", id="y"), assistant("c", id="y")], ["d"])
    assert texts(merged) == ["a", "c", "d"] and len({m.id for m in merged}) == 3


def test_an_id_that_comes_back_in_another_role_is_another_message() -> None:
    merged = merge([user("question", id="x")], [assistant("answer", id="x")])
    assert texts(merged) == ["question", "answer"] and len({m.id for m in merged}) == 2
    again = merge(merged, [assistant("answer, edited", id="x")])
    assert texts(again) == ["question", "answer, edited"]


def test_removals_take_away_and_unknown_ones_do_nothing() -> None:
    assert texts(merge(STATE, [RemoveMessage(id="a1"), RemoveMessage(id="gone")])) == ["q1", "q2", "a2"]


def test_a_message_removed_and_given_again_in_one_update_stays_in_its_place() -> None:
    assert texts(merge(STATE, [RemoveMessage(id="a1"), assistant("new a1", id="a1")]))[1] == "new a1"


def test_remove_all_clears_and_its_tail_is_merged_with_its_own_removals() -> None:
    tail = [assistant("one", id="n1"), assistant("two", id="n1"), user("q", id="n2"), RemoveMessage(id="n1")]
    assert texts(merge(STATE, [user("dropped"), RemoveMessage(id=REMOVE_ALL), *tail])) == ["q"]
    twice = [RemoveMessage(id=REMOVE_ALL), user("a"), RemoveMessage(id=REMOVE_ALL), user("b")]
    assert texts(merge(STATE, twice)) == ["b"]


def test_a_tombstone_left_in_the_state_is_obeyed() -> None:
    assert texts(merge([user("a", id="x"), user("b", id="y"), RemoveMessage(id="x")], [])) == ["b"]


# ---- a client that sends its history again
OLD: list[BaseMessage] = [user("q0", id="u0"), assistant("a0", id="a0")]


def test_turns_that_left_the_window_do_not_come_back_with_a_resent_history() -> None:
    merged = merge(STATE, [*OLD, *STATE, user("q3", id="u3")])
    assert texts(merged) == ["q1", "a1", "q2", "a2", "q3"]


def test_nor_when_the_client_has_only_part_of_the_list_or_other_objects_and_forms() -> None:
    copies: list[Any] = [
        {"role": "user", "content": "q0", "id": "u0"},
        {"role": "assistant", "content": "a0", "id": "a0"},
        {"role": "user", "content": [{"type": "text", "text": "q1"}], "id": "u1"},
        {"role": "assistant", "content": "a2", "id": "a2", "name": None},
        {"role": "user", "content": "q3", "id": "u3"},
    ]
    assert texts(merge(STATE, copies)) == ["q1", "a1", "q2", "a2", "q3"]


def test_a_message_without_an_id_in_front_of_a_known_one_is_new_and_goes_in_there() -> None:
    assert texts(merge(STATE, [STATE[0], STATE[1], user("context"), STATE[2], STATE[3]])) == [
        "q1",
        "a1",
        "context",
        "q2",
        "a2",
    ]


def test_an_edit_is_no_mark_so_what_stands_before_it_is_new() -> None:
    update = [user("q3", id="u3"), assistant("a2, edited", id="a2")]
    assert texts(merge(STATE, update)) == ["q1", "a1", "q2", "a2, edited", "q3"]


def test_an_answer_to_an_open_call_is_never_taken_for_an_old_message() -> None:
    state = repair([user("q", id="u"), calls("c", id="m"), user("hurry", id="h")])
    merged = merge(state, [user("q", id="u"), answer("c", "late", id="t"), user("hurry", id="h")])
    assert "late" in texts(merged)


def test_a_system_message_in_a_resent_history_is_kept() -> None:
    assert "rules" in texts(merge(STATE, [system("rules", id="s"), *STATE]))


@pytest.mark.parametrize("most", [5, 40])
def test_a_client_without_ids_may_send_its_whole_history_every_time(most: int) -> None:
    memory = ShortTermMemory(max_messages=most)
    state: list[BaseMessage] = []
    history: list[Any] = [{"role": "system", "content": "be brief"}]
    said: list[str] = []
    for i in range(8):
        history.append({"role": "user", "content": f"q{i}"})
        state = memory(state, list(history))
        state = memory(state, AIMessage(f"a{i}"))
        history.append({"role": "assistant", "content": f"a{i}"})
        said += [f"q{i}", f"a{i}"]
        assert texts(state) == ["be brief", *said[-(most - 1) :]]


def test_a_repeated_exchange_is_no_resent_history() -> None:
    memory = ShortTermMemory()
    ping: list[Any] = [("user", "ping"), ("assistant", "pong")]
    state = memory(memory([], ping), ping)
    assert texts(state) == ["ping", "pong", "ping", "pong"]


def test_the_same_system_message_each_turn_is_kept_once() -> None:
    memory = ShortTermMemory()
    state: list[BaseMessage] = []
    for i in range(3):
        state = memory(state, [("system", "be brief"), ("user", f"q{i}")])
    assert texts(state) == ["be brief", "q0", "q1", "q2"]
    assert texts(memory(state, ("system", "and kind")))[:2] == ["be brief", "and kind"]


# ---- forms
@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("hi", HumanMessage("hi")),
        (("assistant", "hi"), AIMessage("hi")),
        (["system", "hi"], [HumanMessage("system"), HumanMessage("hi")]),
        ({"role": "developer", "content": "x"}, None),
        (ChatPromptValue(messages=[HumanMessage("hi")]), HumanMessage("hi")),
        (AIMessageChunk(content="hi", id="m"), AIMessage("hi", id="m")),
        ({"type": "ai", "content": None}, AIMessage("")),
        ({"role": "assistant", "content": "x", "reasoning_content": "r"}, None),
    ],
    ids=repr,
)
def test_every_form_of_a_message_is_read(form: Any, expected: Any) -> None:
    found = as_messages(form)
    if expected is not None:
        wanted = expected if isinstance(expected, list) else [expected]
        assert found == wanted and [type(m) for m in found] == [type(m) for m in wanted]
    elif form["role"] == "developer":
        assert isinstance(found[0], SystemMessage) and found[0].additional_kwargs["__openai_role__"] == "developer"
    else:
        assert found[0].additional_kwargs["reasoning_content"] == "r"


@pytest.mark.parametrize(
    ("arguments", "parsed", "broken"),
    [
        ('{"a": 1}', {"a": 1}, None),
        ("", {}, None),
        (None, {}, None),
        ("null", {}, None),
        ({"a": 1}, {"a": 1}, None),
        ('{"a"', None, '{"a"'),
        ("[1]", None, "[1]"),
        ("中文", None, "中文"),
        ([1], None, "[1]"),
    ],
    ids=repr,
)
def test_arguments_are_parsed_or_kept_as_they_were(arguments: Any, parsed: Any, broken: Any) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": arguments}}
    (message,) = as_messages({"role": "assistant", "content": None, "tool_calls": [call]})
    assert isinstance(message, AIMessage)
    assert [c["args"] for c in message.tool_calls] == ([] if parsed is None else [parsed])
    assert [c["args"] for c in message.invalid_tool_calls] == ([] if broken is None else [broken])


def test_the_callers_dict_is_not_changed() -> None:
    given = {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}}]}
    before = repr(given)
    as_messages([given])
    assert repr(given) == before


def test_pieces_of_a_streamed_call_without_an_index_are_joined() -> None:
    pieces = [
        ("look", '{"p"', "c1"),
        (None, ": 7}", None),
        ("look", '{"q": ', "c2"),
        (None, "8", None),
        (None, "}", None),
    ]
    total = AIMessageChunk(content="")
    for name, args, call_id in pieces:
        piece: Any = {"name": name, "args": args, "id": call_id, "index": None, "type": "tool_call_chunk"}
        total = total + AIMessageChunk(content="", tool_call_chunks=[piece])
    (message,) = as_messages(total)
    assert isinstance(message, AIMessage)
    assert [(c["id"], c["args"]) for c in message.tool_calls] == [("c1", {"p": 7}), ("c2", {"q": 8})]
    assert message.invalid_tool_calls == []


def test_pieces_of_one_streamed_message_in_an_update_are_one_message() -> None:
    pieces = [AIMessageChunk(content=t, id="m") for t in ("Hel", "lo ", "世界")]
    assert [(type(m), m.text) for m in as_messages(pieces)] == [(AIMessage, "Hello 世界")]
    assert texts(ShortTermMemory()(["hi"], pieces)) == ["hi", "Hello 世界"]
    assert len(as_messages([AIMessageChunk(content="a", id="m"), AIMessageChunk(content="b", id="n")])) == 2
