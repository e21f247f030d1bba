"""Erasing for good: one record with every trace of its text, or a whole user, counted and verified."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime
from itertools import islice

from memory.errors import StoreError
from memory.long_term.changes import existing
from memory.long_term.traces import Traces, traces_of
from memory.long_term.versions import deleted, drop, keep, taken_along, version_of, versions_of
from memory.scope import Scope
from memory.view import PAGE


def erase(scope: Scope, id: str, *, now: datetime) -> int:
    """Delete a record, its versions and the episodes it rests on for good; its words go from what is around them.

    What stays is a line without text, so that no retry of the turn brings it back.
    """
    with scope.alone():
        live = scope.get([id]).get(id)
        gone = deleted(scope, [id]).get(id)
        if live is None and gone is None:
            existing(scope, id)
        record = live or (gone.record if gone else None)
        told = [r for v in versions_of(scope, id) if (r := v.record) is not None]  # an earlier text is a text of it too
        traces = traces_of(scope, [record, *told], everywhere=True) if record else Traces()
        ends = [r for r in (record, *traces.gone) if r is not None]
        ids = list(dict.fromkeys([id, *(r.id for r in ends)]))
        kept = {v.key: v for one in ids for v in (*versions_of(scope, one), *taken_along(scope, one))}
        went = [*ends, *(v.record for v in kept.values() if v.change == "deleted" and v.record)]
        stones = [replace(version_of(r, "deleted", now), record=None) for r in {r.id: r for r in went}.values()]
        scope.put(
            [clean for _, clean in traces.rewritten],
            also=[*drop(scope, kept), *keep(scope, stones)],
            delete=ids,
        )
        scope.scrub()
    return len(kept) + len(traces.gone) + len(traces.rewritten) + (1 if live else 0)


def forget_everything(scope: Scope) -> dict[str, int]:
    """Erase every item of this user, shelf by shelf, and the words; give counts per place."""
    counts: Counter[str] = Counter()
    with scope.alone():
        all_of_it = scope.everything()
        while some := list(islice(all_of_it, PAGE)):
            scope.erase(some)
            counts.update(item.namespace[2] if len(item.namespace) > 2 else "other" for item in some)
        words = scope.lexical.forget(scope.user_id) if scope.lexical is not None else 0
        left = sum(1 for _ in scope.everything())
        scope.scrub()
    if left:
        raise StoreError(
            f"{left} items of user {scope.user_id!r} are left after erasing {sum(counts.values())}; expected none; "
            "another process is writing for this user: end its turns and erase again"
        )
    return {**counts, "lexical": words}
