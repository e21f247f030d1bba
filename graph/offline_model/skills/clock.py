"""The time: now, here or elsewhere, today's date, and how far two places are apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from graph.offline_model.followups import day_words, earlier_texts, leans_back
from graph.offline_model.matching import value
from graph.offline_model.reading import Talk
from graph.offline_model.wish import Call, call, result_of, told_failure, tool_for
from nodes.tools.current_time import WEEKDAYS_EN, WEEKDAYS_ZH
from nodes.tools.dates import resolve_day
from nodes.tools.places import find_places, known_city

_NOW = re.compile(
    r"(?:现在|当前|目前|这会儿|此刻)(?:是)?(?:的)?(?:几点|时间|什么时间|什么时候|日期)|几点(?:钟)?了|^(?:现在|那)?几点(?:钟)?[?？]?$|(?:看|查|报|问|告诉我|说)(?:一下|下)?(?:现在的?|当前的?)?(?:时间|日期)(?!表)|现在时间|"
    r"\bwhat(?:'s| is)? ?(?:the )?(?:current )?time(?: is it)?(?! (?:is|do|does|did|was|will|should|are|am|can|my|zone))\b|\bcurrent (?:local )?time\b|\btime is it\b|\bwhat time it is\b|\bthe time (?:in|now|right now|please|there|at)\b|\blocal time\b|\btell me the time\b|\btime now\b|\btime in [A-Z]|\bgot the time\b",
    re.I,
)
_DATE = re.compile(
    r"(?:今天|明天|后天|昨天|大后天|前天|今日|现在)(?:是)?(?:几号|几月几[号日]|星期几|周几|礼拜几|什么日子|哪天|的?日期|多少号|哪一天)|(?:几号|星期几|周几)了|(?:查|看|告诉我)(?:一下)?今天的?(?:日期|星期)|今年是?(?:哪一?年|几几年)|"
    r"\btoday's date\b|\bwhat(?:'s| is)? (?:the |today's )?(?:date|day)(?: is it| of the week| today| tomorrow|$|\?| is today| is tomorrow| was yesterday)|\bwhat day (?:is|was) (?:it|today|tomorrow|yesterday)|\bcurrent date\b|\bwhich day (?:of the week )?is\b|\bwhat year is it\b|\bdate today\b|\bwhat(?:'s| is) today\b",
    re.I,
)
_GAP = re.compile(r"时差|差几个?小时|差多少小时|\btime difference\b|\bhours? (?:ahead|behind|apart|difference)\b", re.I)
_HOME = re.compile(
    r"我家|家里|我住的|我这[里儿边]|\bwhere i live\b|\bat home\b|\bmy (?:city|town|place|local time|time ?zone)\b", re.I
)
_UTC = re.compile(r"\b(UTC|GMT)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeWish:
    """The time in some places; an empty place is here."""

    places: tuple[str, ...]
    wants_date: bool = False
    day: str = ""
    gap: bool = False

    def _made(self, talk: Talk) -> list[tuple[str, Call | None]]:
        return [(p, call(talk, "current_time", timezone=p)) for p in self.places]

    def calls(self, talk: Talk) -> Sequence[Call]:
        return [c for _, c in self._made(talk) if c is not None]

    def answer(self, talk: Talk) -> str:
        zh = talk.language == "zh"
        if tool_for(talk, "current_time") is None and not talk.done:
            return (
                "我这里现在没有可用的时钟工具，不知道时间。"
                if zh
                else "I have no clock at hand right now, so I don't know the time."
            )
        lines, results = [], []
        for place, made in self._made(talk):
            done = result_of(talk, made)
            if done is None:
                continue
            if done.failed:
                lines.append(told_failure(talk, done, "查时间", "Looking up the time") + ("。" if zh else "."))
            elif "time" not in done.result:
                lines.append(done.text[:300])
            else:
                results.append(done.result)
                lines.append(self._line(place, done.result, zh))
        if self.gap and len(results) == 2:
            lines.append(_gap(results, self.places, zh))
        return ("" if zh else " ").join(lines) or ("没有查到时间。" if zh else "I could not find out the time.")

    def _line(self, place: str, r: dict[str, Any], zh: bool) -> str:
        today = date.fromisoformat(r["date"])
        if self.wants_date:
            day = resolve_day(self.day, today) or today
            word = self.day if self.day and day != today else ("今天" if zh else "Today")
            if zh:
                return f"{word}是 {day.year} 年 {day.month} 月 {day.day} 日，{WEEKDAYS_ZH[day.weekday()]}。"
            verb = "was" if day < today else "is"
            return f"{word.capitalize()} {verb} {WEEKDAYS_EN[day.weekday()]}, {day:%Y-%m-%d}."
        name = _name(place, zh)
        if zh:
            return f"{name}现在是 {r['date']} {WEEKDAYS_ZH[today.weekday()]} {r['time'][:5]}（{r['timezone']}）。"
        return f"It is {r['time'][:5]} on {WEEKDAYS_EN[today.weekday()]}, {r['date']}{' in ' + name if name else ''} ({r['timezone']})."


def _gap(results: Sequence[dict[str, Any]], places: Sequence[str], zh: bool) -> str:
    offsets = [datetime.strptime(str(r["utc_offset"]), "%z").utcoffset() or timedelta(0) for r in results]
    hours = (offsets[0] - offsets[1]).total_seconds() / 3600
    a, b = (_name(p, zh) for p in places[:2])
    if zh:
        return f"{a}比{b}{'早' if hours >= 0 else '晚'} {abs(hours):g} 个小时。"
    return f"{a} is {abs(hours):g} hours {'ahead of' if hours >= 0 else 'behind'} {b}."


def _name(place: str, zh: bool) -> str:
    known = known_city(place)
    return known.name("zh" if zh else "en") if known else place


def find(talk: Talk) -> TimeWish | None:
    """Find the wish in the newest text."""
    text = talk.plain
    places = tuple(dict.fromkeys(p.city.name(talk.language) for p in find_places(text)))
    if not places and _HOME.search(text) and (home := value("home", talk.statements())):
        places = tuple(p.city.name(talk.language) for p in find_places(home.clause))[-1:]
    if _GAP.search(text) and len(places) >= 2:
        return TimeWish(places=places[:2], gap=True)
    if _DATE.search(text):
        days = day_words(text)
        return TimeWish(places=places[:1] or ("",), wants_date=True, day=days[0] if days else "")
    if _NOW.search(text) or (places and re.search(r"几点(?:钟)?了?[?？]?$", text)):
        utc = _UTC.search(text)
        return TimeWish(places=places[:4] or ((utc[1].upper().replace("GMT", "UTC"),) if utc else ("",)))
    if leans_back(talk) and places and any("time" in d.name for d in talk.past[-1].done):
        earlier = next((t for t in earlier_texts(talk, 1)), "")
        if _NOW.search(earlier) or _DATE.search(earlier) or leans_back(talk):
            return TimeWish(places=places[:4])
    return None
