"""Questions about what was said before: answered from memories, summary and history, or honestly not at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graph.offline_model.language import language_of, plain
from graph.offline_model.matching import Found
from graph.offline_model.matching import find as find_statements
from graph.offline_model.question import Question, understand, weight
from graph.offline_model.reading import Said, Talk
from graph.offline_model.sentences import asks, said_back, states
from graph.offline_model.wish import Call, call, result_of

_REMEMBERS = re.compile(
    r"记得|记忆|搜|之前|以前|上次|说过|提过|提到|告诉过|聊过|\bremember\b|\brecall\b|\bmemor|\bsaid\b|\bsay\b|\btold\b|\bmentioned?\b|\blast time\b|\bbefore\b|\bearlier\b|\bpreviously\b",
    re.I,
)
_PAST = re.compile(
    r"(?:刚才|刚刚|之前|以前|上次|前面|先前|曾经)[^,，。]{0,6}(?:说|提|告诉|讲|问)|我(?:跟你|和你|有没有|是不是|曾)*(?:说过|提过|提到|告诉过|讲过|问过)|(?:还)?记不?记?得|你(?:还)?(?:知道|记得)我|"
    r"\b(?:did|have) i (?:ever |already |just |previously )?(?:say|said|tell|told|mention|ask)|\bi (?:just |already |previously )?(?:said|told you|mentioned)\b|\b(?:do|can|did) you (?:still )?(?:remember|recall)\b|\bremind me\b",
    re.I,
)
_ADVICE = re.compile(
    r"推荐|建议|应该|该(?:吃|喝|去|穿|买|做)|怎么(?:办|做|样)|\b(?:should|recommend|suggest|advice|how (?:do|can|to))\b",
    re.I,
)
_OWN_PAST = re.compile(
    r"\b(?:did|have|was|were) (?:i|we|my)\b|我[^,，。]{0,12}(?:了|过|在|放|停)[^,，。]{0,6}(?:哪|什么|谁|几|多少|吗)|^我[^,，。]{0,10}(?:是不是|有没有)",
    re.I,
)
_SELF = re.compile(r"我|\b(?:i|i'm|me|my|mine|we|our)\b", re.I)
_YES_NO = re.compile(r"吗|是不是|对不对|有没有|^(?:do|did|am|is|are|was|were|have|has|does|can|could)\b", re.I)
_NEGATED = re.compile(
    r"不(?!耐受)|没有?|讨厌|\b(?:not|don't|doesn't|never|hate|dislike|no longer|can't|isn't|aren't|am not)\b", re.I
)
_BARE_TOPIC = re.compile(r"(?!.*(?:是|叫|在|[:：=]|\bis\b|\bare\b))(?:我的|my )[^,，。.]{2,20}$", re.I)
_SEARCHES = re.compile(
    r"^(?:搜索|搜一下|查找|查一下|找一下|看看)(?:一下)?(?:你的|我的|长期)?记忆|"
    r"\bsearch (?:your|my|the)? ?(?:long[- ]term )?memor",
    re.I,
)
_RELATIVE = re.compile(
    r"今[天晚早年]|明[天晚早年]|昨[天晚]|前天|后天|[上下这本]个?(?:周|星期|月|礼拜)|刚才|\b(?:today|tonight|tomorrow|yesterday|(?:next|last|this) (?:\w+day|week|month|year))\b",
    re.I,
)
"""Words of time that mean something only beside the day on which they were said."""
_SOURCES = re.compile(
    r"什么时候(?:说|告诉|提)|哪天(?:说|告诉)|\bwhen did i (?:say|tell|mention)\b|你怎么知道|\bhow do you know\b", re.I
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedWish:
    """A question about what was said."""

    question: Question
    searches: bool
    """True when the long-term memory is searched where nothing at hand answers."""

    def _search(self, talk: Talk) -> Call | None:
        return call(talk, "search_memory", query=talk.text[:200]) if self.searches else None

    def found(self, talk: Talk) -> list[Found]:
        """Give what answers, the search's results among it."""
        known = talk.statements()
        done = result_of(talk, self._search(talk))
        if done is not None and not done.failed:
            for m in done.result.get("memories", []):
                if isinstance(m, dict) and m.get("text"):
                    known.append(
                        Said(
                            text=str(m["text"]),
                            origin="memory",
                            kind=str(m.get("kind", "")),
                            date=str(m.get("said", "")),
                        )
                    )
        return find_statements(self.question, known)

    def calls(self, talk: Talk) -> Sequence[Call]:
        search = self._search(talk)
        if search is None or (result_of(talk, search) is None and self.found(talk)):
            return []
        return [search]

    def answer(self, talk: Talk) -> str:
        found = self.found(talk)
        if not found:
            return _unknown(talk, self.question)
        topic = found[0].topic
        if topic is not None and topic.name == "name" and found[0].value:
            return _name(talk, found[0].value)
        return _told(talk, self.question, found)


def _name(talk: Talk, name: str) -> str:
    shown = name.title() if name.isascii() and name.islower() else name
    guess = re.search(
        r"我叫(?!什么|啥)([^\s,，?？吗对是]{1,8})(?:吗|对吗|对不对|是吗)|\bis my name (\w+)", talk.plain, re.I
    )
    sure = ""
    if guess and (said := next(g for g in guess.groups() if g)):
        if said.casefold() == name.casefold():
            sure = "是的，" if talk.language == "zh" else "Yes, "
        else:
            sure = "不是，" if talk.language == "zh" else "No, "
    if talk.language == "zh":
        return f"{sure}你叫{' ' if shown.isascii() else ''}{shown}。"
    return f"{sure}your name is {shown}." if sure else f"Your name is {shown}."


def _told(talk: Talk, question: Question, found: Sequence[Found]) -> str:
    zh = talk.language == "zh"
    first = found[0]
    if _SOURCES.search(talk.plain) and first.said.date:
        return (
            f"你在 {first.said.date} 说过：{said_back(first.clause)}"
            if zh
            else f"You told me on {first.said.date}: {said_back(first.clause)}"
        )
    single = first.topic is not None and first.topic.single
    shown = found[:1] if single or found[0].score >= 1.8 * (found[1].score if len(found) > 1 else 1) else found[:3]
    lines = [_quoted(talk, f) for f in shown]
    lead = _yes(talk, question, first) if len(shown) == 1 else ""
    if len(lines) == 1:
        return lead + lines[0]
    return "".join(lines) if zh else " ".join(lines)


def _quoted(talk: Talk, f: Found) -> str:
    """Say a clause back in the user's language, or quote it where it is in the other one."""
    zh = talk.language == "zh"
    words = _words(talk, f)
    if f.said.date and _RELATIVE.search(f.clause):
        return (
            f"{words.rstrip('。')}（{f.said.date} 说的）。" if zh else f"{words.rstrip('.')} (said on {f.said.date})."
        )
    return words


def _words(talk: Talk, f: Found) -> str:
    zh = talk.language == "zh"
    if f.said.speaker not in ("user", ""):
        return f"{f.said.speaker} 说过：「{f.clause}」。" if zh else f"{f.said.speaker} said: “{f.clause}”."
    if (language_of(f.clause) or talk.language) == talk.language:
        return said_back(f.clause)
    return f"你说过：「{f.clause}」。" if zh else f"You told me: “{f.clause}”."


def _yes(talk: Talk, question: Question, f: Found) -> str:
    if (
        not _YES_NO.search(talk.plain)
        or re.search(r"能|可以|\bcan\b", talk.plain, re.I)
        or re.search(r"什么|谁|哪|几|多少|记得|知道|\b(?:know|remember|tell|recall)\b", talk.plain, re.I)
    ):
        return ""
    same = bool(_NEGATED.search(f.clause)) == bool(
        _NEGATED.search(re.sub(r"是不是|有没有|对不对|要不要|会不会|喜不喜欢", "", talk.plain))
    )
    if not question.words or not same:
        return ""
    shared = sum(1 for w in question.words if weight(w) >= 1.0 and w.removeprefix("w") in f.clause.lower())
    if not shared:
        return ""
    return "是的，" if talk.language == "zh" else "Yes. "


def _unknown(talk: Talk, question: Question) -> str:
    zh = talk.language == "zh"
    if question.topics and not question.relations:
        topic = question.topics[0]
        return topic.unknown_zh if zh else topic.unknown_en
    return "你还没有告诉过我这件事，所以我不知道。" if zh else "You haven't told me that, so I don't know."


def is_about_the_past(talk: Talk) -> bool:
    """True when the text asks what was said, so that no tool is called for the things that it names."""
    return asks(talk.plain) and bool(_PAST.search(talk.plain))


def find(talk: Talk) -> AskedWish | None:
    """Find a question that what was said before may answer, or that is plainly about the user's own past words."""
    text = talk.plain
    question = understand(text)
    bare_topic = question.topics and _BARE_TOPIC.match(text)
    if states(text) and not bare_topic and not _SEARCHES.search(text):
        return None
    if not (asks(text) or _SEARCHES.search(text) or bare_topic):
        return None
    wish = AskedWish(question=question, searches=bool(_REMEMBERS.search(text)))
    if question.topics or (_SELF.search(text) and _REMEMBERS.search(text)):
        return wish
    if not _ADVICE.search(text) and wish.found(talk):
        return wish
    if (
        _SELF.search(text)
        and (question.relations or re.search(r"我的|\bmy\b", plain(text), re.I))
        and not re.search(
            r"帮我|给我|\b(?:help|give|show|write|tell) me\b|建议|推荐|应该|\bshould\b|\brecommend", text, re.I
        )
    ):
        return wish
    if _SELF.search(text) and _OWN_PAST.search(text):
        return wish
    if re.search(r"搜|记忆|\bmemor", text, re.I):
        return wish
    return None
