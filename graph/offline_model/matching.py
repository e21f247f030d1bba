"""Finds, among everything said before, what answers a question about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graph.offline_model.concepts import ideas, relations
from graph.offline_model.facts import Fact, facts_in
from graph.offline_model.language import language_of
from graph.offline_model.question import SELF, Question, understand, weight, words_of
from graph.offline_model.reading import Said
from graph.offline_model.topics import TOPICS, Topic, value_of

_ASKS_WHO = re.compile(r"谁|\bwho\b", re.I)
_NEVER = 1e9
_ENOUGH = 1.4
"""The score from which a statement counts as an answer where no topic is asked after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One statement that answers, with where it was said."""

    fact: Fact
    said: Said
    topic: Topic | None
    value: str
    score: float

    @property
    def clause(self) -> str:
        """The statement in plain form, as its speaker said it."""
        return self.fact.text


def find(question: Question, known: Iterable[Said], *, most: int = 4) -> list[Found]:
    """Give what answers, best first: of a single-valued topic only what is believed, else by score, then newest."""
    found = [
        match
        for said in known
        if said.by_person
        for fact in reversed(facts_in(said.text))
        if not any(_means(what, fact) for what in said.forgotten) and (match := _match(question, fact, said))
    ]
    for topic in question.topics:
        if topic.single and (hits := [f for f in found if f.topic is topic]):
            return [_believed(hits, question)]
    if any(t.single for t in question.topics) and not question.relations:
        return []
    things = {w for w in question.words if weight(w) >= 1.0}
    if any(_shares(f, things) for f in found):
        found = [f for f in found if _shares(f, things)]
    if "name" in question.ideas and any("name" in ideas(f.clause) for f in found):
        found = [f for f in found if "name" in ideas(f.clause)]
    ranked = sorted(found, key=lambda f: -f.score)
    kept: list[Found] = []
    for f in ranked:
        if f.score >= 0.6 * ranked[0].score and not any(words_of(f.clause) <= words_of(k.clause) for k in kept):
            kept.append(f)
    return kept[:most]


def _shares(found: Found, things: set[str]) -> bool:
    return bool(things & words_of(found.fact.text))


def facts_about_user(known: Iterable[Said]) -> list[str]:
    """Give, each once, the statements that the user made about themselves and did not ask to forget."""
    out: dict[str, None] = {}
    for said in known:
        if not said.by_user:
            continue
        for fact in facts_in(said.text):
            personal = said.is_typed or (fact.attribute and not fact.ended) or SELF.search(fact.text)
            if personal and len(fact.text) > 2 and not any(_means(what, fact) for what in said.forgotten):
                out[fact.text] = None
    return list(out)


def _means(what: str, fact: Fact) -> bool:
    """True when a wish to forget these words means this statement."""
    wanted, told = (re.sub(r"[\W_]+", "", t).casefold() for t in (what, fact.text))
    if len(wanted) >= 2 and (wanted in told or told in wanted):
        return True
    question = understand(what)
    if any(_tells(t, fact, question) for t in question.topics):
        return True
    things = {w for w in question.words if weight(w) >= 1.0}
    return bool(things) and things <= words_of(fact.text)


def _believed(hits: Sequence[Found], question: Question) -> Found:
    """Give the hit to believe: a typed memory that is kept current stands above what this thread once said.

    Memories of what is still visible in the thread are not recalled, so a typed memory is another conversation's, and
    would have been superseded by anything told here later; but for what extraction did not read.
    """
    standing = [f for f in hits if not f.fact.ended] or list(hits)
    typed = [f for f in standing if f.said.origin == "memory" and f.said.is_typed]
    unread = standing[0].said.origin == "thread" and not standing[0].fact.attribute
    return typed[0] if typed and not question.recent and not unread else standing[0]


def _match(question: Question, fact: Fact, said: Said) -> Found | None:
    clause = fact.text
    kin, touched = relations(clause), ideas(clause)
    if question.relations and not question.relations & kin:
        return None
    topic = next((t for t in question.topics if said.by_user and _tells(t, fact, question)), None)
    if question.names and not (topic and topic.single) and not any(n in clause.casefold() for n in question.names):
        return None
    shared = question.words & words_of(clause)
    whether = question.is_yes_or_no and not (topic and topic.single)
    if whether and not _bears_on(question, fact, shared | (question.relations & kin)):
        return None
    score = 2.5 * bool(topic) + 1.2 * len((question.ideas & touched) - {"name"}) + sum(map(weight, shared))
    score += len(question.relations & kin) + 1.0 * _names(question.text, clause)
    if question.relations & kin and "name" in question.ideas & touched:
        score += 0.8
    if topic is None and score < _needed(question, fact, shared):
        return None
    value = (fact.value if fact.attribute in topic.attributes else value_of(topic, clause)) if topic else ""
    return Found(fact=fact, said=said, topic=topic, value=value, score=score)


def _bears_on(question: Question, fact: Fact, shared: frozenset[str]) -> bool:
    """True when a statement bears on a question whether: it speaks of the very thing, not of its kind."""
    things = [w for w in question.words if weight(w) >= 1.0]
    return (
        any(w in things for w in shared)
        or bool(shared & question.relations)
        or not things
        or language_of(question.text) != language_of(fact.text)
    )


def _needed(question: Question, fact: Fact, shared: frozenset[str]) -> float:
    """Give the score from which a statement answers a question that asks after no topic that it tells."""
    if any(t.single for t in question.topics) and not question.relations:
        return _NEVER
    kin_words = {w for w in question.words if relations(w.removeprefix("w"))}
    if question.relations and not _ASKS_WHO.search(question.text) and "name" not in question.ideas:
        others = {w for w in question.words - kin_words if weight(w) >= 1.0}
        if (question.ideas or others) and not (question.ideas & ideas(fact.text)) and not (others & shared):
            return _NEVER
    things = [w for w in question.words - kin_words if weight(w) >= 1.0]
    if question.relations and not things:
        return 0.9
    known = [w for w in things if w in shared]
    if not question.about_self:
        return _ENOUGH if 2 * len(known) >= len(things) else _NEVER
    plain_things = [w for w in things if not ideas(w.removeprefix("w"))]
    if plain_things and all(w in shared for w in plain_things):
        return 0.9
    if question.topics and not question.relations:
        return _ENOUGH + 0.6
    return 1.1 if language_of(question.text) != language_of(fact.text) or not plain_things else _ENOUGH


def _tells(topic: Topic, fact: Fact, question: Question) -> bool:
    """True when the statement tells this topic, about the user or whom the question is about."""
    if topic.name == "likes" and (fact.attribute == "dislikes" or _TOPIC["dislikes"].told.search(fact.text)):
        return False
    read = fact.about_user and (
        fact.attribute in topic.attributes or (topic.name == "likes" and fact.attribute.startswith("favourite_"))
    )
    match = topic.told.search(fact.text)
    if not read and not match:
        return False
    if topic.single:
        strangers = relations(fact.text[: match.start()] if match else "") - question.relations
        return read or (not strangers and not (fact.attribute and fact.attribute in _SINGLE - topic.attributes))
    aspects = question.ideas - {"name", "live", "work"} - _OWN_IDEAS.get(topic.name, frozenset())
    if aspects and not aspects & ideas(fact.text):
        return False
    things = question.beside(topic)
    return bool(aspects or not things or things & words_of(fact.text))


_OWN_IDEAS = {
    "allergy": frozenset({"food"}),
    "diet": frozenset({"food"}),
    "dislikes": frozenset({"food", "drink"}),
    "plans": frozenset({"meeting"}),
    "pet": frozenset({"name"}),
    "car": frozenset({"car"}),
    "language": frozenset({"language"}),
    "school": frozenset({"school", "learn"}),
}
"""Ideas that the question after a topic brings along by its own words."""


def _names(question: str, clause: str) -> bool:
    """True when the question names someone or something by a proper noun that the clause names too."""
    named = re.findall(r"(?<=\s)([A-Z][a-z]+)", question)
    named += re.findall(r"([\u4e00-\u9fffA-Za-z]{2,8})是谁", question)
    return any(name.casefold() in clause.casefold() for name in named)


_TOPIC = {t.name: t for t in TOPICS}
_SINGLE = frozenset(a for t in TOPICS if t.single for a in t.attributes) - {"job_title", "employer"}


def value(name: str, known: Iterable[Said]) -> Found | None:
    """Give the believed statement of a topic, with its value: `name`, `home`, `seat` …"""
    topic = _TOPIC[name]
    question = Question(
        text="", topics=(topic,), ideas=frozenset(), relations=frozenset(), words=frozenset(), about_self=True
    )
    hits = [f for f in find(question, known) if f.topic is topic]
    return hits[0] if hits else None
