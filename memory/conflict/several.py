"""What a statement does to what is known where several things hold at once: likes, plans, allergies, languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from memory.attributes import Attribute, attribute_named
from memory.conflict.changing import gives_up, is_none, recounted
from memory.conflict.decision import Decision
from memory.conflict.known import MOSTLY, Known, base_stance, replacing, stance_of
from memory.gist import Gist, covered, overlap, same_things
from memory.record import MemoryRecord

NEAR = 0.95
"""The cosine from which two statements with the same subject, attribute, numbers and stance are one."""
NEAR_IN_OTHER_WORDS = 0.985
"""The same cosine where each names a thing that the other does not: Anna in Rome is not Hanna in Rome."""
NEARLY_ALL = 0.75
"""The same share where several hold: peanuts are not peanut butter."""
DOINGS = frozenset(("likes", "habit", "skill", "plan", "goal", "project", "possession", "experience"))
"""The attributes under which one doing may be known: what ends it under one name ends it under each."""
_UNCOUNTED = frozenset({"plan", "experience", "likes", "dislikes", "instruction"})
"""Where another number makes another thing: a meeting on the third and one on the fifth."""


def several(
    said: Gist,
    quoted: Gist,
    text: str,
    value: str,
    rivals: list[Known],
    name: str,
    attribute: Attribute | None,
    similarity: Callable[[MemoryRecord], float],
    attributes: Mapping[str, Attribute],
) -> Decision:
    stance = attribute.stance if attribute else 0
    mine = stance_of(said, stance)
    denied = said.denied | quoted.denied
    over: list[Known] = []
    for k in rivals:
        theirs = stance_of(k.gist, base_stance(k.record, attributes)) if stance else stance_of(k.gist, 0)
        if (
            not stance
            and k.record.attribute == name
            and (
                is_none(k.record.value) != is_none(value)
                or (name not in _UNCOUNTED and recounted(k.record.value, value))
            )
        ):
            over.append(k)
            continue
        if said.changing and mine == theirs and k.record.attribute == name and _same_head(k.record.value, value):
            over.append(k)
            continue
        if attribute is None and k.record.attribute == name and _is_own(k.record.text, name) and _is_own(text, name):
            over.append(k)
            continue
        if mine == theirs and _same_order(k.record.value, value):
            over.append(k)
            continue
        if _is_reversed(said, k.gist):
            over.append(k)
            continue
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
        return replacing(over, name, "it says otherwise of the same thing")
    return Decision(action="added", attribute=name, reason="it stands beside the rest")


def _is_near(said: Gist, known: Known, similarity: Callable[[MemoryRecord], float]) -> bool:
    differ = said.things - known.gist.things and known.gist.things - said.things
    enough = NEAR_IN_OTHER_WORDS if differ else NEAR
    return similarity(known.record) >= enough and said.numbers == known.gist.numbers


def _is_planned(said: Gist, known: Gist) -> bool:
    """It ends what was to be at some time, without naming the time again."""
    bare = known.timeless
    return bool(bare) and (
        same_things(said.things, bare)
        or covered(bare, said.things) >= MOSTLY
        or overlap(bare, said.things) >= NEARLY_ALL
    )


def _same_head(one: str, other: str) -> bool:
    """Two of a kind: dark mode and light mode, 安卓手机 and 苹果手机. Who switched to one has left the other."""
    if not one or not other or one.casefold() == other.casefold():
        return False
    if one[-1].isascii() and other[-1].isascii():
        mine, theirs = one.casefold().split(), other.casefold().split()
        return len(mine) > 1 and len(theirs) > 1 and mine[-1] == theirs[-1]
    return len(one) > 2 and len(other) > 2 and one[-2:] == other[-2:]


def _is_own(text: str, name: str) -> bool:
    """True where a thing of the user's own is told, of which there is one: "my shoe size is 9", 「我的鞋码是42」."""
    spoken = "[ -]".join(map(re.escape, name.split("_")))
    return bool(
        name
        and re.search(
            rf"(?i)\b(?:my|our) (?:new |current )*{spoken}(?: is|['’]s)\b|我们?的{spoken}(?:现在|目前)*[是换]", text
        )
    )


def _same_order(one: str, other: str) -> bool:
    """How one thing of the user's is liked: "my steak medium rare", "my steak well done"."""
    mine, theirs = _MY_THING.match(one), _MY_THING.match(other)
    return bool(mine and theirs and one != other and mine[0].casefold() == theirs[0].casefold())


_MY_THING = re.compile(r"(?i)my \w+ (?=\w)")


def _is_reversed(said: Gist, known: Gist) -> bool:
    """One is preferred to the other now, where the other was preferred to it."""
    return bool(said.lesser and known.lesser) and said.lesser == known.things and known.lesser == said.things


def is_given_up(said: Gist, known: Known, attributes: Mapping[str, Attribute]) -> bool:
    """It ends a doing that is known under another name: "I play tennis every Sunday", "I stopped playing tennis"."""
    row = attribute_named(known.record.attribute, attributes)
    doing = row is None or row.name in DOINGS
    return not known.gist.negative and ((doing and _is_planned(said, known.gist)) or gives_up(said, known.record))


def _is_moved(said: Gist, known: Gist) -> bool:
    mine, theirs = said.timeless, known.timeless
    return bool(mine and theirs) and (
        mine == theirs
        or covered(theirs, mine) >= MOSTLY
        or covered(mine, theirs) >= MOSTLY
        or overlap(mine, theirs) > MOSTLY
    )
