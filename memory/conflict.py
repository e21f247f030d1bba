"""Latest truth: what a new statement does to what is already known, decided without asking anybody.

Only the same subject is ever touched. Of a single-valued attribute the newest statement holds, whatever its language;
everything else coexists, unless it says of the same thing that it is not, or no longer, so. Nothing is lost: what is
superseded keeps its time of validity and can come back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Literal, Protocol

from memory.attributes import ATTRIBUTES, Attribute, attribute_named, canonical
from memory.gist import Gist, covered, gist, normalised, things, without_times
from memory.record import MemoryRecord
from memory.subjects import subject_named

__all__ = ["ATTRIBUTES", "Attribute", "Claim", "Decision", "attribute_named", "canonical", "decide", "subject_named"]

Action = Literal["added", "reinforced", "superseded", "ignored", "forgotten"]

NEAR = 0.95
"""The cosine from which two statements with the same subject, attribute, numbers and stance are one."""
MOSTLY = 0.5
"""The share of a known statement's words that a shorter new one must cover to be its repetition."""


class Claim(Protocol):
    """What `decide` reads off a candidate."""

    @property
    def action(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def subject(self) -> str: ...
    @property
    def attribute(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def quote(self) -> str: ...
    @property
    def ends(self) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a statement does to what is known."""

    action: Action
    """`added` beside the rest; `reinforced`: it repeats `target`; `superseded`: it replaces `target` and `others`;
    `forgotten`: they go; `ignored`: nothing changes."""
    target: MemoryRecord | None = None
    others: tuple[MemoryRecord, ...] = ()
    """Further records that go the same way as the target."""
    attribute: str = ""
    """The attribute to store it under, by its one name; empty for what is about the past and replaces nothing."""
    outdated_by: MemoryRecord | None = None
    """The newer record that already replaced what this says: it is stored as an earlier truth."""
    reason: str = ""
    """Why, in a few words."""

    @property
    def targets(self) -> tuple[MemoryRecord, ...]:
        """Every record that this decision changes."""
        return () if self.target is None else (self.target, *self.others)


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
    name = attribute.name if attribute else canonical(candidate.attribute, attributes)
    about = _words_of(attribute)
    said = _meant(candidate.text, candidate.value, about, ends=candidate.ends)
    quoted = gist(candidate.quote, about) if candidate.quote else said
    subject = subject_named(candidate.subject)
    facts = [r for r in known if r.kind not in ("episode", "session_summary") and r.status != "superseded"]
    same = [_Known(r, _meant(r.text, r.value, about)) for r in facts if subject_named(r.subject) == subject]
    if candidate.action == "forget":
        return _forget(said, same, name, attribute, attributes)
    side_by_side = [k for k in same if _rivals(k.record.attribute, name, attribute, attributes, ended=said.ended)]
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
    if value and (named := things(value, about)):
        found = replace(found, things=named)
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
        if said.things == newest.gist.things:
            return Decision(action="reinforced", target=newest.record, attribute=name, reason="the same value")
        if _repeats(said.things, newest.gist.things) and not quoted.denied:
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
        if said.things == k.gist.things:
            if mine == theirs:
                return Decision(action="reinforced", target=k.record, attribute=name, reason="the same thing")
            over.append(k)
        elif mine == theirs:
            if _repeats(said.things, k.gist.things) or _is_near(said, k, similarity):
                return Decision(action="reinforced", target=k.record, attribute=name, reason="the same in other words")
            if (denied and denied == k.gist.things) or ((said.changing or quoted.changing) and _is_moved(said, k.gist)):
                over.append(k)
        elif said.ended and covered(k.gist.things, said.things) >= MOSTLY:
            over.append(k)
    if over:
        return _replace(over, name, "it says otherwise of the same thing")
    return Decision(action="added", attribute=name, reason="it stands beside the rest")


def _forget(
    said: Gist, same: list[_Known], name: str, attribute: Attribute | None, attributes: Mapping[str, Attribute]
) -> Decision:
    hits: list[_Known] = []
    for k in same:
        theirs = attribute_named(k.record.attribute, attributes)
        if attribute is not None and not _rivals(k.record.attribute, name, attribute, attributes):
            continue
        known = _meant(k.record.text, k.record.value, _words_of(theirs))
        if said.things:
            stances = (
                _stance(said, attribute.stance if attribute else 0),
                _stance(known, theirs.stance if theirs else 0),
            )
            agrees = theirs is None or not theirs.stance or not said.liking or stances[0] == stances[1]
            if (agrees and (covered(said.things, known.things) or said.things == known.things)) or (
                attribute is not None and attribute.single_valued and said.things <= _words_of(attribute)
            ):
                hits.append(k)
        elif attribute is not None:
            hits.append(k)
    if not hits:
        return Decision(action="ignored", attribute=name, reason="nothing known matches the wish to forget")
    first, *rest = (k.record for k in hits)
    return Decision(action="forgotten", target=first, others=tuple(rest), attribute=name, reason="asked to forget it")


def _replace(over: Iterable[_Known], name: str, reason: str) -> Decision:
    newest, *rest = sorted((k.record for k in over), key=lambda r: r.created, reverse=True)
    return Decision(action="superseded", target=newest, others=tuple(rest), attribute=name, reason=reason)


def _rivals(
    theirs: str, name: str, attribute: Attribute | None, attributes: Mapping[str, Attribute], *, ended: bool = False
) -> bool:
    """Giving a thing up ends the habit of it too: "I drink coffee every day", "I quit coffee"."""
    other = attribute_named(theirs, attributes)
    if attribute is not None and attribute.stance:
        return other is not None and (other.stance != 0 or (ended and other.name == "habit"))
    return (other.name if other else canonical(theirs, attributes)) == name


def _repeats(said: frozenset[str], known: frozenset[str]) -> bool:
    return said != known and covered(said, known) >= MOSTLY


def _touch(said: Gist, known: Gist) -> bool:
    return (
        not said.things
        or said.things == known.things
        or bool(covered(said.things, known.things) or covered(known.things, said.things))
    )


def _is_near(said: Gist, known: _Known, similarity: Callable[[MemoryRecord], float]) -> bool:
    return said.numbers == known.gist.numbers and similarity(known.record) >= NEAR


def _is_moved(said: Gist, known: Gist) -> bool:
    mine, theirs = without_times(said), without_times(known)
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
