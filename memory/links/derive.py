"""Which records belong together: those about the same one, that name the same name, or that rest on the same words.

Links are derived, never stored, and bounded: a name that everything shares links nothing to everything.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from memory.record import MemoryRecord
from memory.subjects import subject_named

Why = Literal["subject", "name", "source", "replaced", "explicit"]
"""They are about the same one; name the same; rest on the same words; one replaced the other; somebody linked them."""

FAN_OUT = 6
"""How many links of one record are kept, the strongest first."""
COMMON = 40
"""A name in more records than this says nothing about any of them."""

_CAPITALISED = re.compile(r"(?<![.!?…\n\"“'] )(?<!^)\b[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*")
_QUOTED = re.compile(r"[「『《“]([^」』》”]{2,20})[」』》”]")
_NOT_NAMES = """
user i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
september october november december ok english chinese
"""
_NO_NAMES = frozenset(_NOT_NAMES.split())
_STRENGTH: dict[Why, float] = {"explicit": 4.0, "replaced": 3.0, "source": 2.0, "subject": 1.5, "name": 1.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Two records that belong together."""

    one: str
    """The id of the earlier record."""
    other: str
    """The id of the later one."""
    why: Why
    what: str = ""
    """The subject or the name that they share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkGraph:
    """Records and the links between them."""

    records: tuple[MemoryRecord, ...]
    links: tuple[Link, ...]


def names_in(record: MemoryRecord, known: Iterable[str] = ()) -> frozenset[str]:
    """Give the names in a text, in plain form: capitalised inside a sentence, quoted as a title, or `known`."""
    found = {m[0] for m in _CAPITALISED.finditer(record.text)} | {m[1] for m in _QUOTED.finditer(record.text)}
    plain = {" ".join(name.casefold().split()).removesuffix("'s").removesuffix("’s") for name in found}
    text = record.text.casefold()
    plain.update(name for name in known if _mentions(text, name))
    return frozenset(name for name in plain if name not in _NO_NAMES and len(name) > 1)


def link(records: Sequence[MemoryRecord], *, fan_out: int = FAN_OUT) -> LinkGraph:
    """Give the graph of these records: deterministic, without doubles, each joined with at most `fan_out` others."""
    ordered = sorted(records, key=lambda r: (r.created, r.id))
    here = {r.id: r for r in ordered}
    known = _known_names(ordered)
    found: dict[tuple[str, str], list[Link]] = defaultdict(list)
    for record in ordered:
        for id in record.links:
            _add(found, here, record.id, id, "explicit")
        _add(found, here, record.id, record.superseded_by, "replaced")
        _add(found, here, record.id, record.source.episode_id, "source")
    about = {r.id: subject_named(r.subject) for r in ordered}
    for (why, what), members in _groups(ordered, known).items():
        if len(members) <= COMMON:
            for before, after in _near_in_time(members):
                same = why == "name" and about[before] == about[after] == what
                _add(found, here, before, after, "subject" if same else why, what)
    return LinkGraph(records=tuple(ordered), links=tuple(_bounded(found, fan_out)))


def strength(link: Link) -> float:
    """Give how much a link says: what somebody linked most, a shared name least."""
    return _STRENGTH[link.why]


def _groups(records: Sequence[MemoryRecord], known: frozenset[str]) -> dict[tuple[Why, str], list[str]]:
    groups: dict[tuple[Why, str], list[str]] = defaultdict(list)
    for record in records:
        subject = subject_named(record.subject)
        named = names_in(record, known) | ({subject} - {"user", "assistant"})
        for name in sorted(named):
            groups["name", name].append(record.id)
        if record.source.episode_id:
            groups["source", record.source.episode_id].append(record.id)
    return groups


def _known_names(records: Sequence[MemoryRecord]) -> frozenset[str]:
    subjects = {subject_named(r.subject) for r in records} - {"user", "assistant"}
    values = {" ".join(r.value.casefold().split()) for r in records if r.value and r.attribute}
    return frozenset(name for name in subjects | values if 2 <= len(name) <= 40)


def _mentions(text: str, name: str) -> bool:
    if name.isascii():
        return re.search(rf"\b{re.escape(name)}\b", text) is not None
    return name in text


def _near_in_time(members: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Join each with the next two: a chain holds a group together without joining all with all."""
    for step in (1, 2):
        yield from zip(members, members[step:], strict=False)


def _add(
    found: dict[tuple[str, str], list[Link]],
    here: dict[str, MemoryRecord],
    one: str,
    other: str,
    why: Why,
    what: str = "",
) -> None:
    if one in here and other in here and one != other:
        a, b = sorted((one, other), key=lambda id: (here[id].created, id))
        shown = "" if why == "source" else what
        if all((link.why, link.what) != (why, shown) for link in found[a, b]):
            found[a, b].append(Link(one=a, other=b, why=why, what=shown))


def _bounded(found: dict[tuple[str, str], list[Link]], fan_out: int) -> list[Link]:
    """Keep the strongest pairs, as long as one of the two has room."""
    pairs = sorted(found.items(), key=lambda pair: (-sum(strength(x) for x in pair[1]), pair[0]))
    degree: dict[str, int] = defaultdict(int)
    kept: list[Link] = []
    for (a, b), links in pairs:
        if degree[a] < fan_out and degree[b] < fan_out:
            degree[a] += 1
            degree[b] += 1
            kept.extend(links)
    return sorted(kept, key=lambda x: (x.one, x.other, x.why, x.what))
