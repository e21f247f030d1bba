"""A long result is cut with a notice, kept whole on its owner's shelf, and read back by range."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from langchain_core.messages import ToolMessage
from langgraph.store.memory import InMemoryStore

from memory.errors import MemoryNotFound
from memory.scope import Scope
from memory.tokens import TokenCounter
from memory.tool_results import ARCHIVED, MAX_READ_CHARS, Capped, archive, cap, read, result_key

COUNT = TokenCounter("gpt-4o").count_text
NOW = datetime(2026, 1, 2, tzinfo=UTC)
LINES = "".join(f"line {i} 第{i}行\n" for i in range(3000))


def capped(text: str | list[str | dict[str, str]], max_tokens: int = 300, **more: str) -> Capped:
    message = ToolMessage(text, tool_call_id="c1", name="look", id="t1", status="error", artifact={"raw": 1})
    return cap(message, user_id="u", thread_id="t", max_tokens=max_tokens, count_text=COUNT, **more)


def test_a_short_result_comes_back_as_it_is() -> None:
    short = capped("all of it")
    assert short.message.text == "all of it" and short.key == "" and not short.message.additional_kwargs


def test_a_long_result_keeps_head_and_tail_around_a_notice_within_its_tokens() -> None:
    long = capped(LINES)
    text = long.message.text
    assert COUNT(text) <= 300 and COUNT(text) > 250
    assert text.startswith("line 0 ") and text.endswith("line 2999 第2999行\n")
    assert f"read_tool_result(key='{long.key}')" in text and f"{COUNT(LINES):,} tokens" in text
    assert (long.message.id, long.message.tool_call_id, long.message.status) == ("t1", "c1", "error")
    assert long.message.artifact == {"raw": 1} and long.full_text == LINES


def test_the_notice_speaks_chinese_when_asked() -> None:
    assert "全文已保存" in capped(LINES, language="zh-CN").message.text


def test_pictures_stay_and_text_parts_are_cut_as_one() -> None:
    picture = {"type": "image_url", "image_url": "u"}
    long = capped([{"type": "text", "text": LINES}, picture, {"type": "text", "text": "the last words"}])
    content = long.message.content
    assert isinstance(content, list) and len(content) == 2 and content[1] == picture
    assert str(content[0]["text"]).endswith("the last words")  # type: ignore[index]


def test_the_whole_text_is_read_back_by_characters_and_by_lines() -> None:
    scope = Scope(InMemoryStore(), "u")
    long = capped(LINES)
    key = archive(scope, long, thread_id="t", now=NOW)
    first = read(scope, key, start=0, end=10)
    assert (first.text, first.start, first.end, first.total, first.tool) == (LINES[:10], 0, 10, len(LINES), "look")
    some = read(scope, key, start=5, end=7, unit="lines")
    assert some.text == "line 5 第5行\nline 6 第6行\n" and some.total == 3000
    parts, at = [], 0
    while at < first.total:
        part = read(scope, key, start=at)
        assert len(part.text) <= MAX_READ_CHARS
        parts.append(part.text)
        at = part.end
    assert "".join(parts) == LINES
    parts, at = [], 0
    while at < 3000:
        part = read(scope, key, start=at, unit="lines")
        parts.append(part.text)
        at = part.end
    assert "".join(parts) == LINES


def test_a_range_beyond_the_end_gives_what_there_is() -> None:
    scope = Scope(InMemoryStore(), "u")
    key = archive(scope, capped(LINES), thread_id="t", now=NOW)
    assert read(scope, key, start=10**9).text == ""
    assert read(scope, key, start=-5, end=3).text == LINES[:3]
    assert read(scope, key, start=2990, end=10**6, unit="lines").end == 3000


def test_one_line_longer_than_a_reading_is_cut_and_can_be_read_on_by_characters() -> None:
    scope = Scope(InMemoryStore(), "u")
    key = archive(scope, capped("x" * 50_000), thread_id="t", now=NOW)
    assert len(read(scope, key, unit="lines").text) == MAX_READ_CHARS
    assert len(read(scope, key, start=40_000).text) == 10_000


def test_another_user_has_no_such_result() -> None:
    store = InMemoryStore()
    key = archive(Scope(store, "u"), capped(LINES), thread_id="t", now=NOW)
    with pytest.raises(MemoryNotFound, match="copy it from the notice"):
        read(Scope(store, "v"), key)


def test_a_step_that_runs_again_writes_the_same_entry() -> None:
    scope = Scope(InMemoryStore(), "u")
    for _ in range(2):
        archive(scope, capped(LINES), thread_id="t", now=NOW)
    assert len(list(scope.items("tool_results"))) == 1


def test_a_call_id_that_comes_back_does_not_overwrite_the_earlier_result() -> None:
    one = result_key("u", thread_id="t", call_id="c", text="a")
    assert one != result_key("u", thread_id="t", call_id="c", text="b")
    assert one != result_key("u", thread_id="other", call_id="c", text="a")
    assert one == result_key("u", thread_id="t", call_id="c", text="a")


def test_a_cut_result_is_not_cut_again() -> None:
    once = capped(LINES)
    again = cap(once.message, user_id="u", thread_id="t", max_tokens=50, count_text=COUNT)
    assert again.message is once.message and again.key == ""
    assert once.message.additional_kwargs[ARCHIVED] == once.key


def test_an_uncut_result_is_not_archived() -> None:
    scope = Scope(InMemoryStore(), "u")
    assert archive(scope, capped("short"), thread_id="t", now=NOW) == ""
    assert list(scope.items("tool_results")) == []
