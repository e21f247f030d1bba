"""Weather: one city or several, today or another day, in Celsius or Fahrenheit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from graph.offline_model.followups import day_words, earlier_texts, leans_back, names_only, own_part
from graph.offline_model.language import clauses
from graph.offline_model.matching import value
from graph.offline_model.reading import Done, Talk
from graph.offline_model.sentences import wants
from graph.offline_model.skills import flight_words
from graph.offline_model.wish import Call, call, result_of, told_failure, tool_for
from nodes.tools.places import find_places, known_city
from nodes.tools.weather import CONDITIONS

ABOUT = re.compile(
    r"天气|气温|温度(?!计)|下(?:不下)?(?:雨|雪)|(?:更|比较)(?:暖和|暖|冷|热|凉快)|冷不冷|热不热|(?:冷|热)吗|多少度|几度|刮风|(?:要|用|需要)?带(?:雨)?伞|穿什么|晴天|"
    r"\bweather\b|\bforecast\b|\btemperature\b|\b(?:rain|snow|sunny|cloudy|windy|humid)(?:ing|y)?\b|\b(?:warmer|colder|hotter|cooler)\b|\b(?:cold|hot|warm|chilly) (?:is|in|out|today|tomorrow|there)\b|"
    r"\bhow (?:cold|hot|warm)\b|\bis it (?:cold|hot|warm|nice)\b|\bumbrella\b|\bwhat (?:should|to) (?:i )?wear\b|\braincoat\b",
    re.I,
)
_FAHRENHEIT = re.compile(r"华氏|fahrenheit|°\s?f\b|\bin f\b", re.I)
_COMPARE = re.compile(
    r"比较|对比|相比|(?:哪|谁)(?:个|里|边|座)?(?:城市|地方)?(?:更|比较)?(?:冷|热|暖)|温差|差多少|compare|versus|\bvs\b|(?:warmer|colder|hotter|cooler)|difference",
    re.I,
)
_SELF = re.compile(r"(?:我|i\b|i'm\b|my\b)", re.I)
_POLITE = re.compile(r"\b(?:please|now|today)\b|吧|呢|请|[.?!。？！]", re.I)
_PRAISE = re.compile(
    r"天气(?:真|好(?!不)|很|太|非常|挺|超)(?:好|棒|不错|差|糟|热|冷|舒服|闷)|不错的?天气|(?:nice|lovely|beautiful|terrible|bad|great) weather",
    re.I,
)
_UNKNOWN_ZH = re.compile(
    r"([\u4e00-\u9fffA-Za-z·]{2,10}?)(?:市|县)?(?:这边|那边)?的?(?:天气|气温|温度|(?:会|要|有没有|是不是)?(?:下雨|下雪)|冷|热|会不会|多少度|几度)"
)
_STOP_ZH = re.compile(
    r"帮我|给我|麻烦|请问|请|你|您|我想|我要|想|知道|了解|一下|查询|查|看看|看|问问|问|告诉我|说说|今天|明天|后天|大后天|现在|最近|这几天|未来|周末|会|要|的|那边|这边|那里|这里|外面|当地|那|呢|和|与|跟|或|还是|比|吗|是|有|没|下|雨|雪|，|,|不|能|可以|周.|星期.|天气|预报|怎么样|如何|用|伞|带|出门|需|需要|得|应该|该|什么|穿"
)
_UNKNOWN_EN = re.compile(
    r"\b(?:in|at|for|over|of) ((?!the\b|my\b|this\b|next\b|fahrenheit\b|celsius\b|a\b|few\b|degrees\b)[A-Za-zÀ-ÿ][\w'À-ÿ-]*(?: (?!today|tomorrow|tonight|now|right|on|this|next|is|and|please|like|be|look|going|or|in|to|at|vs)[A-Za-zÀ-ÿ][\w'À-ÿ-]*){0,2})",
    re.I,
)
_BEFORE_EN = re.compile(
    r"(?:^|\b(?:the|me|check|show|get|what's|is)\s+)((?-i:[A-Z])[\w'À-ÿ-]+(?: (?-i:[A-Z])[\w'À-ÿ-]+)?)(?:'s)? (?:weather|forecast|temperature)",
    re.I,
)
_NOT_CITIES = {
    "fahrenheit",
    "celsius",
    "now",
    "today",
    "tomorrow",
    "what",
    "the",
    "weather",
    "general",
    "there",
    "here",
    "me",
    "check",
    "show",
    "current",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked about the weather."""

    cities: tuple[str, ...] = ()
    days: tuple[str, ...] = ()
    fahrenheit: bool = False
    compares: bool = False


def read(text: str) -> Asked | None:
    """Read a text, in plain form; None when it does not ask for weather."""
    text = own_part(text, ABOUT, flight_words.ABOUT)
    about = ABOUT.search(text)
    if not about or _PRAISE.search(text):
        return None
    cities = _cities(text)
    clause = next((c for c in clauses(text) if ABOUT.search(c)), text)
    if not wants(text, ABOUT):
        alone = _POLITE.sub("", text).strip() == about[0]
        if _SELF.match(clause) or not (alone or (cities and len(clause) <= 24)):
            return None
    return Asked(
        cities=cities,
        days=tuple(dict.fromkeys(day_words(text))),
        fahrenheit=bool(_FAHRENHEIT.search(text)),
        compares=bool(_COMPARE.search(text)),
    )


def _cities(text: str) -> tuple[str, ...]:
    known = tuple(dict.fromkeys(text[p.start : p.end] for p in find_places(text)))
    if known:
        return known
    words = [w for m in _UNKNOWN_ZH.finditer(text) if 2 <= len(w := _STOP_ZH.sub("", m[1])) <= 8]
    words += [m[1].strip() for m in (*_UNKNOWN_EN.finditer(text), *_BEFORE_EN.finditer(text))]
    return tuple(w for w in words if w.casefold() not in _NOT_CITIES and not day_words(w))[:1]


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherWish:
    """The weather of some cities."""

    asked: Asked
    at_home: bool = False
    fahrenheit_from_memory: bool = False

    def _asked_for(self, talk: Talk) -> list[tuple[str, Call | None]]:
        days = self.asked.days or ("",)
        pairs = [(city, day) for city in self.asked.cities for day in days][:6]
        return [(city, call(talk, "get_weather", city=city, date=day)) for city, day in pairs]

    def calls(self, talk: Talk) -> Sequence[Call]:
        wanted = [c for _, c in self._asked_for(talk) if c is not None]
        done = [result_of(talk, c) for c in wanted]
        if not wanted or any(d is None for d in done):
            return wanted
        sums = [call(talk, "calculator", expression=e) for e in self._sums(done)]
        return [*wanted, *(s for s in sums if s is not None)]

    def _sums(self, done: Sequence[Done | None]) -> list[str]:
        results = [d.result for d in done if d is not None and not d.failed and "high_c" in d.result]
        if self.asked.fahrenheit:
            return [f"{r[end]} * 9 / 5 + 32" for r in results for end in ("low_c", "high_c")]
        if self.asked.compares and len(results) == 2:
            return [f"{results[0]['high_c']} - {_bracketed(results[1]['high_c'])}"]
        return []

    def answer(self, talk: Talk) -> str:
        zh = talk.language == "zh"
        if not self.asked.cities:
            return "你想查哪个城市的天气？" if zh else "Which city's weather would you like?"
        if tool_for(talk, "get_weather") is None and not any(result_of(talk, c) for _, c in self._asked_for(talk)):
            if not talk.done:
                return (
                    "我这里现在没有可用的天气工具，查不了天气。"
                    if zh
                    else "I have no weather tool at hand right now, so I can't look it up."
                )
        lines = [self._line(talk, city, made) for city, made in self._asked_for(talk)]
        if not any(lines):
            lines = [_tool_text(talk, d) for d in talk.done if "weather" in d.name.lower()]
        extra = self._comparison(talk)
        home = ("按你住的地方查的：" if zh else "For where you live: ") if self.at_home else ""
        return home + ("" if zh else " ").join([*(x for x in lines if x), *([extra] if extra else [])])

    def _line(self, talk: Talk, city: str, made: Call | None) -> str:
        done = result_of(talk, made)
        zh = talk.language == "zh"
        if done is None:
            return ""
        if done.failed:
            return told_failure(talk, done, f"查{city}的天气", f"Looking up the weather in {city}") + "。" * zh
        r = done.result
        if "condition" not in r:
            return _tool_text(talk, done)
        name, condition = _name(str(r.get("city", city)), zh), _condition(str(r["condition"]), zh)
        low, high, unit = self._range(talk, r)
        rain = r.get("rain_chance_percent")
        sample = _label(r, zh)
        if zh:
            rain_zh = f"，降水概率 {rain}%" if rain is not None else ""
            return f"{name} {r.get('date', '')} {condition}，{low}~{high}{unit}{rain_zh}{_advice(talk, r)}{sample}。"
        rain_en = f", {rain}% chance of rain or snow" if rain is not None else ""
        return f"{name} on {r.get('date', '')}: {condition}, {low} to {high}{unit}{rain_en}{_advice(talk, r)}{sample}."

    def _range(self, talk: Talk, r: dict[str, Any]) -> tuple[str, str, str]:
        if self.asked.fahrenheit:
            ends = [
                result_of(talk, call(talk, "calculator", expression=f"{r[e]} * 9 / 5 + 32"))
                for e in ("low_c", "high_c")
            ]
            values = [str(d.result.get("result", "")) for d in ends if d is not None]
            if len(values) == 2 and all(values):
                return values[0], values[1], "°F"
            return f"{r['low_c'] * 9 / 5 + 32:.1f}", f"{r['high_c'] * 9 / 5 + 32:.1f}", "°F"
        return str(r["low_c"]), str(r["high_c"]), "°C"

    def _comparison(self, talk: Talk) -> str:
        results = [
            d.result
            for _, c in self._asked_for(talk)
            if (d := result_of(talk, c)) and not d.failed and "high_c" in d.result
        ]
        if len(results) != 2 or not (self.asked.compares or len(self.asked.cities) == 2):
            return ""
        zh = talk.language == "zh"
        a, b = results
        gap = a["high_c"] - b["high_c"]
        if self.asked.days and len(self.asked.cities) == 1:
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
    return next((c_zh if zh else c_en for c_zh, c_en, _ in CONDITIONS if text in (c_zh, c_en)), text)


def _bracketed(number: int) -> str:
    return f"({number})" if number < 0 else str(number)


def find(talk: Talk) -> WeatherWish | None:
    """Find the wish in the newest text, with what the turns before and the memories fill in."""
    asked = read(talk.plain)
    if asked is None and leans_back(talk) and _latest_is_weather(talk):
        asked = _followed(talk)
    if asked is None:
        return None
    at_home = False
    if not asked.cities:
        if re.search(r"那里|那边|那儿|\bthere\b", talk.plain, re.I):
            places = [p for t in earlier_texts(talk) for p in find_places(t)]
            asked = replace(asked, cities=(places[0].city.name(talk.language),) if places else ())
        elif (home := value("home", talk.statements())) and (places := find_places(home.clause)):
            asked, at_home = replace(asked, cities=(places[-1].city.name(talk.language),)), True
    if not asked.fahrenheit and any(
        _FAHRENHEIT.search(s.text) for s in talk.memories if s.by_user and s.kind != "episode"
    ):
        asked = replace(asked, fahrenheit=True)
    return WeatherWish(asked=asked, at_home=at_home)


def _followed(talk: Talk) -> Asked | None:
    """Give what was asked before, with each follow-up since and the newest text filled in."""
    asked: Asked | None = None
    for text in (*reversed(earlier_texts(talk, 6)), talk.plain):
        fresh = read(text)
        if fresh is not None:
            asked = fresh
        elif asked is not None and names_only(text):
            cities = tuple(dict.fromkeys(text[p.start : p.end] for p in find_places(text)))
            asked = replace(asked, cities=cities or asked.cities, days=tuple(day_words(text)) or asked.days)
    return asked


def _latest_is_weather(talk: Talk) -> bool:
    last = talk.past[-1]
    names = {d.name for d in last.done}
    return not names or any("weather" in n.lower() for n in names)
