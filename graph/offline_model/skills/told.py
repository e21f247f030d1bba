"""What the user tells: acknowledged in their own words, so that it is plain what was understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graph.offline_model.facts import facts_in
from graph.offline_model.language import asked_language
from graph.offline_model.matching import value
from graph.offline_model.reading import Said, Talk
from graph.offline_model.sentences import asks, bare, said_back
from graph.offline_model.wish import Call

MOST_CHARS = 160
"""The most of one statement that is said back."""
_PERSONAL = re.compile(r"我|咱|\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|our|us)\b", re.I)
_OPENS_PERSONAL = re.compile(r"(?:我|i\b|i'm\b|i've\b|my\b)(?!(?:们)?(?:想|要|打算|need|want|would))", re.I)
_OF_THE_AGENT = re.compile(r"(?:你|您|you\b|you're\b)(?!.{0,3}(?:可以|就)?(?:叫|称呼)我|.{0,4}\bcall me)", re.I)
_SUBSTANCE_ZH = re.compile(
    r"是|在|有|要|会|了|喜欢|爱|讨厌|叫|住|来|去|不|对|想|养|吃|喝|用|过|得|比|能|把|被|将|改|换|搬"
)
_SUBSTANCE_EN = re.compile(
    r"\b(?:is|are|was|were|am|have|has|had|will|would|can|do|does|did|'s|'m|'re|\w+ed|\w+s|like|love|hate|prefer|want|need|live|work|moved|went|got|call|told|said|use|eat|drink|go|speak|play|study|keep|own|drive|plan)\b",
    re.I,
)
_SMALL = re.compile(
    r"^(?:好的?|嗯+|哦+|行|可以|没事|没关系|谢谢.*|多谢.*|感谢.*|你好.*|您好|嗨|哈+|呵+|再见.*|拜拜.*|早上好|晚上好|下午好|晚安|不用了?|不客气|对|是的?|没有|不是|不要|ok(?:ay)?|yes|yeah|yep|no|nope|sure|fine|cool|great|nice|thanks.*|thank you.*|thx.*|hi.*|hello.*|hey.*|bye.*|goodbye.*|good (?:morning|evening|night|afternoon).*|see you.*|lol|haha\w*|hmm+|wow|never ?mind|got it|i see|alright|all right)[.!。！~]*$",
    re.I,
)
_REMINDS = re.compile(r"提醒我|\bremind me\b", re.I)
_REMIND_ME = re.compile(r"^(?:please |can you |could you )*remind me (?:to|that|about)\b.+|^.{0,12}提醒我.{2,}", re.I)
_FEELING = re.compile(
    r"(?:我)?(?:好|很|真|太|有点|非常|特别|今天)*(?:累|难过|伤心|开心|高兴|生气|郁闷|焦虑|无聊|困|不舒服|难受|烦|孤独)|\bi(?:'m| am| feel)(?: so| very| really| a bit| feeling)? (?:tired|sad|happy|angry|bored|anxious|lonely|upset|depressed|exhausted|stressed|sick)\b",
    re.I,
)
_GLAD = re.compile(r"开心|高兴|\bhappy\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldWish:
    """Statements to acknowledge."""

    clauses: tuple[str, ...]

    def calls(self, talk: Talk) -> Sequence[Call]:
        return []

    def answer(self, talk: Talk) -> str:
        zh = talk.language == "zh"
        text = "，".join(self.clauses)
        if _is_secret(talk.text):
            return (
                "这看起来是密码或密钥一类的内容：我不会把它存进长期记忆，也建议不要在聊天里发。"
                if zh
                else "That looks like a password or key: I won't keep it in long-term memory, and it is better not to send such things in a chat."
            )
        if asked_language(talk.plain) and len(self.clauses) == 1:
            return "好的，以后我用中文回答。" if zh else "All right, I'll answer in English."
        named = value("name", [Said(text=c, origin="now") for c in self.clauses])
        if named is not None and named.value:
            return self._greet(talk, named.value)
        if _FEELING.search(text) and len(text) < 60:
            if _GLAD.search(text):
                return "真好，听你这么说我也高兴。" if zh else "That is good to hear."
            return (
                "辛苦了，希望你能好一点。想说说的话，我在听。"
                if zh
                else "I'm sorry to hear that. I'm listening, if you want to talk about it."
            )
        back = [said_back(_clipped(c)) for c in self.clauses[:4]]
        if zh:
            return ("我没法到时主动提醒你，但记下了：" if _REMINDS.search(text) else "好的，我记住了：") + "".join(back)
        told = " ".join(back)
        told = told[0].lower() + told[1:] if re.match(r"(?:You|Your|The|There|It)\b", told) else told
        return (
            "I can't remind you by myself, but I have noted: " if _REMINDS.search(text) else "Got it, I'll remember: "
        ) + told

    def _greet(self, talk: Talk, name: str) -> str:
        name = name.title() if name.isascii() and name.islower() else name
        others = [c for c in self.clauses if value("name", [Said(text=c, origin="now")]) is None]
        zh = talk.language == "zh"
        hello = (
            f"你好，{name}！很高兴认识你，我记住你的名字了。"
            if zh
            else f"Nice to meet you, {name}! I'll remember your name."
        )
        if not others:
            return hello
        back = [said_back(c) for c in others[:3]]
        return hello + ("也记下了：" + "".join(back) if zh else " I'll also remember: " + " ".join(back))


def _clipped(clause: str) -> str:
    """Give a clause short enough to be said back."""
    return clause if len(clause) <= MOST_CHARS else clause[:MOST_CHARS] + "…"


def _is_secret(text: str) -> bool:
    from memory.extraction.screen import screen

    return screen(text).kind == "secret"


def find(talk: Talk, *, beside: bool = False) -> ToldWish | None:
    """Find the statements in the newest text; `beside` something else that it wants, only what is about the user."""
    facts = [f for f in facts_in(talk.text) if f.attribute or (not _SMALL.match(f.text) and _says_something(f.text))]
    if beside:
        facts = [f for f in facts if f.attribute or _OPENS_PERSONAL.match(f.text)]
    kept = list(dict.fromkeys(f.text for f in facts))
    if not kept and _REMIND_ME.match(talk.plain) and not asks(talk.plain):
        kept = [bare(talk.plain)]
    return ToldWish(clauses=tuple(kept)) if kept else None


def _says_something(clause: str) -> bool:
    if _OF_THE_AGENT.match(clause):
        return False
    if _PERSONAL.search(clause) and len(clause) >= 3:
        return True
    if re.search(r"[\u4e00-\u9fff]", clause):
        return len(clause) >= 5 and bool(_SUBSTANCE_ZH.search(clause))
    return len(clause.split()) >= 3 and bool(_SUBSTANCE_EN.search(clause))
