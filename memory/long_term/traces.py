"""What else holds the words of a record: the episodes it rests on, what was said around them, and summaries of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.gist import covered, things
from memory.record import MemoryRecord
from memory.scope import Scope

TAKEN_OUT = "[…]"
"""What stands where words were taken out."""

_SENTENCE = re.compile(r"[^.!?。！？\n]*(?:[.!?](?=\s|$)|[。！？\n]|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What goes, and what stays without the words."""

    gone: tuple[MemoryRecord, ...] = ()
    """The episodes in which it was said."""
    rewritten: tuple[MemoryRecord, ...] = ()
    """Episodes and summaries that only touched on it, as they are without it."""


def traces_of(scope: Scope, records: Sequence[MemoryRecord]) -> Traces:
    """Give the traces of these records: one read by id, and one walk over the user's episodes and summaries."""
    ids = {id for r in records for id in (r.source.episode_id, *r.links) if id}
    said = {r.id: r for r in scope.get(sorted(ids)).values() if r.kind == "episode"}
    named = [found for r in records if r.kind != "episode" and (found := things(r.value or r.text))]
    if not said and not named:
        return Traces()
    rewritten = []
    for kind in ("episode", "session_summary"):
        for record in scope.records(filter={"kind": kind}):
            if record.id not in said:
                clean = _without(record, list(said.values()), named)
                if clean != record:
                    rewritten.append(clean)
    return Traces(gone=tuple(said.values()), rewritten=tuple(rewritten))


def _without(record: MemoryRecord, said: Sequence[MemoryRecord], named: Sequence[frozenset[str]]) -> MemoryRecord:
    """Give a record without these words: not in its context, and in an answer or a summary no sentence of them.

    What the user said elsewhere stays: it was said on its own.
    """
    context = record.context
    for episode in said:
        context = context.replace(episode.text, TAKEN_OUT)
    text = record.text
    answers = any(_answers(record, episode) for episode in said)
    if record.kind == "session_summary" or answers:
        text = without_sentences(text, named)
        context = without_sentences(context, named) if answers else context
    if text == record.text and context == record.context:
        return record
    return replace(record, text=text.strip() or TAKEN_OUT, context=context)


def _answers(record: MemoryRecord, episode: MemoryRecord) -> bool:
    here, there = record.source, episode.source
    return (
        here.thread_id == there.thread_id
        and here.speaker != there.speaker
        and there.position < here.position <= there.position + 1
    )


def without_sentences(text: str, named: Sequence[frozenset[str]]) -> str:
    """Give the text without the sentences that name all of one of these sets of things."""

    def kept(sentence: re.Match[str]) -> str:
        about = things(sentence[0]) if sentence[0].strip() else frozenset()
        return TAKEN_OUT if any(covered(name, about) for name in named) else sentence[0]

    return _SENTENCE.sub(kept, text)
