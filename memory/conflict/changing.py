"""What a statement changes that it does not name by attribute: it ends, replaces or corrects what is known.

"I had to quit tennis", "I switched from Cisco to Juniper", "no, it's Lausanne", 「我把工作辞了」: which record is meant
shows in the words alone. What changes nothing is not kept, so these ways of speaking can be read generously.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from difflib import SequenceMatcher

from memory.attributes import FAVOURITE, attribute_named, canonical
from memory.conflict.chinese import fills_its_frame, is_thing
from memory.conflict.dated import DATED, is_moved, is_so_already
from memory.conflict.decision import Claim, Decision
from memory.conflict.kinds import of_one_kind, swapped
from memory.extraction.en.values import PETS
from memory.extraction.events import put_right
from memory.gist import Gist, gist, named_beside, overlap
from memory.record import MemoryRecord

CONTRARY = frozenset({"dislikes", "likes", "allergy", "diet"})
"""What a doing that was taken up, again or at last, can speak against."""
LASTING = frozenset({"name", "surname", "birthday", "age", "hometown", "nationality", "gender", "zodiac", "blood_type"})
"""What somebody does not give up."""
NAMING = frozenset(
    {"home", "work_location", "employer", "school", "partner", "manager", "family", "friend", "language", "vehicle"}
)
"""What is known by a name that other things have too: who gave up running in Berlin still lives there."""
DWELLING = frozenset({"hous", "home", "apart", "flat", "place", "condo", "房子", "公寓"})
ENOUGH = 0.5
"""The share of the shorter statement's things that both must name."""
ALIKE = 0.6
"""How alike two spellings are when one corrects the other."""

_NUMBER = re.compile(
    r"(?i)\b(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"|(?:\d+(?:\.\d+)?|[一二两三四五六七八九十半俩仨]+)(?:个|只|条|片|粒|颗|位|次|杯|根|支|辆|台|份)?"
)
_NONE = re.compile(r"(?i)^(?:no|none|not any|don['’]?t|without)\b|^(?:没有?|无|不会?)(?=.)")


def changed(
    candidate: Claim, said: Gist, same: Sequence[MemoryRecord], every: Sequence[MemoryRecord], *, now: datetime
) -> Decision:
    """Decide what a statement that is kept only for what it changes does.

    `same` are the facts of its subject, `every` all facts; of a bare correction the newest fact is meant.
    """
    live = [r for r in same if r.attribute not in LASTING]
    if candidate.ends and not candidate.value:
        done = [r for r in _just_said(same) if r.attribute in _GIVEN_UP and not _ended(r)]
        return _replacing(done[-1:], done[-1].attribute if done else "", "what was just spoken of no longer holds")
    if candidate.ends:
        over = [r for r in live if gives_up(said, r)]
        over = over or [
            r
            for r in every
            if candidate.value[:1].isupper() and r.attribute == "pet" and not _PAIR.search(r.text) and gives_up(said, r)
        ]  # who has a name may be a dog
        over += [r for r in every if r not in over and _of_lost_animal(r, candidate.value)]
        return _replacing(over, over[0].attribute if over else "", "it no longer holds")
    corrects = candidate.corrects and not candidate.attribute
    if candidate.instead_of:
        was = gist(candidate.instead_of).things
        over = [r for r in same if r.value and overlap(gist(r.value).things, was) >= ENOUGH]
        over = over or [r for r in live if overlap(_things(r), was) >= ENOUGH]
        if not over:
            over = [r for r in every if _put_right(r, candidate.instead_of, candidate.value, now)]
            over = sorted(over, key=lambda r: r.created)[-1:]
    elif corrects:
        last = _just_said(every)
        alike = [r for r in every if nearly(r.value, candidate.value) or _of_one_name(r.value, candidate.value)]
        over = sorted(alike, key=lambda r: r.created)[-1:]
        town = len(_REGION.split(candidate.value, 1)) == 2
        fitting = [r for r in last if r.value and _fits(r.value, candidate.value)]
        over = over or [r for r in fitting if not town or r.attribute in _TOWNS][-1:]
        over = over or [r for r in last if _put_right(r, "", candidate.value, now)][-1:]
    elif is_thing(candidate.attribute):
        name = canonical(candidate.attribute)
        over = [r for r in live if r.attribute == name and r.value != candidate.value]
    elif (row := attribute_named(candidate.attribute)) is not None and row.single_valued and candidate.value:
        over = [r for r in same if r.attribute == row.name and r.value.casefold() != candidate.value.casefold()]
    elif candidate.attribute in DATED:
        moved = [(r, gist(r.text)) for r in live if r.attribute in DATED]
        moved = [(r, g) for r, g in moved if is_moved(said, g) and not is_so_already(candidate.text, said, r.text, g)]
        over = [r for r, _ in moved] or [r for r in live if _done_instead(candidate, r)]
    else:
        over = [
            r
            for r in live
            if (r.attribute in CONTRARY and overlap(_things(r), said.things) >= ENOUGH)
            or (
                r.attribute in _KINDS
                and candidate.attribute in _KINDS
                and (of_one_kind(r.value, candidate.value) or swapped(candidate.text, candidate.value, r.value))
            )
            or _done_instead(candidate, r)
        ]
    if not over:
        return Decision(action="ignored", reason="nothing known that it would change")
    newest = max(over, key=lambda r: r.created)
    if corrects or candidate.instead_of:
        if newest.value.casefold() == candidate.value.casefold():
            return Decision(action="ignored", target=newest, reason="it is known so")
        part = candidate.instead_of if candidate.instead_of and candidate.instead_of in newest.value else newest.value
        text = newest.text.replace(part, candidate.value) if candidate.corrects and part else ""
        text = text if candidate.value in text else _put_right(newest, candidate.instead_of, candidate.value, now)
        rest = tuple(r for r in over if r.id != newest.id and r.attribute == newest.attribute)
        return Decision(
            action="superseded",
            target=newest,
            others=rest,
            attribute=newest.attribute,
            like=newest,
            text=text,
            reason="it corrects what was said" if candidate.corrects else "it takes its place",
        )
    about = newest.attribute if is_thing(newest.attribute) else candidate.attribute
    return _replacing(over, about, "it says otherwise of the same thing")


def _of_lost_animal(record: MemoryRecord, lost: str) -> bool:
    """True for what is known of an animal that is gone, under its own name."""
    return record.subject in lost.split() and _ANIMAL.search(lost) is not None


_ANIMAL = re.compile(rf"(?i)\b{PETS}\b")


def _done_instead(candidate: Claim, known: MemoryRecord) -> bool:
    """True when a doing fills the frame of a known one, or a thing of the user's own is swapped for another."""
    if known.attribute == candidate.attribute == "habit" and fills_its_frame(candidate.text, known.text):
        return True
    return is_thing(known.attribute) and swapped(candidate.text, candidate.value, known.value)


_GIVEN_UP = frozenset({"likes", "habit", "skill", "smoking", "drinking", "goal", "medication", "allergy"})
"""What "I gave it up" can be said of."""


def _just_said(known: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """Give the facts of the newest message that told any."""
    newest = max(known, key=lambda r: r.created, default=None)
    return [r for r in known if newest is not None and r.source.message_ids[-1:] == newest.source.message_ids[-1:]]


_KINDS = frozenset({"likes", "habit"})


_CAN = re.compile(r"会(?=[弹拉吹敲唱跳画做修骑滑下包织说打写])")


def is_ability(record: MemoryRecord) -> bool:
    """True for what somebody can do: who no longer plays can play."""
    return record.attribute == "skill" and bool(_CAN.search(record.text))


def gives_up(said: Gist, record: MemoryRecord) -> bool:
    """True when an ending speaks of what this record says, whatever it is called there."""
    if record.attribute in LASTING or _ended(record):
        return False
    if is_ability(record):
        return False
    if record.attribute.startswith(FAVOURITE) and not said.liking:
        return False
    meant = said.timeless or said.things
    if (
        max(overlap(_things(record), meant), overlap(gist(record.value).things if record.value else frozenset(), meant))
        < ENOUGH
    ):
        return False
    if record.attribute not in NAMING:
        return True
    meant = meant - DWELLING or meant
    return overlap(gist(record.value or record.text).things, meant, of=meant) > ENOUGH


def recounted(one: str, other: str) -> bool:
    """True when two values name the same thing in another number: two kids and three, 10 mg of it and 20."""
    bare_one, bare_other = _uncounted(one), _uncounted(other)
    return one != other and bare_one == bare_other and len(bare_one) > 1 and bare_one != one.strip().casefold()


def is_none(value: str) -> bool:
    """True for a value that says there is none: "no kids", 「没有车」."""
    return bool(_NONE.match(value))


_IS_CALLED = re.compile(r"\b(?:called|named|name is|name['’]s)\b|叫|姓|名字是")
"""What tells a name: put right, it may be spelt quite otherwise, 子涵 and 梓晗."""


def misspelt(one: MemoryRecord, text: str, value: str) -> bool:
    """True when two sentences differ in one name, spelt nearly alike."""
    if not (one.value and value) or one.value == value:
        return False
    alike = SequenceMatcher(None, one.value.casefold(), value.casefold()).ratio() >= ALIKE
    return (alike or _IS_CALLED.search(text) is not None) and _frame(one.text, one.value) == _frame(text, value)


_SPELLING = re.compile(r"\b(?:spelled|spelt|written|actually|really|sorry|correction)\b|写作|其实")


def _frame(text: str, value: str) -> str:
    bare = _SPELLING.sub(" ", text.casefold().replace(value.casefold(), "\ue001"))
    return re.sub(r"[\W_]+", " ", bare).strip()


def _put_right(record: MemoryRecord, was: str, value: str, now: datetime) -> str:
    """Give the sentence of a record that has no value of its own, with one of its times put right."""
    return "" if record.value else put_right(record.text, was, value, now)


def _of_one_name(one: str, other: str) -> bool:
    """Two towns of one name, one state or country and another."""
    mine, theirs = _REGION.split(one, 1), _REGION.split(other, 1)
    return len(theirs) == 2 and mine[0].casefold() == theirs[0].casefold() and one.casefold() != other.casefold()


_TOWNS = frozenset({"home", "hometown", "work_location", "school", "plan"})
_REGION = re.compile(r",\s*|\s+in\s+")


def nearly(one: str, other: str) -> bool:
    """True for two spellings of one name."""
    if not one or not other or one.casefold() == other.casefold() or any(c.isdigit() for c in one + other):
        return False
    return (
        len(one.split()) == len(other.split()) == 1
        and one[0].isupper() == other[0].isupper()
        and SequenceMatcher(None, one.casefold(), other.casefold()).ratio() >= ALIKE
    )


def _uncounted(value: str) -> str:
    flat = _CHILD.sub("child", _NUMBER.sub("", value.casefold()))
    return re.sub(r"\s+", " ", flat).strip(" s")


_CHILD = re.compile(r"\b(?:kids?|children)\b")


_PAIR = re.compile(r"[A-Z]\w+,? (?:and|&) [A-Z]\w+|[\u4e00-\u9fff](?:和|跟)[\u4e00-\u9fff]")
"""Several by their names: one of them gone leaves the rest."""


def _things(record: MemoryRecord) -> frozenset[str]:
    return gist(record.text).timeless or gist(record.text).things


def _ended(record: MemoryRecord) -> bool:
    return gist(record.text).ended


def _fits(old: str, new: str) -> bool:
    """True when one value can stand where the other stood: a number for a number, a name for a name."""
    if any(c.isdigit() for c in old) != any(c.isdigit() for c in new):
        return False
    if new[:1].isascii() and old[:1].isupper() and not new[:1].isupper():
        return False
    return bool(named_beside(new, frozenset()))


def _replacing(over: Sequence[MemoryRecord], attribute: str, reason: str) -> Decision:
    if not over:
        return Decision(action="ignored", reason="nothing known that it would change")
    newest, *rest = sorted(over, key=lambda r: r.created, reverse=True)
    return Decision(action="superseded", target=newest, others=tuple(rest), attribute=attribute, reason=reason)
