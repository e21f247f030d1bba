"""Arithmetic on days: months, weeks, seasons, distances, and the year of a date that names none."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Literal

Lean = Literal["past", "near"]
Days = tuple[date, date]
"""The first and the last day."""
Reading = Callable[[re.Match[str], date, Lean], Days]
"""Says what a match means on a day."""
Rule = tuple[re.Pattern[str], Reading]

Unit = Literal["day", "week", "month", "year"]


def rule(pattern: str, read: Reading) -> Rule:
    """Give a rule; case does not count."""
    return re.compile(pattern, re.IGNORECASE), read


def day(one: date) -> Days:
    """Give one day."""
    return one, one


def month(year: int, number: int) -> Days:
    """Give a month."""
    return date(year, number, 1), date(year, number, calendar.monthrange(year, number)[1])


def year(number: int) -> Days:
    """Give a year."""
    return date(number, 1, 1), date(number, 12, 31)


def months_from(one: date, months: int) -> tuple[int, int]:
    """Give year and month a number of months away."""
    index = one.year * 12 + one.month - 1 + months
    return index // 12, index % 12 + 1


def week(one: date, weeks: int) -> Days:
    """Give the week a number of weeks away, Monday to Sunday."""
    monday = one - timedelta(days=one.weekday() - 7 * weeks)
    return monday, monday + timedelta(days=6)


def weekend(one: date, weeks: int) -> Days:
    """Give Saturday and Sunday of that week."""
    monday = week(one, weeks)[0]
    return monday + timedelta(days=5), monday + timedelta(days=6)


def season(number: int, first_month: int) -> Days:
    """Give the three months from that one on."""
    begin = date(number, first_month, 1)
    return begin, month(*months_from(begin, 2))[1]


def leaning(today: date, lean: Lean, make: Callable[[int], Days]) -> Days:
    """Choose the year of a time that names none: the last that has begun, or the nearest."""
    options: list[Days] = []
    for number in range(today.year - 4, today.year + 5):
        try:
            options.append(make(number))
        except ValueError:  # 29 February
            continue
    if not options:
        raise ValueError("there is no such day in any year")
    if lean == "past":
        return max((o for o in options if o[0] <= today), default=options[0])
    return min(options, key=lambda o: abs((o[0] - today).days))


def away(today: date, count: int, unit: Unit, *, vague: bool = False) -> Days:
    """Give the days around a distance, before today when it is negative; their grain grows with the unit."""
    if unit == "day":
        slack = timedelta(days=2 if vague else 0)
        centre = today + timedelta(days=count)
        return centre - slack, centre + slack
    if unit == "week":
        slack = timedelta(days=7 if vague else 3)
        centre = today + timedelta(weeks=count)
        return centre - slack, centre + slack
    if unit == "month":
        first = month(*months_from(today, count - vague))[0]
        return first, month(*months_from(today, count + vague))[1]
    return year(today.year + count)


def within(today: date, count: int, unit: Unit) -> Days:
    """Give the time from that long ago until today."""
    return away(today, -count, unit)[0], today


def around(centre: date, slack_days: int) -> Days:
    """Give the days near one."""
    return centre - timedelta(days=slack_days), centre + timedelta(days=slack_days)


def weekday(today: date, wanted: int, lean: Lean) -> Days:
    """Give a day of the week that is named alone (0 is Monday)."""
    back = (today.weekday() - wanted) % 7
    if lean == "past" or back <= 3:
        return day(today - timedelta(days=back))
    return day(today + timedelta(days=7 - back))
