"""The shape of a text: whether it asks, and whether it holds what an answer needs, such as a number or a name."""

from __future__ import annotations

import re

from memory.extraction.names import is_given_name

_SENTENCE = re.compile(r"(?<=[.!?。！？\n])\s*")
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|couple|few|several|twice|once)\b"
    r"|[一二两三四五六七八九十百千]",
    re.IGNORECASE,
)
_NAME = re.compile(r'(?<![.!?"“]\s)(?<!^)\b[A-Z][a-z]{2,}|["“《「][^"”》」]{2,40}["”》」]')
_FIRST = re.compile(r'(?:^|[.!?]\s+|["“])([A-Z][a-z]+)')
"""A capitalised word that begins a sentence: a name when people are given it as one."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
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


def people(text: str) -> list[str]:
    """Give whom a text names: a given name that begins a sentence, and what the Chinese dictionary takes for a name."""
    part = text[:MAX_CHARS]
    found = [m[1] for m in _FIRST.finditer(part) if is_given_name(m[1])]
    if _HAN.search(part):
        import rjieba

        found += [w for w, kind in rjieba.tag(part) if kind.startswith("nr") and len(w) > 1 and _HAN.match(w)]
    return list(dict.fromkeys(found))[:MAX_NAMES]
