"""Asks Open-Meteo, a public weather service without keys (https://open-meteo.com/en/docs), for one city and day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from nodes.tools.places import known_city
from nodes.tools.results import language_of

TIMEOUT_S = 4.0

CODES = (
    ((0,), "晴", "sunny"),
    ((1, 2), "多云", "partly cloudy"),
    ((3,), "阴", "overcast"),
    ((45, 48), "雾", "fog"),
    ((51, 53, 55, 56, 57, 61, 80), "小雨", "light rain"),
    ((63, 66, 81), "中雨", "rain"),
    ((65, 67, 82), "大雨", "heavy rain"),
    ((71, 77, 85), "小雪", "light snow"),
    ((73, 75, 86), "大雪", "heavy snow"),
    ((95, 96, 99), "雷阵雨", "thunderstorm"),
)
"""The WMO weather interpretation codes that the service answers with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """Where the service is."""

    geocoding_url: str
    forecast_url: str


OPEN_METEO = Service(
    geocoding_url="https://geocoding-api.open-meteo.com/v1/search",
    forecast_url="https://api.open-meteo.com/v1/forecast",
)


class ServiceDown(RuntimeError):
    """The service cannot be reached, or has no answer for this city and day."""


def fetch_weather(city: str, day: date, *, service: Service = OPEN_METEO) -> dict[str, Any]:
    """Give the forecast for a city and a day, in the keys that the sample data has.

    Raises:
        ServiceDown: when there is none; the message says why.
    """
    import httpx

    language = language_of(city)
    try:
        with httpx.Client(timeout=TIMEOUT_S) as client:
            latitude, longitude, name = _where(client, service, city, language)
            answer = client.get(
                service.forecast_url,
                params={
                    "latitude": latitude,
                    "longitude": longitude,
                    "daily": "weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max,"
                    "wind_speed_10m_max",
                    "timezone": "auto",
                    "start_date": day.isoformat(),
                    "end_date": day.isoformat(),
                },
            )
            answer.raise_for_status()
            daily = answer.json()["daily"]
            zh, en = next(((z, e) for codes, z, e in CODES if daily["weather_code"][0] in codes), ("未知", "unknown"))
            return {
                "city": name,
                "date": day.isoformat(),
                "condition": zh if language == "zh" else en,
                "low_c": round(daily["temperature_2m_min"][0]),
                "high_c": round(daily["temperature_2m_max"][0]),
                "rain_chance_percent": daily["precipitation_probability_max"][0],
                "wind_kmh": round(daily["wind_speed_10m_max"][0]),
                "source": "open-meteo.com",
            }
    except httpx.HTTPError as error:
        raise ServiceDown(f"{type(error).__name__}: {error}") from error
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ServiceDown(f"its answer cannot be read ({type(error).__name__})") from error


def _where(client: Any, service: Service, city: str, language: str) -> tuple[float, float, str]:
    known = known_city(city)
    if known:
        return known.latitude, known.longitude, known.name(language)
    answer = client.get(service.geocoding_url, params={"name": city, "count": 1, "language": language})
    answer.raise_for_status()
    results = answer.json().get("results") or []
    if not results:
        raise ServiceDown(f"it knows no city named {city!r}")
    return float(results[0]["latitude"]), float(results[0]["longitude"]), str(results[0]["name"])
