"""The built-in tools answer as they say they do: sample data is labelled, errors say what to do, nothing is random."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool

from nodes.tools import default_tools
from nodes.tools.flights import sample_flights
from nodes.tools.open_meteo import Service
from nodes.tools.places import CITIES, find_places, known_city
from nodes.tools.weather import sample_weather

NOW = datetime(2026, 11, 30, 4, 0, tzinfo=UTC)


def tool_named(name: str, **given: Any) -> BaseTool:
    return next(t for t in default_tools(clock=lambda: NOW, **given) if t.name == name)


def run(name: str, **args: Any) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(tool_named(name).invoke(args))
    return result


def failure(name: str, **args: Any) -> str:
    message = tool_named(name).invoke({"name": name, "args": args, "id": "1", "type": "tool_call"})
    assert isinstance(message, ToolMessage)
    assert message.status == "error"
    return message.text


def test_every_tool_says_what_it_does_in_both_languages() -> None:
    for tool in default_tools(memory_for=lambda store, user: pytest.fail("nothing is opened before a call")):
        assert any("\u4e00" <= c <= "\u9fff" for c in tool.description), tool.name
        assert any(c.isascii() and c.isalpha() for c in tool.description), tool.name


def test_only_booking_needs_approval_and_is_not_idempotent() -> None:
    marked = {t.name: t.metadata for t in default_tools() if t.metadata}
    assert marked == {"book_flight": {"needs_approval": True, "idempotent": False}}


def test_without_a_memory_opener_there_are_no_memory_tools() -> None:
    assert not any("memory" in t.name for t in default_tools())


def test_the_calculator_gives_the_expression_and_its_value() -> None:
    assert run("calculator", expression="三乘以四") == {"expression": "3*4", "result": "12"}
    assert "divides by zero" in failure("calculator", expression="1/0")


def test_the_time_is_the_clocks() -> None:
    here = run("current_time", timezone="Tokyo")
    assert (here["date"], here["time"], here["timezone"], here["星期"]) == (
        "2026-11-30", "13:00:00", "Asia/Tokyo", "星期一",
    )  # fmt: skip
    assert run("current_time", timezone="纽约")["date"] == "2026-11-29"
    assert "Asia/Shanghai or UTC" in failure("current_time", timezone="Mars/Base")


def test_sample_weather_is_labelled_and_always_the_same() -> None:
    day = run("get_weather", city="成都", date="明天")
    assert day == run("get_weather", city="成都", date="2026-12-01")
    assert "示例数据" in day["note"]
    assert "sample data" in run("get_weather", city="Chengdu")["note"]


def test_a_city_has_one_weather_under_all_its_names() -> None:
    zh, en = sample_weather("成都", date(2026, 12, 1)), sample_weather("Chengdu", date(2026, 12, 1))
    assert (zh["low_c"], zh["high_c"]) == (en["low_c"], en["high_c"])
    assert (zh["city"], en["city"]) == ("成都", "Chengdu")


@pytest.mark.parametrize("city", [*(c.en for c in CITIES), "Reykjavik", "昌平"])
@pytest.mark.parametrize("month", [1, 4, 7, 10])
def test_sample_weather_is_plausible_everywhere_at_all_seasons(city: str, month: int) -> None:
    w = sample_weather(city, date(2026, month, 15))
    assert -35 <= w["low_c"] < w["high_c"] <= 45
    assert 0 <= w["rain_chance_percent"] <= 100


def test_weather_of_no_city_or_no_day_is_an_error_that_helps() -> None:
    assert "expected a name such as 成都" in failure("get_weather", city=" ")
    assert "expected one such as 明天" in failure("get_weather", city="成都", date="blub")


def test_flights_are_labelled_and_always_the_same() -> None:
    found = run("search_flights", origin="北京", destination="深圳", date="明天")
    assert found == run("search_flights", origin="北京", destination="深圳", date="2026-12-01")
    assert "示例数据" in found["note"]
    prices = [
        f["price_cny"]
        for f in run("search_flights", origin="Beijing", destination="Shenzhen", date="tomorrow")["flights"]
    ]
    assert prices == [f["price_cny"] for f in found["flights"]]
    assert len({f["flight"] for f in found["flights"]}) == len(found["flights"]) == 5


def test_a_seat_leaves_out_the_flights_without_one() -> None:
    every = run("search_flights", origin="北京", destination="深圳", date="明天")["flights"]
    window = run("search_flights", origin="北京", destination="深圳", date="明天", seat="window")["flights"]
    assert window == [f for f in every if f["window_seats"]]


@pytest.mark.parametrize("origin", [c.zh for c in CITIES[:12]])
def test_every_route_has_a_window_seat_somewhere(origin: str) -> None:
    flights = sample_flights(origin, "新加坡", date(2026, 12, 1), "window")["flights"]
    assert flights


def test_arrivals_are_in_the_time_of_the_destination() -> None:
    flight = sample_flights("北京", "东京", date(2026, 12, 1))["flights"][0]
    departs, arrives = (int(flight[k][:2]) * 60 + int(flight[k][3:5]) for k in ("departs", "arrives"))
    assert arrives - departs == flight["duration_min"] + 60


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ({"origin": "北京", "destination": "PEK"}, "expected two cities"),
        ({"origin": "", "destination": "深圳"}, "origin"),
        ({"origin": "北京", "destination": "深圳", "date": "昨天"}, "is past"),
        ({"origin": "北京", "destination": "深圳", "date": "someday"}, "names no day"),
    ],
)
def test_a_search_that_cannot_be_made_says_why(args: dict[str, str], told: str) -> None:
    assert told in failure("search_flights", **args)


def test_a_booking_is_a_labelled_sample_and_the_same_for_the_same_seat() -> None:
    booked = run("book_flight", flight="ca1131", date="明天", passengers=2, seat="window")
    assert booked["flight"] == "CA1131"
    assert booked == run("book_flight", flight="CA1131", date="2026-12-01", passengers=2, seat="window")
    assert "sample data" in booked["note"]
    assert "expected 1 to 9" in failure("book_flight", flight="CA1131", passengers=12)
    assert "no flight number" in failure("book_flight", flight="the first")


def test_cities_are_found_under_all_names_and_codes_only_in_capitals() -> None:
    for city in CITIES:
        for name in (city.zh, city.en, city.airport, *city.aliases):
            assert known_city(name) is city, name
    assert [p.city.en for p in find_places("从北京飞 new york, then LAX")] == ["Beijing", "New York", "Los Angeles"]
    assert find_places("we can take the bus, la la la") == []


# ---- weather online


class _Sky(BaseHTTPRequestHandler):
    """A small Open-Meteo on loopback."""

    def do_GET(self) -> None:
        url = urlparse(self.path)
        asked = {k: v[0] for k, v in parse_qs(url.query).items()}
        self.server.asked.append((url.path, asked))  # type: ignore[attr-defined]  # the test's own list
        body = self.server.answers[url.path]  # type: ignore[attr-defined]  # the test's own table
        raw = json.dumps(body).encode() if not isinstance(body, bytes) else body
        self.send_response(200 if body != b"down" else 503)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:
        return


FORECAST = {
    "daily": {
        "weather_code": [63], "temperature_2m_max": [14.4], "temperature_2m_min": [8.6],
        "precipitation_probability_max": [80], "wind_speed_10m_max": [11.2],
    }
}  # fmt: skip


@contextmanager
def sky(forecast: object, places: object) -> Iterator[tuple[Service, list[tuple[str, dict[str, str]]]]]:
    server = HTTPServer(("127.0.0.1", 0), _Sky)
    asked: list[tuple[str, dict[str, str]]] = []
    server.asked, server.answers = asked, {"/forecast": forecast, "/search": places}  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    base = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield Service(geocoding_url=f"{base}/search", forecast_url=f"{base}/forecast"), asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def online(service: Service, city: str) -> dict[str, Any]:
    tool = tool_named("get_weather", weather_online=True, weather_service=service)
    result: dict[str, Any] = json.loads(tool.invoke({"city": city, "date": "明天"}))
    return result


def test_weather_comes_from_the_service_when_that_is_allowed() -> None:
    with sky(FORECAST, {}) as (service, asked):
        told = online(service, "成都")
    assert (told["condition"], told["low_c"], told["high_c"], told["source"]) == ("中雨", 9, 14, "open-meteo.com")
    assert "note" not in told
    assert asked[0][1]["start_date"] == "2026-12-01"


def test_an_unknown_city_is_looked_up_first() -> None:
    found = {"results": [{"latitude": 64.1, "longitude": -21.9, "name": "Reykjavík"}]}
    with sky(FORECAST, found) as (service, asked):
        assert online(service, "Reykjavik")["city"] == "Reykjavík"
    assert [path for path, _ in asked] == ["/search", "/forecast"]


@pytest.mark.parametrize(
    ("forecast", "places"),
    [(b"down", {}), (b"not json", {}), ({}, {}), ({"daily": {"weather_code": []}}, {})],
    ids=["down", "garbage", "empty", "no day"],
)
def test_when_the_service_fails_the_sample_answers_and_says_so(forecast: object, places: object) -> None:
    with sky(forecast, places) as (service, _):
        told = online(service, "成都")
    assert "did not answer" in told["fallback"]
    assert "示例数据" in told["note"]


def test_when_nothing_listens_the_sample_answers_and_says_so() -> None:
    nowhere = Service(geocoding_url="http://127.0.0.1:9/s", forecast_url="http://127.0.0.1:9/f")
    assert "fallback" in online(nowhere, "成都")


def test_a_city_that_the_service_does_not_know_is_told_from_the_sample() -> None:
    with sky(FORECAST, {"results": []}) as (service, _):
        assert "knows no city" in online(service, "火星城")["fallback"]
