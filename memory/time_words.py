"""Time words resolved into days, in English and Chinese: "last week", "in May 2023", 「上周三」, 「5月2日」.

A question's words are resolved against the present, a memory's against the day it was said. Weeks begin on Monday.
A date without a year leans: a question about memories means the last one that has begun (`lean="past"`), what
somebody says means the nearest (`lean="near"`).
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

Lean = Literal["past", "near"]
Days = tuple[date, date]

_MONTHS = {name.casefold(): n for n, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.casefold(): n for n, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_WEEKDAYS = {name.casefold(): n for n, name in enumerate(calendar.day_name)}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12}
_FEASTS = {"christmas": (12, 25), "圣诞": (12, 25), "new year": (1, 1), "元旦": (1, 1), "halloween": (10, 31)}
_FEASTS |= {"valentine": (2, 14), "情人节": (2, 14), "国庆": (10, 1), "劳动节": (5, 1), "儿童节": (6, 1)}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_COUNTS |= {"nine": 9, "ten": 10, "twelve": 12, "a couple of": 2, "couple of": 2, "a few": 3, "few": 3, "several": 4}
_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2, "几": 3}
_HAN_WEEKDAYS = {c: n for n, c in enumerate("一二三四五六")} | {"日": 6, "天": 6}
_RELATIVE_DAYS = {"今": 0, "昨": -1, "前": -2, "大前": -3, "明": 1, "后": 2, "大后": 3}

_M = "|".join(sorted(_MONTHS, key=len, reverse=True))
_W = "|".join(_WEEKDAYS)
_N = r"\d{1,3}|" + "|".join(sorted(_COUNTS, key=len, reverse=True))
_S = "spring|summer|autumn|fall|winter"
_H = "[零〇一二三四五六七八九十两几0-9]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The days that some words of a text mean."""

    first: date
    last: date
    """The last day that belongs to it."""
    text: str
    """The words themselves."""
    start: int
    """Where they begin in the text."""

    @property
    def days(self) -> int:
        """How many days it holds."""
        return (self.last - self.first).days + 1


def resolve(text: str, now: date | datetime, *, lean: Lean = "past") -> list[Span]:
    """Give every time that the text names, in the order of the text; of overlapping readings the longest."""
    today = now.date() if isinstance(now, datetime) else now
    found: list[tuple[int, int, Days]] = []
    for pattern, read in _RULES:
        for match in pattern.finditer(text):
            try:
                days = read(match, today, lean)
            except (ValueError, OverflowError):  # the 31st of June, the year 0: no time
                continue
            if days is not None:
                found.append((match.start(), match.end(), days))
    found.sort(key=lambda f: (f[0] - f[1], f[0]))
    taken: list[tuple[int, int, Days]] = []
    for start, end, days in found:
        if all(end <= s or e <= start for s, e, _ in taken):
            taken.append((start, end, days))
    return [Span(first=d[0], last=d[1], text=text[s:e], start=s) for s, e, d in sorted(taken)]


def mentions(text: str, said: datetime) -> list[tuple[int, int]]:
    """Give the first and last day number of every time that a memory names, read against the day it was said."""
    return [(day_number(s.first), day_number(s.last)) for s in resolve(text, said, lean="near")][:8]


def day_number(day: date | datetime) -> int:
    """Give the day counted from 0001-01-01."""
    return day.toordinal()


# ---- arithmetic on days
def _day(day: date) -> Days:
    return day, day


def _month(year: int, month: int) -> Days:
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _months_from(day: date, months: int) -> tuple[int, int]:
    index = day.year * 12 + day.month - 1 + months
    return index // 12, index % 12 + 1


def _week(day: date, weeks: int) -> Days:
    monday = day - timedelta(days=day.weekday() - 7 * weeks)
    return monday, monday + timedelta(days=6)


def _season(year: int, month: int) -> Days:
    ends = _months_from(date(year, month, 1), 2)
    return date(year, month, 1), _month(*ends)[1]


def _leaning(today: date, lean: Lean, make: Callable[[int], Days]) -> Days:
    """Choose the year of a date that names none."""
    options = []
    for year in (today.year - 1, today.year, today.year + 1):
        try:
            options.append(make(year))
        except ValueError:  # 29 February
            continue
    if lean == "past":
        return max((o for o in options if o[0] <= today), default=options[0])
    return min(options, key=lambda o: abs((o[0] - today).days))


def _ago(today: date, count: int, unit: str, sign: int, vague: bool = False) -> Days:
    """Give the days around a distance; its grain grows with the unit."""
    n = sign * count
    if unit in ("day", "天", "日"):
        slack = timedelta(days=2 if vague else 0)
        centre = today + timedelta(days=n)
        return centre - slack, centre + slack
    if unit in ("week", "周", "星期", "礼拜"):
        centre = today + timedelta(weeks=n)
        return centre - timedelta(days=7 if vague else 3), centre + timedelta(days=7 if vague else 3)
    if unit in ("month", "月"):
        first = _month(*_months_from(today, n - vague))[0]
        return first, _month(*_months_from(today, n + vague))[1]
    return date(today.year + n, 1, 1), date(today.year + n, 12, 31)


def _weekday(today: date, which: str, wanted: int, lean: Lean) -> Days:
    monday = today - timedelta(days=today.weekday())
    if which in ("last", "past", "上"):
        day = (
            monday + timedelta(days=wanted - 7)
            if which == "上"
            else today - timedelta(days=(today.weekday() - wanted - 1) % 7 + 1)
        )
    elif which in ("next", "下"):
        day = monday + timedelta(days=wanted + 7)
    elif which in ("this", "这", "本"):
        day = monday + timedelta(days=wanted)
    else:
        back = (today.weekday() - wanted) % 7
        day = today - timedelta(days=back) if lean == "past" or back <= 3 else today + timedelta(days=7 - back)
    return _day(day)


def _shift(word: str) -> int:
    return {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "coming": 1}.get(word) or (
        -word.count("上") + word.count("下")
    )


def _han_number(text: str) -> int:
    if text.isdigit():
        return int(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return 10 * (_HAN_DIGITS[tens] if tens else 1) + (_HAN_DIGITS[ones] if ones else 0)
    return int("".join(str(_HAN_DIGITS[c]) for c in text))


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _COUNTS[" ".join(text.casefold().split())]


def _year(text: str) -> int:
    year = _han_number(text)
    return year + 2000 if year < 100 else year


# ---- readings: what a match means
def _english_date(m: re.Match[str], today: date, lean: Lean) -> Days:
    month, day = _MONTHS[m["month"].casefold()], m["day"]
    if m["year"]:
        year = int(m["year"])
        return _day(date(year, month, int(day))) if day else _month(year, month)
    if day:
        return _leaning(today, lean, lambda y: _day(date(y, month, int(day))))
    return _leaning(today, lean, lambda y: _month(y, month))


def _han_date(m: re.Match[str], today: date, lean: Lean) -> Days:
    word, digits, month, day = m["yearword"], m["year"], m["month"], m["day"]
    year = _year(digits) if digits else None
    if word:
        year = today.year + {"去": -1, "今": 0, "前": -2, "明": 1}[word]
    if not month:
        assert year is not None  # the pattern asks for a year or a month
        return date(year, 1, 1), date(year, 12, 31)
    number = _han_number(month)
    if year is not None:
        return _day(date(year, number, _han_number(day))) if day else _month(year, number)
    if day:
        return _leaning(today, lean, lambda y: _day(date(y, number, _han_number(day))))
    return _leaning(today, lean, lambda y: _month(y, number))


def _seasonal(m: re.Match[str], today: date, lean: Lean) -> Days:
    month = _SEASONS[m["season"].casefold()]
    if m["year"]:
        return _season(_year(m["year"]), month)
    word = (m["which"] or "").casefold()
    if word in ("去", "今", "前", "明"):
        return _season(today.year + {"去": -1, "今": 0, "前": -2, "明": 1}[word], month)
    options = [_season(today.year + n, month) for n in (-2, -1, 0, 1)]
    if word in ("last", "past"):
        return max(o for o in options if o[1] < today)
    if word == "next":
        return min(o for o in options if o[0] > today)
    return _leaning(today, lean, lambda y: _season(y, month))


def _month_day(m: re.Match[str], today: date, lean: Lean) -> Days:
    year, month = _months_from(today, _shift(m["which"] or ""))
    day = date(year, month, _han_number(m["day"]))
    if not m["which"] and lean == "past" and day > today:
        year, month = _months_from(today, -1)
        day = date(year, month, day.day)
    return _day(day)


def _feast(m: re.Match[str], today: date, lean: Lean) -> Days:
    month, day = _FEASTS[m["feast"].casefold()]
    centre = _leaning(today, lean, lambda y: _day(date(y, month, day)))[0]
    return centre - timedelta(days=2), centre + timedelta(days=2)


def _within(today: date, count: int, unit: str) -> Days:
    return _ago(today, count, unit, -1)[0], today


def _weekend(today: date, weeks: int) -> Days:
    monday = _week(today, weeks)[0]
    return monday + timedelta(days=5), monday + timedelta(days=6)


def _rules() -> Iterator[tuple[str, Callable[[re.Match[str], date, Lean], Days | None]]]:
    """Give the patterns and what each means."""
    yield (
        r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)",
        lambda m, t, _: _day(date(int(m["y"]), int(m["m"]), int(m["d"]))),
    )
    yield (
        r"(?<!\d)(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4})(?!\d)",
        lambda m, t, _: _day(date(int(m["y"]), int(m["m"]), int(m["d"]))),
    )
    yield rf"\b(?P<month>{_M})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>(?:19|20)\d\d)\b)?", _english_date
    yield (
        (
            rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{_M})\b"
            r"(?:,? (?P<year>(?:19|20)\d\d)\b)?"
        ),
        _english_date,
    )
    yield rf"\b(?P<month>{_M})(?P<day>)(?:,? (?:of )?(?P<year>(?:19|20)\d\d))\b", _english_date
    yield (
        (rf"\b(?:in|since|during|of|by|until|early|late|mid|this|last|until) (?P<month>{_M})\b(?P<day>)(?P<year>)"),
        _english_date,
    )
    yield (
        r"\b(?:in|since|during|of|year) (?P<y>(?:19|20)\d\d)\b",
        lambda m, t, _: (date(int(m["y"]), 1, 1), date(int(m["y"]), 12, 31)),
    )
    yield r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b", lambda m, t, _: _day(t)
    yield r"\b(?:yesterday|last night)\b", lambda m, t, _: _day(t - timedelta(days=1))
    yield r"\b(?:the )?day before yesterday\b", lambda m, t, _: _day(t - timedelta(days=2))
    yield r"\btomorrow\b", lambda m, t, _: _day(t + timedelta(days=1))
    yield r"\b(?:the )?day after tomorrow\b", lambda m, t, _: _day(t + timedelta(days=2))
    yield (
        rf"\b(?P<n>{_N}) (?P<u>day|week|month|year)s? (?:ago|back|earlier)\b",
        lambda m, t, _: _ago(t, _number(m["n"]), m["u"].casefold(), -1, "few" in m["n"] or "several" in m["n"]),
    )
    yield (
        rf"\bin (?P<n>{_N}) (?P<u>day|week|month|year)s?\b",
        lambda m, t, _: _ago(t, _number(m["n"]), m["u"].casefold(), 1),
    )
    yield (
        rf"\b(?:past|last|previous|recent) (?P<n>{_N}) (?P<u>day|week|month|year)s\b",
        lambda m, t, _: _within(t, _number(m["n"]), m["u"].casefold()),
    )
    yield r"\b(?P<w>last|past|previous|this|next|coming) week\b", lambda m, t, _: _week(t, _shift(m["w"].casefold()))
    yield (
        r"\b(?P<w>last|past|previous|this|next|coming) weekend\b",
        lambda m, t, _: _weekend(t, _shift(m["w"].casefold())),
    )
    yield (
        r"\b(?P<w>last|past|previous|this|next|coming) month\b",
        lambda m, t, _: _month(*_months_from(t, _shift(m["w"].casefold()))),
    )
    yield (
        r"\b(?P<w>last|past|previous|this|next|coming) year\b",
        lambda m, t, _: (
            _ago(t, 1, "year", _shift(m["w"].casefold()))
            if _shift(m["w"].casefold())
            else (date(t.year, 1, 1), date(t.year, 12, 31))
        ),
    )
    yield (
        rf"\b(?:(?P<w>last|past|this|next|on) )(?P<d>{_W})\b",
        lambda m, t, lean: _weekday(t, m["w"].casefold(), _WEEKDAYS[m["d"].casefold()], lean),
    )
    yield (
        rf"\b(?:(?P<which>last|past|this|next|in|in the|during the) )?(?P<season>{_S})(?: of)? (?P<year>(?:19|20)\d\d)\b",
        _seasonal,
    )
    yield rf"\b(?P<which>last|past|this|next) (?P<season>{_S})\b(?P<year>)", _seasonal
    yield r"(?:\b(?P<feast>christmas|halloween|valentine|new year)|(?P<feast2>$^))", _feast
    yield r"(?P<feast>圣诞|元旦|情人节|国庆|劳动节|儿童节)", _feast
    yield (
        rf"(?:(?P<year>\d{{4}}|\d{{2}}|[零〇一二三四五六七八九]{{4}})年|(?P<yearword>[去今前明])年的?)(?P<month>{_H}{{1,3}})月(?:份)?(?:(?P<day>{_H}{{1,3}})[日号])?",
        _han_date,
    )
    yield (
        rf"(?P<year>)(?P<yearword>)(?<!个)(?<!{_H})(?P<month>{_H}{{1,3}})月(?:份)?(?:(?P<day>{_H}{{1,3}})[日号])?",
        _han_date,
    )
    yield r"(?:(?P<year>\d{4}|[零〇一二三四五六七八九]{4})年|(?P<yearword>[去今前明])年)(?P<month>)(?P<day>)", _han_date
    yield (
        r"(?<![之以])(?P<d>大前|大后|今|昨|前|明|后)[天日晚早](?!后|晚饭)",
        lambda m, t, _: _day(t + timedelta(days=_RELATIVE_DAYS[m["d"]])),
    )
    yield (
        rf"(?P<n>{_H}{{1,3}})(?:多)?(?P<u>天|日)(?:之|以)?前",
        lambda m, t, _: _ago(t, _han_number(m["n"]), "天", -1, m["n"] == "几"),
    )
    yield (
        rf"(?P<n>{_H}{{1,3}})(?:多)?个?(?P<u>周|星期|礼拜|月|年)(?:之|以)?前",
        lambda m, t, _: _ago(t, _han_number(m["n"]), m["u"], -1, m["n"] == "几"),
    )
    yield (
        rf"(?:过去|最近|近)(?:的)?(?P<n>{_H}{{1,3}})个?(?P<u>天|周|星期|礼拜|月|年)",
        lambda m, t, _: _within(t, _han_number(m["n"]), m["u"]),
    )
    yield r"(?P<w>上+|下+|这|本)个?(?:周|星期|礼拜)(?![一二三四五六日天末])", lambda m, t, _: _week(t, _shift(m["w"]))
    yield (
        r"(?P<w>上+|下+|这|本)?个?(?:周|星期|礼拜)(?P<d>[一二三四五六日天])",
        lambda m, t, lean: _weekday(
            t - timedelta(days=7 * ((m["w"] or "").count("上") - 1)) if (m["w"] or "").count("上") > 1 else t,
            (m["w"] or "")[:1],
            _HAN_WEEKDAYS[m["d"]],
            lean,
        ),
    )
    yield r"(?P<w>上+|下+|这|本)?个?周末", lambda m, t, _: _weekend(t, _shift(m["w"] or ""))
    yield (
        r"(?P<w>上+|下+|这|本)个?月(?![0-9一二三四五六七八九十])",
        lambda m, t, _: _month(*_months_from(t, _shift(m["w"]))),
    )
    yield rf"(?P<which>上+|下+|这|本)个?月(?P<day>{_H}{{1,3}})[日号]", _month_day
    yield rf"(?P<which>)(?<![月个{_H[1:-1]}])(?P<day>{_H}{{1,3}})号(?![楼线馆店房])", _month_day
    yield r"(?:(?P<year>\d{4})年|(?P<which>[去今前明])年)的?(?P<season>[春夏秋冬])[天季]?", _seasonal


_RULES = [(re.compile(pattern, re.IGNORECASE), read) for pattern, read in _rules()]
