"""Tells by what is known what a statement means: where to somebody "moved" may be a firm, a school or a team."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memory.conflict.decision import Claim
from memory.conflict.implied import TAKEN_FOR
from memory.extraction.candidate import Candidate
from memory.extraction.places import is_place
from memory.gist import gist
from memory.record import MemoryRecord
from memory.subjects import subject_named

_WHERETO = re.compile(
    r"(?i)\b(?:moved|transferred|switched|jumped|went) (?:over |on |back )?to\b|(?:转|跳|换|去)(?:到|去|至)"
)
_OWNED = re.compile(
    r"(?i)\b(?:have|own|['’]ve got)\s+(?:also\s+)?an?\s+(?:\w+\s+)?"
    r"(?:house|flat|apartment|condo|place|villa|cottage|studio|cabin)\b"
)
_FIELD = re.compile(
    r"(?i)law|medicine|physics|chemistry|biology|math(?:s|ematics)?|computer science|cs|economics|history|philosophy|psychology|sociology|engineering|(?:\w+ )engineering|literature|linguistics|art(?: history)?|music|nursing|business|finance|accounting|marketing|design|architecture|statistics|data science|political science|education|anthropology|geology|geography|journalism"
    r"|法学|法律|医学|物理|化学|生物|数学|计算机|经济学?|历史|哲学|心理学?|社会学|工程|文学|语言学|艺术|音乐|护理|商科|金融|会计|市场营销|设计|建筑|统计|数据科学|新闻|教育|地理"
)


def read_by_what_is_known(candidate: Claim, known: Sequence[MemoryRecord]) -> Claim:
    """Tell by what is known what "moved to DreamWorks" and "transferred to Stanford" are: no known place is meant; and
    that "I have a house in Nice" tells no home of who lives in Paris.
    """
    if candidate.attribute == "home" and isinstance(candidate, Candidate) and is_owned(candidate.text):
        lives = any(
            r.attribute == "home" and not is_owned(r.text) and not gist(r.text).ended for r in _live(candidate, known)
        )
        return replace(candidate, attribute="possession") if lives else candidate
    if candidate.attribute not in TAKEN_FOR or candidate.ends or is_place(candidate.value):
        return candidate
    if not _WHERETO.search(candidate.text) or (
        candidate.attribute == "likes" and not _FIELD.fullmatch(candidate.value)
    ):
        return candidate
    there = {r.attribute for r in _live(candidate, known) if not gist(r.text).ended}
    if candidate.attribute in there:
        return candidate
    meant_by = next((name for name in TAKEN_FOR[candidate.attribute] if name in there), "")
    if not meant_by or not isinstance(candidate, Candidate):
        return candidate
    return replace(candidate, attribute=meant_by)


def is_owned(text: str) -> bool:
    """True for a house or a flat that somebody has, which need not be where they live."""
    return _OWNED.search(text) is not None


def _live(candidate: Claim, known: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    subject = subject_named(candidate.subject)
    return [r for r in known if r.status == "current" and subject_named(r.subject) == subject]
