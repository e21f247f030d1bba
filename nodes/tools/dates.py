"""Days as people say them, in Chinese and English: `明天`, `下周五`, `12月3日`, `next Monday`, `Dec 3`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from nodes.tools.numerals import number_zh


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A day, found in a text."""

    date: date
    text: str
    """The words that name it."""
    start: int
    end: int


_RELATIVE = {
    "大前天": -3,
    "前天": -2,
    "昨天": -1,
    "昨日": -1,
    "今天": 0,
    "今日": 0,
    "今晚": 0,
    "今早": 0,
    "现在": 0,
    "明天": 1,
    "明日": 1,
    "明早": 1,
    "明晚": 1,
    "大后天": 3,
    "后天": 2,
    "the day before yesterday": -2,
    "yesterday": -1,
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "right now": 0,
    "day after tomorrow": 2,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
}
_WEEKDAYS_ZH = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}
_WEEKDAYS_EN = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS_EN = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_N = r"[零〇一二两三四五六七八九十]{1,3}|\d{1,3}"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_WEEKDAY = r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"


def find_days(text: str, today: date) -> list[Day]:
    """Give the days that a text names, in order; a day of the year that is past as seen from `today` is next year's."""
    found: list[Day] = []
    for pattern, resolve in _FORMS:
        for match in pattern.finditer(text):
            if any(match.start() < d.end and d.start < match.end() for d in found):
                continue
            try:
                day = resolve(match, today)
            except (ValueError, OverflowError):
                continue
            found.append(Day(date=day, text=match[0], start=match.start(), end=match.end()))
    return sorted(found, key=lambda d: d.start)


def resolve_day(text: str, today: date) -> date | None:
    """Give the first day that a text names; today when it is empty; None when it names none."""
    if not text.strip():
        return today
    days = find_days(text, today)
    return days[0].date if days else None


def _iso(m: re.Match[str], _today: date) -> date:
    return date(int(m[1]), int(m[2]), int(m[3]))


def _month_day(month: int, day: int, today: date, year: int | None = None) -> date:
    found = date(year or today.year, month, day)
    return found if year or found >= today else found.replace(year=today.year + 1)


def _zh_month_day(m: re.Match[str], today: date) -> date:
    return _month_day(int(number_zh(m[2])), int(number_zh(m[3])), today, int(m[1]) if m[1] else None)


def _zh_day(m: re.Match[str], today: date) -> date:
    day = int(number_zh(m[1]))
    if day >= today.day:
        return today.replace(day=day)
    first = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
    return first.replace(day=day)


def _en_month(name: str) -> int:
    return _MONTHS_EN.index(name.lower()[:3]) + 1


def _en_month_day(m: re.Match[str], today: date) -> date:
    return _month_day(_en_month(m[1]), int(m[2]), today, int(m[3]) if m[3] else None)


def _en_day_month(m: re.Match[str], today: date) -> date:
    return _month_day(_en_month(m[2]), int(m[1]), today, int(m[3]) if m[3] else None)


def _slashed(m: re.Match[str], today: date) -> date:
    return _month_day(int(m[1]), int(m[2]), today)


def _weekday(target: int, today: date, *, weeks: int | None) -> date:
    """Give the coming such weekday, or with `weeks` the one in the week so many weeks on (weeks begin on Monday)."""
    if weeks is None:
        return today + timedelta(days=(target - today.weekday()) % 7)
    return today + timedelta(days=target - today.weekday() + 7 * weeks)


def _zh_weekday(m: re.Match[str], today: date) -> date:
    weeks = m[1].count("下") if m[1] else None
    if m[2] == "末":
        return _weekend_day(weeks or 0, today)
    return _weekday(_WEEKDAYS_ZH[m[2]], today, weeks=weeks)


def _en_weekday(m: re.Match[str], today: date) -> date:
    which = next(i for i, name in enumerate(_WEEKDAYS_EN) if name.startswith(m[2].lower()[:3]))
    return _weekday(which, today, weeks=1 if (m[1] or "").lower() == "next" else None)


def _weekend(m: re.Match[str], today: date) -> date:
    return _weekend_day(1 if (m[1] or "").lower() == "next" else 0, today)


def _weekend_day(weeks: int, today: date) -> date:
    """Give the Saturday of the week so many weeks on; on this Sunday, this weekend is today."""
    saturday = _weekday(5, today, weeks=weeks)
    return max(saturday, today) if weeks == 0 else saturday


def _after(m: re.Match[str], today: date) -> date:
    weeks = m[2].lower().startswith(("week", "周", "星期", "礼拜", "个"))
    return today + timedelta(days=_count(m[1]) * (7 if weeks else 1))


def _count(text: str) -> int:
    return {"a": 1, "one": 1, "two": 2, "three": 3}.get(text.lower()) or int(number_zh(text))


def _relative(m: re.Match[str], today: date) -> date:
    return today + timedelta(days=_RELATIVE[m[0].lower()])


_Form = Callable[[re.Match[str], date], date]
_FORMS: tuple[tuple[re.Pattern[str], _Form], ...] = (
    (re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})[日号]?"), _iso),
    (re.compile(rf"(?:(\d{{4}})年)?({_N})月({_N})[日号]?"), _zh_month_day),
    (re.compile(rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (\d{{4}})\b)?", re.I), _en_month_day),
    (re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\b(?:,? (\d{{4}})\b)?", re.I), _en_day_month),
    (re.compile(rf"({_N}) ?(天|日|个星期|个礼拜|周|星期|礼拜)(?:之后|以后|后)"), _after),
    (re.compile(r"\bin (\d{1,3}|a|one|two|three) (days?|weeks?)\b", re.I), _after),
    (re.compile(r"(下下个?|下个?|这个?|本)?(?:周|星期|礼拜)([一二三四五六日天末])"), _zh_weekday),
    (re.compile(rf"\b(?:(next|this|on|coming) )?({_WEEKDAY})\b", re.I), _en_weekday),
    (re.compile(r"\b(?:(next|this|the) )?weekend\b", re.I), _weekend),
    (
        re.compile(
            "|".join(rf"\b{re.escape(w)}\b" if w.isascii() else w for w in sorted(_RELATIVE, key=len, reverse=True)),
            re.I,
        ),
        _relative,
    ),
    (re.compile(r"(?<![\d/.])(\d{1,2})/(\d{1,2})(?![\d/.])"), _slashed),
    (re.compile(rf"(?<![\d月第])({_N})[号日](?!线|楼|航站|机)"), _zh_day),
)
