"""What is said when no rule helps: honestly that, what is known that bears on it, and how to connect a real model."""

from __future__ import annotations

from graph.offline_model.language import plain
from graph.offline_model.reading import Talk
from graph.offline_model.sentences import said_back, statements_in
from graph.offline_model.skills.smalltalk import ABILITIES_EN, ABILITIES_ZH, CONNECT_EN, CONNECT_ZH


def fallback(talk: Talk) -> str:
    """Say that the offline model cannot help with this, and what it can do."""
    zh = talk.language == "zh"
    typed = [s for s in talk.memories if s.by_user and s.kind not in ("episode", "session_summary")]
    lines = [said_back(c) for s in typed[:4] for c in (statements_in(s.text) or [plain(s.text)])[:1]]
    lines = list(dict.fromkeys(line for line in lines if line))
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
