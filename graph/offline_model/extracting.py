"""Answers our own request for an extraction, as JSON, by the rules that extract without a model."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from langchain_core.messages import BaseMessage, SystemMessage

MARKS = re.compile(r"extract[^.]{0,80}(?:memor|facts|statements)|\"(?:memories|candidates)\"\s*:", re.I)


def is_extraction(messages: Sequence[BaseMessage]) -> bool:
    """True when the request asks for an extraction by `memory.extraction.extraction_request`."""
    return bool(messages) and isinstance(messages[0], SystemMessage) and bool(MARKS.search(messages[0].text[:1200]))


def extracted(messages: Sequence[BaseMessage]) -> str:
    """Give the JSON reply."""
    return json.dumps({"memories": []}, ensure_ascii=False)
