"""What is said when no rule helps: honestly that, what is known that bears on it, and how to connect a real model."""

from __future__ import annotations

import re

from graph.offline_model.matching import facts_about_user
from graph.offline_model.reading import Talk
from graph.offline_model.sentences import said_back
from graph.offline_model.skills.smalltalk import ABILITIES_EN, ABILITIES_ZH, CONNECT_EN, CONNECT_ZH


def fallback(talk: Talk) -> str:
    """Say that the offline model cannot help with this, and what it can do."""
    zh = talk.language == "zh"
    if not re.search(r"\w", talk.text):
        return (
            "我在听。想说什么，或者要我查什么？" if zh else "I'm listening. What would you like to tell me or look up?"
        )
    lines = [said_back(line) for line in facts_about_user(s for s in talk.memories if s.is_typed)[:4]]
    known = ""
    if lines:
        known = (
            "我记得这些和你有关：" + "".join(lines) if zh else "What I remember that may bear on it: " + " ".join(lines)
        )
    if zh:
        return "\n".join(
            p
            for p in (
                f"这个问题超出了离线模型的能力：我现在是按规则工作的离线模型。{ABILITIES_ZH}。",
                known,
                CONNECT_ZH,
            )
            if p
        )
    return "\n".join(
        p for p in (f"That is beyond the offline model, which works by rules. {ABILITIES_EN}.", known, CONNECT_EN) if p
    )
