"""Repair gives every call its answer, right behind it, once; and what it gives is sound by two sets of rules."""

from __future__ import annotations

import copy

import pytest
from handed import ROOT
from handed_cases import protocol
from hypothesis import assume, given
from langchain_core.messages import BaseMessage, RemoveMessage, ToolMessage
from message_lists import ANY_LIST, answer, assistant, calls, shape, system, user

from memory.messages import find_problems, is_no_result, no_result, open_calls, open_invalid_calls, repair
from memory.messages.calls import calls_of
from memory.wire import to_dict


@given(ANY_LIST)
def test_what_is_mended_has_no_problem_but_an_open_newest_group(messages: list[BaseMessage]) -> None:
    mended = repair(messages)
    codes = {p.code for p in find_problems(mended)} if mended else set()
    waiting = bool(open_calls(mended) or open_invalid_calls(mended))
    assert codes == ({"open_call"} if waiting else set())


@given(ANY_LIST)
def test_mending_twice_is_mending_once(messages: list[BaseMessage]) -> None:
    once = repair(messages)
    assert repair(once) == once


@given(ANY_LIST)
def test_mending_changes_no_message_in_place(messages: list[BaseMessage]) -> None:
    before = copy.deepcopy(messages)
    repair(messages)
    assert messages == before


@given(ANY_LIST)
def test_closing_the_newest_group_leaves_nothing_open(messages: list[BaseMessage]) -> None:
    closed = repair(messages, close_newest=True)
    assert not closed or find_problems(closed) == []


@given(ANY_LIST)
def test_only_answers_are_dropped_or_added(messages: list[BaseMessage]) -> None:
    mended = repair(messages)
    assert [m.text for m in mended if m.type != "tool"] == [m.text for m in messages if m.type != "tool"]


@given(ANY_LIST)
@pytest.mark.skipif(not (ROOT.parent / "shared").exists(), reason="needs the handed validator beside the checkout")
def test_our_rules_of_pairing_agree_with_the_handed_validator(messages: list[BaseMessage]) -> None:
    assume(messages and not any(i == "" for m in messages for i in _ids(m)))
    theirs = {(THEIRS[p.code], p.index) for p in protocol().errors([to_dict(m) for m in messages])}
    ours = {(OURS.get(p.code, p.code), p.index) for p in find_problems(messages)}
    assert theirs == ours


THEIRS = {
    "UNANSWERED_CALL": "unanswered",
    "ORPHAN_TOOL": "stray",
    "DUPLICATE_ANSWER": "stray",
    "DUPLICATE_CALL_ID": "doubled",
}
OURS = {
    "unanswered_call": "unanswered",
    "open_call": "unanswered",
    "orphan_answer": "stray",
    "doubled_answer": "stray",
    "doubled_call_id": "doubled",
}


def _ids(message: BaseMessage) -> list[str]:
    return [message.tool_call_id] if isinstance(message, ToolMessage) else [c.id for c in calls_of(message)]


def test_an_orphan_answer_goes() -> None:
    assert shape(repair([answer("gone"), user(), assistant(), answer("gone")])) == ["human", "ai"]


def test_a_late_answer_moves_up_to_its_call() -> None:
    assert shape(repair([user(), calls("a"), user("more"), answer("a")])) == ["human", "ai", "tool:a", "human"]


def test_what_stands_between_moves_behind_the_answers() -> None:
    between = [calls("a", "b"), answer("a"), system(), assistant("hm"), answer("b")]
    assert shape(repair(between)) == ["ai", "tool:a", "tool:b", "system", "ai"]


def test_a_call_that_something_newer_follows_gets_a_marked_answer() -> None:
    mended = repair([calls("a", "b", id="m"), answer("b"), user()])
    assert shape(mended) == ["ai", "tool:b", "tool:a!", "human"]
    assert "No result was recorded" in mended[2].text and getattr(mended[2], "status", "") == "error"


def test_a_late_real_answer_replaces_the_mark() -> None:
    mended = repair([calls("a", id="m"), user()])
    assert shape(repair([*mended, answer("a")])) == ["ai", "tool:a", "human"]


def test_a_mark_never_replaces_a_real_answer() -> None:
    call = calls("a", id="m")
    mark = no_result(call, calls_of(call)[0])
    assert repair([call, answer("a", "real"), mark])[1].text == "real"
    assert repair([call, mark, answer("a", "real")])[1].text == "real"


def test_of_two_answers_to_one_call_the_last_stays() -> None:
    mended = repair([calls("a"), answer("a", "first"), answer("a", "second"), user()])
    assert [m.text for m in mended if m.type == "tool"] == ["second"]
    mended = repair([*mended, answer("a", "third"), answer("a", "fourth")])
    assert [m.text for m in mended if m.type == "tool"] == ["fourth"]


def test_calls_with_broken_arguments_are_answered_too() -> None:
    assert shape(repair([calls("a", broken=["b"], id="m"), answer("a"), user()])) == [
        "ai",
        "tool:a",
        "tool:b!",
        "human",
    ]


def test_the_open_newest_group_is_left_alone() -> None:
    for waiting in ([user(), calls("a", "b")], [user(), calls("a", "b"), answer("b")]):
        assert repair(waiting) == waiting


def test_results_in_another_order_than_the_calls_are_left_as_they_are() -> None:
    as_it_is = [user(), calls("a", "b"), answer("b"), answer("a"), assistant()]
    assert repair(as_it_is) == as_it_is


def test_an_id_that_comes_back_in_a_later_turn_is_paired_by_position() -> None:
    fine = [user(), calls("k"), answer("k", "r1"), user(), calls("k"), answer("k", "r2")]
    assert repair(fine) == fine
    mended = repair([user(), calls("k", id="m1"), user(), calls("k", id="m2"), answer("k", "r2")])
    assert shape(mended) == ["human", "ai", "tool:k!", "human", "ai", "tool:k"]


def test_two_results_of_two_calls_with_one_id_keep_their_order() -> None:
    mended = repair([calls("k"), calls("k"), answer("k", "r1"), answer("k", "r2")])
    assert [m.text for m in mended if m.type == "tool"] == ["r1", "r2"]
    assert shape(mended) == ["ai", "tool:k", "ai", "tool:k"]


def test_an_id_doubled_inside_a_message_is_made_distinct_with_its_answers() -> None:
    mended = repair([calls("k", "k", id="m"), answer("k", "r1"), answer("k", "r2")])
    assert shape(mended) == ["ai", "tool:k", "tool:k_twin2"]
    assert [m.text for m in mended[1:]] == ["r1", "r2"]
    assert [c.id for c in calls_of(mended[0])] == ["k", "k_twin2"]


def test_answers_to_doubled_ids_may_come_one_by_one() -> None:
    state = repair([calls("k", "k", id="m")])
    state = repair([*state, answer("k", "r1")])
    assert [c["id"] for c in open_calls(state)] == ["k_twin2"]
    assert [m.text for m in repair([*state, answer("k", "r2")])[1:]] == ["r1", "r2"]


def test_a_call_without_an_id_gets_one_and_keeps_its_answer() -> None:
    mended = repair([calls(None, "", id="m"), answer("", "r1"), answer("", "r2")])
    ids = [c.id for c in calls_of(mended[0])]
    assert all(ids) and len(set(ids)) == 2
    assert [m.tool_call_id for m in mended if isinstance(m, ToolMessage)] == ids


def test_more_calls_than_a_provider_takes_become_several_groups_once_they_are_answered() -> None:
    many = [f"c{i}" for i in range(200)]
    waiting = repair([user(), calls(*many, broken=["b"], id="m", text="all of them")])
    assert len(waiting) == 2 and len(open_calls(waiting)) == 200
    mended = repair([*waiting, *[answer(i) for i in [*many, "b"]]])
    assert find_problems(mended) == [] and repair(mended) == mended
    assert [len(calls_of(m)) for m in mended if m.type == "ai"] == [128, 73]
    assert [m.text for m in mended if m.type == "ai"] == ["all of them", ""]
    assert len({m.id for m in mended if m.type == "ai"}) == 2


def test_call_blocks_in_the_content_follow_the_calls() -> None:
    blocks = [{"type": "text", "text": "x"}, *[{"type": "tool_use", "id": "k", "name": "look", "input": {}}] * 2]
    message = calls("k", "k", id="m").model_copy(update={"content": blocks})
    (mended,) = repair([message])
    assert isinstance(mended.content, list)
    assert [p["id"] for p in mended.content[1:] if isinstance(p, dict)] == ["k", "k_twin2"]


def test_a_tombstone_left_in_the_list_goes() -> None:
    assert shape(repair([user(), RemoveMessage(id="x"), assistant()])) == ["human", "ai"]


def test_marked_answers_are_the_same_every_time() -> None:
    history = [calls("a", id="m"), user()]
    assert repair(history) == repair(history)
    assert is_no_result(repair(history)[1])
