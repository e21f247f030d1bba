"""Booking one of the flights that were found before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graph.offline_model.language import plain
from graph.offline_model.reading import Done, Talk, Turn
from graph.offline_model.skills import flight_words
from graph.offline_model.wish import Call, call, result_of, told_failure, was_refused
from nodes.tools.numerals import words_to_digits

_BOOKS = re.compile(
    r"(?:预订|预定|订(?!单|阅)|买|选|要|就)(?:下|了)?\s*(?:这|那|第|最|它|吧|[A-Za-z]{1,2}\d|\d[A-Za-z])|^(?:帮我)?(?:预订|预定|订票|下单|订)(?:吧|了|一下)?$|\b(?:book|reserve|buy|take)\b",
    re.I,
)
_CHOOSES = re.compile(
    r"^(?:好的?[,，]?|那|就|我?(?:要|选)|嗯[,，]?)*(?:第.{1,2}(?:个|班|趟)?|这个|那个|它|最便宜的(?:那个)?|最早的(?:那个)?|(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\d{2,4})(?:吧|就行|好了)?[.。!！]?$|"
    r"^(?:ok(?:ay)?,? |i'll take |i want |let's take |yes,? )*(?:the )?(?:first|second|third|fourth|fifth|last|cheapest|earliest|that|this|number \d|(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\d{2,4})(?: one| flight)?(?: please)?[.!]?$",
    re.I,
)
_ONLY_ASKS = re.compile(
    r"多少|如果|要是|总价|怎么|哪|\b(?:how much|how many|what(?:'s| is| are| would)|if i|total|which|when|did (?:i|you)|have (?:i|you))\b",
    re.I,
)
_ORDINALS = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "4th": 4,
    "fifth": 5,
    "5th": 5,
    "last": -1,
}
_FLIGHT = re.compile(r"(?<![A-Za-z0-9])((?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\d{2,4})(?!\d)", re.I)
_LISTED = re.compile(r"^\s*\d+\.\s+([A-Z0-9]{2}\d{2,4})\b", re.M)


@dataclass(frozen=True, slots=True, kw_only=True)
class BookingWish:
    """One flight to book; an empty number when it is not clear which."""

    flight: str
    day: str
    passengers: int | None
    seat: str

    def _made(self, talk: Talk) -> Call | None:
        return call(talk, "book_flight", flight=self.flight, date=self.day, passengers=self.passengers, seat=self.seat)

    def calls(self, talk: Talk) -> Sequence[Call]:
        made = self._made(talk) if self.flight else None
        return [made] if made else []

    def answer(self, talk: Talk) -> str:
        zh = talk.language == "zh"
        if not self.flight:
            return (
                "要订哪一个航班？先告诉我从哪里飞到哪里、哪一天，我来查。"
                if zh
                else "Which flight? Tell me the route and the day, and I'll look it up first."
            )
        done = result_of(talk, self._made(talk)) or next(iter(reversed(talk.ran("book_flight"))), None)
        if done is None:
            return "我这里现在没有可用的订票工具。" if zh else "I have no booking tool at hand right now."
        return told_booking(talk, done)


def told_booking(talk: Talk, done: Done) -> str:
    """Say how a booking went."""
    zh, r = talk.language == "zh", done.result
    if was_refused(done):
        return "好的，没有预订。" if zh else "All right, I did not book it."
    if done.failed:
        return told_failure(talk, done, "预订", "The booking") + ("。" if zh else ".")
    if "booking" not in r:
        return done.text[:400]
    seat = {"window": ("，靠窗座位", ", window seat"), "aisle": ("，靠过道座位", ", aisle seat")}.get(
        str(r.get("seat", "")), ("", "")
    )
    people = int(r.get("passengers", 1))
    if zh:
        return f"已预订 {r['flight']}（{r['date']}，{people} 人{seat[0]}），订单号 {r['booking']}（示例数据，没有真的出票）。"
    many = f"{people} passenger{'s' * (people != 1)}"
    return f"Booked {r['flight']} on {r['date']} for {many}{seat[1]}; booking number {r['booking']} (sample data, no real ticket)."


def find(talk: Talk) -> BookingWish | None:
    """Find the wish in the newest text: which of the flights listed before."""
    text = talk.plain
    chosen = (
        bool(_CHOOSES.match(text)) and bool(talk.past) and any(_has_flights(d) for t in talk.past[-3:] for d in t.done)
    )
    if _ONLY_ASKS.search(text):
        return None
    if not (chosen or _BOOKS.search(text)) or re.search(
        r"酒店|餐厅|餐馆|火车|高铁|\bhotel|\brestaurant|\btable\b|\btrain\b|\bbook (?:i|about|by|called|you)\b|\b(?:a|the|this|that|my|read|favou?rite) book\b",
        text,
        re.I,
    ):
        return None
    turn = next((t for t in reversed(talk.past) if any(_has_flights(d) for d in t.done)), None)
    named = _FLIGHT.search(text)
    if turn is None and named is None:
        if re.search(r"航班|机票|\bflights?\b", text, re.I) or re.search(r"第.个|first one|the first", text, re.I):
            return BookingWish(flight="", day="", passengers=None, seat="")
        return None
    searched = next((d for d in reversed(turn.done) if _has_flights(d)), None) if turn else None
    flights = {
        str(f["flight"]): f
        for f in (searched.result["flights"] if searched else [])
        if isinstance(f, dict) and "flight" in f
    }
    listed = [n for n in _LISTED.findall(turn.answer if turn else "") if n in flights] or list(flights)
    flight = named[1].upper() if named else _pick(text, listed, flights)
    people = re.search(
        r"(\d+)\s*(?:个人|人|位|张)|\bfor (\d+)\b|\b(\d+) (?:people|passengers|tickets|seats)\b",
        words_to_digits(re.sub(r"第.个", "", text)),
        re.I,
    )
    if (
        not named
        and not flight
        and not re.search(r"航班|机票|票|\bflights?\b|\bit\b|\bone\b|第|它|这个|那个", text, re.I)
    ):
        return None
    seat = (
        "window"
        if re.search(r"靠窗|window", text, re.I)
        else "aisle"
        if re.search(r"过道|aisle", text, re.I)
        else str(searched.args.get("seat", "") if searched else "")
    )
    return BookingWish(
        flight=flight,
        day=str(searched.result.get("date", "")) if searched else "",
        passengers=int(next(g for g in people.groups() if g)) if people else _people_of(turn),
        seat=seat,
    )


def _people_of(turn: Turn | None) -> int | None:
    """Give for how many the flights were searched, where that was said."""
    asked = flight_words.read(plain(turn.text)) if turn else None
    return asked.people or None if asked else None


def _has_flights(done: Done) -> bool:
    return isinstance(done.result.get("flights"), list)


def _pick(text: str, listed: Sequence[str], flights: dict[str, dict[str, object]]) -> str:
    if not listed:
        return ""
    if re.search(r"最便宜|cheapest", text, re.I):
        return min(listed, key=lambda n: float(str(flights[n].get("price_cny", 0))))
    if re.search(r"最早|earliest", text, re.I):
        return min(listed, key=lambda n: str(flights[n].get("departs", "")))
    if re.search(r"最晚|latest", text, re.I):
        return max(listed, key=lambda n: str(flights[n].get("departs", "")))
    place = 0
    if zh := re.search(r"第\s*(\d+)\s*(?:个|班|趟|条|号)?", words_to_digits(text)):
        place = int(zh[1])
    elif "最后一" in text:
        place = -1
    elif en := re.search(r"\b(" + "|".join(_ORDINALS) + r")\b", text, re.I):
        place = _ORDINALS[en[1].lower()]
    elif number := re.search(r"\b(?:number|no\.?|option|#)\s*(\d)\b", text, re.I):
        place = int(number[1])
    elif re.search(r"这个|那个|它|吧$|\b(?:it|that|this)\b", text, re.I) or len(listed) == 1:
        place = 1
    if place < 0:
        return listed[-1]
    return listed[place - 1] if 0 < place <= len(listed) else ""
