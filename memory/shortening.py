"""Cut a text in its middle, visibly, to a number of tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.messages import BaseMessage


def notice(tokens: int) -> str:
    """Give the mark that stands where text was cut."""
    return f"… [{tokens:,} tokens cut] …"


def texts(message: BaseMessage) -> list[str]:
    """Give the texts of a message: its content, or each text part of it."""
    if isinstance(message.content, str):
        return [message.content]
    return [text for part in message.content if (text := _text_of(part)) is not None]


def with_texts(message: BaseMessage, new: Sequence[str]) -> BaseMessage:
    """Give a copy with these texts in place of `texts(message)`; everything else in it stays."""
    if isinstance(message.content, str):
        return message.model_copy(update={"content": new[0]})
    left = list(new)
    parts: list[Any] = []
    for part in message.content:
        if _text_of(part) is None:
            parts.append(part)
        else:
            text = left.pop(0)
            parts.append(text if isinstance(part, str) else {**part, "text": text})
    return message.model_copy(update={"content": parts})


def _text_of(part: Any) -> str | None:
    if isinstance(part, str):
        return part
    if isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str):
        return str(part["text"])
    return None


def shorten(
    message: BaseMessage, target: int, one: Callable[[BaseMessage], int], *, head_share: float = 0.65
) -> BaseMessage:
    """Give the message with its longest text cut in the middle, then the next, until it counts `target` at most.

    `one` counts a message. `head_share` of what stays is the text's beginning, the rest its end. A message that no cut
    makes smaller comes back as it is.
    """
    for index in sorted(range(len(texts(message))), key=lambda i: -len(texts(message)[i])):
        size = one(message)
        if size <= target:
            break
        shorter = _one_shorter(message, index, size, target, one, head_share)
        if one(shorter) < size:
            message = shorter
    return message


def _one_shorter(
    message: BaseMessage,
    index: int,
    size: int,
    target: int,
    one: Callable[[BaseMessage], int],
    head_share: float,
) -> BaseMessage:
    said = texts(message)
    text = said[index]
    frame = one(with_texts(message, [t if i != index else "" for i, t in enumerate(said)]))

    def at(chars: int) -> BaseMessage:
        short = middle_cut(text, chars, max(1, round((size - frame) * (1 - chars / len(text)))), head_share)
        return with_texts(message, [t if i != index else short for i, t in enumerate(said)])

    low = 0
    room = max(0, target - frame)
    high = min(len(text) - 1, int(len(text) * room / max(1, size - frame) * 2) + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one(at(middle)) <= target else (low, middle - 1)
    return at(low)


def middle_cut(text: str, chars: int, cut_tokens: int, head_share: float = 0.65) -> str:
    """Give the beginning and the end of a text, `chars` characters in all, around the mark of the cut."""
    head = round(chars * head_share)
    tail = chars - head
    return text[:head] + notice(cut_tokens) + (text[-tail:] if tail else "")


def shorten_leaves(value: Any, chars: int) -> Any:
    """Give a JSON value with every text in it that is longer than `chars` cut in its middle to about that."""
    if isinstance(value, str):
        if len(value) <= chars:
            return value
        kept = max(0, chars - len(notice(len(value))))
        return middle_cut(value, kept, max(1, (len(value) - kept) // 4))
    if isinstance(value, dict):
        return {k: shorten_leaves(v, chars) for k, v in value.items()}
    if isinstance(value, list):
        return [shorten_leaves(v, chars) for v in value]
    return value
