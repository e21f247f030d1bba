"""Reads what models write for JSON: fenced, talked around, with trailing commas, single quotes, comments, or cut off.

The strict reader comes first. The tolerant one reads as far as the text goes: a cut list is closed where it ends, and
what was only half written in it (a string, an object) is dropped, for half a fact may say the opposite.
"""

from __future__ import annotations

import json
import re
from typing import Any

_WORDS = {"true": True, "false": False, "null": None, "none": None, "nan": None, "undefined": None}
_CLOSING = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Unreadable(ValueError):
    """No JSON in this text."""


def read(text: str) -> Any:
    """Give the JSON value in a model's reply: the longest one that begins with `{` or `[`.

    Raises:
        Unreadable: there is none.
    """
    body = _without_thoughts(mend(text))
    for part in (*_fenced(body), body):
        try:
            return json.loads(part.strip(), strict=False)
        except (ValueError, RecursionError):
            continue
    best: tuple[int, Any] | None = None
    for part in (*_fenced(body), body):
        at = 0
        while (start := _next_open(part, at)) >= 0:
            reader = _Reader(part, start)
            try:
                value = reader.value(0)
            except (Unreadable, RecursionError):
                at = start + 1
                continue
            if value not in ({}, []) and (best is None or reader.at - start > best[0]):
                best = (reader.at - start, value)
            at = max(reader.at, start + 1)
        if best is not None:
            return best[1]
    if re.search(r"\{\s*\}|\[\s*\]", body):
        return []
    raise Unreadable("no JSON object or list")


def mend(text: str) -> str:
    """Join surrogate pairs that were written apart; a half that stays alone becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").lstrip("\ufeff")


def _without_thoughts(text: str) -> str:
    text = re.sub(r"<(think|thinking|reasoning|thought)>.*?</\1>", " ", text, flags=re.S | re.I)
    text = re.sub(r"^.*?</(?:think|thinking|reasoning|thought)>", " ", text, flags=re.S | re.I)
    return re.sub(r"<(?:think|thinking|reasoning|thought)>(?![^{\[]*[{\[]).*\Z", " ", text, flags=re.S | re.I)


def _fenced(text: str) -> list[str]:
    return re.findall(r"```[\w-]*[ \t]*\n?(.*?)(?:```|\Z)", text, flags=re.S)


def _next_open(text: str, at: int) -> int:
    match = re.compile(r"[{\[]").search(text, at)
    return match.start() if match else -1


class _Reader:
    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        self.cut = False

    def value(self, depth: int) -> Any:
        if depth > 60:
            raise Unreadable("nested too deeply")
        self._blank()
        char = self._char()
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._list(depth)
        if char in _CLOSING:
            return self._string()
        return self._word()

    def _char(self) -> str:
        return self.text[self.at : self.at + 1]

    def _blank(self) -> None:
        match = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/|\#[^\n]*)*", re.S).match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _object(self, depth: int) -> dict[str, Any]:
        out: dict[str, Any] = {}
        self.at += 1
        while True:
            self._blank()
            char = self._char()
            if char in ("", "}", "]"):
                self.at += char == "}"
                self.cut = self.cut or char == ""
                return out
            if char in ",，;":
                self.at += 1
                continue
            key = self._string() if char in _CLOSING else self._key()
            self._blank()
            if self._char() not in ("：", ":", "="):
                if self._char() == "":
                    self.cut = True
                    return out
                raise Unreadable("a key without a value")
            self.at += 1
            self._blank()
            if self._char() == "":
                self.cut = True
                return out
            value = self.value(depth + 1)
            if not self.cut or isinstance(value, list):
                out[str(key)] = value

    def _list(self, depth: int) -> list[Any]:
        out: list[Any] = []
        self.at += 1
        while True:
            self._blank()
            char = self._char()
            if char in ("", "]", "}"):
                self.at += char == "]"
                return out
            if char in ",，;":
                self.at += 1
                continue
            value = self.value(depth + 1)
            if self.cut and not isinstance(value, list):
                return out
            out.append(value)

    def _key(self) -> str:
        match = re.compile(r"[\w$-]+").match(self.text, self.at)
        if match is None:
            raise Unreadable("no key")
        self.at = match.end()
        return match[0]

    def _string(self) -> str:
        opening = self._char()
        closing, out = _CLOSING[opening], []
        self.at += 1
        while self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char == "\\" and self.at < len(self.text):
                out.append(self._escaped())
            elif char == closing and self._ends_string():
                return "".join(out)
            else:
                out.append(char)
        self.cut = True
        return "".join(out)

    def _ends_string(self) -> bool:
        """A quote inside a string was often not escaped: one that ends it is followed by structure."""
        return bool(re.compile(r"\s*(?:[,，:：}\]]|$|//|/\*|\n)").match(self.text, self.at))

    def _escaped(self) -> str:
        char = self.text[self.at]
        self.at += 1
        if char == "u":
            digits = self.text[self.at : self.at + 4]
            if re.fullmatch(r"[0-9A-Fa-f]{4}", digits):
                self.at += 4
                return chr(int(digits, 16))
            return ""
        return _ESCAPES.get(char, char)

    def _word(self) -> Any:
        match = re.compile(r"[^\s,，\]}:]+").match(self.text, self.at)
        if match is None:
            raise Unreadable("no value")
        self.at = match.end()
        word = match[0]
        if word.casefold() in _WORDS:
            return _WORDS[word.casefold()]
        try:
            return float(word) if re.search(r"[.eE]", word) else int(word)
        except ValueError:
            return word
