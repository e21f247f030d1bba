"""Weather: one city or several, today or another day, in Celsius or Fahrenheit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph.offline_model.followups import day_words, earlier_texts, leans_back, names_only, own_part
from graph.offline_model.language import clauses
from graph.offline_model.matching import value
from graph.offline_model.reading import Done, Talk
from graph.offline_model.sentences import wants
from graph.offline_model.skills import flight_words
from graph.offline_model.skills.weather_answer import is_ours, told_weather
from graph.offline_model.wish import Call, call, result_of
from nodes.tools.places import find_places

ABOUT = re.compile(
    r"天气|气温|温度(?!计)|下(?:不下)?(?:雨|雪)|(?:更|比较)(?:暖和|暖|冷|热|凉快)|冷不冷|热不热|(?:冷|热)吗|多少度|几度|刮风|(?:要|用|需要)?带(?:雨)?伞|穿什么|晴天|"
    r"\bweather\b|\bforecast\b|\btemperature\b|\b(?:rain|snow|sunny|cloudy|windy|humid)(?:ing|y)?\b|\b(?:warmer|colder|hotter|cooler)\b|\b(?:cold|hot|warm|chilly) (?:is|in|out|today|tomorrow|there)\b|"
    r"\bhow (?:cold|hot|warm)\b|\bis it (?:cold|hot|warm|nice)\b|\b(?:need|take|bring|carry|pack|want)\b[^?]*\bumbrella\b|\bumbrella (?:today|tomorrow|weather)\b|\bwhat (?:should|to) (?:i )?wear\b|\braincoat\b",
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
    r"我家里?|家里|我住的(?:地方|城市)|我这(?:里|儿|边)|帮我|给我|麻烦|请问|请|你|您|我想|我要|想|知道|了解|一下|查询|查|看看|看|问问|问|告诉我|说说|今天|明天|后天|大后天|现在|最近|这几天|未来|周末|会|要|的|那边|这边|那里|这里|外面|当地|那|呢|和|与|跟|或|还是|比|吗|是|有|没|下|雨|雪|，|,|不|能|可以|周.|星期.|天气|预报|怎么样|如何|用|伞|带|出门|需|需要|得|应该|该|什么|穿"
)
_UNKNOWN_EN = re.compile(
    r"\b(?:in|at|for|over|of) ((?!the\b|my\b|home\b|here\b|this\b|next\b|fahrenheit\b|celsius\b|a\b|few\b|degrees\b)[A-Za-zÀ-ÿ][\w'À-ÿ-]*(?: (?!today|tomorrow|tonight|now|right|on|this|next|is|and|please|like|be|look|going|or|in|to|at|vs)[A-Za-zÀ-ÿ][\w'À-ÿ-]*){0,2})",
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
    "home",
    "my home",
    "my place",
    "my city",
    "my town",
    "my area",
    "where i live",
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
    """True when no city was named and the user's home stands in."""

    def asked_for(self, talk: Talk) -> list[tuple[str, Call | None]]:
        """Give each city with its lookup, one a day that was named."""
        days = self.asked.days or ("",)
        pairs = [(city, day) for city in self.asked.cities for day in days][:6]
        return [(city, call(talk, "get_weather", city=city, date=day)) for city, day in pairs]

    def calls(self, talk: Talk) -> Sequence[Call]:
        wanted = [c for _, c in self.asked_for(talk) if c is not None]
        done = [result_of(talk, c) for c in wanted]
        if not wanted or any(d is None for d in done):
            return wanted
        sums = [call(talk, "calculator", expression=e) for e in self._sums(done)]
        return [*wanted, *(s for s in sums if s is not None)]

    def _sums(self, done: Sequence[Done | None]) -> list[str]:
        results = [d.result for d in done if d is not None and is_ours(d)]
        if self.asked.fahrenheit:
            return [f"{r[end]} * 9 / 5 + 32" for r in results for end in ("low_c", "high_c")]
        if self.asked.compares and len(results) == 2:
            return [f"{results[0]['high_c']} - {_bracketed(results[1]['high_c'])}"]
        return []

    def answer(self, talk: Talk) -> str:
        return told_weather(self, talk)


def _bracketed(number: int) -> str:
    return f"({number})" if number < 0 else str(number)


def find(talk: Talk) -> WeatherWish | None:
    """Find the wish in the newest text, with what the turns before and the memories fill in."""
    asked = read(talk.plain)
    if asked is None and leans_back(talk) and _latest_is_weather(talk) and not flight_words.ABOUT.search(talk.plain):
        asked = _followed(talk)
    if asked is None:
        return None
    at_home = False
    if not asked.cities:
        if re.search(r"(?<!我家)(?<!家)(?:那里|那边|那儿)|\bthere\b", talk.plain, re.I):
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
