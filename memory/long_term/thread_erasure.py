"""Erase what a user's long-term memory holds of one thread."""

from __future__ import annotations

from collections import Counter
from typing import Any

from langgraph.store.base import PutOp, SearchItem

from memory.scope import Scope


def forget_thread(scope: Scope, thread_id: str, *, memories: bool = True) -> dict[str, int]:
    """Delete for good all that comes from this thread, and give counts per shelf.

    What comes from it: its episodes, its session summaries and archived tool results, the facts first stated in it,
    and their earlier versions. With `memories=False` the facts stay, as a user who only tidies up wants them to.
    """
    counts: Counter[str] = Counter()
    with scope.alone():
        gone = [item for item in scope.everything() if _comes_from(item, thread_id, memories=memories)]
        if gone:
            counts.update(item.namespace[2] for item in gone)
            also = [PutOp(item.namespace, item.key, None) for item in gone]
            scope.put((), also=also, delete=[i.key for i in gone if i.namespace[2] in ("records", "cold")])
        scope.scrub()
    return dict(counts)


def _comes_from(item: SearchItem, thread_id: str, *, memories: bool) -> bool:
    """True for an item of this thread; for versions the record in them counts."""
    value: dict[str, Any] = item.value
    record = value.get("record") if isinstance(value.get("record"), dict) else value
    assert record is not None
    source = record.get("source")
    of_thread = source.get("thread_id") if isinstance(source, dict) else value.get("thread_id")
    said = record.get("kind") in (None, "episode", "session_summary")
    return of_thread == thread_id and (memories or said)
