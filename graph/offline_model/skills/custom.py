"""Tools that this program does not know: called when the text names one, or speaks of what its description says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graph.offline_model.reading import Done, Talk
from graph.offline_model.sentences import asks, orders
from graph.offline_model.wish import Call, result_of, told_failure
from memory.lexical.words import content_words
from nodes.tools.numerals import words_to_digits

OWN = frozenset(
    [
        "calculator",
        "current_time",
        "get_weather",
        "search_flights",
        "book_flight",
        "search_memory",
        "save_memory",
        "forget_memory",
        "read_tool_result",
    ]
)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_QUOTED = re.compile(r"[\"“「『'‘]([^\"”」』'’]{1,200})[\"”」』'’]")
_NAMED_ARG = r"\b{name}\s*(?:=|:|：|是|为|is)\s*[\"'“「]?([^\s,，;\"'”」)]+)"


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomWish:
    """One call of a tool that came from elsewhere."""

    made: Call

    def calls(self, talk: Talk) -> Sequence[Call]:
        return [self.made] if self.made.name in talk.tools else []

    def answer(self, talk: Talk) -> str:
        zh = talk.language == "zh"
        done = result_of(talk, self.made) or next((d for d in reversed(talk.done) if d.name == self.made.name), None)
        if done is None:
            return (
                f"工具 {self.made.name} 现在不可用。"
                if zh
                else f"The tool {self.made.name} is not available right now."
            )
        return told_result(talk, done)


def told_result(talk: Talk, done: Done) -> str:
    """Say what a tool brought, as it stands."""
    zh = talk.language == "zh"
    if done.failed:
        return told_failure(talk, done, f"工具 {done.name} ", f"The tool {done.name}") + ("。" if zh else ".")
    text = done.text.strip()[:1200]
    return f"{done.name} 的结果：{text}" if zh else f"{done.name} says: {text}"


def find(talk: Talk) -> CustomWish | None:
    """Find the unknown tool that the text asks for, when all that it requires can be filled from the text."""
    best: tuple[float, str] = (0.0, "")
    for name, schema in talk.tools.items():
        if name in OWN:
            continue
        best = max(best, (_score(talk.plain, name, str(schema.get("description", ""))), name))
    if best[0] < 1.5 or not (asks(talk.plain) or orders(talk.plain) or best[0] >= 5):
        return None
    args = _fill(talk.text, best[1], talk.tools[best[1]].get("parameters", {}))
    return CustomWish(made=Call(name=best[1], args=args)) if args is not None else None


def _score(text: str, name: str, description: str) -> float:
    if re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", text, re.I) and ("_" in name or len(name) > 3):
        return 10.0
    words = set(content_words(text))
    in_name = words & set(content_words(name.replace("_", " ").replace("-", " ")))
    named = [w for w in re.split(r"[_-]", name) if len(w) > 2]
    told = words & set(content_words(description.split("\n\n")[0][:300]))
    told_weight = sum(1.0 if len(w) > 2 and ord(w[0]) < 0x2E80 else 0.5 for w in told - in_name)
    return (2.0 * len(in_name) / max(1, len(named)) if in_name else 0.0) + 0.5 * told_weight


def _fill(text: str, name: str, parameters: dict[str, Any]) -> dict[str, Any] | None:
    """Give the arguments that can be read from the text; None when a required one cannot."""
    takes: dict[str, dict[str, Any]] = parameters.get("properties", {})
    required = set(parameters.get("required", []))
    bare = re.sub(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", " ", text)
    numbers = _NUMBER.findall(bare) or _NUMBER.findall(words_to_digits(bare))
    quoted = _QUOTED.findall(bare)
    args: dict[str, Any] = {}
    for key, spec in takes.items():
        kind = spec.get("type") or next(
            (o.get("type") for o in spec.get("anyOf", []) if o.get("type") != "null"), "string"
        )
        if said := re.search(_NAMED_ARG.format(name=re.escape(key)), bare, re.I):
            args[key] = _typed(said[1], kind)
        elif "enum" in spec:
            chosen = next((o for o in spec["enum"] if isinstance(o, str) and o and o.lower() in bare.lower()), None)
            if chosen is not None:
                args[key] = chosen
        elif kind in ("integer", "number") and numbers:
            args[key] = _typed(numbers.pop(0), kind)
        elif kind == "boolean" and key in required:
            args[key] = True
        elif kind == "string" and (key in required or quoted):
            words = quoted.pop(0) if quoted else _object_of(bare, name, numbers)
            if words:
                args[key] = words
    return args if required <= set(args) else None


def _typed(text: str, kind: str) -> Any:
    if kind == "integer" and _NUMBER.fullmatch(text):
        return int(float(text))
    if kind == "number" and _NUMBER.fullmatch(text):
        return float(text)
    return text


def _object_of(text: str, name: str, numbers: list[str]) -> str:
    """Give what the text is about: a code, the words behind for/of/about, or all that is left of it."""
    if code := re.search(r"\b(?=[A-Za-z-]*\d)[A-Za-z0-9][\w-]{1,30}\b", text):
        if numbers and code[0] == numbers[0]:
            numbers.pop(0)
        return code[0]
    if after := re.search(
        r"\b(?:for|of|about|on|in|named|called|to|with|user|customer|order)\s+([^?.!,]{1,80})", text, re.I
    ):
        return after[1].strip()
    left = re.sub(
        r"请|帮我|给我|查询|查一下|查|一下|告诉我|用|调用|使用|工具|的|是什么|多少|怎么样|吗|呢|[?？。.!！,，]|\b(?:please|call|use|run|the|tool|with|tell|me|what|is|can|you|get|find|look|up|a|an)\b",
        " ",
        text,
        flags=re.I,
    )
    left = " ".join(w for w in left.split() if w.lower() not in name.lower().split("_"))
    return left.strip()
