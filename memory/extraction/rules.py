"""Extraction by rules: every statement of the user in a turn, read in both languages and screened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from langchain_core.messages import BaseMessage

from memory.attributes import attribute_named
from memory.extraction.candidate import Candidate
from memory.extraction.changes import changes
from memory.extraction.clauses import CJK, LATIN, Clause, clauses
from memory.extraction.en import reading as english
from memory.extraction.events import event
from memory.extraction.instructions import instruction
from memory.extraction.lists import LISTED, items
from memory.extraction.plans import planned, since, upcoming
from memory.extraction.predicate import Match
from memory.extraction.screen import screen
from memory.extraction.speech import MASKED, Speech, spoken
from memory.extraction.talk import NOBODY, Talk
from memory.extraction.wishes import topic
from memory.extraction.zh import reading as chinese
from memory.extraction.zh.doing import is_routine
from memory.extraction.zh.spacing import closed_up
from memory.gist.traditional import as_spelt, simplified

ASKED_FOR = 0.2
"""How much more a statement weighs that the user asked to be kept."""

_STATES = frozenset(
    {
        "home", "employer", "work_location", "job_title", "marital_status", "school", "partner", "vehicle", "pet",
        "hometown", "field_of_study", "age", "family", "habit", "goal", "likes",
    }
)  # fmt: skip
"""What a clause about the future does not make true today."""

_SINCE = frozenset({"home", "employer", "job_title", "marital_status", "school", "pet", "vehicle", "diet", "smoking"})
_ONLY_NOW = re.compile(
    r"(?:今天|今晚|今早|今儿|明天|这次|这顿|这会儿|先|暂时)[^，。]{0,6}不[^，。]{1,10}了|(?i:\b(?:no|not|don['’]?t)\b.*\b(?:today|tonight|this time|for now)\b)"
)
"""What is left out once is not given up: 「今天就不喝咖啡了」."""
_TODAY_ZH = re.compile(r"(?<![从自])今[天晚早儿](?!起|开始|以后)|明天|这[次顿回]")
_LEFT_OUT_ZH = re.compile(r"不[^，。再]{1,10}了$")
_FOR_GOOD_ZH = re.compile(r"[换改变调转剪染搬升涨]|今天[起开]|了$")
_THIS_ONCE = re.compile(r"(?i)今天|今早|今晚|昨[天晚]|\b(?:today|tonight|yesterday|this morning|last night)\b")
_SOMEBODY = re.compile(r"(?i)(?:he|she|they|his|her|their|you|your)\b|[他她它您你]")
_TO_ME = re.compile(r"(?i)\bme\b|[让叫给]我")
"""Somebody's doing that changes the user's own: "my doctor took me off it"."""
_SEAT = re.compile(r"(?i)靠窗|靠过道|靠走道|窗边|过道|\b(?:window|aisle)\b")
_FLYING = re.compile(r"(?i)票|飞|座|坐|出行|高铁|火车|flight|seat|book|plane|train")


def extract(turn_messages: Sequence[BaseMessage], *, now: datetime) -> list[Candidate]:
    """Give what the user states in these messages, oldest first.

    `now` is when the turn was said; relative dates are resolved against it. Messages of other speakers are passed
    over. Nothing that screens as a secret or as an order to the agent is given.
    """
    out: list[Candidate] = []
    for speech in spoken(turn_messages):
        plain = replace(speech, text=simplified(speech.text))
        for candidate in _candidates(plain, now):
            if plain.text != speech.text:
                candidate = _in_own_script(candidate, plain.text, speech.text)
            if MASKED in candidate.text or not screen(candidate.text).is_clean:
                continue
            if not screen(candidate.quote).is_clean:
                candidate = replace(candidate, quote=candidate.text if candidate.text in speech.raw else "")
            if not any(_same(candidate, other) for other in out):
                out.append(candidate)
    return out


def _candidates(speech: Speech, now: datetime) -> Iterator[Candidate]:
    talk_en, talk_zh = Talk(), Talk()
    for clause in clauses(speech.text):
        found: list[Match] = []
        if CJK.search(clause.text):
            found += chinese.read(clause, talk_zh)
        if LATIN.search(clause.text):
            found += english.read(clause, talk_en)
        found = [m for m in found if m.attribute or m.value]
        if clause.wish == "forget":
            yield from _forgets(clause, found, speech)
        elif clause.wish == "instruct":
            yield _instructs(clause, found, speech)
        else:
            told = list(_states(clause, found, speech, now))
            about = _subject(talk_zh if CJK.search(clause.text) else talk_en, clause)
            changed = _changes(clause, told, speech, about) if about else ()
            for candidate in (*told, *changed):
                yield _as_written(candidate, clause)


def _in_own_script(candidate: Candidate, text: str, spelt: str) -> Candidate:
    """Give a candidate's words in the characters of the user, who writes traditional ones."""
    return replace(
        candidate,
        text=as_spelt(candidate.text, text, spelt),
        value=as_spelt(candidate.value, text, spelt),
        quote=as_spelt(candidate.quote, text, spelt),
        instead_of=as_spelt(candidate.instead_of, text, spelt),
    )


def _as_written(candidate: Candidate, clause: Clause) -> Candidate:
    """Give a candidate's words in the user's own spelling, blanks and all."""
    closed = closed_up(clause.written)
    return replace(
        candidate,
        text=closed.spelling(candidate.text),
        value=closed.spelling(candidate.value),
        quote=closed.spelling(candidate.quote),
    )


def _states(clause: Clause, found: list[Match], speech: Speech, now: datetime) -> Iterator[Candidate]:
    dated = None if clause.past else event(clause.text, now)
    if dated is not None and not any(m.attribute in ("birthday", "age") for m in found):
        made = _made(clause, speech, text=dated.text, attribute="habit" if dated.weekly else "plan", importance=0.5)
        yield replace(made, only_changes=dated.only_moves)
        return
    routine = is_routine(clause.text)
    plan = None if clause.past or routine else planned(clause.text, now)
    if plan or (not routine and upcoming(clause.text, now)):
        found = [m for m in found if m.attribute not in _STATES or (m.attribute == "habit" and not plan)]
    if plan and not any(m.attribute in ("birthday", "reply_language") for m in found):
        yield _made(clause, speech, text=plan.text, attribute="plan", importance=0.6)
    if _ONLY_NOW.search(clause.text) or (_TODAY_ZH.search(clause.written) and _LEFT_OUT_ZH.search(clause.text)):
        found = [m for m in found if not m.predicate.ends and m.attribute != "dislikes"]
    if _THIS_ONCE.search(clause.text):
        found = [m for m in found if m.attribute not in ("wake_time", "bed_time")]
        if not _FOR_GOOD_ZH.search(clause.text):
            found = [m for m in found if not CJK.search(m.attribute)]
    for match in found:
        yield from _candidate(match, clause, speech, now)
    if clause.wish == "remember" and not found and not plan and len(clause.text) > 2:
        yield _made(clause, speech, text=clause.text, importance=0.7)


def _candidate(match: Match, clause: Clause, speech: Speech, now: datetime) -> Iterator[Candidate]:
    text = match.text.strip(" ,，。.、")
    told = [match.value]
    if match.attribute in LISTED and match.value:
        told = items(match.value)
    since_then = since(clause.text, now) if match.attribute in _SINCE and not match.predicate.ends else None
    for value in told:
        yield replace(
            _made(
                clause,
                speech,
                text=text if len(told) == 1 else text.replace(match.value, value),
                attribute=match.attribute,
                value=value,
                importance=match.predicate.importance,
            ),
            subject=match.subject,
            ends=match.predicate.ends,
            only_changes=match.predicate.only_changes,
            valid_from=since_then,
        )


def _subject(talk: Talk, clause: Clause) -> str:
    """Whom what has changed is about; empty where the clause speaks of somebody that nobody named."""
    if _SOMEBODY.match(clause.text) and not talk.third:
        return ""
    return talk.subject if talk.sentence == clause.sentence and talk.subject not in ("", NOBODY) else "user"


def _changes(clause: Clause, told: list[Candidate], speech: Speech, subject: str) -> Iterator[Candidate]:
    """What the clause ends, replaces or corrects; nothing where a rule read it as just that."""
    for change in changes(clause):
        if any(c.ends or c.value.casefold() == change.value.casefold() for c in told):
            continue
        if told and change.corrects:
            continue
        made = _made(clause, speech, text=change.text, value=change.value)
        yield replace(
            made,
            subject="user" if _TO_ME.search(change.text) else subject,
            ends=change.ends,
            corrects=change.corrects or clause.corrects,
            instead_of=change.instead_of,
            only_changes=True,
        )


def _forgets(clause: Clause, found: list[Match], speech: Speech) -> Iterator[Candidate]:
    if not found:
        attribute, words = topic(clause.text)
        yield replace(_made(clause, speech, text=words, attribute=attribute), action="forget")
    for match in found:
        made = _made(clause, speech, text=match.text.strip(), attribute=match.attribute, value=match.value)
        yield replace(made, action="forget", subject=match.subject)


def _instructs(clause: Clause, found: list[Match], speech: Speech) -> Candidate:
    for match in found:
        if match.attribute in ("nickname", "seat_preference", "phone", "email"):
            return _made(clause, speech, text=clause.text, attribute=match.attribute, value=match.value, importance=0.8)
    seat = _SEAT.search(clause.text)
    if seat and _FLYING.search(clause.text):
        return _made(clause, speech, text=clause.text, attribute="seat_preference", value=seat[0], importance=0.8)
    attribute, value = instruction(clause.text)
    return _made(clause, speech, text=clause.text, attribute=attribute, value=value, importance=0.8)


def _made(
    clause: Clause, speech: Speech, *, text: str, attribute: str = "", value: str = "", importance: float = 0.5
) -> Candidate:
    row = attribute_named(attribute)
    weight = importance + (ASKED_FOR if clause.wish == "remember" else 0.0)
    return Candidate(
        text=text,
        kind=row.kind if row else "fact",
        attribute=attribute,
        value=value,
        corrects=clause.corrects,
        importance=min(1.0, weight),
        message_id=speech.message_id,
        quote=clause.quote or clause.text,
    )


def _same(one: Candidate, other: Candidate) -> bool:
    return replace(one, text="", quote="", message_id="", importance=0.0) == replace(
        other, text="", quote="", message_id="", importance=0.0
    )
