"""Units of measurement by what they measure: miles stand beside Celsius, and not beside kilometres."""

from __future__ import annotations

import re

_MEASURES = (
    re.compile(r"(?i)celsius|fahrenheit|摄氏|华氏"),
    re.compile(r"(?i)miles|kilomet|\bkm\b|metres|meters|feet|inch|centi|公里|英里|英尺|厘米"),
    re.compile(r"(?i)kilos|kilogram|\bkg\b|pounds|ounces|stone|公斤|千克|磅|斤"),
    re.compile(r"(?i)24|12|二十四|十二"),
)


def of_one_measure(one: str, other: str) -> bool:
    """True unless the two measure different things; a whole system, as the metric one, measures all."""
    mine, theirs = _measured(one), _measured(other)
    return mine is None or theirs is None or mine == theirs


def _measured(unit: str) -> int | None:
    return next((place for place, words in enumerate(_MEASURES) if words.search(unit)), None)
