"""The tools that search flights and book one: both on labelled sample data."""

from __future__ import annotations

import hashlib
import math
from datetime import date, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from langchain_core.tools import BaseTool, ToolException, tool

from memory.clock import Clock, system_clock
from nodes.tools.dates import resolve_day
from nodes.tools.places import City, known_city
from nodes.tools.results import IDEMPOTENT, NEEDS_APPROVAL, SAMPLE_NOTE, as_text, language_of

Seat = Literal["", "window", "aisle", "middle"]
_AIRLINES = (
    ("CA", "中国国航", "Air China"),
    ("MU", "中国东航", "China Eastern"),
    ("CZ", "中国南航", "China Southern"),
    ("HU", "海南航空", "Hainan Airlines"),
    ("3U", "四川航空", "Sichuan Airlines"),
)
_DEPARTURES = (7, 9, 13, 17, 20)


def sample_flights(origin: str, destination: str, day: date, seat: Seat = "") -> dict[str, Any]:
    """Give made-up flights, earliest first: always the same for a route and a day, as long as the route is far."""
    start, end = known_city(origin), known_city(destination)
    language = language_of(origin, destination)
    km = _distance_km(start, end) if start and end else 1500.0
    codes = tuple(c.airport if c else name for c, name in ((start, origin), (end, destination)))
    seed = hashlib.sha256("|".join((*codes, day.isoformat())).encode()).digest()
    flights = []
    for i, hour in enumerate(_DEPARTURES):
        code, zh, en = _AIRLINES[(seed[0] + i) % len(_AIRLINES)]
        leaves = datetime(day.year, day.month, day.day, hour, seed[i + 1] % 12 * 5)
        minutes = round((40 + km / 13) / 5) * 5 + seed[i + 7] % 4 * 5
        windows, aisles = seed[i + 13] % 9, 1 + seed[i + 19] % 12
        flights.append(
            {
                "flight": f"{code}{1000 + (seed[i + 25] * 7 + i * 131) % 8999}",
                "airline": zh if language == "zh" else en,
                "departs": f"{leaves:%H:%M}",
                "arrives": _arrival(leaves, minutes, start, end),
                "duration_min": minutes,
                "price_cny": round(260 + km * 0.42 + seed[(i * 5 + 3) % 32] * 2.2),
                "window_seats": windows if i != seed[6] % 5 else max(windows, 4),
                "aisle_seats": aisles,
            }
        )
    wanted = {"window": "window_seats", "aisle": "aisle_seats"}.get(seat)
    return {
        "origin": start.name(language) if start else origin,
        "destination": end.name(language) if end else destination,
        "date": day.isoformat(),
        **({"seat": seat} if seat else {}),
        "flights": [f for f in flights if not wanted or f[wanted]],
        "note": SAMPLE_NOTE[language],
    }


def flight_tools(clock: Clock = system_clock) -> list[BaseTool]:
    """Give the tools `search_flights` and `book_flight`, on this clock."""

    @tool
    def search_flights(origin: str, destination: str, date: str = "", seat: Seat = "") -> str:
        """Search flights between two cities on a day: times, prices in yuan, free seats. 查询两地之间某天的航班。

        Args:
            origin: The city of departure: 北京, Beijing or PEK.
            destination: The city of arrival.
            date: The day: 明天, tomorrow, next Friday, 12月3日 or 2026-12-03. Empty is today.
            seat: Leave out flights without a free seat of this kind: window or aisle. Empty lists all.
        """
        start, end = _city(origin, "origin"), _city(destination, "destination")
        if (known_city(start) or start) == (known_city(end) or end):
            raise ToolException(f"origin and destination are both {origin!r}; expected two cities; change one")
        return as_text(sample_flights(start, end, _day(date, clock), seat))

    @tool
    def book_flight(flight: str, date: str = "", passengers: int = 1, seat: Seat = "") -> str:
        """Book a flight that search_flights found. Asks the user for approval first. 预订航班（会先请用户确认）。

        Args:
            flight: The flight number, such as CA1234.
            date: The day of the flight, as search_flights gave it.
            passengers: For how many people.
            seat: The kind of seat: window, aisle or middle; empty for any.
        """
        number = flight.strip().upper()
        if not number.isalnum() or not 3 <= len(number) <= 8:
            raise ToolException(f"flight {flight[:40]!r} is no flight number; expected one such as CA1234; give it")
        if not 1 <= passengers <= 9:
            raise ToolException(f"{passengers} passengers were given; expected 1 to 9; change it")
        day = _day(date, clock)
        digest = hashlib.sha256(f"{number}|{day.isoformat()}|{passengers}|{seat}".encode()).hexdigest()
        return as_text(
            {
                "booking": f"BT{digest[:6].upper()}",
                "flight": number,
                "date": day.isoformat(),
                "passengers": passengers,
                **({"seat": seat} if seat else {}),
                "status": "confirmed",
                "note": f"{SAMPLE_NOTE['en']}; {SAMPLE_NOTE['zh']}",
            }
        )

    search_flights.handle_tool_error = True
    book_flight.handle_tool_error = True
    book_flight.metadata = {NEEDS_APPROVAL: True, IDEMPOTENT: False}
    return [search_flights, book_flight]


def _city(name: str, what: str) -> str:
    if not name.strip() or len(name) > 80:
        raise ToolException(f"{what} {name[:80]!r} names no city; expected a name such as 北京 or Paris; give one")
    known = known_city(name)
    return known.name(language_of(name)) if known else name.strip()


def _day(text: str, clock: Clock) -> date:
    today = clock().astimezone().date()
    day = resolve_day(text, today)
    if day is None:
        raise ToolException(
            f"date {text!r} names no day; expected one such as 明天, next Friday or 2026-12-03; give one"
        )
    if day < today:
        raise ToolException(f"date {day.isoformat()} is past (today is {today.isoformat()}); give a day from today on")
    return day


def _distance_km(a: City, b: City) -> float:
    """Give the great-circle distance (haversine formula, mean Earth radius 6371 km)."""
    lat_a, lat_b = math.radians(a.latitude), math.radians(b.latitude)
    half = math.sin((lat_b - lat_a) / 2) ** 2
    half += math.cos(lat_a) * math.cos(lat_b) * math.sin(math.radians(b.longitude - a.longitude) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(half))


def _arrival(leaves: datetime, minutes: int, start: City | None, end: City | None) -> str:
    """Give the local time of arrival, with how many days later it is."""
    arrives = leaves + timedelta(minutes=minutes)
    if start and end:
        arrives = (leaves.replace(tzinfo=ZoneInfo(start.timezone)) + timedelta(minutes=minutes)).astimezone(
            ZoneInfo(end.timezone)
        )
    days = (arrives.date() - leaves.date()).days
    return f"{arrives:%H:%M}" + (f"{days:+d}" if days else "")
