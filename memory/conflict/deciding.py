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
from memory.conflict.changing import changed, misspelt
from memory.conflict.dated import DATED, EVENTS, is_moved, times
from memory.conflict.decision import Claim, Decision
from memory.conflict.dropping import attribute_meant, forgetting
from memory.conflict.implied import TAKEN_FOR, implied
from memory.conflict.kinds import DONE, takes_its_place
from memory.conflict.known import MOSTLY, NAMED, Known, are_rivals, meant, replacing, words_of
from memory.conflict.pair import Saying
from memory.conflict.several import is_given_up, several
from memory.extraction.candidate import Candidate
from memory.extraction.people import spellings
from memory.extraction.places import is_place
from memory.gist import Gist, begins, covered, gist, named_beside, normalised, same_things
from memory.record import MemoryRecord
from memory.subjects import subject_named

_WHERETO = re.compile(
    r"(?i)\b(?:moved|transferred|switched|jumped|went) (?:over |on |back )?to\b|(?:转|跳|换|去)(?:到|去|至)"
)


_FIELD = re.compile(
    r"(?i)law|medicine|physics|chemistry|biology|math(?:s|ematics)?|computer science|cs|economics|history|philosophy|psychology|sociology|engineering|(?:\w+ )engineering|literature|linguistics|art(?: history)?|music|nursing|business|finance|accounting|marketing|design|architecture|statistics|data science|political science|education|anthropology|geology|geography|journalism"
    r"|法学|法律|医学|物理|化学|生物|数学|计算机|经济学?|历史|哲学|心理学?|社会学|工程|文学|语言学|艺术|音乐|护理|商科|金融|会计|市场营销|设计|建筑|统计|数据科学|新闻|教育|地理"
)


def _read_by_what_is_known(candidate: Claim, known: Sequence[MemoryRecord]) -> Claim:
    """Tell by what is known what "moved to DreamWorks" and "transferred to Stanford" are: no known place is meant."""
    if candidate.attribute not in TAKEN_FOR or candidate.ends or is_place(candidate.value):
        return candidate
    if not _WHERETO.search(candidate.text) or (
        candidate.attribute == "likes" and not _FIELD.fullmatch(candidate.value)
    ):
        return candidate
    subject = subject_named(candidate.subject)
    live = [r for r in known if r.status == "current" and subject_named(r.subject) == subject]
    there = {r.attribute for r in live if not gist(r.text).ended}
    if candidate.attribute in there:
        return candidate
    meant_by = next((name for name in TAKEN_FOR[candidate.attribute] if name in there), "")
    if not meant_by or not isinstance(candidate, Candidate):
        return candidate
    return replace(candidate, attribute=meant_by)


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
    candidate = _read_by_what_is_known(candidate, known)
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
    by_name = name in NAMED
    same = [
        Known(r, meant(r.text, r.value, about, by_name=by_name)) for r in facts if subject_named(r.subject) == subject
    ]
    if candidate.only_changes and candidate.action == "remember":
        earlier = [r for r in facts if r.created < now]
        return changed(candidate, said, [k.record for k in same if k.record.created < now], earlier, now=now)
    if candidate.action == "forget":
        names = named_beside(candidate.value or candidate.text, about)
        return forgetting(said, names, same, name, attribute, attributes)
    side_by_side = [k for k in same if are_rivals(k.record.attribute, name, attribute, attributes, ended=said.ended)]
    if said.changing and name in DATED:
        side_by_side += [k for k in same if k.record.attribute in DATED and k not in side_by_side]
    if name in DONE:
        done = [k for k in same if k.record.attribute in DONE and k not in side_by_side]
        side_by_side += [k for k in done if takes_its_place(candidate.text, candidate.value, k.record)]
    if name == "habit" and not said.negative:
        side_by_side += [
            k
            for k in same
            if k.record.attribute == "dislikes" and k.gist.negative and same_things(said.things, k.gist.things)
        ]
    if said.ended and (name == "vehicle" or not (attribute and attribute.single_valued)):
        side_by_side += [k for k in same if k not in side_by_side and is_given_up(said, k, attributes)]
    for k in same:
        if k.record.attribute not in ("", name) and name:
            continue
        if normalised(k.record.text) == normalised(candidate.text):
            return Decision(action="reinforced", target=k.record, attribute=name, reason="the same words")
    if candidate.corrects:
        over = [k for k in same if k.record.attribute == name and misspelt(k.record, candidate.text, candidate.value)]
        if over:
            return replacing(over, name, "it was misspelt")
        if name in DATED:
            over = [k for k in side_by_side if is_moved(said, k.gist) and times(k.record.text) != times(candidate.text)]
            if over:
                return replacing(over, name, "it is put right")
    if attribute is not None and attribute.single_valued:
        if candidate.ends and (not candidate.value or attribute_named(candidate.value, attributes) == attribute):
            said = replace(said, things=frozenset())  # "I sold the car": whichever it is
        return _single(said, quoted, side_by_side, attribute, now)
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
    return several(saying, side_by_side)


def _single(said: Gist, quoted: Gist, rivals: list[Known], attribute: Attribute, now: datetime) -> Decision:
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
    if said.negative == newest.gist.negative and said.ended == newest.gist.ended:
        if same_things(said.things, newest.gist.things):
            return Decision(action="reinforced", target=newest.record, attribute=name, reason="the same value")
        shorter = covered(said.things, newest.gist.things) >= MOSTLY or begins(said.things, newest.gist.things)
        if shorter and not quoted.denied and not said.changing:
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
