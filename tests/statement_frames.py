"""Statements, the frames that people put them in, and the wordings of a change: the grid of `statement_frames.json`."""

from __future__ import annotations

import json
from pathlib import Path

_GRID = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))

FRAMES: dict[str, list[str]] = _GRID["frames"]
"""By language: sentences with a place for a statement."""
STATEMENTS: dict[str, dict[str, str]] = _GRID["statements"]
"""By language: what is told of oneself, and the attribute it tells."""
OTHERS: dict[str, tuple[list[str], dict[str, str]]] = _GRID["others"]
"""By language: whom it may be told of, and what."""
CHANGES: dict[str, dict[str, tuple[str, list[str], list[str]]]] = _GRID["changes"]
"""By language and attribute: a statement, the wordings of its change (`{o}` old, `{n}` new), and values."""
