"""Extraction by rules: every statement of the user in a turn, read in both languages and screened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from langchain_core.messages import BaseMessage

from memory.attributes import attribute_named
from memory.extraction import rules_en, rules_zh
from memory.extraction.candidate import Candidate
from memory.extraction.clauses import CJK, LATIN, Clause, clauses
from memory.extraction.predicate import Match
from memory.extraction.screen import screen
from memory.extraction.speech import MASKED, Speech, spoken


def extract(turn_messages: Sequence[BaseMessage], *, now: datetime) -> list[Candidate]:
    """Give what the user states in these messages, oldest first.

    `now` is when the turn was said; relative dates are resolved against it. Messages of other speakers are passed
    over. Nothing that screens as a secret or as an order to the agent is given.
    """
    out: list[Candidate] = []
    for speech in spoken(turn_messages):
        for candidate in _candidates(speech, now):
            if MASKED in candidate.text or not screen(candidate.text).is_clean:
                continue
            if not any(_same(candidate, other) for other in out):
                out.append(candidate)
    return out


def _candidates(speech: Speech, now: datetime) -> Iterator[Candidate]:
    talk_en, talk_zh = rules_en.Talk(), rules_zh.Talk()
    for clause in clauses(speech.text):
        found: list[Match] = []
        if CJK.search(clause.text):
            found += rules_zh.read(clause, talk_zh)
        if LATIN.search(clause.text):
            found += rules_en.read(clause, talk_en)
        for match in found:
            if match.attribute or match.value:
                yield _candidate(match, clause, speech)


def _candidate(match: Match, clause: Clause, speech: Speech) -> Candidate:
    row = attribute_named(match.attribute)
    return Candidate(
        text=match.text.strip(" ,，。.、"),
        kind=row.kind if row else "fact",
        subject=match.subject,
        attribute=match.attribute,
        value=match.value,
        ends=match.predicate.ends,
        corrects=clause.corrects,
        importance=match.predicate.importance,
        message_id=speech.message_id,
        quote=clause.text,
    )


def _same(one: Candidate, other: Candidate) -> bool:
    return replace(one, text="", quote="", message_id="", importance=0.0) == replace(
        other, text="", quote="", message_id="", importance=0.0
    )
