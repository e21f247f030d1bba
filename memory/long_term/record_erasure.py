"""The words of one record, for taking them out of what is not long-term memory: threads, outbox, archived results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from langgraph.store.base import PutOp

from memory.gist import things
from memory.long_term.changes import existing
from memory.long_term.traces import TAKEN_OUT, is_empty, traces_of, without_sentences
from memory.long_term.versions import deleted, taken_along, versions_of
from memory.record import MemoryRecord
from memory.scope import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a record says, where it was said, and what it is called."""

    ids: frozenset[str]
    """The record, and the episodes that go with it."""
    messages: frozenset[tuple[str, str]]
    """Thread and message id of each message in which it was said."""
    texts: frozenset[str]
    """What those messages said: the same message in a copy of the thread is known by it."""
    named: tuple[frozenset[str], ...]
    """The things that each version of it names."""

    def was_said_in(self, thread_id: str, message_id: str | None, text: str) -> bool:
        """True when this message is one in which it was said."""
        return (thread_id, message_id) in self.messages or text.strip() in self.texts

    def taken_from(self, text: str) -> str:
        """Give a text that touches on it without the sentences that do."""
        return without_sentences(text, self.named)

    def taken_from_said(self, text: str) -> str:
        """Give a text in which it was said without it: without the sentences that name it, or else without anything."""
        if not text.strip():
            return text
        rest = self.taken_from(text)
        return TAKEN_OUT if rest == text or is_empty(rest) else rest


def words_of(scope: Scope, id: str) -> Words:
    """Give the words of a record of this user's, which may be deleted, before they are erased.

    Raises:
        MemoryNotFound: there is none, and none was deleted.
    """
    live = scope.get([id]).get(id)
    gone = deleted(scope, [id]).get(id)
    if live is None and gone is None:
        existing(scope, id)
    kept = [v.record for v in (*versions_of(scope, id), *taken_along(scope, id)) if v.record is not None]
    of_record = [r for r in (live, *kept) if r is not None and r.id == id]
    traces = traces_of(scope, of_record)
    along = [r for r in (*kept, *traces.gone) if r.kind == "episode" and r.id != id]
    touched = [before for before, _ in traces.rewritten if _is_source(before, of_record)]
    said = [r for r in (*of_record, *along, *touched) if r.source.message_ids]
    return Words(
        ids=frozenset({id, *(r.id for r in along)}),
        messages=frozenset((r.source.thread_id, m) for r in said for m in r.source.message_ids),
        texts=frozenset(r.text.strip() for r in said if r.kind == "episode"),
        named=tuple({found for r in of_record if r.kind != "episode" and (found := things(r.value or r.text))}),
    )


def clean_tool_results(scope: Scope, edit: Callable[[str, Any], Any]) -> int:
    """Rewrite the archived tool results that `edit(thread, value)` changes; give how many."""
    ops = []
    for item in scope.items("tool_results"):
        new = edit(str(item.value.get("thread_id", "")), item.value)
        if new != item.value:
            ops.append(PutOp(scope.namespace("tool_results"), item.key, new, False))
    if ops:
        scope.put((), also=ops)
        scope.scrub()
    return len(ops)


def _is_source(episode: MemoryRecord, records: list[MemoryRecord]) -> bool:
    return episode.kind == "episode" and any(
        episode.id == r.source.episode_id
        or episode.id in r.links
        or (episode.source.thread_id == r.source.thread_id and {*episode.source.message_ids} & {*r.source.message_ids})
        for r in records
    )
