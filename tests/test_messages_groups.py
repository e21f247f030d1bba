"""Groups, turns, open calls, selection and progress: what a list is made of."""

from __future__ import annotations

import pytest
from handed import ROOT
from handed_cases import protocol
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import BaseMessage, FunctionMessage, RemoveMessage
from message_lists import ANY_LIST, answer, assistant, calls, system, user

from memory.errors import SettingsError
from memory.messages import (
    find_problems,
    groups,
    is_pinned,
    no_result,
    open_calls,
    open_invalid_calls,
    pin,
    progress,
    repair,
    select,
    turns,
)
from memory.messages.calls import calls_of
from memory.messages.problems import PROVIDER_RULES
from memory.wire import PROVIDERS, to_dict

TALK: list[BaseMessage] = [
    system("be brief"),
    user("weather in Rome and Oslo?"),
    calls("a", "b", id="m"),
    answer("a", "24 degrees"),
    answer("b", "rain", status="error"),
    assistant("24 and rain"),
    user("and Paris? 巴黎呢"),
    calls("c", broken=["d"], id="n"),
    answer("c", "20 degrees"),
]


@given(ANY_LIST)
def test_groups_hold_every_message_once_in_order(messages: list[BaseMessage]) -> None:
    found = groups(messages)
    assert [m for g in found for m in g.messages] == messages
    assert [g.start for g in found] == [sum(len(x.messages) for x in found[:i]) for i in range(len(found))]


@given(ANY_LIST)
def test_turns_hold_every_message_but_the_systems_and_begin_with_the_users(messages: list[BaseMessage]) -> None:
    found = turns(messages)
    assert [m for t in found for m in t.messages] == [m for m in messages if m.type != "system"]
    assert all(t.user is not None for t in found[1:])
    assert sum(m.type == "human" for m in messages) == sum(t.user is not None for t in found)


@given(ANY_LIST)
@pytest.mark.skipif(not (ROOT.parent / "shared").exists(), reason="needs the handed validator beside the checkout")
def test_groups_are_the_units_of_the_handed_trimmer(messages: list[BaseMessage]) -> None:
    mended = repair(messages)
    units = protocol().units([to_dict(m) for m in mended])
    assert [[g.start + i for i in range(len(g.messages))] for g in groups(mended)] == units


def test_open_calls_are_those_of_the_newest_group_alone() -> None:
    assert [c["id"] for c in open_calls(TALK)] == []
    assert [c["id"] for c in open_invalid_calls(TALK)] == ["d"]
    assert [c["id"] for c in open_calls([user(), calls("a", "b"), answer("b")])] == ["a"]
    assert open_calls([calls("a"), user()]) == [] == open_calls([])
    assert [c["id"] for c in open_calls([calls("a"), system()])] == ["a"]


def test_messages_are_selected_by_role_by_tool_and_by_how_new_they_are() -> None:
    assert [m.text for m in select(TALK, role="user")] == ["weather in Rome and Oslo?", "and Paris? 巴黎呢"]
    assert select(TALK, role="human") == select(TALK, role="user")
    assert [m.text for m in select(TALK, tool="look")] == ["24 degrees", "rain", "20 degrees"]
    assert [m.text for m in select(TALK, tool="look", last=1)] == ["20 degrees"]
    assert select(TALK, tool="other") == [] and select(TALK, last=0) == []
    assert [m.type for m in select(TALK, last=2)] == ["ai", "tool"]
    named = [calls("x"), answer("x", "n", name="its own name")]
    assert select(named, tool="its own name") == select(named, tool="look") == [named[1]]


def test_progress_tells_where_the_newest_turn_stands() -> None:
    now = progress(TALK)
    assert now.task == "and Paris? 巴黎呢" and now.round == 1 and not now.is_done
    assert [(s.call_id, s.outcome) for s in now.steps] == [("c", "done"), ("d", "open")]
    assert now.last is not None and now.last.result == "20 degrees" and [s.call_id for s in now.open] == ["d"]
    before = progress(TALK[:6])
    assert before.is_done and before.answer == "24 and rain"
    assert [s.outcome for s in before.steps] == ["done", "failed"]
    call = calls("a", id="m")
    assert progress([user(), call, no_result(call, calls_of(call)[0])]).steps[0].outcome == "unknown"
    assert progress([]).steps == () and progress([]).last is None


def test_a_pin_is_set_on_a_copy() -> None:
    message = user("x", additional_kwargs={"k": 1})
    pinned = pin(message)
    assert is_pinned(pinned) and not is_pinned(message) and pinned.additional_kwargs["k"] == 1


# ---- what a provider refuses
THEIRS = {
    "SYSTEM_NOT_AT_HEAD": "system_not_at_head",
    "SYSTEM_NOT_SINGLE_FIRST": "system_not_single_first",
    "SYSTEM_AFTER_ASSISTANT": "system_after_assistant",
    "ONLY_SYSTEM": "only_system",
    "FIRST_NOT_USER": "first_not_user",
    "NO_USER": "no_user",
    "LAST_NOT_USER_OR_TOOL": "last_not_user_or_answer",
    "BLANK_TEXT": "blank_text",
    "CALL_NOT_AFTER_USER_OR_TOOL": "call_not_after_user_or_answer",
    "ROLES_DO_NOT_ALTERNATE": "roles_do_not_alternate",
    "CALL_ID_FORMAT": "call_id_form",
    "CALL_ID_LONG": "long_call_id",
    "CALL_ID_REUSED": "reused_call_id",
    "ARGS_NOT_JSON": "unparsed_arguments",
    "CONTENT_AND_CALLS": "words_and_calls",
    "USER_AFTER_TOOL": "user_after_answer",
    "UNANSWERED_CALL": "open_call",
}


@given(ANY_LIST, st.sampled_from(sorted(PROVIDER_RULES)))
@pytest.mark.skipif(not (ROOT.parent / "shared").exists(), reason="needs the handed validator beside the checkout")
def test_each_providers_rules_agree_with_the_handed_validator(messages: list[BaseMessage], provider: str) -> None:
    mended = repair(messages)
    if not mended:
        assert [p.code for p in find_problems(mended, provider)] == ["empty_list"]
        return
    theirs = {THEIRS[p.code] for p in protocol().errors([to_dict(m) for m in mended], provider)}
    ours = {p.code for p in find_problems(mended, provider)}
    if "only_system" in theirs | ours or "no_user" in theirs | ours:  # of nothing but system messages, one says enough
        assert theirs and ours
        return
    assert theirs == ours


def test_the_rules_know_every_provider_that_has_a_view() -> None:
    assert set(PROVIDER_RULES) == set(PROVIDERS)


def test_an_unknown_provider_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="expected one of openai"):
        find_problems([user()], "nobody")


def test_problems_name_what_the_wire_cannot_carry() -> None:
    odd = [
        user("x", id="d"),
        user("y", id="d", name="a b"),
        FunctionMessage(content="z", name="f"),
        RemoveMessage(id="q"),
        calls(*[f"c{i}" for i in range(129)]),
        *[answer(f"c{i}") for i in range(129)],
    ]
    codes = {p.code for p in find_problems(odd)}
    assert codes == {"doubled_message_id", "illegal_name", "unknown_role", "tombstone", "too_many_calls"}
    assert str(find_problems([])[0]) == "empty_list at the list: a request needs a message"
    assert "illegal_function_name" in {p.code for p in find_problems([_call_to_nowhere()])}


def _call_to_nowhere() -> BaseMessage:
    message = calls("a")
    return message.model_copy(update={"tool_calls": [{**message.tool_calls[0], "name": "not a name"}]})
