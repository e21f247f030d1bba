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
from graph.offline_model.skills.flight_answer import is_list_of_ours, told_flights
from graph.offline_model.skills.flight_words import ABOUT, Asked, refined
from graph.offline_model.skills.flight_words import read as read_words
from graph.offline_model.wish import Call, call, result_of
from nodes.tools.places import find_places, known_city

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

    def again(self, talk: Talk) -> Call | None:
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
        if self.seat and is_list_of_ours(done) and not flights and not done.result["flights"]:
            again = self.again(talk)
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
        flights = list(done.result["flights"]) if is_list_of_ours(done) else []
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
        return told_flights(self, talk)


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
    if asked is None and leans_back(talk) and _latest_is_flight(talk) and not weather.ABOUT.search(talk.plain):
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
