"""The tool that tells the weather: from labelled sample data, or from a public keyless service when that is allowed."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from langchain_core.tools import BaseTool, ToolException, tool

from memory.clock import Clock, system_clock
from nodes.tools.dates import resolve_day
from nodes.tools.open_meteo import OPEN_METEO, Service, ServiceDown, fetch_weather
from nodes.tools.places import City, known_city
from nodes.tools.results import SAMPLE_NOTE, as_text, language_of

CONDITIONS: tuple[tuple[str, str, int], ...] = (
    ("晴", "sunny", 0),
    ("多云", "partly cloudy", 10),
    ("阴", "overcast", 20),
    ("小雨", "light rain", 70),
    ("中雨", "rain", 90),
    ("雾", "fog", 10),
    ("小雪", "light snow", 70),
)
"""Each condition in Chinese and English, and how likely it brings rain or snow, in percent."""

_NORMAL_C = (4, 6, 11, 17, 22, 26, 28, 27, 23, 17, 11, 6)
"""Mean temperature of each month in a temperate northern city, the ground of the sample data."""


def sample_weather(city: str, day: date) -> dict[str, Any]:
    """Give made-up weather: always the same for a city and a day, plausible for its latitude and season."""
    known = known_city(city)
    language = language_of(city)
    digest = hashlib.sha256(f"{known.en if known else city.casefold()}|{day.isoformat()}".encode()).digest()
    latitude = known.latitude if known else 32.0
    month = day.month if latitude >= 0 else (day.month + 5) % 12 + 1
    warmth = (33 - abs(latitude)) * 0.35
    swing = min(1.0, abs(latitude) / 33)
    mean = 16 + (_NORMAL_C[month - 1] - 16) * swing + warmth + digest[0] % 7 - 3
    low, high = round(mean - 2 - digest[1] % 3), round(mean + 3 + digest[2] % 4)
    choices = [c for c in CONDITIONS if (high <= 2 or c[1] != "light snow")]
    zh, en, chance = choices[digest[3] % len(choices)]
    return {
        "city": known.name(language) if known else city,
        "date": day.isoformat(),
        "condition": zh if language == "zh" else en,
        "low_c": low,
        "high_c": high,
        "rain_chance_percent": min(100, chance + digest[4] % 10),
        "humidity_percent": 35 + digest[5] % 55,
        "wind_kmh": 3 + digest[6] % 25,
        "note": SAMPLE_NOTE[language],
    }


def weather_tool(clock: Clock = system_clock, *, online: bool = False, service: Service = OPEN_METEO) -> BaseTool:
    """Give the tool `get_weather`; `online` lets it ask the public service first."""

    @tool
    def get_weather(city: str, date: str = "") -> str:
        """Tell the weather of a city on a day. 查询某个城市某一天的天气。

        Args:
            city: The city, in any language: 成都, Chengdu, Paris.
            date: The day: today, 明天, next Friday, 12月3日 or 2026-12-03. Empty is today.
        """
        name = city.strip()
        if not name or len(name) > 80:
            raise ToolException(f"city {city[:80]!r} names no city; expected a name such as 成都 or Paris; give one")
        known: City | None = known_city(name)
        day = resolve_day(date, _today(clock, known))
        if day is None:
            raise ToolException(
                f"date {date!r} names no day; expected one such as 明天, next Friday or 2026-12-03; give one"
            )
        if not online:
            return as_text(sample_weather(name, day))
        try:
            return as_text(fetch_weather(name, day, service=service))
        except ServiceDown as down:
            return as_text({**sample_weather(name, day), "fallback": f"the weather service did not answer: {down}"})

    get_weather.handle_tool_error = True
    return get_weather


def _today(clock: Clock, city: City | None) -> date:
    return clock().astimezone(ZoneInfo(city.timezone) if city else None).date()
