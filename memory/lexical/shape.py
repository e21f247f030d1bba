"""The shape of a text: whether it asks, and whether it holds what an answer needs, such as a number or a name."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"(?<=[.!?。！？\n])\s*")
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|couple|few|several|twice|once)\b"
    r"|[一二两三四五六七八九十百千]",
    re.IGNORECASE,
)
_NAME = re.compile(r'(?<![.!?"“]\s)(?<!^)\b[A-Z][a-z]{2,}|["“《「][^"”》」]{2,40}["”》」]')
MAX_CHARS = 4000
MAX_NAMES = 6


def asking_share(text: str) -> float:
    """Give the share of the sentences that are questions, 0 to 1."""
    sentences = [s for s in _SENTENCE.split(text[:MAX_CHARS]) if s.strip()]
    asking = [s for s in sentences if s.rstrip().endswith(("?", "？"))]
    return len(asking) / max(1, len(sentences))


def holds_number(text: str) -> bool:
    """True when the text holds a number, in digits or in words."""
    return bool(_NUMBER.search(text[:MAX_CHARS]))


def names(text: str) -> list[str]:
    """Give words that look like names: capitalised inside a sentence, or a title in quotation marks."""
    return [m[0] for m in _NAME.finditer(text[:MAX_CHARS])][:MAX_NAMES]
