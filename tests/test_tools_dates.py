"""Days are understood as people say them, in Chinese and English, from any day on."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.tools.dates import find_days, resolve_day

MONDAY = date(2026, 11, 30)
DAYS = [
    ("今天", "2026-11-30"),
    ("明天", "2026-12-01"),
    ("后天", "2026-12-02"),
    ("大后天", "2026-12-03"),
    ("昨天", "2026-11-29"),
    ("周五", "2026-12-04"),
    ("这周五", "2026-12-04"),
    ("下周五", "2026-12-11"),
    ("下个星期天", "2026-12-13"),
    ("下下周三", "2026-12-16"),
    ("这周末", "2026-12-05"),
    ("12月3日", "2026-12-03"),
    ("十二月三号", "2026-12-03"),
    ("5号", "2026-12-05"),
    ("1月1日", "2027-01-01"),
    ("3天后", "2026-12-03"),
    ("两周后", "2026-12-14"),
    ("2026年12月3日", "2026-12-03"),
    ("2026-12-03", "2026-12-03"),
    ("today", "2026-11-30"),
    ("tomorrow", "2026-12-01"),
    ("the day after tomorrow", "2026-12-02"),
    ("yesterday", "2026-11-29"),
    ("Sunday", "2026-12-06"),
    ("next Monday", "2026-12-07"),
    ("this weekend", "2026-12-05"),
    ("Dec 3", "2026-12-03"),
    ("December 3rd, 2027", "2027-12-03"),
    ("3 December", "2026-12-03"),
    ("in 2 weeks", "2026-12-14"),
    ("in a week", "2026-12-07"),
    ("12/25", "2026-12-25"),
    ("Jan 5", "2027-01-05"),
    ("tonight", "2026-11-30"),
]


@pytest.mark.parametrize(("text", "expected"), DAYS)
def test_a_day_is_the_one_that_is_meant(text: str, expected: str) -> None:
    assert resolve_day(text, MONDAY) == date.fromisoformat(expected)


@pytest.mark.parametrize("text", ["2月30日", "may I", "soon", "2026-13-45", "blub", "99号"])
def test_what_names_no_day_gives_none(text: str) -> None:
    assert resolve_day(text, MONDAY) is None


def test_an_empty_text_is_today() -> None:
    assert resolve_day("  ", MONDAY) == MONDAY


def test_days_in_a_sentence_come_in_order_with_their_places() -> None:
    text = "from Dec 10 to Dec 15, 明天见"
    found = find_days(text, MONDAY)
    assert [d.date.isoformat() for d in found] == ["2026-12-10", "2026-12-15", "2026-12-01"]
    assert all(text[d.start : d.end] == d.text for d in found)


@given(st.dates(date(2000, 1, 1), date(2090, 1, 1)))
def test_this_weekend_is_never_past(today: date) -> None:
    for text in ("这周末", "this weekend", "weekend"):
        day = resolve_day(text, today)
        assert day is not None
        assert timedelta(0) <= day - today <= timedelta(6)
        assert day.weekday() >= 5


@given(st.dates(date(2000, 1, 1), date(2090, 1, 1)), st.text(max_size=30))
def test_any_text_is_read_without_failing(today: date, text: str) -> None:
    for day in find_days(text, today):
        assert text[day.start : day.end] == day.text
