"""A wish: what the user wants in one text, the tool calls that it takes, and the words that answer it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from graph.offline_model.reading import Done, Talk

MOST_TRIES = 2
"""A call that failed in a way that may pass is made once more, and never again."""

_TOOL_NAMES = {
    "get_weather": r"weather|forecast|天气",
    "search_flights": r"^(?!.*book).*(?:flight|机票|航班)",
    "book_flight": r"book.*flight|flight.*book|订票",
    "calculator": r"calculat|compute|evaluate|arithmetic|^math|计算",
    "current_time": r"current_time|get_time|^time$|^now$|clock|datetime|current_date|时间",
    "search_memory": r"(?:search|recall|read|get|query)_?memor",
    "save_memory": r"(?:save|add|store|write|remember)_?memor",
    "forget_memory": r"(?:forget|delete|remove)_?memor",
    "read_tool_result": r"read_tool_result",
}
"""What other people's tools of the same use are called."""
_ARGUMENT_NAMES = {
    "city": r"city|location|place|where|q(?:uery)?|地点|城市",
    "date": r"date|day|when|depart\w*date|日期|时间",
    "origin": r"origin|from\w*|depart\w*|source|start\w*|出发\w*",
    "destination": r"dest\w*|to(?:_\w+)?|arriv\w*|end\w*|目的\w*",
    "seat": r"seat\w*",
    "expression": r"expr\w*|formula|equation|input|query|算式|表达式",
    "timezone": r"time_?zone|tz|city|location|zone",
    "query": r"query|q|text|question",
    "text": r"text|content|memory|fact",
    "text_or_id": r"text\w*|id|query|content|memory\w*",
    "flight": r"flight\w*",
    "passengers": r"passengers|people|count|n",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One tool call."""

    name: str
    args: dict[str, Any]

    @property
    def key(self) -> str:
        """The same for the same tool and arguments."""
        return f"{self.name}|{json.dumps(self.args, sort_keys=True, ensure_ascii=False, default=str)}"

    def id_in(self, length: int, place: int) -> str:
        """Give its id in a request of so many messages."""
        return "call_" + hashlib.sha256(f"{length}|{place}|{self.key}".encode()).hexdigest()[:20]


class Wish(Protocol):
    """What the user wants."""

    def calls(self, talk: Talk) -> Sequence[Call]:
        """Give the calls that can be made now, those already made among them."""
        ...

    def answer(self, talk: Talk) -> str:
        """Give the words that answer it, from what the calls brought."""
        ...


def call(talk: Talk, use: str, **args: Any) -> Call | None:
    """Give a call to the tool of that use, bound or called this turn, with the arguments that it takes; or None."""
    name = tool_for(talk, use) or _name_like(use, (d.name for d in talk.done))
    if name is None:
        return None
    if name in talk.tools:
        takes = talk.tools[name].get("parameters", {}).get("properties", {})
    else:  # no longer bound: what it was called with is what it takes
        takes = {key: {} for d in talk.done if d.name == name for key in d.args}
    fitted: dict[str, Any] = {}
    for key, value in args.items():
        if value in ("", None):
            continue
        spelled = re.compile(_ARGUMENT_NAMES.get(key, re.escape(key)), re.I)
        into = key if key in takes else next((t for t in takes if spelled.fullmatch(t) and t not in fitted), None)
        if into is not None:
            fitted[into] = value
    return Call(name=name, args=fitted)


def tool_for(talk: Talk, use: str) -> str | None:
    """Give the name of the bound tool of that use: ours, or another of a like name."""
    if use in talk.tools:
        return use
    return _name_like(use, talk.tools)


def _name_like(use: str, names: Iterable[str]) -> str | None:
    spelled = re.compile(_TOOL_NAMES.get(use, re.escape(use)), re.I)
    return next((name for name in names if name == use or spelled.search(name)), None)


def result_of(talk: Talk, made: Call | None) -> Done | None:
    """Give the newest answer to this call in this turn; None while there is none."""
    if made is None:
        return None
    return next((d for d in reversed(talk.done) if Call(name=d.name, args=d.args).key == made.key), None)


def is_due(talk: Talk, wanted: Call) -> bool:
    """True when the call is still to be made: never made, or failed once in a way that may pass."""
    tries = [d for d in talk.done if Call(name=d.name, args=d.args).key == wanted.key]
    return not tries or (len(tries) < MOST_TRIES and tries[-1].may_be_retried)


def was_refused(done: Done) -> bool:
    """True when the user did not approve the call."""
    return done.failed and bool(re.search(r"did not approve|not approved|declined", done.text, re.I))


def told_failure(talk: Talk, done: Done, what_zh: str, what_en: str) -> str:
    """Say that a tool failed, with its own reason in short."""
    if was_refused(done):
        return "好的，没有执行" if talk.language == "zh" else "All right, I did not run it"
    reason = " ".join(done.text.split())[:160]
    if talk.language == "zh":
        return f"{what_zh}没有成功：{reason or '工具没有返回结果'}"
    return f"{what_en} did not work: {reason or 'the tool gave no result'}"
