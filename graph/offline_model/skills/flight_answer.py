"""How the flights that were found are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from graph.offline_model.reading import Done, Talk
from graph.offline_model.skills.booking import told_booking
from graph.offline_model.skills.flight_words import Asked
from graph.offline_model.wish import call, result_of, told_failure, tool_for
from nodes.tools.places import known_city

if TYPE_CHECKING:
    from graph.offline_model.skills.flights import FlightWish

SHOWN = 5
_PART_WORDS = {
    "morning": ("上午", "in the morning "),
    "afternoon": ("下午", "in the afternoon "),
    "evening": ("晚上", "in the evening "),
}
_KEYS = ("flight", "airline", "departs", "arrives", "duration_min", "price_cny")


def is_list_of_ours(done: Done) -> bool:
    """True when the result is a list of flights as `search_flights` of this program gives it."""
    flights = done.result.get("flights")
    return isinstance(flights, list) and all(isinstance(f, dict) and all(k in f for k in _KEYS) for f in flights)


def told_flights(wish: FlightWish, talk: Talk) -> str:
    """Say what the search brought: a list, what is best for this user, and what was calculated or booked."""
    zh, a = talk.language == "zh", wish.asked
    if not a.origin or not a.destination:
        return _which(a, zh)
    if tool_for(talk, "search_flights") is None and not any("flight" in d.name for d in talk.done):
        return (
            "我这里现在没有可用的航班查询工具，查不了机票。"
            if zh
            else "I have no flight search at hand right now, so I can't look it up."
        )
    done = result_of(talk, wish.again(talk)) or result_of(talk, wish.search(talk))
    done = done or next((d for d in reversed(talk.done) if "flight" in d.name and "book" not in d.name), None)
    if done is None:
        return "我还没能查到航班。" if zh else "I have not been able to look the flights up."
    if done.failed:
        return told_failure(talk, done, "查航班", "The flight search") + ("。" if zh else ".")
    if not is_list_of_ours(done):
        text = " ".join(done.text.split())[:600]
        return f"查到的结果：{text}" if zh else f"Here is what the search says: {text}"
    flights = wish.chosen(done)
    parts = [_listing(wish, done, flights, zh), _advice(wish, flights, zh), _sum(wish, talk, flights)]
    booked = _booked(wish, talk, flights)
    if booked:
        parts.append(booked)
    elif flights and tool_for(talk, "book_flight"):
        parts.append("要预订的话，告诉我「订第一个」就行。" if zh else "Say “book the first one” if you want it.")
    return "\n".join(p for p in parts if p)


def _listing(wish: FlightWish, done: Done, flights: Sequence[dict[str, Any]], zh: bool) -> str:
    r = done.result
    a, b = (_name(str(r.get(k, "")), zh) for k in ("origin", "destination"))
    if not flights:
        when_zh, when_en = _PART_WORDS.get(wish.asked.part, ("", ""))
        if zh:
            return f"{r.get('date', '')}{when_zh}从{a}到{b}没有查到航班（示例数据）。"
        return f"No flights from {a} to {b} {when_en}on {r.get('date', '')} (sample data)."
    head = (
        f"{r.get('date', '')} {a} → {b}，查到 {len(flights)} 个航班{_sample(r, zh)}："
        if zh
        else f"{len(flights)} flights from {a} to {b} on {r.get('date', '')}{_sample(r, zh)}:"
    )
    return "\n".join([head, *(f"{i}. {_row(f, zh, wish.seat)}" for i, f in enumerate(flights[:SHOWN], 1))])


def _advice(wish: FlightWish, flights: Sequence[dict[str, Any]], zh: bool) -> str:
    if not flights:
        return ""
    best, lines = flights[0], []
    named = {
        "cheap": ("最便宜的是", "The cheapest is"),
        "early": ("最早的是", "The earliest is"),
        "late": ("最晚的是", "The latest is"),
        "fast": ("最快的是", "The fastest is"),
    }
    if wish.asked.order:
        lead = named[wish.asked.order][0 if zh else 1]
        lines.append(
            f"{lead} {best['flight']}，¥{best['price_cny']}。"
            if zh
            else f"{lead} {best['flight']} at ¥{best['price_cny']}."
        )
    if wish.seat in ("window", "aisle"):
        lines.append(_seats(wish, flights, zh))
    if wish.from_home:
        lines.append("（出发地按你住的地方算。）" if zh else "(Leaving from where you live.)")
    return ("" if zh else " ").join(lines)


def _seats(wish: FlightWish, flights: Sequence[dict[str, Any]], zh: bool) -> str:
    key = f"{wish.seat}_seats"
    free = [f for f in flights if f.get(key)]
    best = max(free, key=lambda f: f[key]) if free and not wish.asked.order else next(iter(free), None)
    kind = {"window": ("靠窗", "window"), "aisle": ("靠过道", "aisle")}[wish.seat][0 if zh else 1]
    why = ""
    if wish.habit is not None:
        why = f"按你的习惯（{wish.habit.clause}），" if zh else f"You told me “{wish.habit.clause}”, so "
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


def _sum(wish: FlightWish, talk: Talk, flights: Sequence[dict[str, Any]]) -> str:
    expression = wish.expression(flights)
    if not expression:
        return ""
    zh = talk.language == "zh"
    done = result_of(talk, call(talk, "calculator", expression=expression))
    if done is None:
        return (
            "没有计算器工具可用，总价没有算。" if zh else "No calculator was at hand, so I did not work out the total."
        )
    if done.failed:
        return told_failure(talk, done, "计算", "The calculation") + ("。" if zh else ".")
    total = str(done.result.get("result", done.text))
    if wish.asked.averages:
        return f"平均票价：{expression} = ¥{total}。" if zh else f"The average fare: {expression} = ¥{total}."
    if wish.asked.gap:
        return (
            f"最贵和最便宜相差：{expression} = ¥{total}。"
            if zh
            else f"Dearest minus cheapest: {expression} = ¥{total}."
        )
    people = wish.asked.people
    if zh:
        who = f"{people} 个人" if people else ""
        return f"{who}{'往返' if wish.asked.round_trip else ''}一共：{expression} = ¥{total}。"
    who = f" for {people} people" if people else ""
    return f"The total{who}{', both ways' if wish.asked.round_trip else ''}: {expression} = ¥{total}."


def _booked(wish: FlightWish, talk: Talk, flights: Sequence[dict[str, Any]]) -> str:
    done = result_of(talk, wish.booking(talk, flights))
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
