"""Finds, among everything said before, what answers a question about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graph.offline_model.concepts import ideas, relations
from graph.offline_model.language import plain
from graph.offline_model.reading import Said
from graph.offline_model.sentences import statements_in
from graph.offline_model.topics import TOPICS, Topic, value_of
from memory.lexical.words import content_words

_SELF = re.compile(r"我|用户|\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|our|user)\b", re.I)
_RECENT = re.compile(
    r"刚才|刚刚|刚说|这次|本次|上面|前面|\bjust (?:now|said|told|mentioned)\b|\bdid i just\b|\bi just\b|\babove\b|\bearlier in this\b",
    re.I,
)
_ENOUGH = 1.4
"""The score from which a statement counts as an answer where no topic is asked after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One clause that answers, with where it was said."""

    clause: str
    """In plain form, as its speaker said it."""
    said: Said
    topic: Topic | None
    value: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a question is after."""

    text: str
    topics: tuple[Topic, ...]
    ideas: frozenset[str]
    relations: frozenset[str]
    words: frozenset[str]
    about_self: bool

    @property
    def recent(self) -> bool:
        """True when it asks for what was said in this very conversation."""
        return bool(_RECENT.search(self.text))


_NOISE = frozenset(
    ["tell", "told", "say", "said", "remember", "know", "ask", "ask", "mention", "remind", "recall", "talk", "again", "just", "earlier", "before", "last", "time", "thing", "anyth", "someth", "kind", "type", "sort", "exact", "current", "today", "now", "pleas", "hi", "hello", "hey", "ok", "use", "much", "mani", "w说过", "w说", "w刚才", "w刚刚", "w之前", "w上次", "w知道", "w记", "w提", "w提到", "w提过", "w问", "w还", "w样", "w种", "w东西", "w事", "w事情", "w请", "w帮", "w现在", "w今天", "w前面", "w到底", "w究竟", "w来着", "w时", "刚才", "才说", "我刚", "说我", "我说", "说过", "什么", "我叫", "么名", "记得", "得我", "还记", "你还", "我的", "你记", "你知", "知道", "道我", "我喜", "我最", "是什", "叫什", "你说", "我在", "我住", "在哪", "哪里", "谁是", "是谁", "么样", "w样子", "我有", "我是", "我对", "w喜欢", "喜欢", "w爱", "w最", "like", "love", "prefer", "enjoy", "favourit", "favorit", "hate", "dislik", "plan", "w计划", "w打算", "w安排", "w有没有", "w过敏", "过敏", "allerg", "eat", "w吃", "drink", "w喝", "w哪里", "w哪", "w最", "w什么样"]
)


def understand(text: str) -> Question:
    """Read a question."""
    text = plain(text)
    return Question(
        text=text,
        topics=_asked(text),
        ideas=ideas(text),
        relations=relations(text),
        words=frozenset(content_words(text)) - _NOISE,
        about_self=bool(_SELF.search(text)),
    )


def _asked(text: str) -> tuple[Topic, ...]:
    topics = tuple(t for t in TOPICS if t.asked.search(text))
    return tuple(t for t in topics if t.single) or topics


def find(question: Question, known: Iterable[Said], *, most: int = 4) -> list[Found]:
    """Give the clauses that answer, best first: of a single-valued topic only the newest, else by score, then newest."""
    found: list[Found] = []
    for said in known:
        if not said.by_user:
            continue
        for clause in statements_in(said.text):
            if match := _match(question, clause, said):
                found.append(match)
    if not found:
        return []
    single = next((t for t in question.topics if t.single), None)
    if single:
        hits = [f for f in found if f.topic is single]
        if hits:
            return [_latest(single, hits, question)]
        if not question.relations and not (question.words or question.ideas):
            return []
    ranked = sorted(found, key=lambda f: -f.score)
    best = ranked[0].score
    kept: list[Found] = []
    for f in ranked:
        if f.score >= max(0.6 * best, _ENOUGH if not f.topic else 0) and all(f.clause != k.clause for k in kept):
            kept.append(f)
    return kept[:most]


def _latest(topic: Topic, hits: Sequence[Found], question: Question) -> Found:
    """Give the hit to believe: a typed memory that is kept current stands above what this thread once said.

    Memories of what is still visible in the thread are not recalled, so a typed memory is another conversation's, and
    would have been superseded by anything told here later.
    """
    if not question.recent:
        typed = [f for f in hits if f.said.origin == "memory" and f.said.kind not in ("", "episode", "session_summary")]
        if typed and topic.name != "seat":
            return typed[0]
    return hits[0]


def _match(question: Question, clause: str, said: Said) -> Found | None:
    kin, touched = relations(clause), ideas(clause)
    if question.relations and not question.relations & kin:
        return None
    topic = next((t for t in question.topics if _tells(t, clause, question)), None)
    shared = question.words & frozenset(content_words(clause))
    score = 2.5 * bool(topic) + 1.2 * len((question.ideas & touched) - {"name"}) + sum(map(_weight, shared))
    score += len(question.relations & kin)
    if question.relations & kin and "name" in question.ideas & touched:
        score += 0.8
    if topic is None:
        needed = _ENOUGH + (0.6 if question.topics and not question.relations else 0.0)
        if score < needed or (not question.relations and any(t.single for t in question.topics)):
            return None
    return Found(clause=clause, said=said, topic=topic, value=value_of(topic, clause) if topic else "", score=score)


def _tells(topic: Topic, clause: str, question: Question) -> bool:
    """True when the clause tells this topic, about the user or whom the question is about."""
    match = topic.told.search(clause)
    if not match:
        return False
    if topic.single and relations(clause[: match.start()]) - question.relations:
        return False
    if topic.name == "likes" and _TOPIC["dislikes"].told.search(clause):
        return False
    if topic.single:
        return True
    aspects = question.ideas - {"name", "live", "work"}
    if aspects and not aspects & ideas(clause):
        return False
    return bool(aspects or not question.words or question.words & frozenset(content_words(clause)))


def _weight(word: str) -> float:
    if word.startswith("w") and len(word) > 1 and ord(word[1]) > 0x2E80:
        return 1.0 if len(word) > 2 else 0.3
    return 0.4 if ord(word[0]) > 0x2E80 else 1.0


_TOPIC = {t.name: t for t in TOPICS}


def value(name: str, known: Iterable[Said]) -> Found | None:
    """Give the believed statement of a topic, with its value: `name`, `home`, `seat` …"""
    topic = _TOPIC[name]
    question = Question(
        text="", topics=(topic,), ideas=frozenset(), relations=frozenset(), words=frozenset(), about_self=True
    )
    hits = [f for f in find(question, known) if f.topic is topic]
    return hits[0] if hits else None
