"""What a statement does to what is known where several things hold at once: likes, plans, allergies, languages.

`ROWS` is the table of it: for a statement and one thing known, the first row that applies says what becomes of that
thing. A further way in which something known changes is a further row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from memory.attributes import LEVEL, Attribute, attribute_named
from memory.conflict.changing import gives_up, is_ability, is_none, recounted
from memory.conflict.chinese import differ, is_of_one, is_renamed, is_thing
from memory.conflict.dated import DATED, at_other_times, is_moved, is_so_already
from memory.conflict.decision import Decision
from memory.conflict.kinds import DONE, is_turned, of_one_kind, takes_its_place
from memory.conflict.known import MOSTLY, Known, base_stance, replacing, stance_of
from memory.conflict.naming import called_otherwise, is_renamed_animal
from memory.conflict.pair import Pair, Saying
from memory.extraction.people import RELATION_EN, relation_named
from memory.gist import Gist, covered, overlap, same_things

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


def several(saying: Saying, rivals: list[Known]) -> Decision:
    """Decide what becomes of the things that are known beside a statement: the first row that applies says it of each."""
    over: list[Known] = []
    for known in rivals:
        pair = Pair(saying=saying, known=known, agree=_agree(saying, known))
        row = next((r for r in ROWS if r.applies(pair)), None)
        if row is None or row.then == "stands":
            continue
        if row.then == "reinforced":
            return Decision(action="reinforced", target=known.record, attribute=saying.name, reason=row.reason)
        over.append(known)
    if over:
        return replacing(over, saying.name, "it says otherwise of the same thing")
    return Decision(action="added", attribute=saying.name, reason="it stands beside the rest")


def _agree(saying: Saying, known: Known) -> bool:
    base = base_stance(known.record, saying.attributes) if saying.stance else 0
    return stance_of(saying.said, saying.stance) == stance_of(known.gist, base)


@dataclass(frozen=True, slots=True)
class Row:
    """One way in which what is said bears on what is known."""

    then: Literal["over", "reinforced", "stands"]
    """What becomes of what is known."""
    when: Callable[[Pair], bool]
    reason: str
    of: frozenset[str] = frozenset()
    """The attributes of the statement that it holds for; empty: all."""
    agreeing: bool | None = None
    """Whether the two must affirm alike; None: it does not matter."""
    under_one: bool = False
    """Whether the two must stand under one attribute."""

    def applies(self, pair: Pair) -> bool:
        """True when this row says what becomes of what is known."""
        if self.of and pair.saying.name not in self.of:
            return False
        if self.agreeing is not None and self.agreeing != pair.agree:
            return False
        return (not self.under_one or pair.same_attribute) and self.when(pair)


def _is_near(pair: Pair) -> bool:
    mine, theirs = pair.said, pair.gist
    differ = mine.things - theirs.things and theirs.things - mine.things
    enough = NEAR_IN_OTHER_WORDS if differ else NEAR
    return pair.saying.similarity(pair.known.record) >= enough and mine.numbers == theirs.numbers


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


_GOAL = re.compile(r"(?i)\bmy (?:\w+ )?goal\b|我(?:们|今年|明年|现在|最近)?的?目标")
_GOAL_NOW = re.compile(
    r"(?i)\bmy (?:\w+ )?goal (?:is now|has changed|changed)\b|\bmy new goal\b|\bmy (?:\w+ )?goal\b.*\bnow\b|目标(?:现在|已经)*[改变换调]|现在.{0,4}目标"
)


_COUNT = re.compile(
    r"(?i)\b(?:an?|one|two|three|four|five|six|seven|\d+)\b(?=\s)|[一二两三四五六七八九十\d]+(?=只|条|个|匹|台|辆|头)"
)


def _is_counted_anew(pair: Pair) -> bool:
    """The same is counted again: one dog, and two dogs now."""
    mine, theirs = _COUNT.search(pair.text), _COUNT.search(pair.before)
    counts = [{"a": "one", "an": "one"}.get(m[0].casefold(), m[0].casefold()) for m in (mine, theirs) if m]
    return len(counts) == 2 and counts[0] != counts[1] and _same(pair)


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


def _is_preferred_to(pair: Pair) -> bool:
    """The other was preferred, without a word of this one: "I prefer email", "I prefer phone calls over email now"."""
    preferred = re.search(r"(?i)\bprefer\b", pair.before) is not None
    return preferred and bool(pair.said.lesser) and pair.said.lesser == pair.gist.things


def _is_none_or_some(pair: Pair) -> bool:
    return not pair.saying.stance and is_none(pair.known.record.value) != is_none(pair.saying.value)


def _is_recounted(pair: Pair) -> bool:
    saying = pair.saying
    return not saying.stance and saying.name not in _UNCOUNTED and recounted(pair.known.record.value, saying.value)


def _is_changed_for_its_kind(pair: Pair) -> bool:
    return pair.said.changing and of_one_kind(pair.known.record.value, pair.saying.value)


def _is_done_instead(pair: Pair) -> bool:
    known = pair.known.record
    return (known.attribute in DONE or is_thing(known.attribute)) and takes_its_place(
        pair.text, pair.saying.value, known
    )


def _is_at_that_time_already(pair: Pair) -> bool:
    return pair.said.changing and is_so_already(pair.text, pair.said, pair.before, pair.gist)


def _is_own_again(pair: Pair) -> bool:
    name = pair.saying.name
    return pair.saying.attribute is None and _is_own(pair.before, name) and _is_own(pair.text, name)


def _is_of_one(pair: Pair) -> bool:
    saying, was = pair.saying, pair.known.record.value
    return saying.attribute is None and is_of_one(saying.name, pair.text) and differ(pair.text, saying.value, was)


def _is_covered(pair: Pair) -> bool:
    return covered(pair.said.things, pair.gist.things) >= NEARLY_ALL or _is_near(pair)


def _is_denied_or_moved(pair: Pair) -> bool:
    denied, changing = pair.saying.denied, pair.said.changing or pair.saying.quoted.changing
    return bool(denied and same_things(denied, pair.gist.things)) or (changing and is_moved(pair.said, pair.gist))


def _is_ended(pair: Pair) -> bool:
    of_it = covered(pair.gist.things, pair.said.things) >= MOSTLY
    return pair.said.ended and (of_it or _is_planned(pair.said, pair.gist))


_RELATED = re.compile(rf"(?i)\b(?:my|our)\s+(?:\w+\s+)?(?P<rel>{RELATION_EN})\b")


def _is_of_another(pair: Pair) -> bool:
    """Two people of one name: a son and a nephew."""
    mine, theirs = _RELATED.search(pair.text), _RELATED.search(pair.before)
    return bool(mine and theirs) and relation_named(mine["rel"]) != relation_named(theirs["rel"])  # type: ignore[index]


def _same(pair: Pair) -> bool:
    return same_things(pair.said.things, pair.gist.things)


ROWS: tuple[Row, ...] = (
    Row("stands", lambda p: p.said.ended and is_ability(p.known.record) and "会" not in p.text, "it can be done still"),
    Row("over", _is_none_or_some, "there is one, or none, now", under_one=True),
    Row("over", _is_recounted, "it is another number of them", under_one=True),
    Row("over", _is_changed_for_its_kind, "another of its kind", agreeing=True, under_one=True),
    Row("over", _is_counted_anew, "counted again", of=frozenset({"pet", "family", "possession"}), under_one=True),
    Row("over", _is_done_instead, "done in its place", of=DONE, agreeing=True),
    Row("over", lambda p: _is_new_of(p.text, p.before), "somebody new in the place", under_one=True),
    Row("over", lambda p: p.saying.name.endswith(LEVEL), "one level at a time", under_one=True),
    Row("reinforced", _is_at_that_time_already, "it is known so", of=frozenset({"plan"})),
    Row("over", lambda p: at_other_times(p.text, p.said, p.before, p.gist), "other times", of=DATED, agreeing=True),
    Row("over", _is_own_again, "of their own there is one", under_one=True),
    Row("over", lambda p: _same_order(p.known.record.value, p.saying.value), "liked another way", agreeing=True),
    Row(
        "over",
        lambda p: bool(_GOAL_NOW.search(p.text) and _GOAL.search(p.before)),
        "the goal now",
        of=frozenset({"goal"}),
    ),
    Row("over", lambda p: _is_reversed(p.said, p.gist), "the other is preferred now"),
    Row("over", _is_preferred_to, "something is preferred to it now", under_one=True),
    Row(
        "over",
        lambda p: is_renamed(p.text, p.before),
        "it was renamed",
        of=frozenset({"pet", "family", "friend", "partner"}),
        under_one=True,
    ),
    Row("over", lambda p: is_renamed_animal(p.text, p.before), "it has another name", of=frozenset({"pet"})),
    Row("stands", lambda p: called_otherwise(p.text, p.before), "it has its own name", of=frozenset({"pet"})),
    Row("over", _is_of_one, "of that thing there is one", under_one=True),
    Row("stands", _is_of_another, "somebody else of that name", of=frozenset({"family", "friend"}), agreeing=True),
    Row("reinforced", _same, "the same thing", agreeing=True),
    Row("over", _same, "said otherwise of it", agreeing=False),
    Row(
        "over",
        lambda p: is_turned(p.text, p.saying.value, p.known.record.value),
        "the whole of it is taken otherwise now",
        of=frozenset({"likes", "dislikes"}),
        agreeing=False,
    ),
    Row("reinforced", _is_covered, "the same in other words", agreeing=True),
    Row("over", _is_denied_or_moved, "denied, or moved", agreeing=True),
    Row("over", _is_ended, "it has ended", agreeing=False),
)
"""What becomes of what is known; the first row that applies counts."""


def is_given_up(said: Gist, known: Known, attributes: Mapping[str, Attribute]) -> bool:
    """It ends a doing that is known under another name: "I play tennis every Sunday", "I stopped playing tennis"."""
    row = attribute_named(known.record.attribute, attributes)
    doing = (row is None or row.name in DOINGS) and not is_ability(known.record)
    return not known.gist.negative and ((doing and _is_planned(said, known.gist)) or gives_up(said, known.record))
