"""What a request shows: everything that the offline model knows, read off the messages that it is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from graph.offline_model.forgotten import forget_target
from graph.offline_model.language import Language, asked_language, language_of, plain
from memory.digest import HEADINGS

Origin = Literal["now", "thread", "memory", "summary"]

_BLOCK = re.compile(r"\s*<memories\b[^>]*>\n?(.*?)\n?</memories>\s*", re.S)
_SUMMARY = re.compile(r"<summary\b[^>]*>\n?(.*?)\n?</summary>", re.S)
_LINE = re.compile(r"^\s*(?:[-*•]|\d+[.)])?\s*(?:\[(?P<label>[^\]]{0,80})\])?\s*(?P<text>\S.*)$")
_SPEAKER = re.compile(
    r"^(?:(?P<user>user|human|用户|我|the user|you|你)(?: (?:said|asked|told(?: me)?))?|(?P<other>assistant|ai|助手|bethink|tool(?: \w+)?|工具|system|系统))\s*[:：]\s*",
    re.I,
)
_TRANSIENT = re.compile(r"no result was recorded|timed? ?out|temporar|unavailable|try again|\b50[234]\b|\b429\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One statement, with where the model saw it."""

    text: str
    origin: Origin
    order: int = 0
    """Grows with time within its origin."""
    speaker: str = "user"
    date: str = ""
    kind: str = ""
    forgotten: tuple[str, ...] = ()
    """What the user has since asked to forget."""

    @property
    def is_typed(self) -> bool:
        """True for a typed memory: one that is kept current, unlike an episode."""
        return self.kind not in ("", "episode", "session_summary")

    @property
    def by_user(self) -> bool:
        """True when the user said it, or it is a typed memory about them."""
        return self.speaker in ("", "user")

    @property
    def by_person(self) -> bool:
        """True when the user or someone named said it, and not the assistant or a tool."""
        return self.speaker not in ("assistant", "ai", "tool", "system") and "_" not in self.speaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """One tool call with its answer."""

    name: str
    args: dict[str, Any]
    text: str
    """The answer's text; empty while there is none."""
    failed: bool = False

    @property
    def result(self) -> dict[str, Any]:
        """The answer as a JSON object; empty when it is none."""
        try:
            value = json.loads(self.text)
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}

    @property
    def may_be_retried(self) -> bool:
        """True when it failed in a way that may pass."""
        return self.failed and bool(_TRANSIENT.search(self.text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn, as far as it is shown."""

    text: str
    done: tuple[Done, ...] = ()
    answer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A whole request, read."""

    text: str
    """The newest user text, as written."""
    plain: str
    """The same in plain form, on which rules work."""
    language: Language
    done: tuple[Done, ...]
    """The tool calls of this turn, answered."""
    past: tuple[Turn, ...]
    memories: tuple[Said, ...]
    summary: tuple[Said, ...]
    tools: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The bound tools by name, each as its function schema."""
    has_pictures: bool = False

    def can(self, *names: str) -> bool:
        """True when all these tools are bound."""
        return all(name in self.tools for name in names)

    def ran(self, name: str) -> list[Done]:
        """Give this turn's calls of that tool."""
        return [d for d in self.done if d.name == name]

    def statements(self) -> list[Said]:
        """Give everything said before that may answer a question, in the order in which it is believed: newest first."""
        wishes = [(i, what) for i, t in enumerate(self.past) if (what := forget_target(plain(t.text)))]
        thread = [
            Said(text=t.text, origin="thread", order=i, forgotten=tuple(w for at, w in wishes if at > i))
            for i, t in enumerate(self.past)
            if t.text
        ]
        memories = sorted(self.memories, key=lambda s: (s.kind in ("episode", "session_summary"), _newest(s.date)))
        gone = tuple(what for _, what in wishes)
        older = [replace(s, forgotten=gone) if gone else s for s in (*memories, *reversed(self.summary))]
        return [*reversed(thread), *older]


def read(messages: Sequence[BaseMessage], tools: Sequence[dict[str, Any]] = ()) -> Talk:
    """Give what these messages show."""
    system = "\n\n".join(m.text for m in messages if isinstance(m, SystemMessage))
    summary = tuple(said for m in _SUMMARY.finditer(system) for said in _lines(m[1], "summary"))
    groups: list[list[BaseMessage]] = []
    for message in messages:
        if isinstance(message, HumanMessage):
            groups.append([message])
        elif groups and not isinstance(message, SystemMessage):
            groups[-1].append(message)
    turns = [_turn(group) for group in groups]
    newest = groups[-1][0].text if groups else ""
    block = _BLOCK.match(newest)
    memories = tuple(_lines(block[1], "memory")) if block else ()
    last = turns[-1] if turns else Turn(text="")
    return Talk(
        text=last.text,
        plain=plain(last.text),
        language=_language(turns, memories, summary),
        done=last.done,
        past=tuple(turns[:-1]),
        memories=memories,
        summary=summary,
        tools={t["function"]["name"]: t["function"] for t in tools if "function" in t},
        has_pictures=bool(groups) and _has_pictures(groups[-1][0]),
    )


def _language(turns: Sequence[Turn], memories: Sequence[Said], summary: Sequence[Said]) -> Language:
    """Give the language to answer in: the one asked for, newest wish first, else the newest user text's own."""
    for turn in reversed(turns):
        if asked := asked_language(plain(turn.text)):
            return asked
    for said in (*memories, *summary):
        if said.by_user and (asked := asked_language(plain(said.text))):
            return asked
    texts = [*(t.text for t in reversed(turns)), *(s.text for s in memories), *(s.text for s in summary)]
    return next((found for text in texts if (found := language_of(text))), "en")


def _turn(group: Sequence[BaseMessage]) -> Turn:
    answers = {m.tool_call_id: m for m in group if isinstance(m, ToolMessage)}
    done = [
        Done(
            name=call["name"],
            args=dict(call["args"]),
            text=answers[call["id"]].text if call["id"] in answers else "",
            failed=call["id"] not in answers
            or answers[call["id"]].status == "error"
            or _reads_failed(answers[call["id"]]),
        )
        for m in group
        if isinstance(m, AIMessage)
        for call in m.tool_calls
    ]
    spoken = [m.text for m in group if isinstance(m, AIMessage) and m.text.strip()]
    return Turn(
        text=_BLOCK.sub("", group[0].text, count=1).strip(), done=tuple(done), answer=spoken[-1] if spoken else ""
    )


def _reads_failed(answer: ToolMessage) -> bool:
    return answer.text.lstrip().lower().startswith(("error", "错误"))


def _has_pictures(message: BaseMessage) -> bool:
    content = message.content
    return isinstance(content, list) and any(isinstance(b, dict) and b.get("type") != "text" for b in content)


def _lines(text: str, origin: Origin) -> list[Said]:
    """Give the statements of a block, a line each; what speaks for the assistant or a tool is marked as such."""
    out, heard = [], ""
    for order, line in enumerate(text.splitlines()):
        match = _LINE.match(line)
        if not match:
            continue
        if re.fullmatch(r"[^:：]{1,30}[:：]", line.strip()):
            heard = "assistant" if line.strip() in _OTHERS else ""
            continue
        date, kind, speaker = _label(match["label"] or "")
        words, who = match["text"].strip(), _SPEAKER.match(match["text"].strip())
        if who:
            words = words[who.end() :].strip() or words
            speaker = "assistant" if who["other"] else speaker
        for part, who_said in _headed(words) if kind == "session_summary" else [(words, speaker or heard or "user")]:
            out.append(Said(text=part, origin=origin, order=order, speaker=who_said, date=date, kind=kind))
    return out


def _headed(text: str) -> list[tuple[str, str]]:
    """Give the lines of an extractive summary that was written on one line, each with who said it."""
    parts = _HEADINGS.split(text)
    out = [(parts[0].strip(" -"), "user")]
    for heading, lines in zip(parts[1::2], parts[2::2], strict=True):
        who = "assistant" if heading in _OTHERS else "user"
        out += [(line.strip(), who) for line in re.split(r"(?:^|\s)- ", lines)]
    return [(line, who) for line, who in out if line]


_HEADINGS = re.compile("(" + "|".join(re.escape(h) for both in HEADINGS.values() for h in both) + ")")
_OTHERS = frozenset(HEADINGS["said"])
"""The headings in an extractive summary under which stands what others than the user said."""


def _label(label: str) -> tuple[str, str, str]:
    date = kind = speaker = ""
    for part in (p.strip() for p in label.split("·")):
        if re.match(r"\d{4}-\d{2}-\d{2}", part):
            date = part
        elif not kind:
            kind = part
        else:
            speaker = part
    return date, kind, speaker


def _newest(date: str) -> int:
    digits = re.sub(r"\D", "", date)[:8]
    return -int(digits) if digits else 0
