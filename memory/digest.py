"""A summary without a model: the sentences that matter, verbatim, under a few headings.

A line's place in the order depends on the line alone and on how new it is, and the cut stops at the first line that
could overrun. So digesting a conversation in two sittings gives the very text that one sitting gives; the tests hold
this as a law, at any budget.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from memory.messages.calls import is_no_result
from memory.window import CountTokens

MOST_NAMED = 8
"""How many figures of a tool's result are told."""
LINE_TOKENS = 60
"""The longest line; a longer sentence is cut, visibly."""

HEADINGS: dict[str, tuple[str, str]] = {
    "remember": ("To remember:", "要记住："),
    "earlier": ("Earlier:", "此前："),
    "fact": ("About the user:", "关于用户："),
    "decision": ("Decisions:", "决定："),
    "open": ("Open:", "待办："),
    "figure": ("Names and figures:", "名称与数字："),
    "asked": ("Asked:", "问过："),
    "said": ("Said:", "说过："),
}
"""The kinds of line, the one that outlasts the others first, with their headings in English and Chinese."""
RANK = {kind: i for i, kind in enumerate(HEADINGS)}
_KIND = {heading: kind for kind, both in HEADINGS.items() for heading in both}

_SENTENCE = re.compile(r"(?<=[。！？；!?])\s*|(?<=[.;])\s+|\n+")
_CJK = re.compile(r"[\u3400-\u9fff]")
_REMEMBER = re.compile(
    r"\b(remember|don't forget|do not forget|keep in mind|note that|make a note|for the record|important)\b"
    r"|记住|记得|别忘|不要忘|请记|记下|记一下|重要的是|注意[:：，]",
    re.I,
)
_FACT = re.compile(
    r"\b(my name is|call me|i am|i'm|i've|i have|i live|i work|i like|i love|i hate|i prefer|i can't|i cannot|"
    r"i don't|i moved|i was born|my \w+ (?:is|are|was|has)|we live|our \w+ (?:is|are)|allergic)\b"
    r"|我叫|我是|我住|我在|我的|我有|我喜欢|我不喜欢|我讨厌|我爱|我不吃|我对.{1,8}过敏|我姓|叫我|我们家|我儿子|我女儿",
    re.I,
)
_DECISION = re.compile(
    r"\b(decided?|decision|let's (?:go with|use|take)|we'll (?:use|go|take)|i'll take|settled|agreed|chose|choose|"
    r"go with|final answer|confirmed|instead of)\b|决定|就用|就选|选定|定了|确定|改成|改为|同意|采用|确认",
    re.I,
)
_OPEN = re.compile(
    r"\b(to-?do|still (?:need|have|open|missing)|not yet|remind me|later|tomorrow|next (?:week|time|step)|"
    r"by (?:mon|tues|wednes|thurs|fri|satur|sun)day|deadline|waiting for|pending|follow up)\b"
    r"|待办|还没|尚未|提醒我|之后再|稍后|明天|下周|下一步|截止|等待|未完成",
    re.I,
)
_FIGURE = re.compile(r"\d|https?://|[一二三四五六七八九十百千万亿]+[个元块年月日号点岁公斤米]|(?<=[a-z,] )[A-Z][a-z]+")
_SMALL_TALK = re.compile(
    r"\A\W*(hi|hello|hey|thanks|thank you|ok(?:ay)?|yes|no|sure|great|bye|good (?:morning|evening|night)|"
    r"你好|您好|谢谢|好的?|是的?|不是|嗯|再见|早上好|晚安)\W*\Z",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Line:
    kind: str
    text: str


def extractive_summary(messages: Sequence[BaseMessage], previous: str, *, max_tokens: int, count: CountTokens) -> str:
    """Give the previous summary with these messages' telling sentences added, at most `max_tokens` of text.

    What was asked to be remembered outlasts facts about the user, those decisions, then open tasks, names and figures,
    questions; among equals the newest stays. A summary that a model wrote is taken over line by line.
    """
    frame = count([SystemMessage("")])

    def weight(text: str) -> int:
        return max(0, count([SystemMessage(text)]) - frame)

    cap = min(LINE_TOKENS, max(1, max_tokens // 2))
    lines = [*_told(previous), *(line for m in messages for line in _telling(m))]
    newest: dict[str, _Line] = {}
    for line in lines:
        short = _Line(line.kind, _capped(line.text, cap, weight))
        newest.pop(short.text.casefold(), None)
        newest[short.text.casefold()] = short
    order = list(newest.values())
    ranked = sorted(range(len(order)), key=lambda i: (RANK[order[i].kind], -i))
    reserve = sum(max(weight(en), weight(zh)) + 1 for en, zh in HEADINGS.values())
    room = max_tokens - reserve if max_tokens > 3 * reserve else max_tokens - 12
    chosen: list[int] = []
    used = 0
    for i in ranked:
        if used > room - cap - 3 and chosen:
            break
        chosen.append(i)
        used += weight(f"- {order[i].text}\n") + 1
    return _written([order[i] for i in sorted(chosen)])


def _written(lines: list[_Line]) -> str:
    chinese = sum(1 for line in lines if _CJK.search(line.text)) * 2 > len(lines)
    out: list[str] = []
    for kind, headings in HEADINGS.items():
        of_kind = [line.text for line in lines if line.kind == kind]
        if of_kind:
            out.append(headings[chinese])
            out.extend(f"- {text}" for text in of_kind)
    return "\n".join(out)


def _told(summary: str) -> Iterator[_Line]:
    """The lines of an earlier summary; of one that is not ours, its sentences."""
    kind = ""
    for raw in summary.splitlines():
        line = raw.strip()
        if line in _KIND:
            kind = _KIND[line]
        elif kind and line.startswith("- "):
            yield _Line(kind, line[2:].strip())
        elif line:
            for sentence in _SENTENCE.split(line):
                if sentence.strip():
                    yield _Line("earlier", _flat(sentence.strip().lstrip("-*• ")))


def _telling(message: BaseMessage) -> Iterator[_Line]:
    if isinstance(message, (SystemMessage,)) or is_no_result(message):
        return
    sentences = [_flat(s) for s in _SENTENCE.split(message.text) if s.strip()]
    if isinstance(message, HumanMessage):
        plain = True
        for sentence in sentences:
            kind = _kind_of(sentence)
            if kind is None and plain and not _SMALL_TALK.match(sentence):
                kind = "asked"
            if kind is not None:
                plain = plain and kind != "asked"
                yield _Line(kind, sentence)
    elif isinstance(message, ToolMessage):
        for sentence in [_flat(said) for said in _in_words(message.text)[:2]]:
            if _FIGURE.search(sentence):
                yield _Line("said", f"{message.name or 'tool'}: {sentence}")
    elif isinstance(message, AIMessage):
        for sentence in sentences:
            if not sentence.endswith(("?", "？")) and (_DECISION.search(sentence) or _FIGURE.search(sentence)):
                yield _Line("said", f"assistant: {sentence}")


def _in_words(result: str) -> list[str]:
    """Give what a tool gave as sentences: the figures of a JSON result by name, and of a list how many it holds.

    A structure that is cut off or broken tells nothing that a reader could use.
    """
    text = result.strip()
    if not text.startswith(("{", "[")):
        return [s for s in _SENTENCE.split(text) if s.strip()]
    try:
        found = json.loads(text)
    except ValueError:
        return []
    return [told] if (told := _named(found)) else []


def _named(found: object) -> str:
    if isinstance(found, list):
        first = _named(found[0]) if found and isinstance(found[0], dict) else ""
        return f"{len(found)} × ({first})" if first else ""
    if not isinstance(found, dict):
        return ""
    told = [f"{key} {value}" for key, value in found.items() if isinstance(value, (str, int, float)) and value != ""]
    lists = [f"{key} {said}" for key, value in found.items() if isinstance(value, list) and (said := _named(value))]
    return ", ".join([*(t for t in told if len(t) <= 60), *lists][:MOST_NAMED])


def _kind_of(sentence: str) -> str | None:
    question = sentence.endswith(("?", "？"))
    if _REMEMBER.search(sentence) and not question:
        return "remember"
    if question:
        return "asked"
    for kind, pattern in (("decision", _DECISION), ("fact", _FACT), ("open", _OPEN), ("figure", _FIGURE)):
        if pattern.search(sentence):
            return kind
    return None


def _flat(text: str) -> str:
    return " ".join(text.split())


def _capped(text: str, cap: int, weight: object) -> str:
    assert callable(weight)
    if weight(f"- {text}\n") <= cap:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if weight(f"- {text[:middle]}…\n") <= cap else (low, middle - 1)
    return text[:low].rstrip() + "…"
