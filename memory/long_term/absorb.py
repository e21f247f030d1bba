"""What one turn leaves behind: its words as episodes, and its statements held against what is known, in one write.

Every id derives from what was said and where, and a repeat is told by its evidence. So a turn that was killed and
resumed, or retried from the outbox, stores nothing twice, and one that comes late never displaces a later truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memory.attributes import Attribute
from memory.conflict import Action, Decision, decide
from memory.extraction.candidate import Candidate
from memory.extraction.secrets import mask
from memory.gist import normalised
from memory.long_term.episodes import Utterance, episode_id, episode_of, redacted, sentence_of, was_recalled
from memory.long_term.rivals import Known, look_up
from memory.long_term.traces import traces_of
from memory.long_term.versions import Version, keep, version_of
from memory.record import MemoryRecord, Source, record_id
from memory.scope import Scope
from memory.subjects import subject_meant, subject_named

MAX_EVIDENCE = 50
"""How many messages a record names as its evidence, the first and the newest."""
REPEATED = 0.05
"""What a repetition adds to importance, up to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What became of one statement."""

    action: Action
    """`added`, `reinforced`, `superseded` (it replaces `previous`), `forgotten` or `ignored`."""
    record: MemoryRecord
    """The record that now stands for it; when forgotten: the record that went; when ignored: what stood already."""
    previous: MemoryRecord | None = None
    """What it replaced or repeated, as it was before."""
    reason: str = ""


@dataclass(slots=True)
class _Draft:
    """The writes of one turn, as they are decided."""

    now: datetime
    known: dict[str, MemoryRecord]
    records: dict[str, MemoryRecord] = field(default_factory=dict)
    versions: dict[str, Version] = field(default_factory=dict)
    deletions: dict[str, None] = field(default_factory=dict)

    def write(self, record: MemoryRecord) -> MemoryRecord:
        self.known[record.id] = self.records[record.id] = record
        return record

    def keep(self, version: Version) -> None:
        self.versions.setdefault(version.key, version)

    def delete(self, record: MemoryRecord, *, cause: str = "") -> None:
        self.keep(version_of(record, "deleted", self.now, cause=cause))
        self.known.pop(record.id, None)
        self.records.pop(record.id, None)
        self.deletions[record.id] = None


def absorb(
    scope: Scope,
    *,
    episodes: Sequence[Utterance],
    candidates: Sequence[Candidate],
    turn_id: str,
    now: datetime,
    attributes: Mapping[str, Attribute],
    used: Sequence[str] = (),
) -> list[Written]:
    """Store a turn in one batched write, and give what became of each candidate, in order.

    `used` are the ids of what recall put in front of the model in this turn; a use counts once a day, in this write.
    """
    candidates = [replace(c, text=mask(c.text), value=mask(c.value), quote=mask(c.quote)) for c in candidates]
    said = {u.message_id: u for u in episodes}
    layer = [r for u in episodes if (r := episode_of(scope.user_id, redacted(u, candidates), now=now)) is not None]
    ids = [_fact_id(scope, c, turn_id) for c in candidates]
    written = [*(r.id for r in layer), *ids]
    with scope.preparing(layer):  # whatever is decided, they are written
        known = look_up(scope, candidates, attributes, ids=[*written, *used])
        stored = {id: known.there[id] for id in written if id in known.there}
        draft = _Draft(now=now, known={**known.rivals, **stored})
        if not any(r.id in stored or r.id in known.gone for r in layer):
            _count_uses(draft, [known.there[id] for id in dict.fromkeys(used) if id in known.there])
        for record in layer:
            if record.id not in known.gone and record.id not in stored:
                draft.write(record)
        out = [
            _taken_in(draft, scope, candidate, id, known, said.get(candidate.message_id), turn_id, attributes)
            for candidate, id in zip(candidates, ids, strict=True)
        ]
    scope.put(list(draft.records.values()), also=keep(scope, draft.versions.values()), delete=list(draft.deletions))
    scope.learn_words([r for r in stored.values() if r.id not in draft.records and r.id not in draft.deletions])
    return out


def _taken_in(
    draft: _Draft,
    scope: Scope,
    candidate: Candidate,
    id: str,
    known: Known,
    utterance: Utterance | None,
    turn_id: str,
    attributes: Mapping[str, Attribute],
) -> Written:
    """Hold one statement against what is known and what was decided before it in this turn."""
    moment = utterance.said_at if utterance else draft.now
    unchanged = Decision(action="ignored")
    if was_recalled(candidate, utterance):
        fresh = _fact(scope, candidate, id, unchanged, utterance, turn_id, moment, draft.now)
        return Written(action="ignored", record=fresh, reason="recalled, not said")
    if id in known.there or id in known.gone:
        was = known.there.get(id) or known.gone[id].record
        was = was or _fact(scope, candidate, id, unchanged, utterance, turn_id, moment, draft.now)
        return Written(action="ignored", record=was, reason="stored before")
    if counted := _counted_before(draft, candidate, moment, attributes):
        return Written(action="ignored", record=counted, reason="this evidence was counted before")
    subjects = {subject_named(r.subject) for r in draft.known.values() if r.status == "current"}
    candidate = replace(candidate, subject=subject_meant(candidate.subject, subjects))
    near = known.cosines.get(candidate.text, {})
    decision = decide(
        replace(candidate, quote=sentence_of(candidate.quote, utterance)),
        [r for r in draft.known.values() if r.created <= moment or candidate.action != "forget"],
        now=moment,
        similarity=lambda record: near.get(record.id, 0.0),
        attributes=attributes,
    )
    fresh = _fact(scope, candidate, id, decision, utterance, turn_id, moment, draft.now)
    return _apply(draft, scope, candidate, decision, fresh, moment)


def _count_uses(draft: _Draft, used: Sequence[MemoryRecord]) -> None:
    for record in used:
        if record.status != "cold" and (fresh := record.used(draft.now)) is not record:
            draft.write(fresh)


def _counted_before(
    draft: _Draft, candidate: Candidate, moment: datetime, attributes: Mapping[str, Attribute]
) -> MemoryRecord | None:
    """Give the superseded record that this candidate already strengthened, when its turn comes again after that."""
    for record in draft.known.values():
        if record.status == "superseded" and candidate.message_id in record.source.message_ids:
            alive = replace(record, status="current")
            if decide(candidate, [alive], now=moment, attributes=attributes).action == "reinforced":
                return record
    return None


def _apply(
    draft: _Draft, scope: Scope, candidate: Candidate, decision: Decision, fresh: MemoryRecord, moment: datetime
) -> Written:
    target = decision.target
    if decision.action == "reinforced" and target is not None:
        return _reinforce(draft, target, fresh, decision)
    if decision.action == "forgotten" and target is not None:
        draft.delete(target)
        for record in decision.others:
            draft.delete(record, cause=target.id)
        traces = traces_of(scope, decision.targets)
        for episode in traces.gone:
            draft.delete(episode, cause=target.id)
        for before, after in traces.rewritten:
            draft.keep(version_of(before, "edited", draft.now, cause=target.id))
            draft.write(after)
        return Written(action="forgotten", record=target, previous=target, reason=decision.reason)
    if decision.action == "ignored":
        return Written(action="ignored", record=target or fresh, reason=decision.reason)
    if newer := decision.outdated_by:
        fresh = replace(fresh, status="superseded", valid_to=newer.valid_from, superseded_by=newer.id)
    for old in decision.targets:
        draft.keep(version_of(old, "superseded", moment))
        if candidate.corrects:
            fresh = replace(fresh, valid_from=min(fresh.valid_from, old.valid_from))
        draft.write(_ended(old, fresh, moment, never_held=candidate.corrects, now=draft.now))
    draft.write(fresh)
    return Written(action=decision.action, record=fresh, previous=target, reason=decision.reason)


def _ended(
    old: MemoryRecord, fresh: MemoryRecord, moment: datetime, *, never_held: bool, now: datetime
) -> MemoryRecord:
    until = fresh.valid_from if fresh.valid_from > old.valid_from else moment
    if never_held:
        until = old.valid_from
    later = until > now
    return replace(
        old,
        valid_to=max(until, old.valid_from),
        superseded_by=fresh.id,
        status="current" if later else "superseded",
        updated=now,
    )


def _reinforce(draft: _Draft, target: MemoryRecord, fresh: MemoryRecord, decision: Decision) -> Written:
    (evidence,) = fresh.source.message_ids
    if evidence in target.source.message_ids:
        return Written(action="ignored", record=target, previous=target, reason="this evidence was counted before")
    first, *rest = (*target.source.message_ids, evidence)
    shown = (first, *rest[-(MAX_EVIDENCE - 1) :])
    episode = fresh.source.episode_id
    links = target.links if not episode or episode == target.source.episode_id else (*target.links, episode)
    stronger = replace(
        target,
        source=replace(target.source, message_ids=shown),
        links=tuple(dict.fromkeys(links))[-MAX_EVIDENCE:],
        importance=min(1.0, max(target.importance, fresh.importance) + REPEATED),
        status="current",
        updated=draft.now,
    )
    draft.write(stronger)
    return Written(action="reinforced", record=stronger, previous=target, reason=decision.reason)


def _fact_id(scope: Scope, candidate: Candidate, turn_id: str) -> str:
    parts = (candidate.action, candidate.kind, subject_named(candidate.subject), candidate.attribute)
    return record_id(scope.user_id, "fact", turn_id, candidate.message_id, *parts, normalised(candidate.text))


def _like(candidate: Candidate, known: MemoryRecord | None) -> Candidate:
    """A correction that names neither whom nor what it is about takes both over from what it corrects."""
    return candidate if known is None else replace(candidate, subject=known.subject, kind=known.kind)


def _fact(
    scope: Scope,
    candidate: Candidate,
    id: str,
    decision: Decision,
    said: Utterance | None,
    turn_id: str,
    moment: datetime,
    now: datetime,
) -> MemoryRecord:
    candidate = _like(candidate, decision.like)
    subject = subject_named(candidate.subject)
    source = Source(message_ids=(candidate.message_id or turn_id,))
    if said is not None:
        source = replace(
            source,
            thread_id=said.thread_id,
            speaker=said.speaker,
            position=said.position,
            episode_id=episode_id(scope.user_id, said.thread_id, said.message_id),
        )
    return MemoryRecord(
        id=id,
        user_id=scope.user_id,
        kind=candidate.kind,
        text=decision.text or candidate.text.strip(),
        subject=subject if subject == "user" else candidate.subject.strip(),
        attribute=decision.attribute,
        value=candidate.value,
        importance=candidate.importance,
        created=moment,
        updated=now,
        valid_from=candidate.valid_from or moment,
        source=source,
    )
