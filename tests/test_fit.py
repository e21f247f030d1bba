"""A request that cannot fit is cut where it hurts least, visibly, and says what was cut."""

from __future__ import annotations

import copy
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from message_lists import ANY_LIST, answer, assistant, calls, system, user

from memory.fit import fit
from memory.messages import find_problems, pin, repair
from memory.tokens import TokenCounter

COUNTER = TokenCounter("gpt-4o")
count = COUNTER.count_messages
MARK = re.compile(r"… \[[\d,]+ tokens cut\] …")


def big_request() -> list[BaseMessage]:
    return [
        system("You are brief. " * 10),
        user("first question " + "old " * 200),
        calls("a", id="m"),
        answer("a", "result one " + "word " * 2000 + "the end"),
        assistant("an answer " + "said " * 200),
        user("second question"),
        calls("b", id="n"),
        answer("b", "result two " + "word " * 1000),
        user("这是最后的问题。" * 50),
    ]


def test_a_request_that_fits_comes_back_as_it_is() -> None:
    request = big_request()
    fitted = fit(request, max_tokens=100_000, count=count)
    assert fitted.messages == request and fitted.cuts == [] and fitted.fits
    assert all(a is b for a, b in zip(fitted.messages, request, strict=True))


@pytest.mark.parametrize("most", [4000, 3500, 2500, 1500, 1000, 700, 300, 60])
def test_the_cut_request_fits_and_is_still_valid(most: int) -> None:
    fitted = fit(big_request(), max_tokens=most, count=count)
    assert count(fitted.messages) == fitted.tokens <= most and fitted.fits
    assert find_problems(fitted.messages) == []


@given(ANY_LIST, st.integers(30, 400))
def test_whatever_the_list_the_cut_one_fits_or_says_that_it_does_not(history: list[BaseMessage], most: int) -> None:
    messages = repair(history, close_newest=True)
    before = copy.deepcopy(messages)
    fitted = fit(messages, max_tokens=most, count=count)
    assert messages == before
    assert fitted.fits == (count(fitted.messages) <= most)
    assert not fitted.messages or find_problems(fitted.messages) == []
    assert {m.id for m in fitted.messages} <= {m.id for m in messages}


def test_it_is_filled_as_far_as_it_goes() -> None:
    fitted = fit(big_request(), max_tokens=2500, count=count)
    assert fitted.tokens > 2300


def test_tool_results_are_cut_first_the_oldest_first() -> None:
    fitted = fit(big_request(), max_tokens=3500, count=count)
    assert [(c.what, c.index) for c in fitted.cuts] == [("tool_result", 3)]
    text = fitted.messages[3].text
    assert text.startswith("result one") and text.endswith("the end") and MARK.search(text)
    fitted = fit(big_request(), max_tokens=1800, count=count)
    assert [(c.what, c.index) for c in fitted.cuts] == [("tool_result", 3), ("tool_result", 7)]


def test_then_older_messages_then_old_groups_and_the_newest_user_text_last() -> None:
    for most in (1500, 1100, 900, 600, 500, 400):
        fitted = fit(big_request(), max_tokens=most, count=count)
        whats = {c.what for c in fitted.cuts}
        assert "tool_result" in whats or "group" in whats
        if "newest_user" in whats:
            assert "group" in whats and len(fitted.messages) < 9
        else:
            assert fitted.messages[-1].text == "这是最后的问题。" * 50
    assert "newest_user" in {c.what for c in fit(big_request(), max_tokens=150, count=count).cuts}


def test_one_message_over_the_whole_budget_keeps_its_beginning_and_its_end() -> None:
    paste = "看这个日志：" + "line of a log\n" * 5000 + "为什么失败？"
    (cut,) = fit([user(paste)], max_tokens=500, count=count).cuts
    assert cut.what == "newest_user" and cut.tokens_before > 5000 and 400 < cut.tokens_after <= 500
    text = fit([user(paste)], max_tokens=500, count=count).messages[0].text
    assert text.startswith("看这个日志：") and text.endswith("为什么失败？") and MARK.search(text)


def test_the_mark_tells_about_how_much_went() -> None:
    text = fit([user("word " * 3000)], max_tokens=500, count=count).messages[0].text
    told = int(re.findall(r"\[([\d,]+) tokens cut\]", text)[0].replace(",", ""))
    assert abs(told - (3000 - 490)) < 100


def test_only_text_parts_are_cut_and_pictures_stay() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA", "detail": "low"}}
    request = [HumanMessage([{"type": "text", "text": "look " * 900}, picture, {"type": "text", "text": "at this"}])]
    fitted = fit(request, max_tokens=400, count=count)
    parts = fitted.messages[0].content
    assert isinstance(parts, list) and parts[1] == picture and parts[2] == {"type": "text", "text": "at this"}
    assert fitted.fits


def test_long_arguments_are_cut_inside_their_texts_and_still_parse() -> None:
    call = AIMessage("", tool_calls=[{"name": "write", "args": {"path": "a.txt", "text": "w " * 3000}, "id": "c"}])
    fitted = fit([user("write"), call, answer("c", "ok"), user("now?")], max_tokens=300, count=count)
    assert [c.what for c in fitted.cuts] == ["arguments"]
    ai = fitted.messages[1]
    assert isinstance(ai, AIMessage)
    args = ai.tool_calls[0]["args"]
    assert args["path"] == "a.txt" and MARK.search(args["text"]) and fitted.fits


def test_a_pinned_message_is_cut_after_its_equals() -> None:
    request = [pin(user("task " * 300)), assistant("said " * 300), user("go")]
    fitted = fit(request, max_tokens=500, count=count)
    assert [c.index for c in fitted.cuts] == [1]


def test_the_usage_that_an_answer_reports_is_not_believed_of_the_cut_request() -> None:
    told = {"input_tokens": 3600, "output_tokens": 9, "total_tokens": 3609}
    request = [user("old " * 3000), AIMessage("answer", usage_metadata=told), user("new")]
    fitted = fit(request, max_tokens=800, count=count)
    assert fitted.fits and 600 < count(fitted.messages) <= 700  # 3,600 were reported where we count 3,014
    assert [c.what for c in fitted.cuts] == ["message"] and fitted.messages[1].text == "answer"
    assert request[1].usage_metadata == told  # type: ignore[attr-defined]


def test_a_budget_below_the_bare_frame_is_said_not_to_fit() -> None:
    fitted = fit([user("hello")], max_tokens=2, count=count)
    assert not fitted.fits and len(fitted.messages) == 1
