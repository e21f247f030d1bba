"""Reading on in a tool result that was cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graph.offline_model.reading import Talk
from graph.offline_model.wish import Call, result_of, told_failure
from nodes.tools.numerals import words_to_digits

_KEY = re.compile(r"read_tool_result\W{0,3}\(?(?:key|id|result_id)?\W{1,4}([0-9A-Za-z][\w:-]{5,})")
_WANTS = re.compile(
    r"(?:完整|全部|其余|剩下|后面|余下|被截断|截断|省略)的?(?:部分|内容|结果|文字)?|(?:继续|接着)(?:读|看|显示)|结果的?(?:结尾|末尾|最后)|\b(?:rest|remainder|remaining|full|whole|entire|complete|cut|truncated)\b[^.?!]{0,30}\b(?:result|output|text|part|answer|it)\b|\b(?:read|show) (?:on|more|the rest|the full)\b|\bcontinue reading\b|\bend of the (?:result|output|text)\b|read_tool_result",
    re.I,
)
LENGTH = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadWish:
    """One archived result, from some character on."""

    key: str
    start: int

    def _made(self, talk: Talk) -> Call | None:
        if not talk.can("read_tool_result"):
            return None
        return Call(name="read_tool_result", args={"key": self.key, "start": self.start, "length": LENGTH})

    def calls(self, talk: Talk) -> Sequence[Call]:
        made = self._made(talk)
        return [made] if made else []

    def answer(self, talk: Talk) -> str:
        zh, done = talk.language == "zh", result_of(talk, self._made(talk))
        if done is None:
            return "我这里没有读取完整结果的工具。" if zh else "I have no tool at hand to read the full result."
        if done.failed:
            return told_failure(talk, done, "读取结果", "Reading the result") + ("。" if zh else ".")
        text = str(done.result.get("text", done.text))
        total = done.result.get("total", "")
        end = self.start + len(text)
        if zh:
            return f"结果的第 {self.start}–{end} 个字符（共 {total}）：\n{text}"
        return f"Characters {self.start} to {end} of {total}:\n{text}"


def cut_key(text: str) -> str:
    """Give the key that a cut result's notice names; the empty string when it is not cut."""
    ids = _KEY.findall(text)
    return ids[-1] if ids else ""


def find(talk: Talk) -> ReadWish | None:
    """Find the wish in the newest text: the newest result that was cut."""
    if not _WANTS.search(talk.plain):
        return None
    named = _KEY.search(talk.text)
    key, start = (named[1], 0) if named else ("", 0)
    for turn in reversed(talk.past):
        for done in reversed(turn.done):
            if not key and done.name == "read_tool_result" and "key" in done.result:
                key, start = (
                    str(done.result["key"]),
                    int(done.result.get("start", 0)) + len(str(done.result.get("text", ""))),
                )
            elif not key and (found := cut_key(done.text)):
                key = found
    place = re.search(
        r"(?:从第?|from (?:character )?|start(?:ing)? (?:at|from) )\s*(\d+)", words_to_digits(talk.plain), re.I
    )
    return ReadWish(key=key, start=int(place[1]) if place else start) if key else None
