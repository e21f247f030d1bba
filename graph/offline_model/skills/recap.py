"""Questions about the conversation itself: what was just said, what was talked about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from graph.offline_model.reading import Talk
from graph.offline_model.wish import Call

What = Literal["mine", "yours", "first", "all"]

_MINE = re.compile(
    r"我(?:刚才|刚刚|上一句|前面|上句|上一条|最后)(?:一句)?(?:话)?(?:都)?(?:说|问|讲|发|提)(?:了|的)?(?:是)?(?:什么|啥|些什么)(?:话|问题|来着)?[?？]?$|我(?:的)?上(?:一)?(?:句话|条消息|个问题)(?:是)?(?:什么|啥)?|"
    r"\bwhat did i (?:just )?(?:say|ask|write|tell you)(?: just now| last| before that)?\??$|\bwhat was my (?:last|previous) (?:message|question)\b|\bwhat have i just said\b|\brepeat what i (?:just )?said\b",
    re.I,
)
_YOURS = re.compile(
    r"你(?:刚才|刚刚|上一句|前面|上句)(?:都)?(?:说|答|回答|讲|回复)(?:了|的)?(?:是)?(?:什么|啥)|(?:再|重新)(?:说|讲|回答)一(?:遍|次)|重复(?:一遍|一下)|没听清|"
    r"\bwhat did you (?:just )?(?:say|answer|tell me)(?: just now)?\??$|\b(?:say|repeat) that again\b|\brepeat (?:that|your (?:last )?answer)\b|\bwhat was your (?:last|previous) answer\b|^(?:please )?repeat(?: please)?[.?!]?$",
    re.I,
)
_FIRST = re.compile(
    r"我(?:的)?(?:第一句|第一次|最开始|最先|一开始)(?:话)?(?:说|问|讲)?|\bmy first (?:message|question)\b|\bwhat did i (?:say|ask) (?:first|at the (?:start|beginning))\b|\bthe first thing i (?:said|asked|told)\b",
    re.I,
)
_ALL = re.compile(
    r"(?:我们|咱们|咱|刚才|之前|上次|都)*(?:聊|谈|讨论|说)(?:过|了)?(?:过)?(?:些|到)?(?:什么|哪些|啥)(?:内容|话题|事)?(?:了|吗|来着)?[?？]?$|(?:总结|概括|回顾|归纳)(?:一下)?(?:我们|咱们|刚才|之前|这次|上面)?的?(?:对话|谈话|聊天|聊的|内容|讨论)|我(?:都|总共)?(?:问|说)(?:过|了)(?:你)?(?:哪些|什么|几个)(?:问题|事情|话)?|"
    r"\bwhat (?:did|have) we (?:talk|talked|discuss|discussed|chat|chatted|been talking)\b|\bsummari[sz]e (?:our|this|the) (?:conversation|chat|discussion)\b|\bwhat (?:was|were) (?:we|this conversation) (?:talking )?about\b|\brecap\b|\bwhat have i (?:asked|told|said)\b|\bwhere were we\b|\bour last conversation\b|\bwhat questions (?:did|have) i\b",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecapWish:
    """Something of the conversation, said again."""

    what: What

    def calls(self, talk: Talk) -> Sequence[Call]:
        return []

    def answer(self, talk: Talk) -> str:
        zh = talk.language == "zh"
        mine = [t.text for t in talk.past if t.text]
        if self.what == "yours":
            answers = [t.answer for t in talk.past if t.answer]
            if not answers:
                return "我还没有说过什么。" if zh else "I have not said anything yet."
            return f"我刚才说的是：{answers[-1]}" if zh else f"I said: {answers[-1]}"
        if self.what == "all":
            return self._all(talk, mine)
        if not mine:
            return (
                "在这段对话里，你还没有说过别的话。"
                if zh
                else "You have not said anything else in this conversation yet."
            )
        said = mine[-1] if self.what == "mine" else mine[0]
        if self.what == "first" and talk.summary:
            said = next((s.text for s in talk.summary if s.by_user), said)
        return f"你说的是：「{said}」" if zh else f"You said: “{said}”"

    def _all(self, talk: Talk, mine: Sequence[str]) -> str:
        zh = talk.language == "zh"
        earlier = [s.text for s in talk.summary if s.by_user]
        recalled = [f"{s.date} {s.text}".strip() for s in talk.memories if s.kind in ("episode", "session_summary")]
        lines = [*earlier, *mine[-12:]]
        parts = []
        if lines:
            parts.append(
                ("这段对话里你说过：" if zh else "In this conversation you said:")
                + "".join(f"\n- {line[:120]}" for line in lines)
            )
        if recalled:
            parts.append(
                ("更早的对话里：" if zh else "In earlier conversations:")
                + "".join(f"\n- {line[:160]}" for line in recalled)
            )
        return "\n".join(parts) or ("我们还没有聊过什么。" if zh else "We have not talked about anything yet.")


def find(talk: Talk) -> RecapWish | None:
    """Find the wish in the newest text."""
    for what, pattern in (("mine", _MINE), ("yours", _YOURS), ("first", _FIRST), ("all", _ALL)):
        if pattern.search(talk.plain):
            return RecapWish(what=what)  # type: ignore[arg-type]  # the literals above
    return None
