"""Flights: search them by what is asked and what is known of the user, and calculate on the prices found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from graph.offline_model.followups import day_words, earlier_texts, leans_back, names_only, own_part
from graph.offline_model.matching import Found, value
from graph.offline_model.reading import Done, Talk
from graph.offline_model.skills import weather
from graph.offline_model.skills.flight_words import ABOUT, Asked, refined
from graph.offline_model.skills.flight_words import read as read_words
from graph.offline_model.wish import Call, call, result_of, told_failure, tool_for
from nodes.tools.places import find_places, known_city

SHOWN = 5
_PART_WORDS = {
    "morning": ("上午", "in the morning "),
    "afternoon": ("下午", "in the afternoon "),
    "evening": ("晚上", "in the evening "),
}
_HOURS = {"morning": (0, 12), "afternoon": (12, 18), "evening": (18, 24)}


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightWish:
    """Flights on a route, and what is to be done with them."""

    asked: Asked
    habit: Found | None = None
    """What the user once said about seats, where the text itself says nothing."""
    seat: str = ""
    from_home: bool = False

    def search(self, talk: Talk) -> Call | None:
        """Give the search."""
        a = self.asked
        return call(talk, "search_flights", origin=a.origin, destination=a.destination, date=a.day, seat=self.seat)

    def _again(self, talk: Talk) -> Call | None:
        """Give the search without the seat, for when no flight has a free one."""
        a = self.asked
        return call(talk, "search_flights", origin=a.origin, destination=a.destination, date=a.day)

    def calls(self, talk: Talk) -> Sequence[Call]:
        if not (self.asked.origin and self.asked.destination):
            return []
        search = self.search(talk)
        if search is None:
            return []
        done = result_of(talk, search)
        if done is None or done.failed:
            return [search]
        flights = self.chosen(done)
        if self.seat and not done.result.get("flights"):
            again = self._again(talk)
            return [search, again] if again else [search]
        expression = self.expression(flights)
        sums = call(talk, "calculator", expression=expression) if expression else None
        book = self.booking(talk, flights)
        return [search, *(c for c in (sums, book) if c is not None)]

    def booking(self, talk: Talk, flights: Sequence[dict[str, Any]]) -> Call | None:
        """Give the booking, when the text asks for one and says which flight."""
        if not (
            self.asked.books
            and (self.asked.order or re.search(r"第[一1]个|\bfirst one\b", talk.plain, re.I))
            and flights
        ):
            return None
        people = self.asked.people if self.asked.people > 1 else None
        return call(
            talk, "book_flight", flight=flights[0]["flight"], date=self._day(talk), passengers=people, seat=self.seat
        )

    def _day(self, talk: Talk) -> str:
        done = result_of(talk, self.search(talk))
        return str(done.result.get("date", self.asked.day)) if done else self.asked.day

    def chosen(self, done: Done) -> list[dict[str, Any]]:
        """Give the flights as they are listed: the best for what was asked first."""
        flights = [f for f in done.result.get("flights", []) if isinstance(f, dict) and "flight" in f]
        if self.asked.part:
            start, end = _HOURS[self.asked.part]
            flights = [f for f in flights if start <= int(f["departs"][:2]) < end]
        keys: dict[str, Any] = {
            "cheap": lambda f: f["price_cny"],
            "early": lambda f: f["departs"],
            "late": lambda f: -int(f["departs"].replace(":", "")),
            "fast": lambda f: f["duration_min"],
        }
        if self.asked.order:
            return sorted(flights, key=keys[self.asked.order])
        if self.asked.people or self.asked.factor or self.asked.round_trip:
            return sorted(flights, key=keys["cheap"])
        return sorted(flights, key=lambda f: f["departs"])

    def expression(self, flights: Sequence[dict[str, Any]]) -> str:
        """Give what is to be calculated on the prices; the empty string for nothing."""
        if not flights:
            return ""
        prices = [f["price_cny"] for f in flights]
        if self.asked.averages:
            return f"({' + '.join(map(str, prices))}) / {len(prices)}"
        if self.asked.gap:
            return f"{max(prices)} - {min(prices)}"
        steps = [f"* {self.asked.people}"] if self.asked.people else []
        steps += ["* 2"] if self.asked.round_trip and (self.asked.totals or self.asked.people) else []
        steps += [self.asked.factor] if self.asked.factor else []
        return " ".join([str(prices[0]), *steps]) if steps else ""

    def answer(self, talk: Talk) -> str:
        zh, a = talk.language == "zh", self.asked
        if not a.origin or not a.destination:
            return _which(a, zh)
        if tool_for(talk, "search_flights") is None and not any("flight" in d.name for d in talk.done):
            return (
                "我这里现在没有可用的航班查询工具，查不了机票。"
                if zh
                else "I have no flight search at hand right now, so I can't look it up."
            )
        done = result_of(talk, self._again(talk)) or result_of(talk, self.search(talk))
        done = done or next((d for d in reversed(talk.done) if "flight" in d.name and "book" not in d.name), None)
        if done is None:
            return "我还没能查到航班。" if zh else "I have not been able to look the flights up."
        if done.failed:
            return told_failure(talk, done, "查航班", "The flight search") + ("。" if zh else ".")
        if "flights" not in done.result:
            text = " ".join(done.text.split())[:600]
            return f"查到的结果：{text}" if zh else f"Here is what the search says: {text}"
        flights = self.chosen(done)
        parts = [self._listing(done, flights, zh), self._advice(done, flights, zh), self._sum(talk, flights)]
        booked = self._booked(talk, flights)
        if booked:
            parts.append(booked)
        elif flights and tool_for(talk, "book_flight"):
            parts.append("要预订的话，告诉我「订第一个」就行。" if zh else "Say “book the first one” if you want it.")
        return "\n".join(p for p in parts if p)

    def _listing(self, done: Done, flights: Sequence[dict[str, Any]], zh: bool) -> str:
        r = done.result
        a, b = (_name(str(r.get(k, "")), zh) for k in ("origin", "destination"))
        if not flights:
            when_zh, when_en = _PART_WORDS.get(self.asked.part, ("", ""))
            if zh:
                return f"{r.get('date', '')}{when_zh}从{a}到{b}没有查到航班（示例数据）。"
            return f"No flights from {a} to {b} {when_en}on {r.get('date', '')} (sample data)."
        head = (
            f"{r.get('date', '')} {a} → {b}，查到 {len(flights)} 个航班{_sample(r, zh)}："
            if zh
            else f"{len(flights)} flights from {a} to {b} on {r.get('date', '')}{_sample(r, zh)}:"
        )
        return "\n".join([head, *(f"{i}. {_row(f, zh, self.seat)}" for i, f in enumerate(flights[:SHOWN], 1))])

    def _advice(self, done: Done, flights: Sequence[dict[str, Any]], zh: bool) -> str:
        if not flights:
            return ""
        best, lines = flights[0], []
        named = {
            "cheap": ("最便宜的是", "The cheapest is"),
            "early": ("最早的是", "The earliest is"),
            "late": ("最晚的是", "The latest is"),
            "fast": ("最快的是", "The fastest is"),
        }
        if self.asked.order:
            lead = named[self.asked.order][0 if zh else 1]
            lines.append(
                f"{lead} {best['flight']}，¥{best['price_cny']}。"
                if zh
                else f"{lead} {best['flight']} at ¥{best['price_cny']}."
            )
        if self.seat in ("window", "aisle"):
            lines.append(self._seats(flights, zh))
        if self.from_home:
            lines.append("（出发地按你住的地方算。）" if zh else "(Leaving from where you live.)")
        return ("" if zh else " ").join(lines)

    def _seats(self, flights: Sequence[dict[str, Any]], zh: bool) -> str:
        key = f"{self.seat}_seats"
        free = [f for f in flights if f.get(key)]
        best = max(free, key=lambda f: f[key]) if free and not self.asked.order else next(iter(free), None)
        kind = {"window": ("靠窗", "window"), "aisle": ("靠过道", "aisle")}[self.seat][0 if zh else 1]
        why = ""
        if self.habit is not None:
            why = f"按你的习惯（{self.habit.clause}），" if zh else f"You told me “{self.habit.clause}”, so "
        if best is None:
            return (
                f"{why}我找了{kind}的座位，但这些航班都没有了。"
                if zh
                else f"{why}I looked for {kind} seats, but none are free on these flights."
            )
        count = f"（还剩 {best[key]} 个）" if zh else f" ({best[key]} left)"
        if zh:
            return f"{why}优先推荐有{kind}座位的 {best['flight']}{count}。"
        return (f"{why}I" if why else "I") + f" suggest {best['flight']}, which still has {kind} seats{count}."

    def _sum(self, talk: Talk, flights: Sequence[dict[str, Any]]) -> str:
        expression = self.expression(flights)
        if not expression:
            return ""
        zh = talk.language == "zh"
        done = result_of(talk, call(talk, "calculator", expression=expression))
        if done is None:
            return (
                "没有计算器工具可用，总价没有算。"
                if zh
                else "No calculator was at hand, so I did not work out the total."
            )
        if done.failed:
            return told_failure(talk, done, "计算", "The calculation") + ("。" if zh else ".")
        total = str(done.result.get("result", done.text))
        if self.asked.averages:
            return f"平均票价：{expression} = ¥{total}。" if zh else f"The average fare: {expression} = ¥{total}."
        if self.asked.gap:
            return (
                f"最贵和最便宜相差：{expression} = ¥{total}。"
                if zh
                else f"Dearest minus cheapest: {expression} = ¥{total}."
            )
        people = self.asked.people
        if zh:
            who = f"{people} 个人" if people else ""
            return f"{who}{'往返' if self.asked.round_trip else ''}一共：{expression} = ¥{total}。"
        who = f" for {people} people" if people else ""
        return f"The total{who}{', both ways' if self.asked.round_trip else ''}: {expression} = ¥{total}."

    def _booked(self, talk: Talk, flights: Sequence[dict[str, Any]]) -> str:
        from graph.offline_model.skills.booking import told_booking

        done = result_of(talk, self.booking(talk, flights))
        return told_booking(talk, done) if done else ""


def _row(f: dict[str, Any], zh: bool, seat: str) -> str:
    hours, minutes = divmod(int(f.get("duration_min", 0)), 60)
    kind_zh, kind_en, free = ("过道", "aisle", "aisle_seats") if seat == "aisle" else ("靠窗", "window", "window_seats")
    if zh:
        return f"{f['flight']} {f['airline']} {f['departs']}–{f['arrives']}（{hours} 小时 {minutes} 分）¥{f['price_cny']}，{kind_zh}余 {f.get(free, 0)}"
    return f"{f['flight']} {f['airline']} {f['departs']}–{f['arrives']} ({hours} h {minutes} min) ¥{f['price_cny']}, {f.get(free, 0)} {kind_en} seats"


def _sample(r: dict[str, Any], zh: bool) -> str:
    return ("（示例数据）" if zh else " (sample data)") if "note" in r else ""


def _name(city: str, zh: bool) -> str:
    known = known_city(city)
    return known.name("zh" if zh else "en") if known else city


def _which(a: Asked, zh: bool) -> str:
    if a.destination:
        return f"从哪里出发去{a.destination}？" if zh else f"Where would you fly to {a.destination} from?"
    if a.origin:
        return f"从{a.origin}飞到哪里？" if zh else f"Where to from {a.origin}?"
    return "从哪里飞到哪里、哪一天？" if zh else "From where to where, and on which day?"


def seat_habit(talk: Talk) -> tuple[Found | None, str]:
    """Give what the user once said about seats, and the seat that it names."""
    found = value("seat", talk.statements())
    if found is None:
        return None, ""
    against = re.search(
        r"不(?:太|是很|再)?(?:喜欢|爱|要|想|坐)|讨厌|\b(?:don't|not|hate|dislike|never|avoid)\b", found.clause, re.I
    )
    window = bool(re.search(r"窗|window", found.clause, re.I))
    aisle = bool(re.search(r"过道|走道|aisle", found.clause, re.I))
    if window and aisle:
        first = re.search(r"窗|过道|走道|window|aisle", found.clause, re.I)
        window = bool(first and re.match(r"窗|window", first[0], re.I)) and not against
        return found, "window" if window else "aisle"
    if not (window or aisle):
        return None, ""
    if against:
        return found, "aisle" if window else "window"
    return found, "window" if window else "aisle"


def find(talk: Talk) -> FlightWish | None:
    """Find the wish in the newest text, with what the turns before and the memories fill in."""
    asked = read(talk.plain)
    if asked is None and leans_back(talk) and _latest_is_flight(talk):
        for text in (*reversed(earlier_texts(talk, 6)), talk.plain):
            fresh = read(text)
            if fresh is not None:
                asked = fresh
            elif asked is not None and names_only(text):
                asked = _merged(asked, text)
    if asked is None and talk.past and _latest_is_flight(talk) and any(talk.past[-1].done):
        asked = _refined(talk)
    if asked is None:
        return None
    from_home = False
    if not asked.origin and asked.destination:
        home = value("home", talk.statements())
        places = find_places(home.clause) if home else []
        if places and places[-1].city != known_city(asked.destination):
            asked, from_home = replace(asked, origin=places[-1].city.name(talk.language)), True
    habit, seat = (None, asked.seat) if asked.seat else seat_habit(talk)
    return FlightWish(asked=asked, habit=habit, seat=seat, from_home=from_home)


def read(text: str) -> Asked | None:
    """Read the part of a text, in plain form, that speaks of flights."""
    return read_words(own_part(text, ABOUT, weather.ABOUT))


def _refined(talk: Talk) -> Asked | None:
    """Give the last search with what a short follow-up changes in it; None when the newest text changes nothing."""
    asked: Asked | None = None
    for text in reversed(earlier_texts(talk, 6)):
        fresh = read(text)
        if fresh is not None:
            asked = fresh
        elif asked is not None:
            asked = _merged(asked, text) if names_only(text) else refined(asked, text) or asked
    return refined(asked, talk.plain) if asked is not None else None


def _merged(earlier: Asked, text: str) -> Asked:
    """Give what was asked before, with the cities and the day of a follow-up."""
    places = [text[p.start : p.end] for p in find_places(text)]
    days = day_words(text)
    asked = replace(earlier, day=days[0] if days else earlier.day)
    if len(places) >= 2:
        return replace(asked, origin=places[0], destination=places[1])
    if len(places) == 1:
        leaves = re.search(rf"(?:从|\bfrom )\s*{re.escape(places[0])}", text, re.I)
        if leaves or (not earlier.origin and earlier.destination):
            return replace(asked, origin=places[0])
        return replace(asked, destination=places[0])
    return asked


def _latest_is_flight(talk: Talk) -> bool:
    names = {d.name for d in talk.past[-1].done}
    return not names or any("flight" in n.lower() for n in names)
