"""Two checkpoints side by side: the lines that only one of them has."""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.messages import BaseMessage

from graph.console.turn import wording

MAX_LINES = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the two states: in both, or in one only."""

    where: Literal["both", "left", "right"]
    text: str


def state_text(values: dict[str, Any]) -> list[str]:
    """Give a state as lines of text: messages one by one, the rest as JSON."""
    lines = []
    for message in values.get("messages", []):
        lines += [f"{message.type}: {line}" for line in (wording(message).splitlines() or [""])]
    for key in sorted(k for k in values if k != "messages"):
        text = json.dumps({key: values[key]}, ensure_ascii=False, indent=2, sort_keys=True, default=_plain)
        lines += text.splitlines()[1:-1]
    return lines


def compare(left: dict[str, Any], right: dict[str, Any]) -> list[Line]:
    """Give both states line by line, each line with where it stands."""
    old, new = state_text(left)[:MAX_LINES], state_text(right)[:MAX_LINES]
    out: list[Line] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if tag == "equal":
            out += [Line(where="both", text=line) for line in old[a:b]]
        else:
            out += [Line(where="left", text=line) for line in old[a:b]]
            out += [Line(where="right", text=line) for line in new[c:d]]
    return out


def _plain(value: Any) -> Any:
    return wording(value) if isinstance(value, BaseMessage) else str(value)
