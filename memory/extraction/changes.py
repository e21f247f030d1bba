"""Ways of saying that something known ended, was replaced or was told wrongly, whatever it is.

They are read beside the rules for single attributes, and kept only where they change what is known: so they may be
generous. "I had to quit tennis", "I switched from Cisco to Juniper", "no, it's Lausanne", 「把咖啡师的工作辞了」.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.extraction.clauses import CJK, Clause
from memory.extraction.en import endings as english
from memory.extraction.en.values import clean as clean_english
from memory.extraction.zh import endings as chinese
from memory.extraction.zh.values import clean as clean_chinese


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a clause says has changed."""

    text: str
    """The clause, as a sentence that stands alone."""
    value: str
    """What ended, or what holds instead."""
    ends: bool = False
    corrects: bool = False
    instead_of: str = ""


_DOING = re.compile(
    r"(?i)^(?:(?:so|and|but|then|now)\s+)*(?:i['’]?m|i am|i|we)?\s*(?:now\s+)?(?:seeing|using|drinking|eating|having|taking|going to|going with|working with|buying|watching|wearing|use|drink|eat|have|take|see|buy|go to|prefer|want)\s+"
)


_SEEING = re.compile(r"(?i)^(?:seeing|dating|visiting)\s+|^(?:the|my)\s+|(?:^|(?<=\s))(?:Dr|Mr|Mrs|Ms|Prof)\.?\s+")
"""What stands before somebody who is seen no more."""


def changes(clause: Clause) -> Iterator[Change]:
    """Give what this clause says has ended, been replaced or been told wrongly."""
    text = clause.text
    if CJK.search(text):
        yield from _chinese(clause, text)
    else:
        yield from _english(clause, text)


def _english(clause: Clause, text: str) -> Iterator[Change]:
    said = text if re.match(r"(?i)(?:i|we|my|our)\b|i['’]|[A-Z]", text) else f"I {text}"
    for pattern in (english.REPLACED, *english.REPLACES):
        match = pattern.search(text)
        if match:
            yield Change(
                text=said, value=clean_english(_DOING.sub("", match["b"])), instead_of=clean_english(match["a"])
            )
            return
    spelt = english.SPELT.match(text) or (english.BARE_NOT.match(text) if clause.corrects else None)
    if spelt:
        was = clean_english(spelt.groupdict().get("a") or "")
        yield Change(
            text=said,
            value=clean_english(spelt["b"] or spelt.groupdict().get("c") or ""),
            instead_of=was,
            corrects=True,
        )
        return
    now = english.NOW_IT_IS.match(text)
    if now and (now["now"] or now["last"] or re.match(r"(?i)now|these", text)):
        yield Change(text=said, value=clean_english(now["b"]), corrects=True, instead_of="")
        return
    if english.BORN.match(text):
        yield Change(text=said, value="pregnant", ends=True)
        return
    if english.GIVES_IT_UP.match(text):
        yield Change(text=said, value="", ends=True)
        return
    for pattern in english.ENDS:
        match = pattern.match(text)
        what = clean_english(match["v"] or match.groupdict().get("w") or "") if match else ""
        what = _SEEING.sub("", what)
        if what and not re.match(r"(?i)(?:one|some|two|most) of\b", what):
            yield Change(text=said, value=what, ends=True)
            return
    town = english.TOWN.match(text) if clause.corrects else None
    if town:
        yield Change(text=said, value=clean_english(town["b"]), corrects=True)
        return
    for pattern in english.CORRECTS:
        match = pattern.match(text)
        if (
            match
            and (clause.corrects or match["a"])
            and not english.NO_VALUE.match(match["b"])
            and len(match["b"].split()) <= 5
        ):
            was = clean_english(match["a"] or "")
            yield Change(text=said, value=clean_english(match["b"]), instead_of=was, corrects=True)
            return


_FOR_GOOD = re.compile(r"再|已经|早|也|都|后来|终于|现在|最近|医生|戒|放弃|腻")
"""「我不吃了」 alone is said of this meal."""
_TODAY = re.compile(r"(?<![从自])今[天晚早儿](?!起|开始|以后)")


def _chinese(clause: Clause, text: str) -> Iterator[Change]:
    if _TODAY.search(clause.written):
        return
    said = text if re.search(r"我|咱|俺", text) else f"我{text}" if re.match(r"[不没从把对]", text) else text
    for pattern in chinese.REPLACES:
        match = pattern.search(text)
        if match:
            yield Change(text=said, value=clean_chinese(match["b"]), instead_of=clean_chinese(match["a"]))
            return
    bare = re.sub(r"^(?:我们?的?|我家的?|家里的?)(?=[\u4e00-\u9fff]{2})", "", text)
    of_it = clause.joins or _FOR_GOOD.search(text)
    if of_it and chinese.GIVES_IT_UP.match(text) and not chinese.NO_ENDING.search(text):
        yield Change(text=said, value="", ends=True)
        return
    for pattern in chinese.ENDS:
        match = pattern.search(text) or pattern.search(bare)
        if match and clean_chinese(match["v"]) and not chinese.NO_ENDING.search(text):
            yield Change(text=said, value=clean_chinese(match["v"]), ends=True)
            return
    bare_number = chinese.BARE.match(text) if clause.corrects else None
    if bare_number or (
        clause.corrects and re.fullmatch(r"[\d一二三四五六七八九十百]{1,5}(?:岁|号|点)?(?:了|才对)?", text)
    ):
        value = bare_number["b"] if bare_number else re.sub(r"(?:了|才对)$", "", text)
        yield Change(text=said, value=value, corrects=True)
        return
    for pattern in chinese.CORRECTS:
        match = pattern.match(text)
        if match and (clause.corrects or match["a"]) and not chinese.NO_VALUE.match(match["b"]):
            was = clean_chinese(match["a"] or "")
            yield Change(text=said, value=clean_chinese(match["b"]), instead_of=was, corrects=True)
            return
