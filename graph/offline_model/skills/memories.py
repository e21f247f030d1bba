"""What the user wants done with the memories themselves: list them, save one, forget one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graph.offline_model.forgotten import EVERYTHING, forget_target
from graph.offline_model.language import plain
from graph.offline_model.matching import facts_about_user
from graph.offline_model.matching import find as find_statements
from graph.offline_model.question import understand
from graph.offline_model.reading import Said, Talk
from graph.offline_model.sentences import bare, said_back, statements_in
from graph.offline_model.wish import Call, call, result_of, told_failure

_LIST = re.compile(
    r"(?:你)?(?:都|还)?(?:记得|知道|了解|记住了?|记着)(?:些|的)?(?:关于)?我(?:的)?(?:什么|哪些|多少|啥)(?!时候|名字|地方|样|颜色)(?:事情|事儿|事|信息|东西|内容|情况|资料)?(?:吗|呢)?[?？。]?$|关于我[,，]?(?:你)?(?:都|还)?(?:记得|知道|了解)(?:些)?(?:什么|哪些|多少|啥)|"
    r"你(?:都|还)?(?:知道|记得|了解|记住了?)(?:些|了)?(?:什么|哪些)(?:关于我的)?(?:信息|事情|事|东西|内容)?[?？。]?$|(?:列出|显示|展示|看看|查看|告诉我|说说)(?:一下)?(?:你)?(?:所有|全部|关于)?(?:的)?(?:我的|你的|关于我的)?(?:长期)?(?:记忆|档案|个人信息|资料)|你(?:对我)?了解多少|你有(?:多)?了解我|(?:介绍|描述|总结|说说)(?:一下)?我(?:自己|这个人)?[?？。]?$|我的(?:个人)?(?:信息|资料|档案|画像)(?:有哪些|是什么|[?？]|$)|"
    r"\bwhat (?:do|did|have|can) you (?:already |actually |currently )?(?:know|remember|remembered|learn|learned|recall|tell me|have|got)(?: so far)? (?:stored |saved )?(?:about|on|of) (?:me|myself)\b|\btell me (?:everything |all |what you know )?(?:you (?:know|remember) )?about (?:me|myself)\b|\beverything you (?:know|remember)\b|\b(?:list|show)(?: me)? (?:all )?(?:of )?(?:my|your|the) (?:long[- ]term )?(?:memor(?:y|ies)|profile)\b|\bwhat(?:'s| is)? in (?:your|my) memory\b|\bdescribe me\b|\bwhat do you remember\??$|\bdo you know anything about me\b|\bwhat facts\b.*\bme\b|\bwhat have you (?:remembered|memori[sz]ed|saved)\b|\bmy profile\b",
    re.I,
)
_SAVE = re.compile(
    r"^(?:请|帮我|麻烦)*(?:把)?(?:这(?:个|件事|一?点|条)|它|下面(?:这)?(?:句话|件事)|(?P<zh1>.{2,80}?))?(?:保存|存|写|存入|保存到|记)(?:到|进|入)?(?:你的|我的)?(?:长期)?(?:记忆|备忘)(?:里|中|库)?(?:面)?[:：,，\s]*(?P<zh2>.*)$|"
    r"^(?:please |can you |could you )*(?:save|store|add|put|write)(?: down)? (?:this|that|it|the following|(?P<en1>.{2,120}?)) (?:in|to|into) (?:your |my )?(?:long[- ]term )?memory[:,]?\s*(?P<en2>.*)$|^(?:please )?save to memory[:,]?\s*(?P<en3>.+)$",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWish:
    """All that is known about the user."""

    def calls(self, talk: Talk) -> Sequence[Call]:
        made = call(talk, "search_memory", query="*")
        return [made] if made else []

    def answer(self, talk: Talk) -> str:
        done = result_of(talk, call(talk, "search_memory", query="*"))
        stored = done.result.get("memories", []) if done and not done.failed else []
        found = [
            Said(text=str(m["text"]), origin="memory", kind=str(m.get("kind", "fact")))
            for m in stored
            if isinstance(m, dict) and m.get("text")
        ]
        others = [s for s in talk.statements() if s.kind not in ("episode", "session_summary")]
        lines = facts_about_user([*found, *others])
        told = list(dict.fromkeys(said_back(line) for line in lines))
        kept = [t for i, t in enumerate(told) if not any(_same(t, u) for u in told[:i])][:15]
        zh = talk.language == "zh"
        if not kept:
            return (
                "我还不了解你。你告诉我的事，我会记下来。"
                if zh
                else "I don't know anything about you yet. Tell me, and I'll keep it in mind."
            )
        head = "这是我记得的关于你的事：" if zh else "Here is what I remember about you:"
        return "\n".join([head, *(f"- {t}" for t in kept)])


def _same(a: str, b: str) -> bool:
    a, b = (re.sub(r"[\s.。,，!！]", "", t).casefold() for t in (a, b))
    return a in b or b in a


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetWish:
    """One thing to forget; empty when everything, or nothing, was named."""

    what: str
    everything: bool = False

    def _made(self, talk: Talk) -> Call | None:
        return call(talk, "forget_memory", text_or_id=self.what) if self.what and not self.everything else None

    def calls(self, talk: Talk) -> Sequence[Call]:
        made = self._made(talk)
        return [made] if made else []

    def answer(self, talk: Talk) -> str:
        zh = talk.language == "zh"
        if self.everything:
            return (
                "要忘掉全部，请用 `bethink memories forget`（会清除记忆、历史和索引）。只想忘掉一件事，告诉我是哪件就行。"
                if zh
                else "To erase everything, use `bethink memories forget` (memories, history and index). To forget one thing, just tell me which."
            )
        if not self.what:
            return "要忘掉哪件事？" if zh else "What should I forget?"
        done = result_of(talk, self._made(talk))
        if done is None:
            return "好的，这件事我不再提了。" if zh else "All right, I won't bring that up again."
        if done.failed:
            return told_failure(talk, done, "忘掉这件事", "Forgetting it") + ("。" if zh else ".")
        gone = [str(t) for t in done.result.get("memories", [])]
        if not gone and "forgotten" in done.result:
            return (
                "我的长期记忆里没有这件事，不需要忘。" if zh else "There is nothing like that in my long-term memory."
            )
        what = "、".join(f"「{g}」" for g in gone[:5]) if zh else "; ".join(f"“{g}”" for g in gone[:5])
        return f"好的，已经忘掉：{what}。" if zh else f"Done, I have forgotten: {what}."


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveWish:
    """One statement to save with the tool."""

    text: str

    def _made(self, talk: Talk) -> Call | None:
        return call(talk, "save_memory", text=self.text, kind=_kind(self.text)) if self.text else None

    def calls(self, talk: Talk) -> Sequence[Call]:
        made = self._made(talk)
        return [made] if made else []

    def answer(self, talk: Talk) -> str:
        zh = talk.language == "zh"
        if not self.text:
            return "要存哪句话？" if zh else "What should I save?"
        done = result_of(talk, self._made(talk))
        if done is None:
            return f"好的，我记住了：{said_back(self.text)}" if zh else f"Noted: {said_back(self.text)}"
        if done.failed:
            return told_failure(talk, done, "保存", "Saving it") + ("。" if zh else ".")
        r: dict[str, Any] = done.result
        if r.get("action") == "ignored":
            return (
                "这句话没有存：它不适合放进长期记忆。"
                if zh
                else "I did not save that: it does not belong in long-term memory."
            )
        replaced = r.get("replaced")
        if zh:
            return f"已存入长期记忆：{said_back(self.text)}" + (f"（替换了「{replaced}」）" if replaced else "")
        return f"Saved to long-term memory: {said_back(self.text)}" + (
            f" (it replaces “{replaced}”)" if replaced else ""
        )


def _kind(text: str) -> str:
    if re.search(r"喜欢|偏好|爱|讨厌|习惯|\b(?:like|love|prefer|hate|enjoy|favou?rite)", text, re.I):
        return "preference"
    if re.search(
        r"我叫|我住|我是|我的(?:名字|生日|公司|职业)|\b(?:my name|i live|i am|i'm|i work|my birthday)\b", text, re.I
    ):
        return "profile"
    return "fact"


def find(talk: Talk) -> ListWish | ForgetWish | SaveWish | None:
    """Find the wish in the newest text."""
    text = talk.plain
    if save := _SAVE.match(text):
        words = next((g for g in save.groups() if g and g.strip()), "")
        return SaveWish(text=bare(words) if words.strip() else _previous(talk))
    what = forget_target(text)
    if what is not None:
        return ForgetWish(what="", everything=True) if what == EVERYTHING else ForgetWish(what=_exact(talk, what))
    if _LIST.search(text) and not understand(text).topics:
        return ListWish()
    return None


def _previous(talk: Talk) -> str:
    said = statements_in(talk.past[-1].text) if talk.past else []
    return said[0] if said else ""


def _exact(talk: Talk, what: str) -> str:
    """Give the memory's own words where the block shows the one that is meant; else the user's words."""
    if not what or re.fullmatch(r"(?:这个|那个|它|that|it|this)", what, re.I):
        return _previous(talk)
    typed: list[Said] = [s for s in talk.memories if s.by_user and s.is_typed]
    for said in typed:
        if plain(what) in plain(said.text) or plain(said.text) in plain(what):
            return said.text
    hits = find_statements(understand(("我喜欢什么" if "喜欢" in what else "") + what), typed)
    return hits[0].said.text if len(hits) == 1 or (hits and hits[0].score >= 3) else what
