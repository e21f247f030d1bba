"""Chinese time words."""

from __future__ import annotations

import re
from datetime import date, timedelta

from memory.time_words.days import (
    Days,
    Lean,
    Rule,
    Unit,
    around,
    away,
    day,
    leaning,
    month,
    months_from,
    rule,
    season,
    week,
    weekday,
    weekend,
    within,
    year,
)

_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2, "几": 3}
_WEEKDAYS = {c: n for n, c in enumerate("一二三四五六")} | {"日": 6, "天": 6}
_DAYS = {"今": 0, "昨": -1, "前": -2, "大前": -3, "明": 1, "后": 2, "大后": 3}
_YEARS = {"去": -1, "今": 0, "前": -2, "明": 1}
_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
_FEASTS = {"圣诞": (12, 25), "元旦": (1, 1), "情人节": (2, 14), "国庆": (10, 1), "劳动节": (5, 1), "儿童节": (6, 1)}
_UNITS: dict[str, Unit] = {"天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month"}
_UNITS |= {"年": "year"}

_H = "[零〇一二三四五六七八九十两几0-9]"
_N = rf"(?P<n>{_H}{{1,3}})"
_YEAR = r"(?P<year>\d{4}|\d{2}|[零〇一二三四五六七八九]{4})年"
_WHICH_YEAR = "(?P<which>[去今前明])年的?"
_SHIFT = "(?P<shift>上+|下+|这|本)"
_WEEK = "(?:周|星期|礼拜)"


def _number(text: str) -> int:
    if text.isdigit():
        return int(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return 10 * (_number(tens) if tens else 1) + (_number(ones) if ones else 0)
    return int("".join(str(_DIGITS[c]) if c in _DIGITS else c for c in text))


def _year_of(m: re.Match[str], today: date) -> int | None:
    found = m.groupdict()
    if found.get("which"):
        return today.year + _YEARS[found["which"]]
    if not found.get("year"):
        return None
    number = _number(found["year"])
    return number + 2000 if number < 100 else number


def _shift(m: re.Match[str]) -> int:
    word = m.groupdict().get("shift") or ""
    return word.count("下") - word.count("上")


def _date(m: re.Match[str], today: date, lean: Lean) -> Days:
    stated, which = _year_of(m, today), m.groupdict().get("day")
    number = _number(m["month"])
    if stated is not None:
        return day(date(stated, number, _number(which))) if which else month(stated, number)
    if which:
        return leaning(today, lean, lambda y: day(date(y, number, _number(which))))
    return leaning(today, lean, lambda y: month(y, number))


def _whole_year(m: re.Match[str], today: date, lean: Lean) -> Days:
    return year(_year_of(m, today) or today.year)


def _ago(m: re.Match[str], today: date, lean: Lean) -> Days:
    return away(today, -_number(m["n"]), _UNITS[m["unit"]], vague=m["n"] == "几")


def _weekday(m: re.Match[str], today: date, lean: Lean) -> Days:
    wanted = _WEEKDAYS[m["day"]]
    if m["shift"] is None:
        return weekday(today, wanted, lean)
    return day(week(today, _shift(m))[0] + timedelta(days=wanted))


def _day_of_month(m: re.Match[str], today: date, lean: Lean) -> Days:
    number = _number(m["day"])
    if m.groupdict().get("shift"):
        return day(date(*months_from(today, _shift(m)), number))
    options = []
    for back in range(-12, 3):
        try:
            options.append(day(date(*months_from(today, back), number)))
        except ValueError:  # not every month has a 31st
            continue
    if lean == "past":
        return max(o for o in options if o[0] <= today)
    return min(options, key=lambda o: abs((o[0] - today).days))


def _season(m: re.Match[str], today: date, lean: Lean) -> Days:
    return season(_year_of(m, today) or today.year, _SEASONS[m["season"]])


def _feast(m: re.Match[str], today: date, lean: Lean) -> Days:
    number, which = _FEASTS[m["feast"]]
    return around(leaning(today, lean, lambda y: day(date(y, number, which)))[0], 2)


_MONTH = rf"(?P<month>{_H}{{1,3}})月(?:份)?(?:(?P<day>{_H}{{1,3}})[日号])?"

RULES: tuple[Rule, ...] = (
    rule(rf"{_YEAR}{_MONTH}", _date),
    rule(rf"{_WHICH_YEAR}{_MONTH}", _date),
    rule(rf"(?<!个)(?<!{_H}){_MONTH}", _date),
    rule(_YEAR, _whole_year),
    rule(r"(?P<which>[去今前明])年", _whole_year),
    rule(
        r"(?<![之以])(?P<d>大前|大后|今|昨|前|明|后)[天日晚早](?!后)",
        lambda m, t, _: day(t + timedelta(days=_DAYS[m["d"]])),
    ),
    rule(rf"{_N}(?:多)?(?P<unit>天|日)(?:之|以)?前", _ago),
    rule(rf"{_N}(?:多)?个?(?P<unit>周|星期|礼拜|月|年)(?:之|以)?前", _ago),
    rule(
        rf"(?:过去|最近|近)(?:的)?{_N}个?(?P<unit>天|周|星期|礼拜|月|年)",
        lambda m, t, _: within(t, _number(m["n"]), _UNITS[m["unit"]]),
    ),
    rule(rf"{_SHIFT}个?{_WEEK}(?![一二三四五六日天末])", lambda m, t, _: week(t, _shift(m))),
    rule(rf"{_SHIFT}?个?{_WEEK}(?P<day>[一二三四五六日天])", _weekday),
    rule(rf"{_SHIFT}?个?周末", lambda m, t, _: weekend(t, _shift(m))),
    rule(rf"{_SHIFT}个?月(?!{_H})", lambda m, t, _: month(*months_from(t, _shift(m)))),
    rule(rf"{_SHIFT}个?月(?P<day>{_H}{{1,3}})[日号]", _day_of_month),
    rule(rf"(?<!月)(?<!个)(?<!{_H})(?P<day>{_H}{{1,3}})号(?![楼线馆店房])", _day_of_month),
    rule(rf"(?:{_YEAR}|{_WHICH_YEAR})(?P<season>[春夏秋冬])[天季]?", _season),
    rule(f"(?P<feast>{'|'.join(_FEASTS)})", _feast),
)
"""What each pattern means, on the day it is read."""
