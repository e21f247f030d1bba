"""Latest truth: what a new statement does to what is already known, decided without asking anybody.

Only the same subject is ever touched. Of a single-valued attribute the newest statement holds, whatever its language;
everything else coexists, unless it says of the same thing that it is not, or no longer, so. Nothing is lost: what is
superseded keeps its time of validity and can come back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memory.attributes import ATTRIBUTES, Attribute, attribute_named, canonical
from memory.conflict.aspects import of_one_aspect
from memory.conflict.beside import stands_beside
from memory.conflict.changing import changed, misspelt, nearly
from memory.conflict.chinese import is_put_right
from memory.conflict.dated import DATED, EVENTS, is_moved, times
from memory.conflict.decision import Claim, Decision
from memory.conflict.dropping import attribute_meant, forgetting
from memory.conflict.frames import fills_anew, outgrown, retold
from memory.conflict.implied import implied
from memory.conflict.known import MOSTLY, NAMED, Known, meant, replacing, words_of
from memory.conflict.pair import Saying
from memory.conflict.several import several
from memory.conflict.taken import read_by_what_is_known
from memory.extraction.people import spellings
from memory.gist import Gist, begins, covered, gist, named_beside, normalised, same_things
from memory.record import MemoryRecord
from memory.subjects import subject_named

_BESIDE = re.compile(
    r"(?i)\balso\s+(?:works?|teach(?:es)?|lives?|drives?|owns?|runs?|freelances?|volunteers?)\b"
    r"|\bon the side\b|\bas a (?:second|side) job\b|[\u4e00-\u9fff](?:还|也)(?:兼职?|做|当|开)"
)
"""Said of a second job, home or car, beside the first."""


PEOPLE = ("family", "friend", "pet")
"""What tells that somebody is there: beside what is put right of one, another may be named."""


def nothing_near(_: MemoryRecord) -> float:
    """Know nothing of nearness: words decide alone."""
    return 0.0


def decide(
    candidate: Claim,
    known: Sequence[MemoryRecord],
    *,
    now: datetime,
    similarity: Callable[[MemoryRecord], float] = nothing_near,
    attributes: Mapping[str, Attribute] = ATTRIBUTES,
) -> Decision:
    """Decide what a candidate does to the known records of its user.

    `now` is when it was said; `similarity` gives the cosine between the candidate's text and a record's. Records of
    another subject, episodes, summaries and what is superseded already are never touched, and may be among `known`.
    """
    decision = _decided(candidate, known, now=now, similarity=similarity, attributes=attributes)
    if decision.action not in ("added", "superseded") or decision.outdated_by is not None:
        return decision
    subject = subject_named(candidate.subject)
    beside = [r for r in known if r.status != "superseded" and subject_named(r.subject) == subject]
    ended = candidate.ends or gist(candidate.text).ended
    more = [
        r
        for r in implied(decision.attribute, candidate.value, candidate.text, ended=ended, same=beside)
        if r not in decision.targets and r.created <= now
    ]
    if not more:
        return decision
    if decision.target is None:
        first, *rest = more
        return replace(
            decision, action="superseded", target=first, others=tuple(rest), reason="it cannot hold any more"
        )
    return replace(decision, others=(*decision.others, *more))


def _decided(
    candidate: Claim,
    known: Sequence[MemoryRecord],
    *,
    now: datetime,
    similarity: Callable[[MemoryRecord], float],
    attributes: Mapping[str, Attribute],
) -> Decision:
    candidate = read_by_what_is_known(candidate, known)
    attribute = attribute_named(candidate.attribute, attributes)
    if attribute is None and candidate.action == "forget":
        attribute = attribute_meant(candidate.text, {r.attribute for r in known}, attributes)
    name = attribute.name if attribute else canonical(candidate.attribute, attributes)
    about = words_of(attribute) | spellings(candidate.subject)
    if name in DATED:
        about -= EVENTS  # what it is, not that it is one
    said = meant(candidate.text, candidate.value, about, ends=candidate.ends, by_name=name in NAMED)
    quoted = gist(candidate.quote, about) if candidate.quote else said
    subject = subject_named(candidate.subject)
    facts = [r for r in known if r.kind not in ("episode", "session_summary") and r.status != "superseded"]
    same = [
        Known(r, meant(r.text, r.value, about, by_name=name in NAMED))
        for r in facts
        if subject_named(r.subject) == subject
    ]
    if candidate.only_changes and candidate.action == "remember":
        earlier = [r for r in facts if r.created < now]
        return changed(candidate, said, [k.record for k in same if k.record.created < now], earlier, now=now)
    if candidate.action == "forget":
        names = named_beside(candidate.value or candidate.text, about)
        return forgetting(said, candidate.text, names, same, name, attribute, attributes)
    for k in same:
        if k.record.attribute not in ("", name) and name:
            continue
        if normalised(k.record.text) == normalised(candidate.text):
            return Decision(action="reinforced", target=k.record, attribute=name, reason="the same words")
    saying = Saying(
        said=said,
        quoted=quoted,
        text=candidate.text,
        value=candidate.value,
        name=name,
        attribute=attribute,
        attributes=attributes,
        similarity=similarity,
    )
    beside = [k for k in same if stands_beside(saying, k)]
    beside = [k for k in beside if of_one_aspect(name, k.record.text, candidate.text)]
    literally = candidate.text.strip(" .").casefold() in candidate.quote.casefold()
    if candidate.corrects and (literally or name not in PEOPLE):
        over = [k for k in same if k.record.attribute == name and misspelt(k.record, candidate.text, candidate.value)]
        newest = max((k for k in same if k.record.attribute == name), key=lambda k: k.record.created, default=None)
        if not over and newest is not None:
            was = newest.record
            right = is_put_right(candidate.quote, candidate.text, candidate.value, was.text, was.value)
            over = [newest] if right else []
        if over:
            newest = max(over, key=lambda k: (nearly(k.record.value, candidate.value), k.record.created))
            over = [k for k in over if k.record.value == newest.record.value]
            return replacing(over, name, "it was misspelt")
        if name in DATED:
            over = [k for k in beside if is_moved(said, k.gist) and times(k.record.text) != times(candidate.text)]
            if over:
                return replacing(over, name, "it is put right")
    if attribute is not None and attribute.single_valued:
        if candidate.ends and (not candidate.value or attribute_named(candidate.value, attributes) == attribute):
            said = replace(said, things=frozenset())  # "I sold the car": whichever it is
        decision = _single(said, quoted, candidate.text, beside, attribute, now)
    else:
        decision = several(saying, beside)
    if candidate.ends or decision.outdated_by is not None:
        return decision
    words = spellings(candidate.subject) | frozenset(subject.split())
    anew = [
        k.record
        for k in same
        if k.record.created <= now
        and fills_anew(
            candidate.text,
            k.record.text,
            words,
            alike=k.record.attribute == decision.attribute,
            besides=candidate.quote,
            corrects=candidate.corrects and literally,
        )
    ]
    return _taking_over(decision, anew)


def _taking_over(decision: Decision, anew: list[MemoryRecord]) -> Decision:
    """Let what is said take the place of these too: a repetition in another frame is none."""
    held = () if decision.action == "reinforced" else decision.targets
    more = [r for r in anew if r not in held]
    if not more:
        return decision
    first, *rest = (*held, *more)
    return Decision(
        action="superseded",
        target=first,
        others=tuple(rest),
        attribute=decision.attribute,
        reason="it fills the same place anew",
    )


def _single(said: Gist, quoted: Gist, text: str, rivals: list[Known], attribute: Attribute, now: datetime) -> Decision:
    name = attribute.name
    if said.ended and not attribute.ending_is_value:
        over = [k for k in rivals if not k.gist.ended and _touch(said, k.gist)]
        if over:
            return replacing(over, name, "it no longer holds")
        if rivals:
            return Decision(action="added", reason="about the past, and what holds now is something else")
        return Decision(action="added", attribute=name, reason="nothing known to the contrary")
    if not rivals:
        return Decision(action="added", attribute=name, reason="nothing known")
    newest = max(rivals, key=lambda k: k.record.created)
    if _BESIDE.search(text) and not said.ended and not same_things(said.things, newest.gist.things):
        return Decision(action="added", attribute=name, reason="it stands beside what is known")
    if said.negative == newest.gist.negative and said.ended == newest.gist.ended:
        if same_things(said.things, newest.gist.things):
            if retold(text, newest.record.text):
                return replacing(rivals, name, "the same, and other things with it")
            return Decision(action="reinforced", target=newest.record, attribute=name, reason="the same value")
        shorter = covered(said.things, newest.gist.things) >= MOSTLY or begins(said.things, newest.gist.things)
        if shorter and not quoted.denied and not said.changing and not outgrown(text, newest.record.text):
            return Decision(action="reinforced", target=newest.record, attribute=name, reason="a shorter word for it")
    if now < newest.record.created:
        return Decision(action="added", attribute=name, outdated_by=newest.record, reason="said before what holds now")
    return replacing(rivals, name, "the newer value")


def _touch(said: Gist, known: Gist) -> bool:
    return (
        not said.things
        or same_things(said.things, known.things)
        or bool(covered(said.things, known.things) or covered(known.things, said.things))
    )
