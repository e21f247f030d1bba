"""What is known beside a statement: each record with its gist, and whether the two speak of the same attribute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from memory.attributes import Attribute, attribute_named, canonical
from memory.conflict.decision import Decision
from memory.gist import Gist, exact, gist, named_gist
from memory.record import MemoryRecord

MOSTLY = 0.5
"""The share of a known value's words that a shorter one must cover to repeat it, where only one value can hold."""
GIVEN_UP = frozenset({"habit", "skill", "language", "project", "goal"})
"""What ends with the thing: who quits coffee no longer drinks it every day."""
NAMED = frozenset({"name", "surname", "nickname", "partner", "manager", "email", "phone"})
"""What is told by a name, letter by letter: Ann is not Anne, though one stem stands for both."""


@dataclass(frozen=True, slots=True)
class Known:
    record: MemoryRecord
    gist: Gist


def meant(text: str, value: str, about: frozenset[str], *, ends: bool = False, by_name: bool = False) -> Gist:
    found = gist(text, about)
    if value:
        found = replace(found, things=exact(value)) if by_name else named_gist(found, value, about)
    return replace(found, ended=True, negative=True) if ends else found


def replacing(over: Iterable[Known], name: str, reason: str) -> Decision:
    newest, *rest = sorted((k.record for k in over), key=lambda r: r.created, reverse=True)
    return Decision(action="superseded", target=newest, others=tuple(rest), attribute=name, reason=reason)


def are_rivals(
    theirs: str, name: str, attribute: Attribute | None, attributes: Mapping[str, Attribute], *, ended: bool = False
) -> bool:
    """Giving a thing up ends the habit of it too: "I drink coffee every day", "I quit coffee"."""
    other = attribute_named(theirs, attributes)
    if attribute is not None and attribute.stance:
        return other is not None and (other.stance != 0 or (ended and other.name in GIVEN_UP))
    return (other.name if other else canonical(theirs, attributes)) == name


def stance_of(said: Gist, base: int) -> int:
    if base == 0:
        return -1 if said.negative else 1
    if said.liking:
        return said.liking
    return -1 if said.ended or base < 0 else 1


def base_stance(record: MemoryRecord, attributes: Mapping[str, Attribute]) -> int:
    found = attribute_named(record.attribute, attributes)
    return found.stance if found else 0


@lru_cache(maxsize=512)
def words_of(attribute: Attribute | None) -> frozenset[str]:
    if attribute is None:
        return frozenset()
    words = {w for name in (attribute.name, *attribute.synonyms) for w in name.split("_")}
    return frozenset(words | {_stemmed(w) for w in words if w.isascii()})


def _stemmed(word: str) -> str:
    found = gist(word).things
    return next(iter(found), word)
