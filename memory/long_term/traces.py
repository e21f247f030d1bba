"""What else holds the words of a record: the episodes it rests on, what was said around them, and summaries of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
    rewritten: tuple[tuple[MemoryRecord, MemoryRecord], ...] = ()
    """Episodes and summaries that only touched on it, as they were and as they are without it."""


def traces_of(scope: Scope, records: Sequence[MemoryRecord], *, everywhere: bool = False) -> Traces:
    """Give the traces of these records: one read by id, and one walk over the user's episodes and summaries.

    Of an episode the sentences that name it go; when none does, or nothing else is in it, the whole goes. `everywhere`
    reads every answer for sentences that name it, not only those beside it: dearer, and for erasing only.
    """
    ids = {id for r in records for id in (r.source.episode_id, *r.links) if id}
    said = [r for r in scope.get(sorted(ids)).values() if r.kind == "episode"]
    named = [found for r in records if r.kind != "episode" and (found := things(r.value or r.text))]
    if not said and not named:
        return Traces()
    left = {r.id: replace(r, text=without_sentences(r.text, named).strip()) for r in said}
    gone = tuple(r for r in said if left[r.id].text == r.text.strip() or is_empty(left[r.id].text))
    pairs = [(r, left[r.id]) for r in said if r not in gone]
    for kind in ("episode", "session_summary"):
        others = (r for r in scope.records(filter={"kind": kind}) if r.id not in left)
        pairs.extend((r, _without(r, said, left, named, everywhere=everywhere)) for r in others)
    return Traces(gone=gone, rewritten=tuple((before, after) for before, after in pairs if before != after))


def is_empty(text: str) -> bool:
    """True when a text holds nothing but places where words were taken out."""
    return not text.strip(f" \n.。!！{TAKEN_OUT}")


def _without(
    record: MemoryRecord,
    said: Sequence[MemoryRecord],
    left: Mapping[str, MemoryRecord],
    named: Sequence[frozenset[str]],
    *,
    everywhere: bool,
) -> MemoryRecord:
    """Give a record without these words: not in its context, and in an answer or a summary no sentence of them.

    What the user said elsewhere stays: it was said on its own.
    """
    context = record.context
    for episode in said:
        rest = left[episode.id].text
        context = context.replace(episode.text, TAKEN_OUT if rest == episode.text.strip() else rest)
    text = record.text
    answers = any(_answers(record, episode) for episode in said)
    by_user = record.source.speaker == "user"
    if record.kind == "session_summary" or answers or (everywhere and not by_user):
        text = without_sentences(text, named)
    if answers or (everywhere and by_user):  # what stood before the user's words was said by another
        context = without_sentences(context, named)
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
