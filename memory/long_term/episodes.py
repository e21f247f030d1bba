"""Episodes: what was said, as it was said, without what must not be kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory.extraction.candidate import Candidate
from memory.gist import things
from memory.long_term.traces import TAKEN_OUT, is_empty, without_sentences
from memory.record import MemoryRecord, Source, record_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """One message as it was said."""

    text: str
    speaker: str
    """`user`, `assistant`, a tool's name, or a person's name."""
    said_at: datetime
    """Aware."""
    thread_id: str
    message_id: str
    position: int
    """Its place in the thread, counted from 0 over the thread's life."""
    context: str = ""
    """What was said just before: the second key that recall searches."""


def episode_of(user_id: str, said: Utterance, *, now: datetime) -> MemoryRecord | None:
    """Give the episode of an utterance; None when it has no text."""
    if not said.text.strip():
        return None
    return MemoryRecord(
        id=episode_id(user_id, said.thread_id, said.message_id),
        user_id=user_id,
        kind="episode",
        text=said.text,
        subject="user" if said.speaker == "user" else said.speaker,
        created=said.said_at,
        updated=now,
        valid_from=said.said_at,
        context=said.context,
        source=Source(
            thread_id=said.thread_id,
            message_ids=(said.message_id,),
            speaker=said.speaker,
            position=said.position,
        ),
    )


def episode_id(user_id: str, thread_id: str, message_id: str) -> str:
    """Give the id of the episode that holds this message."""
    return record_id(user_id, "episode", thread_id, message_id)


def redacted(said: Utterance, candidates: Sequence[Candidate]) -> Utterance:
    """Give the utterance without recalled memories, and without what this turn asks to have forgotten.

    By the wish alone, not by what it meets: the same turn again must come out the same.
    """
    said = replace(said, text=without_recalled(said.text), context=without_recalled(said.context))
    for wish in (c for c in candidates if c.action == "forget"):
        named = [found] if (found := things(wish.value or wish.text)) else []
        text, context = said.text, said.context
        if wish.quote:
            text, context = text.replace(wish.quote, TAKEN_OUT), context.replace(wish.quote, TAKEN_OUT)
        if wish.message_id != said.message_id:
            text = without_sentences(text, named)
        said = replace(said, text=text, context=without_sentences(context, named))
    return replace(said, text="") if is_empty(said.text) else said


_RECALLED = re.compile(r"<memories\b[^>]*>.*?</memories>\s*", re.DOTALL)


def without_recalled(text: str) -> str:
    """Give the text without a fenced block of recalled memories: what was recalled is never stored again."""
    return _RECALLED.sub("", text) if "<memories" in text else text


def was_recalled(candidate: Candidate, said: Utterance | None) -> bool:
    """True when a candidate rests on recalled text that stood in the message, and not on what was said in it."""
    if said is None or not candidate.quote or candidate.quote not in said.text:
        return False
    return candidate.quote not in without_recalled(said.text)


def sentence_of(quote: str, said: Utterance | None) -> str:
    """Give the sentence around a quote: what is denied beside it, "…, not Li", is part of what was said."""
    at = said.text.find(quote) if said is not None and quote else -1
    if said is None or at < 0:
        return quote
    before = max((said.text.rfind(end, 0, at) for end in _ENDS), default=-1)
    after = min((i for end in _ENDS if (i := said.text.find(end, at + len(quote))) >= 0), default=len(said.text))
    return said.text[before + 1 : after].strip()


_ENDS = (". ", "! ", "? ", "\n", "。", "！", "？", "；")
