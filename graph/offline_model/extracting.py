"""Answers our own request for an extraction, as JSON, by the rules that extract without a model."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from memory.clock import Clock

_TURN = re.compile(r"<turn>\n?(.*)\n?</turn>", re.S)
_SPOKEN = re.compile(r"^\[(USER|ASSISTANT|TOOL[^\]]*)\] ", re.M)


def is_extraction(messages: Sequence[BaseMessage]) -> bool:
    """True when this is a request of `memory.extraction.extraction_request`."""
    from memory.extraction import extraction_request

    return (
        len(messages) == 2
        and isinstance(messages[0], SystemMessage)
        and messages[0].text == extraction_request([])[0].text
    )


def extracted(messages: Sequence[BaseMessage], *, clock: Clock) -> str:
    """Give the JSON reply: what the user's lines of the turn state, by rules."""
    from memory.extraction import extract

    turn = _TURN.search(messages[-1].text)
    parts = _SPOKEN.split(turn[1] if turn else "")
    said: list[BaseMessage] = [
        HumanMessage(words.strip(), id=str(i))
        for i, (speaker, words) in enumerate(zip(parts[1::2], parts[2::2], strict=True))
        if speaker == "USER" and words.strip()
    ]
    facts = [
        {
            "action": c.action,
            "text": c.text,
            "kind": c.kind,
            "subject": c.subject,
            "attribute": c.attribute,
            "value": c.value,
            "ends": c.ends,
            "importance": c.importance,
            "quote": c.quote or c.text,
            "valid_from": c.valid_from.date().isoformat() if c.valid_from else "",
        }
        for c in extract(said, now=clock())
    ]
    return json.dumps({"facts": facts}, ensure_ascii=False)
