"""Numbers as people write them in words: `三百二十五万`, `两千零五`, `twenty-five`, `three hundred`."""

from __future__ import annotations

import re

DIGITS_ZH = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2, "仨": 3}
_UNITS_ZH = {"十": 10, "百": 100, "千": 1000}
_MYRIADS_ZH = {"万": 10**4, "亿": 10**8}
NUMERAL_ZH = r"[零〇一二两三四五六七八九十百千万亿]+(?:点[零〇一二三四五六七八九]+)?"
"""What a Chinese numeral looks like."""

_SMALL_EN = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS_EN = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS_EN = {w: i for i, w in enumerate(_SMALL_EN)} | {w: 20 + 10 * i for i, w in enumerate(_TENS_EN)}
_SCALES_EN = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_WORD_EN = "|".join((*_WORDS_EN, *_SCALES_EN))
_RUN_EN = re.compile(rf"\b(?:{_WORD_EN})(?:(?:[ -]| and )(?:{_WORD_EN}))*\b", re.I)
_RUN_ZH = re.compile(rf"(?!一[下共起些样直定般切边旦]|千万别|万一|百分之)(?:\d+(?:\.\d+)?[百千万亿]+|{NUMERAL_ZH})")


def number_zh(text: str) -> int | float:
    """Give the number that digits or Chinese numerals write: `三百二十五万` is 3250000, `三点五` 3.5, `3.5万` 35000.

    Raises:
        ValueError: when they write none.
    """
    text = text.strip()
    mixed = re.fullmatch(r"(\d+(?:\.\d+)?)([百千万亿]*)", text)
    if mixed:
        value = float(mixed[1]) if "." in mixed[1] else int(mixed[1])
        for unit in mixed[2]:
            value = value * (_UNITS_ZH | _MYRIADS_ZH)[unit]
        return int(value) if float(value).is_integer() else value
    if not text or not re.fullmatch(NUMERAL_ZH, text):
        raise ValueError(f"{text!r} writes no number; expected digits or Chinese numerals; write it in digits")
    whole, _, decimals = text.partition("点")
    value = _whole_zh(whole)
    return float(f"{value}.{''.join(str(DIGITS_ZH[c]) for c in decimals)}") if decimals else value


def _whole_zh(text: str) -> int:
    if all(c in DIGITS_ZH for c in text):
        return int("".join(str(DIGITS_ZH[c]) for c in text))
    total = section = digit = 0
    last_unit = 1
    for c in text:
        if c in DIGITS_ZH:
            digit = DIGITS_ZH[c]
            last_unit = 1 if digit == 0 else last_unit
        elif c in _UNITS_ZH:
            section += (digit or (1 if c == "十" and not section else 0)) * _UNITS_ZH[c]
            digit, last_unit = 0, _UNITS_ZH[c]
        else:
            total = (total + section + digit) * _MYRIADS_ZH[c] if c == "亿" else total + (section + digit) * 10**4
            section = digit = 0
            last_unit = _MYRIADS_ZH[c]
    if digit and last_unit >= 100:  # 两百五 is 250, 三万二 is 32000
        digit *= last_unit // 10
    return total + section + digit


def number_en(text: str) -> int:
    """Give the number that English words write: `two hundred and five` is 205.

    Raises:
        ValueError: when they write none.
    """
    total = section = 0
    words = [w for w in re.split(r"[ -]+", text.lower().strip()) if w != "and"]
    if not words:
        raise ValueError("'' writes no number; expected English number words; write it in digits")
    for word in words:
        if word in _WORDS_EN:
            section += _WORDS_EN[word]
        elif word == "hundred":
            section = (section or 1) * 100
        elif word in _SCALES_EN:
            total += (section or 1) * _SCALES_EN[word]
            section = 0
        else:
            raise ValueError(f"{word!r} is no number word; expected English number words; write it in digits")
    return total + section


def words_to_digits(text: str) -> str:
    """Give the text with its number words written in digits."""
    text = _RUN_EN.sub(lambda m: str(number_en(m[0])), text)
    return _RUN_ZH.sub(lambda m: m[0] if set(m[0]) <= set("百千万亿") else f"{number_zh(m[0])}", text)
