"""Answers our own request for a summary: extractively, since rules cannot rephrase."""

from __future__ import annotations

import re
from collections.abc import Sequence

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

MARKS = re.compile(r"running summary|summari[sz]e the (?:conversation|messages|part)|fold|摘要", re.I)
MOST_CHARS = 2_000


def is_fold(messages: Sequence[BaseMessage]) -> bool:
    """True when the request asks for a summary by `memory.summary.summary_request`."""
    return bool(messages) and isinstance(messages[0], SystemMessage) and bool(MARKS.search(messages[0].text[:600]))


def folded(messages: Sequence[BaseMessage]) -> str:
    """Give the lines that the request lays before us, each once, the newest kept where there are too many."""
    text = "\n".join(m.text for m in messages if isinstance(m, HumanMessage))
    lines = [
        line.strip() for line in text.splitlines() if line.strip() and not re.match(r"\s*</?[\w-]+[^>]*>\s*$", line)
    ]
    kept: list[str] = []
    room = MOST_CHARS
    for line in reversed(list(dict.fromkeys(lines))):
        room -= len(line[:240])
        if room < 0:
            break
        kept.append(line[:240])
    return "\n".join(reversed(kept))
