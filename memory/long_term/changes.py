"""Changes of single records by whoever owns them: each keeps the version before, so that each can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from memory.attributes import Attribute, canonical
from memory.errors import MemoryNotFound, NothingToUndo
from memory.extraction.candidate import Candidate
from memory.extraction.secrets import without_secrets
from memory.long_term.absorb import Written, absorb
from memory.long_term.traces import Traces, traces_of
from memory.long_term.versions import Version, deleted, drop, keep, taken_along, version_of, versions_of
from memory.record import KINDS, MemoryRecord, Source, record_id
from memory.scope import Scope

MAX_TEXT_CHARS = 100_000


def remember(
    scope: Scope,
    candidate: Candidate,
    *,
    source: Source | None,
    pinned: bool,
    now: datetime,
    attributes: Mapping[str, Attribute],
) -> Written:
    """Keep one statement outside a turn: held against what is known as any other."""
    check_fields({"text": candidate.text, "kind": candidate.kind, "importance": candidate.importance})
    came = source or Source(message_ids=(record_id(scope.user_id, "said", now.isoformat()),))
    (first, *rest) = came.message_ids or (record_id(scope.user_id, "said", came.thread_id, now.isoformat()),)
    with scope.alone():
        (written,) = absorb(
            scope,
            episodes=(),
            candidates=[replace(candidate, message_id=first)],
            turn_id=came.thread_id,
            now=now,
            attributes=attributes,
        )
        record = written.record
        if written.action in ("added", "superseded") and source is not None:
            record = replace(record, source=replace(source, message_ids=(first, *rest)))
        if pinned and written.action != "forgotten":
            record = replace(record, pinned=True)
        if record != written.record:
            scope.put([record])
    return replace(written, record=record)


def existing(scope: Scope, id: str) -> MemoryRecord:
    """Give this user's record with this id.

    Raises:
        MemoryNotFound: there is none, or it is another's; the two are told apart for nobody.
    """
    found = scope.get([id]).get(id)
    if found is None:
        raise MemoryNotFound(
            f"no record {id!r:.80} in the memory of user {scope.user_id!r:.80}; expected the id of one of this user's "
            "records; list them, or find one by its text"
        )
    return found


def edit(
    scope: Scope, id: str, new: Mapping[str, Any], *, now: datetime, attributes: Mapping[str, Attribute]
) -> MemoryRecord:
    """Change fields of a record and keep the version before."""
    check_fields(new)
    with scope.alone():
        old = existing(scope, id)
        fields = dict(new)
        if "attribute" in fields:
            fields["attribute"] = canonical(fields["attribute"], attributes)
        if "text" in fields:
            fields["text"] = fields["text"].strip()
            fields.setdefault("value", old.value if old.value and old.value in fields["text"] else "")
        edited = without_secrets(replace(old, **fields, updated=_after(old, now)))
        if replace(edited, updated=old.updated) == old:
            return old
        scope.put([edited], also=keep(scope, [version_of(old, "edited", now)]))
    return edited


def pin(scope: Scope, id: str, pinned: bool, *, now: datetime) -> MemoryRecord:
    """Pin a record or let it go again; a cold record that is pinned comes back."""
    with scope.alone():
        old = existing(scope, id)
        status = "current" if pinned and old.status == "cold" else old.status
        new = replace(old, pinned=pinned, status=status, updated=_after(old, now))
        scope.put([new], words_changed=status != old.status)
    return new


def delete(scope: Scope, id: str, *, now: datetime) -> MemoryRecord:
    """Take a record out of memory with the words it was told in, keeping both where `undo` finds them.

    The episode would answer as well as the record: what is deleted and still known was not forgotten.
    """
    with scope.alone():
        old = existing(scope, id)
        traces = Traces() if old.kind == "episode" else traces_of(scope, [old])
        went = [version_of(old, "deleted", now), *(version_of(e, "deleted", now, cause=id) for e in traces.gone)]
        went += [version_of(before, "edited", now, cause=id) for before, _ in traces.rewritten]
        clean = [after for _, after in traces.rewritten]
        scope.put(clean, also=keep(scope, went), delete=[id, *(e.id for e in traces.gone)])
    return old


def merge(scope: Scope, ids: Sequence[str], *, now: datetime) -> MemoryRecord:
    """Make one record of several: the first stays, with the evidence of all."""
    unique = list(dict.fromkeys(ids))
    if len(unique) < 2:
        raise ValueError(f"{len(unique)} record to merge; expected at least two different ids; name the others too")
    with scope.alone():
        first, *rest = [existing(scope, id) for id in unique]
        messages = tuple(dict.fromkeys(m for r in (first, *rest) for m in r.source.message_ids))
        episodes = [r.source.episode_id for r in rest if r.source.episode_id] + [link for r in rest for link in r.links]
        merged = replace(
            first,
            source=replace(first.source, message_ids=messages),
            links=tuple(dict.fromkeys((*first.links, *episodes))),
            importance=max(r.importance for r in (first, *rest)),
            times_used=sum(r.times_used for r in (first, *rest)),
            pinned=any(r.pinned for r in (first, *rest)),
            valid_from=min(r.valid_from for r in (first, *rest)),
            status="current",
            updated=_after(first, now),
        )
        gone = [
            replace(r, status="superseded", valid_to=max(now, r.valid_from), superseded_by=first.id, updated=now)
            for r in rest
        ]
        before = [version_of(first, "merged", now), *(version_of(r, "superseded", now) for r in rest)]
        scope.put([*gone, merged], also=keep(scope, before))
    return merged


def undo(scope: Scope, id: str, *, now: datetime) -> MemoryRecord:
    """Take back the last change of a record, and give what stands then."""
    with scope.alone():
        live = scope.get([id]).get(id)
        if live is None:
            return _bring_back(scope, id)
        if live.status == "superseded" and live.superseded_by:
            return _restore_replaced(scope, live, now)
        kept = [v for v in versions_of(scope, id) if v.change in ("edited", "merged") and v.record is not None]
        if kept and kept[-1].record is not None:
            return _step_back(scope, live, kept[-1], kept[-1].record, now)
        replaced = _replaced_by(scope, live)
        if replaced:
            return _restore_replaced(scope, replaced[0], now)
    raise NothingToUndo(
        f"record {id!r} was never changed; expected one that was edited, merged, replaced or deleted; see its history"
    )


def mark_used(scope: Scope, ids: Sequence[str], *, now: datetime) -> int:
    """Count one use of each of these records in one write; nobody's records, and uses too soon, are left out."""
    with scope.alone():
        found = scope.get(list(dict.fromkeys(ids)), shelves=("records",))
        used = [fresh for r in found.values() if (fresh := r.used(now)) is not r]
        if used:
            scope.put(used, words_changed=False)
    return len(used)


def check_fields(given: Mapping[str, Any]) -> None:
    """Refuse what a record cannot hold.

    Raises:
        ValueError: naming the field.
    """
    text = given.get("text", "x")
    if not isinstance(text, str) or not text.strip() or len(text) > MAX_TEXT_CHARS:
        raise ValueError(
            f"text {text!r:.40} cannot be kept; expected 1 to {MAX_TEXT_CHARS} characters; give a statement"
        )
    importance = given.get("importance", 0.5)
    if not 0.0 <= importance <= 1.0:
        raise ValueError(f"importance {importance!r} is outside its range; expected 0 to 1; choose a number in it")
    if (kind := given.get("kind", "fact")) not in KINDS:
        raise ValueError(f"kind {kind!r} is unknown; expected one of {', '.join(KINDS)}; choose one of them")
    for name in ("valid_from", "valid_to"):
        moment = given.get(name)
        if isinstance(moment, datetime) and moment.tzinfo is None:
            raise ValueError(f"{name} {moment} has no time zone; expected an aware datetime; add one, e.g. UTC")


def _bring_back(scope: Scope, id: str) -> MemoryRecord:
    kept = deleted(scope, [id]).get(id)
    if kept is None or kept.record is None:
        existing(scope, id)
        raise AssertionError("unreachable: the record was missing a moment ago")
    along = {v.of: v for v in taken_along(scope, id) if v.record is not None}
    back = [v.record for v in along.values() if v.record is not None]
    scope.put([*back, kept.record], also=drop(scope, [kept.key, *(v.key for v in along.values())]))
    return kept.record


def _step_back(scope: Scope, live: MemoryRecord, to: Version, before: MemoryRecord, now: datetime) -> MemoryRecord:
    back = replace(before, times_used=live.times_used, last_used=live.last_used)
    restored: list[MemoryRecord] = []
    if to.change == "merged":
        restored = [_as_it_was(scope, r) for r in _replaced_by(scope, live) if r.updated >= to.at]
    undone = keep(scope, [version_of(live, "undone", now)])
    scope.put([*restored, back], also=[*undone, *drop(scope, [to.key])])
    return back


def _restore_replaced(scope: Scope, old: MemoryRecord, now: datetime) -> MemoryRecord:
    newer = scope.get([old.superseded_by]).get(old.superseded_by)
    if newer is not None and newer.superseded_by:
        raise NothingToUndo(
            f"record {old.id!r} was replaced by {newer.id!r}, which was itself replaced since by "
            f"{newer.superseded_by!r}; expected the last link of the chain; undo that one first"
        )
    versions = keep(scope, [version_of(newer, "undone", now)]) if newer is not None else []
    siblings = _replaced_by(scope, newer) if newer is not None else [old]
    restored = [_as_it_was(scope, r) for r in siblings]
    gone = [newer.id] if newer is not None and not _was_merged(scope, newer) else []
    scope.put(restored, also=versions, delete=gone)
    return next(r for r in restored if r.id == old.id)


def _was_merged(scope: Scope, record: MemoryRecord) -> bool:
    return any(v.change == "merged" for v in versions_of(scope, record.id))


def _replaced_by(scope: Scope, record: MemoryRecord) -> list[MemoryRecord]:
    found = scope.records(filter={"superseded_by": record.id})
    return sorted(found, key=lambda r: (r.valid_from, r.id), reverse=True)


def _as_it_was(scope: Scope, record: MemoryRecord) -> MemoryRecord:
    kept = [v.record for v in versions_of(scope, record.id) if v.change == "superseded" and v.record is not None]
    before = kept[-1] if kept else replace(record, valid_to=None)
    return replace(record, status="current", superseded_by="", valid_to=before.valid_to)


def _after(old: MemoryRecord, now: datetime) -> datetime:
    return max(old.updated, now)


__all__ = ["check_fields", "delete", "edit", "existing", "mark_used", "merge", "pin", "remember", "undo"]
