"""How the weather that was looked up is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from graph.offline_model.reading import Done, Talk
from graph.offline_model.wish import Call, call, result_of, told_failure, tool_for
from nodes.tools.open_meteo import CODES
from nodes.tools.places import known_city
from nodes.tools.weather import CONDITIONS

if TYPE_CHECKING:
    from graph.offline_model.skills.weather import WeatherWish


def is_ours(done: Done) -> bool:
    """True when the result has the keys that `get_weather` of this program gives."""
    r = done.result
    return not done.failed and "condition" in r and all(isinstance(r.get(k), int | float) for k in ("low_c", "high_c"))


def told_weather(wish: WeatherWish, talk: Talk) -> str:
    """Say what the lookups brought, a sentence a city, and how two of them compare."""
    zh = talk.language == "zh"
    if not wish.asked.cities:
        return "你想查哪个城市的天气？" if zh else "Which city's weather would you like?"
    if tool_for(talk, "get_weather") is None and not talk.done:
        return (
            "我这里现在没有可用的天气工具，查不了天气。"
            if zh
            else "I have no weather tool at hand right now, so I can't look it up."
        )
    lines = [_line(wish, talk, city, made) for city, made in wish.asked_for(talk)]
    if not any(lines):
        lines = [_tool_text(talk, d) for d in talk.done if "weather" in d.name.lower()]
    extra = _comparison(wish, talk)
    home = ("按你住的地方查的：" if zh else "For where you live: ") if wish.at_home else ""
    return home + ("" if zh else " ").join([*(x for x in lines if x), *([extra] if extra else [])])


def _line(wish: WeatherWish, talk: Talk, city: str, made: Call | None) -> str:
    done = result_of(talk, made)
    zh = talk.language == "zh"
    if done is None:
        return ""
    if done.failed:
        return told_failure(talk, done, f"查{city}的天气", f"Looking up the weather in {city}") + "。" * zh
    r = done.result
    if not is_ours(done):
        return _tool_text(talk, done)
    name, condition = _name(str(r.get("city", city)), zh), _condition(str(r["condition"]), zh)
    low, high, unit = _range(wish, talk, r)
    rain = r.get("rain_chance_percent")
    sample = _label(r, zh)
    if zh:
        rain_zh = f"，降水概率 {rain}%" if rain is not None else ""
        return f"{name} {r.get('date', '')} {condition}，{low}~{high}{unit}{rain_zh}{_advice(talk, r)}{sample}。"
    rain_en = f", {rain}% chance of rain or snow" if rain is not None else ""
    return f"{name} on {r.get('date', '')}: {condition}, {low} to {high}{unit}{rain_en}{_advice(talk, r)}{sample}."


def _range(wish: WeatherWish, talk: Talk, r: dict[str, Any]) -> tuple[str, str, str]:
    if wish.asked.fahrenheit:
        ends = [
            result_of(talk, call(talk, "calculator", expression=f"{r[e]} * 9 / 5 + 32")) for e in ("low_c", "high_c")
        ]
        values = [str(d.result.get("result", "")) for d in ends if d is not None]
        if len(values) == 2 and all(values):
            return values[0], values[1], "°F"
        return f"{r['low_c'] * 9 / 5 + 32:.1f}", f"{r['high_c'] * 9 / 5 + 32:.1f}", "°F"
    return str(r["low_c"]), str(r["high_c"]), "°C"


def _comparison(wish: WeatherWish, talk: Talk) -> str:
    results = [d.result for _, c in wish.asked_for(talk) if (d := result_of(talk, c)) and is_ours(d)]
    if len(results) != 2 or not (wish.asked.compares or len(wish.asked.cities) == 2):
        return ""
    zh = talk.language == "zh"
    a, b = results
    gap = a["high_c"] - b["high_c"]
    if wish.asked.days and len(wish.asked.cities) == 1:
        names = [str(r["date"]) for r in results]
    else:
        names = [_name(str(r["city"]), zh) for r in results]
    if gap == 0:
        return f"{names[0]}和{names[1]}最高气温一样。" if zh else f"{names[0]} and {names[1]} have the same high."
    warm, cool = (names[0], names[1]) if gap > 0 else (names[1], names[0])
    return (
        f"{warm}比{cool}暖和 {abs(gap)}°C（按最高气温）。"
        if zh
        else f"{warm} is {abs(gap)}°C warmer than {cool} (by the highs)."
    )


def _advice(talk: Talk, r: dict[str, Any]) -> str:
    zh, rain = talk.language == "zh", int(r.get("rain_chance_percent") or 0)
    if not re.search(r"伞|下雨|下雪|umbrella|rain|snow", talk.plain, re.I):
        return ""
    if rain >= 50:
        return "，很可能会下，记得带伞" if zh else ", so take an umbrella"
    return "，大概不会下" if zh else ", so probably no rain"


def _label(r: dict[str, Any], zh: bool) -> str:
    if "fallback" in r:
        return "（天气服务没有响应，这是示例数据）" if zh else " (the weather service did not answer: sample data)"
    if "note" in r:
        return "（示例数据）" if zh else " (sample data)"
    return f"（来源：{r['source']}）" if zh and "source" in r else f" (source: {r['source']})" if "source" in r else ""


def _tool_text(talk: Talk, done: Done) -> str:
    if done.failed:
        return told_failure(talk, done, "查天气", "Looking up the weather")
    text = " ".join(done.text.split())[:400]
    return f"查到的结果：{text}" if talk.language == "zh" else f"Here is what the tool says: {text}"


def _name(city: str, zh: bool) -> str:
    known = known_city(city)
    return known.name("zh" if zh else "en") if known else city


def _condition(text: str, zh: bool) -> str:
    known = [*((c_zh, c_en) for c_zh, c_en, _ in CONDITIONS), *((c_zh, c_en) for _, c_zh, c_en in CODES)]
    return next((c_zh if zh else c_en for c_zh, c_en in known if text in (c_zh, c_en)), text)
