"""Time words in both languages mean days."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.time_words import day_number, mentions, resolve

WEDNESDAY = date(2023, 5, 17)


def meant(text: str, lean: str = "past") -> list[tuple[str, str]]:
    spans = resolve(text, WEDNESDAY, lean="past" if lean == "past" else "near")
    return [(s.first.isoformat(), s.last.isoformat()) for s in spans]


ONE_DAY = {
    "on May 7": "2023-05-07",
    "7 May 2023": "2023-05-07",
    "the 7th of May, 2022": "2022-05-07",
    "on 2023-05-02": "2023-05-02",
    "on 5/2/2023": "2023-05-02",
    "yesterday we": "2023-05-16",
    "the day before yesterday": "2023-05-15",
    "three days ago": "2023-05-14",
    "last Friday": "2023-05-12",
    "last Wednesday": "2023-05-10",
    "on Monday": "2023-05-15",
    "next Friday": "2023-05-26",
    "tomorrow": "2023-05-18",
    "上周三": "2023-05-10",
    "上上周五": "2023-05-05",
    "这周五": "2023-05-19",
    "下周一": "2023-05-22",
    "星期天": "2023-05-14",
    "5月2日": "2023-05-02",
    "我在五月二号": "2023-05-02",
    "2022年5月2日": "2022-05-02",
    "上个月15号": "2023-04-15",
    "27号": "2023-04-27",
    "二十三号": "2023-04-23",
    "十二月二十五日": "2022-12-25",
    "前天": "2023-05-15",
    "大前天": "2023-05-14",
    "昨晚": "2023-05-16",
    "三天前": "2023-05-14",
}
SEVERAL_DAYS = {
    "last week": ("2023-05-08", "2023-05-14"),
    "last weekend": ("2023-05-13", "2023-05-14"),
    "last month": ("2023-04-01", "2023-04-30"),
    "last year": ("2022-01-01", "2022-12-31"),
    "in May 2023": ("2023-05-01", "2023-05-31"),
    "in June": ("2022-06-01", "2022-06-30"),
    "in 2022": ("2022-01-01", "2022-12-31"),
    "two weeks ago": ("2023-04-30", "2023-05-06"),
    "in the past three months": ("2023-02-01", "2023-05-17"),
    "the summer of 2022": ("2022-06-01", "2022-08-31"),
    "last summer": ("2022-06-01", "2022-08-31"),
    "at Christmas": ("2022-12-23", "2022-12-27"),
    "上周": ("2023-05-08", "2023-05-14"),
    "上上周": ("2023-05-01", "2023-05-07"),
    "上个周末": ("2023-05-13", "2023-05-14"),
    "上个月": ("2023-04-01", "2023-04-30"),
    "去年五月": ("2022-05-01", "2022-05-31"),
    "去年": ("2022-01-01", "2022-12-31"),
    "前年": ("2021-01-01", "2021-12-31"),
    "两个月前": ("2023-03-01", "2023-03-31"),
    "最近三天": ("2023-05-14", "2023-05-17"),
    "去年冬天": ("2022-12-01", "2023-02-28"),
}
NO_TIME = ["may I go", "I march on", "以前", "之前天气不错", "一个月", "1号楼", "the 3 of us", "a week", "31 June"]


@pytest.mark.parametrize(("text", "day"), ONE_DAY.items())
def test_a_day_is_resolved(text: str, day: str) -> None:
    assert meant(text) == [(day, day)]


@pytest.mark.parametrize(("text", "days"), SEVERAL_DAYS.items())
def test_a_longer_time_is_resolved(text: str, days: tuple[str, str]) -> None:
    assert meant(text) == [days]


@pytest.mark.parametrize("text", NO_TIME)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert meant(text) == []


def test_a_memory_leans_to_the_nearest_date_and_a_question_to_the_past() -> None:
    assert meant("in June", "near") == [("2023-06-01", "2023-06-30")]
    assert meant("6月3日", "near") == [("2023-06-03", "2023-06-03")]
    assert meant("6月3日") == [("2022-06-03", "2022-06-03")]


def test_29_february_without_a_year_finds_a_leap_year() -> None:
    assert meant("on February 29") == [("2020-02-29", "2020-02-29")]


def test_times_come_in_the_order_of_the_text_with_their_place() -> None:
    text = "昨天 I wrote, and on May 7 I slept"
    spans = resolve(text, WEDNESDAY)
    assert [s.text for s in spans] == ["昨天", "May 7"]
    assert all(text[s.start :].startswith(s.text) for s in spans)


def test_of_overlapping_readings_the_longest_counts() -> None:
    assert [s.text for s in resolve("on 7 May 2023", WEDNESDAY)] == ["7 May 2023"]


def test_a_memory_is_read_against_the_day_it_was_said() -> None:
    said = datetime(2023, 5, 8).astimezone()
    assert mentions("I went there yesterday", said) == [(day_number(date(2023, 5, 7)), day_number(date(2023, 5, 7)))]


@given(st.text(max_size=200), st.dates(min_value=date(1900, 1, 1), max_value=date(2200, 1, 1)))
def test_no_text_breaks_it(text: str, today: date) -> None:
    for span in resolve(text, today):
        assert span.first <= span.last
        assert text[span.start : span.start + len(span.text)] == span.text


@given(st.sampled_from("0123456789年月日号前上下个周星期天去今明后一二三十 agolstwekdMy/-"), st.data())
def test_no_heap_of_time_words_breaks_it(first: str, data: st.DataObject) -> None:
    rest = data.draw(st.text(alphabet="0123456789年月日号前上下个周星期天去今明后一二三十 agolstwekdMy/-", max_size=40))
    for span in resolve(first + rest, WEDNESDAY):
        assert span.days >= 1


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone is set for the process, which this system cannot")
def test_yesterday_is_that_of_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """At seven in the morning in Shanghai it is still the day before by UTC, and 昨天 is not the day before that."""
    morning = datetime(2026, 3, 9, 23, 0, tzinfo=UTC)
    try:
        for zone, day in (("Asia/Shanghai", 9), ("UTC", 8), ("America/New_York", 8)):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            assert [(s.first.day, s.last.day) for s in resolve("昨天下雨了", morning)] == [(day, day)]
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_number_of_tens_may_have_a_figure_for_its_ones() -> None:
    assert [s.first.day for s in resolve("十0号", datetime(2026, 3, 20, 12, tzinfo=UTC))] == [10]
