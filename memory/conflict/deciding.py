"""Latest truth: what a new statement does to what is already known, decided without asking anybody.

Only the same subject is ever touched. Of a single-valued attribute the newest statement holds, whatever its language;
everything else coexists, unless it says of the same thing that it is not, or no longer, so. Nothing is lost: what is
superseded keeps its time of validity and can come back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from memory.attributes import ATTRIBUTES, Attribute, attribute_named, canonical
from memory.conflict.decision import Claim, Decision
from memory.extraction.people import spellings
from memory.gist import Gist, begins, covered, gist, named_beside, named_gist, normalised, same_things
from memory.record import MemoryRecord
from memory.subjects import subject_named

GIVEN_UP = frozenset({"habit", "skill", "language", "project", "goal"})
"""What ends with the thing: who quits coffee no longer drinks it every day."""
NEAR = 0.95
"""The cosine from which two statements with the same subject, attribute, numbers and stance are one."""
NEAR_IN_OTHER_WORDS = 0.985
"""The same cosine where each names a thing that the other does not: Anna in Rome is not Hanna in Rome."""
MOSTLY = 0.5
"""The share of a known value's words that a shorter one must cover to repeat it, where only one value can hold."""
NEARLY_ALL = 0.75
"""The same share where several hold: peanuts are not peanut butter."""
MEANT = 0.34
"""The share of a known statement's words that a wish to forget must cover to mean it."""


DOINGS = frozenset(("likes", "habit", "skill", "plan", "goal", "project", "possession", "experience"))
"""The attributes under which one doing may be known: what ends it under one name ends it under each."""


_MINE = re.compile(r"\s*(?:(?:my|our|the|all my)\b|我的|我们的|咱的|所有)", re.IGNORECASE)


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
    attribute = attribute_named(candidate.attribute, attributes)
    if attribute is None and candidate.action == "forget":
        attribute = _attribute_meant(candidate.text, {r.attribute for r in known}, attributes)
    name = attribute.name if attribute else canonical(candidate.attribute, attributes)
    about = _words_of(attribute) | spellings(candidate.subject)
    said = _meant(candidate.text, candidate.value, about, ends=candidate.ends)
    quoted = gist(candidate.quote, about) if candidate.quote else said
    subject = subject_named(candidate.subject)
    facts = [r for r in known if r.kind not in ("episode", "session_summary") and r.status != "superseded"]
    same = [_Known(r, _meant(r.text, r.value, about)) for r in facts if subject_named(r.subject) == subject]
    if candidate.action == "forget":
        names = named_beside(candidate.value or candidate.text, about)
        return _forget(said, names, same, name, attribute, attributes)
    side_by_side = [k for k in same if _rivals(k.record.attribute, name, attribute, attributes, ended=said.ended)]
    if said.ended and not (attribute and attribute.single_valued):
        side_by_side += [k for k in same if k not in side_by_side and _is_given_up(said, k, attributes)]
    for k in same:
        if normalised(k.record.text) == normalised(candidate.text):
            return Decision(action="reinforced", target=k.record, attribute=name, reason="the same words")
    if attribute is not None and attribute.single_valued:
        return _single(said, quoted, side_by_side, attribute, now)
    return _several(said, quoted, side_by_side, name, attribute, similarity, attributes)


@dataclass(frozen=True, slots=True)
class _Known:
    record: MemoryRecord
    gist: Gist


def _meant(text: str, value: str, about: frozenset[str], *, ends: bool = False) -> Gist:
    found = gist(text, about)
    if value:
        found = named_gist(found, value, about)
    return replace(found, ended=True, negative=True) if ends else found


def _single(said: Gist, quoted: Gist, rivals: list[_Known], attribute: Attribute, now: datetime) -> Decision:
    name = attribute.name
    if said.ended and not attribute.ending_is_value:
        over = [k for k in rivals if not k.gist.ended and _touch(said, k.gist)]
        if over:
            return _replace(over, name, "it no longer holds")
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
        if shorter and not quoted.denied:
            return Decision(action="reinforced", target=newest.record, attribute=name, reason="a shorter word for it")
    if now < newest.record.created:
        return Decision(action="added", attribute=name, outdated_by=newest.record, reason="said before what holds now")
    return _replace(rivals, name, "the newer value")


def _several(
    said: Gist,
    quoted: Gist,
    rivals: list[_Known],
    name: str,
    attribute: Attribute | None,
    similarity: Callable[[MemoryRecord], float],
    attributes: Mapping[str, Attribute],
) -> Decision:
    stance = attribute.stance if attribute else 0
    mine = _stance(said, stance)
    denied = said.denied | quoted.denied
    over: list[_Known] = []
    for k in rivals:
        theirs = _stance(k.gist, _base_stance(k.record, attributes)) if stance else _stance(k.gist, 0)
        if same_things(said.things, k.gist.things):
            if mine == theirs:
                return Decision(action="reinforced", target=k.record, attribute=name, reason="the same thing")
            over.append(k)
        elif mine == theirs:
            if covered(said.things, k.gist.things) >= NEARLY_ALL or _is_near(said, k, similarity):
                return Decision(action="reinforced", target=k.record, attribute=name, reason="the same in other words")
            if (denied and same_things(denied, k.gist.things)) or (
                (said.changing or quoted.changing) and _is_moved(said, k.gist)
            ):
                over.append(k)
        elif said.ended and (covered(k.gist.things, said.things) >= MOSTLY or _is_planned(said, k.gist)):
            over.append(k)
    if over:
        return _replace(over, name, "it says otherwise of the same thing")
    return Decision(action="added", attribute=name, reason="it stands beside the rest")


def _forget(
    said: Gist,
    wish_names: frozenset[str],
    same: list[_Known],
    name: str,
    attribute: Attribute | None,
    attributes: Mapping[str, Attribute],
) -> Decision:
    """What the wish names goes; a wish that names only an attribute ("my phone number") takes all of it."""
    hits: list[_Known] = []
    for k in same:
        theirs = attribute_named(k.record.attribute, attributes)
        if attribute is not None and not _rivals(k.record.attribute, name, attribute, attributes):
            continue
        if attribute is not None and not wish_names:
            hits.append(k)
            continue
        known = _meant(k.record.text, k.record.value, _words_of(theirs))
        agrees = not (theirs and theirs.stance and said.liking) or said.liking == _stance(known, theirs.stance)
        meant = same_things(said.things, known.things) or covered(said.things, known.things) >= MEANT
        if agrees and meant:
            hits.append(k)
    if not hits:
        return Decision(action="ignored", attribute=name, reason="nothing known matches the wish to forget")
    first, *rest = (k.record for k in hits)
    return Decision(action="forgotten", target=first, others=tuple(rest), attribute=name, reason="asked to forget it")


def _attribute_meant(text: str, held: Collection[str], attributes: Mapping[str, Attribute]) -> Attribute | None:
    """Give the attribute that a text names and nothing else, of those that something is known of: "my phone number"."""
    rows = (row for row in attributes.values() if row.name in held)
    return next((row for row in rows if _MINE.match(text) and not named_beside(text, _words_of(row))), None)


def _replace(over: Iterable[_Known], name: str, reason: str) -> Decision:
    newest, *rest = sorted((k.record for k in over), key=lambda r: r.created, reverse=True)
    return Decision(action="superseded", target=newest, others=tuple(rest), attribute=name, reason=reason)


def _rivals(
    theirs: str, name: str, attribute: Attribute | None, attributes: Mapping[str, Attribute], *, ended: bool = False
) -> bool:
    """Giving a thing up ends the habit of it too: "I drink coffee every day", "I quit coffee"."""
    other = attribute_named(theirs, attributes)
    if attribute is not None and attribute.stance:
        return other is not None and (other.stance != 0 or (ended and other.name in GIVEN_UP))
    return (other.name if other else canonical(theirs, attributes)) == name


def _touch(said: Gist, known: Gist) -> bool:
    return (
        not said.things
        or same_things(said.things, known.things)
        or bool(covered(said.things, known.things) or covered(known.things, said.things))
    )


def _is_near(said: Gist, known: _Known, similarity: Callable[[MemoryRecord], float]) -> bool:
    differ = said.things - known.gist.things and known.gist.things - said.things
    enough = NEAR_IN_OTHER_WORDS if differ else NEAR
    return said.numbers == known.gist.numbers and similarity(known.record) >= enough


def _is_planned(said: Gist, known: Gist) -> bool:
    """It ends what was to be at some time, without naming the time again."""
    bare = known.timeless
    return bool(bare) and (same_things(said.things, bare) or covered(bare, said.things) >= MOSTLY)


def _is_given_up(said: Gist, known: _Known, attributes: Mapping[str, Attribute]) -> bool:
    """It ends a doing that is known under another name: "I play tennis every Sunday", "I stopped playing tennis"."""
    row = attribute_named(known.record.attribute, attributes)
    doing = row is None or row.name in DOINGS
    return doing and not known.gist.negative and _is_planned(said, known.gist)


def _is_moved(said: Gist, known: Gist) -> bool:
    mine, theirs = said.timeless, known.timeless
    return bool(mine and theirs) and (
        mine == theirs or covered(theirs, mine) >= MOSTLY or covered(mine, theirs) >= MOSTLY
    )


def _stance(said: Gist, base: int) -> int:
    if base == 0:
        return -1 if said.negative else 1
    if said.liking:
        return said.liking
    return -1 if said.ended or base < 0 else 1


def _base_stance(record: MemoryRecord, attributes: Mapping[str, Attribute]) -> int:
    found = attribute_named(record.attribute, attributes)
    return found.stance if found else 0


@lru_cache(maxsize=512)
def _words_of(attribute: Attribute | None) -> frozenset[str]:
    if attribute is None:
        return frozenset()
    words = {w for name in (attribute.name, *attribute.synonyms) for w in name.split("_")}
    return frozenset(words | {_stemmed(w) for w in words if w.isascii()})


def _stemmed(word: str) -> str:
    found = gist(word).things
    return next(iter(found), word)
