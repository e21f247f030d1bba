"""What a statement does to what is known where several things hold at once: likes, plans, allergies, languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from memory.attributes import Attribute, attribute_named
from memory.conflict.changing import gives_up, is_none, recounted
from memory.conflict.dated import DATED, at_other_times, is_moved, is_so_already
from memory.conflict.decision import Decision
from memory.conflict.kinds import DONE, of_one_kind, takes_its_place
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
        if said.changing and mine == theirs and k.record.attribute == name and of_one_kind(k.record.value, value):
            over.append(k)
            continue
        if name in _COUNTED and k.record.attribute == name and _counted_anew(text, said, k):
            over.append(k)
            continue
        if name in DONE and k.record.attribute in DONE and mine == theirs and takes_its_place(text, value, k.record):
            over.append(k)
            continue
        if k.record.attribute == name and (_is_new_of(text, k.record.text) or name.endswith("_level")):
            over.append(k)
            continue
        if name == "plan" and said.changing and is_so_already(text, said, k.record.text, k.gist):
            return Decision(action="reinforced", target=k.record, attribute=name, reason="it is known so")
        if name in DATED and mine == theirs and at_other_times(text, said, k.record.text, k.gist):
            over.append(k)
            continue
        if attribute is None and k.record.attribute == name and _is_own(k.record.text, name) and _is_own(text, name):
            over.append(k)
            continue
        if mine == theirs and _same_order(k.record.value, value):
            over.append(k)
            continue
        if name == "goal" and _GOAL_NOW.search(text) and _GOAL.search(k.record.text):
            over.append(k)
            continue
        if _is_reversed(said, k.gist):
            over.append(k)
            continue
        if name == "pet" and _called_otherwise(text, k.record.text):
            continue
        if same_things(said.things, k.gist.things):
            if mine == theirs:
                return Decision(action="reinforced", target=k.record, attribute=name, reason="the same thing")
            over.append(k)
        elif mine == theirs:
            if covered(said.things, k.gist.things) >= NEARLY_ALL or _is_near(said, k, similarity):
                return Decision(action="reinforced", target=k.record, attribute=name, reason="the same in other words")
            if (denied and same_things(denied, k.gist.things)) or (
                (said.changing or quoted.changing) and is_moved(said, k.gist)
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


def _is_own(text: str, name: str) -> bool:
    """True where a thing of the user's own is told, of which there is one: "my shoe size is 9", 「我的鞋码是42」."""
    spoken = "[ -]".join(map(re.escape, name.split("_")))
    return bool(
        name
        and re.search(
            rf"(?i)\b(?:my|our) (?:new |current )*{spoken}(?: is|['’]s| went| has| was| changed| increased| dropped| rose)\b|我们?的{spoken}(?:现在|目前|已经)*[是换改变涨降提升减]",
            text,
        )
    )


def _is_new_of(text: str, known: str) -> bool:
    """True where somebody new fills a place that one person fills: "my new doctor is Dr. Jones", 「我的新教练是老马」."""
    new = _NEW.search(text)
    role = next((r for r in new.groups() if r), "") if new else ""
    return bool(role) and bool(re.search(rf"(?i)(?:\b(?:my|our) (?:\w+ )?|我们?的?){re.escape(role)}", known))


_GOAL = re.compile(r"(?i)\bmy (?:\w+ )?goal\b|我的?目标")
_GOAL_NOW = re.compile(
    r"(?i)\bmy (?:\w+ )?goal (?:is now|has changed|changed)\b|\bmy (?:\w+ )?goal\b.*\bnow\b|目标(?:现在|已经)*[改变换调]|现在.{0,4}目标"
)
_CALLED = re.compile(r"(?:\b(?:named|called)|叫做?)\s*([A-Z\u4e00-\u9fff][\w'’]*)")


def _called_otherwise(text: str, known: str) -> bool:
    """Two of a sort that have names of their own: a parrot named Rio, and one named Sky."""
    mine, theirs = _CALLED.search(text), _CALLED.search(known)
    return bool(mine and theirs) and mine is not None and theirs is not None and mine[1] != theirs[1]


_COUNTED = frozenset({"pet", "family", "possession"})
_COUNT = re.compile(
    r"(?i)\b(?:an?|one|two|three|four|five|six|seven|\d+)\b(?=\s)|[一二两三四五六七八九十\d]+(?=只|条|个|匹|台|辆|头)"
)


def _counted_anew(text: str, said: Gist, known: Known) -> bool:
    """The same is counted again: one dog, and two dogs now."""
    mine, theirs = _COUNT.search(text), _COUNT.search(known.record.text)
    counts = [{"a": "one", "an": "one"}.get(m[0].casefold(), m[0].casefold()) for m in (mine, theirs) if m]
    return len(counts) == 2 and counts[0] != counts[1] and same_things(said.things, known.gist.things)


_NEW = re.compile(
    r"(?i)\bmy new ((?:family |piano |guitar |tennis |personal )?(?:doctor|gp|dentist|therapist|shrink|teacher|tutor|coach|trainer|roommate|flatmate|landlord|landlady|neighbou?r"
    r"|mentor|advisor|accountant|lawyer|assistant|hairdresser|barber|physio|vet|nanny|team lead|tech lead|lead))\b"
    r"|\b(?:my|our) (doctor|gp|dentist|therapist|teacher|tutor|coach|trainer|roommate|flatmate|landlord|mentor|advisor|accountant|lawyer|hairdresser|vet)(?: is|['’]s) (?:now\b|.*\bnow\b)"
    r"|新的?(医生|大夫|牙医|老师|导师|教练|室友|房东|邻居|律师|会计|助理|理发师|家教|组长|班主任|私教|阿姨|保姆)"
    r"|(?:我|我们)的?(医生|大夫|牙医|老师|导师|教练|室友|房东|邻居|律师|会计|助理|理发师|家教|组长|班主任|私教|阿姨|保姆)(?:现在|已经)*(?:换成|变成|换)"
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
