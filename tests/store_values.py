"""Labels, keys and values that a store must give back as they were."""

from __future__ import annotations

from typing import Any

HOSTILE = [
    "a b",
    "*",
    "..".replace(".", "_"),
    "user/1",
    "%2f",
    "a//b",
    "名前",
    "e\u0301",
    "\u00e9",
    "🙂",
    "'; --",
    "x" * 300,
    "%",
]
"""Labels and keys that a store must keep apart and give back as they were."""
VALUES: list[dict[str, Any]] = [
    {},
    {"text": "猫在窗边 🙂 \n\t\"'\\"},
    {"none": None, "yes": True, "no": False, "int": 7, "float": 0.25, "big": 2**40, "minus": -1},
    {"list": [1, "two", None, {"three": [3]}], "nested": {"a": {"b": {"c": "d"}}}, "empty": {}, "none": []},
    {"key": "", "a.b": 1, "$x": 2, "": 3},
    {"large": "汉字 and words " * 20_000},
]
