"""English time words."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta
from typing import cast

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

_MONTHS = {name.casefold(): n for n, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.casefold(): n for n, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_WEEKDAYS = {name.casefold(): n for n, name in enumerate(calendar.day_name)}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_FEASTS = {"christmas": (12, 25), "new year": (1, 1), "halloween": (10, 31), "valentine": (2, 14)}
_VAGUE = {"a few": 3, "few": 3, "several": 4}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_COUNTS |= {"nine": 9, "ten": 10, "twelve": 12, "a couple of": 2, "couple of": 2} | _VAGUE
_SHIFTS = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "coming": 1}

_M = "|".join(sorted(_MONTHS, key=len, reverse=True))
_W = "|".join(_WEEKDAYS)
_N = r"\d{1,3}|" + "|".join(sorted(_COUNTS, key=len, reverse=True))
_S = "|".join(_SEASONS)
_U = "(?P<unit>day|week|month|year)"
_SHIFT = "(?P<which>last|past|previous|this|next|coming)"
_YEAR = r"(?P<year>(?:19|20)\d\d)"


def _count(m: re.Match[str]) -> int:
    text = " ".join(m["n"].casefold().split())
    return int(text) if text.isdigit() else _COUNTS[text]


def _unit(m: re.Match[str]) -> Unit:
    return cast(Unit, m["unit"].casefold())  # the pattern lets nothing else through


def _shift(m: re.Match[str]) -> int:
    return _SHIFTS[m["which"].casefold()]


def _numbers(m: re.Match[str], today: date, lean: Lean) -> Days:
    return day(date(int(m["year"]), int(m["month"]), int(m["day"])))


def _date(m: re.Match[str], today: date, lean: Lean) -> Days:
    number, which = _MONTHS[m["month"].casefold()], m.groupdict().get("day")
    stated = m.groupdict().get("year")
    if stated:
        return day(date(int(stated), number, int(which))) if which else month(int(stated), number)
    if which:
        return leaning(today, lean, lambda y: day(date(y, number, int(which))))
    return leaning(today, lean, lambda y: month(y, number))


def _ago(m: re.Match[str], today: date, lean: Lean) -> Days:
    return away(today, -_count(m), _unit(m), vague=" ".join(m["n"].casefold().split()) in _VAGUE)


def _shifted(m: re.Match[str], today: date, lean: Lean) -> Days:
    what, by = m["what"].casefold(), _shift(m)
    if what == "week":
        return week(today, by)
    if what == "weekend":
        return weekend(today, by)
    return month(*months_from(today, by)) if what == "month" else year(today.year + by)


def _weekday(m: re.Match[str], today: date, lean: Lean) -> Days:
    which, wanted = m["which"].casefold(), _WEEKDAYS[m["day"].casefold()]
    if which in ("last", "past"):
        return day(today - timedelta(days=(today.weekday() - wanted - 1) % 7 + 1))
    if which in ("this", "next"):
        return day(week(today, 1 if which == "next" else 0)[0] + timedelta(days=wanted))
    return weekday(today, wanted, lean)


def _season(m: re.Match[str], today: date, lean: Lean) -> Days:
    first = _SEASONS[m["season"].casefold()]
    if stated := m.groupdict().get("year"):
        return season(int(stated), first)
    options = [season(today.year + n, first) for n in (-2, -1, 0, 1)]
    which = m["which"].casefold()
    if which in ("last", "past"):
        return max(o for o in options if o[1] < today)
    if which == "next":
        return min(o for o in options if o[0] > today)
    return min(options, key=lambda o: abs((o[0] - today).days))


def _feast(m: re.Match[str], today: date, lean: Lean) -> Days:
    number, which = _FEASTS[m["feast"].casefold()]
    return around(leaning(today, lean, lambda y: day(date(y, number, which)))[0], 2)


RULES: tuple[Rule, ...] = (
    rule(r"(?<!\d)(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)", _numbers),
    rule(r"(?<!\d)(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})(?!\d)", _numbers),
    rule(rf"\b(?P<month>{_M})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? {_YEAR}\b)?", _date),
    rule(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{_M})\b(?:,? {_YEAR}\b)?", _date),
    rule(rf"\b(?P<month>{_M}),? (?:of )?{_YEAR}\b", _date),
    rule(rf"\b(?:in|since|during|of|by|until|early|late|mid|this|last) (?P<month>{_M})\b", _date),
    rule(rf"\b(?:in|since|during|of|year) {_YEAR}\b", lambda m, t, _: year(int(m["year"]))),
    rule(r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b", lambda m, t, _: day(t)),
    rule(r"\b(?:yesterday|last night)\b", lambda m, t, _: day(t - timedelta(days=1))),
    rule(r"\bday before yesterday\b", lambda m, t, _: day(t - timedelta(days=2))),
    rule(r"\btomorrow\b", lambda m, t, _: day(t + timedelta(days=1))),
    rule(r"\bday after tomorrow\b", lambda m, t, _: day(t + timedelta(days=2))),
    rule(rf"\b(?P<n>{_N}) {_U}s? (?:ago|back|earlier)\b", _ago),
    rule(rf"\bin (?P<n>{_N}) {_U}s?\b", lambda m, t, _: away(t, _count(m), _unit(m))),
    rule(rf"\b(?:past|last|previous|recent) (?P<n>{_N}) {_U}s\b", lambda m, t, _: within(t, _count(m), _unit(m))),
    rule(rf"\b{_SHIFT} (?P<what>week|weekend|month|year)\b", _shifted),
    rule(rf"\b(?P<which>last|past|this|next|on) (?P<day>{_W})\b", _weekday),
    rule(rf"\b(?P<season>{_S})(?: of)? {_YEAR}\b", _season),
    rule(rf"\b(?P<which>last|past|this|next) (?P<season>{_S})\b", _season),
    rule(rf"\b(?P<feast>{'|'.join(_FEASTS)})", _feast),
)
"""What each pattern means, on the day it is read."""
