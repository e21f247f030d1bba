"""The user's own words in a turn: nothing recalled, quoted, pasted or typed for somebody else to read.

What is masked keeps its length, so that a place in the masked text is the same place in the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from langchain_core.messages import BaseMessage, HumanMessage

MASKED = "\ue000"
"""Stands for characters that are not the user's own statement; no rule matches it."""

MAX_STATEMENT_CHARS = 1200
"""A longer message is taken for pasted text: only its first line is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """One message of the user."""

    message_id: str
    raw: str
    """As it was written."""
    text: str
    """The same length, with what is not the user's own statement masked."""


_RECALLED = re.compile(r"<(memories|summary|recalled)\b[^>]*>.*?(?:</\1\s*>|\Z)", re.S | re.I)
"""The fences in which memories and the summary reach a model: never to be read as the user's words."""

_BLOCKS = (
    _RECALLED,
    re.compile(r"```.*?(?:```|\Z)", re.S),
    re.compile(r"`[^`\n]+`"),
    re.compile(r"<([A-Za-z_][\w-]*)(?:\s[^<>]*)?>.*?</\1>", re.S),
    re.compile(r"</?[A-Za-z][^<>\n]{0,200}>"),
    re.compile(r"^[ \t]*(?:>|\|).*$", re.M),
    re.compile(r"https?://\S+|www\.\S+"),
    re.compile(
        r"^(?:\s*(?:at |File \"|Traceback|[A-Za-z]+Error:|[A-Za-z]+Exception|\$ |>>> |#include|import "
        r"|from \w+ import"
        r"|def |class |function |const |let |var |public |return |SELECT |INSERT |\d{4}-\d\d-\d\d[T "
        r"]\d\d:\d\d)).*$",
        re.M,
    ),
)
_QUOTED = re.compile(
    r"“([^”\n]*)”|「([^」\n]*)」|『([^』\n]*)』|\"([^\"\n]*)\"|‘([^’\n]*)’|《([^》\n]*)》"
    r"|(?<![\w])'([^'\n]{2,})'(?!\w)"
)
_SHORT_QUOTE = re.compile(r"[\u4e00-\u9fff·]{1,6}|[A-Za-z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3}|[\w.]{1,20}")
_ENVELOPE = re.compile(
    r"^[ \t]*(?:(?:Human|User|Assistant|AI|System|Me|Bot|Q|A|用户|助手|我|系统|问|答)\s*[:：]\s).*$", re.M
)


def spoken(messages: Sequence[BaseMessage]) -> Iterator[Speech]:
    """Give what the user said in these messages, oldest first; other speakers' messages are passed over."""
    for message in messages:
        if isinstance(message, HumanMessage):
            raw = words_of(message)
            if raw.strip():
                yield Speech(message_id=message.id or "", raw=raw, text=own_words(raw))


def words_of(message: BaseMessage) -> str:
    """Give the text of a message: its string, or its text parts, one a line."""
    if isinstance(message.content, str):
        return message.content
    parts = []
    for part in message.content:
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, dict) and part.get("type", "text") == "text" and isinstance(part.get("text"), str):
            parts.append(part["text"])
    return "\n".join(parts)


def without_recalled(text: str) -> str:
    """Give the text without a block of recalled memories or of the summary, closed or not."""
    return _RECALLED.sub(" ", text)


def own_words(raw: str) -> str:
    """Give the text with code, markup, quoted sentences, links, logs and dialogue transcripts masked."""
    text = raw.replace(MASKED, " ")
    if len(text) > MAX_STATEMENT_CHARS:
        head = text.split("\n", 1)[0]
        head = "" if len(head) > 300 or head.rstrip().endswith((":", "：")) else head
        text = head + MASKED * (len(text) - len(head))
    for block in _BLOCKS:
        text = block.sub(_hide, text)
    if len(_ENVELOPE.findall(text)) >= 2:
        text = _ENVELOPE.sub(_hide, text)
    return _QUOTED.sub(_hide_sentence, text)


def _hide(match: re.Match[str]) -> str:
    return "".join("\n" if c == "\n" else MASKED for c in match[0])


def _hide_sentence(match: re.Match[str]) -> str:
    """A quoted name or word stays; a quoted sentence is somebody's words, and a title is nobody's."""
    inner = next((g for g in match.groups() if g is not None), "")
    return (
        match[0] if _SHORT_QUOTE.fullmatch(inner.strip()) and (match[0][0] != "《" or _names(match)) else _hide(match)
    )


def _names(title: re.Match[str]) -> bool:
    """True for a title that is named as what is liked, read or seen: it is told by its name."""
    return "我" not in title[0] and bool(_BEFORE_TITLE.search(title.string[: title.start()]))


_BEFORE_TITLE = re.compile(r"最(?:喜欢|爱)[^，。！？\n]{0,8}(?:是|变成了?|换成了?|改成了?)$")
