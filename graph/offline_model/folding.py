"""Answers our own request for a summary: extractively, since rules cannot rephrase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

LEAST_TOKENS = 1_200
"""How long a summary may always be; a longer one before it may stay as long as it was."""
_TRANSCRIPT = re.compile(r"<transcript>\n?(.*?)\n?</transcript>", re.S)
_PREVIOUS = re.compile(r"<previous_summary>\n?(.*?)\n?</previous_summary>", re.S)
_LINE = re.compile(
    r"^(?:(?P<role>user|assistant|tool|system): |(?P<tool>[\w.-]+) answered(?: \(failed\))?: |assistant called )"
)


def is_fold(messages: Sequence[BaseMessage]) -> bool:
    """True when this is a request of `memory.summary.summary_request`."""
    from memory.transcript import REQUESTS

    return (
        len(messages) == 2
        and isinstance(messages[0], SystemMessage)
        and messages[0].text in {words.system for words in REQUESTS.values()}
    )


def folded(messages: Sequence[BaseMessage]) -> str:
    """Give the previous summary with the telling sentences of the transcript added."""
    from memory.summary import extractive_summary
    from memory.tokens import TokenCounter

    text = messages[-1].text
    transcript, previous = _TRANSCRIPT.search(text), _PREVIOUS.search(text)
    told = previous[1] if previous else ""
    counter = TokenCounter("gpt-4o")
    room = max(LEAST_TOKENS, counter.count_text(told) + LEAST_TOKENS // 4)
    said = list(_messages(transcript[1] if transcript else text))
    return extractive_summary(said, told, max_tokens=room, count=counter.count_messages)


def _messages(transcript: str) -> Iterator[BaseMessage]:
    """Give the messages that a transcript was written from, calls left out."""
    role, lines = "", list[str]()
    for line in transcript.splitlines():
        match = _LINE.match(line)
        if not match:
            lines.append(line)
            continue
        yield from _message(role, lines)
        role = match["role"] or match["tool"] or ""
        lines = [line[match.end() :]] if role else []
    yield from _message(role, lines)


def _message(role: str, lines: Sequence[str]) -> Iterator[BaseMessage]:
    text = "\n".join(lines).strip()
    if not text or role in ("", "system"):
        return
    if role == "user":
        yield HumanMessage(text)
    elif role == "assistant":
        yield AIMessage(text)
    else:
        yield ToolMessage(text, name=role, tool_call_id=role)
