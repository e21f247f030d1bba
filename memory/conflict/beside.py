"""What a statement is held against, of all that is known of its subject: its own attribute, and what borders on it.

`ROWS` is the table: a statement of such an attribute is held against what the row says, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from memory.conflict.chinese import is_thing
from memory.conflict.dated import DATED
from memory.conflict.kinds import DONE, takes_its_place
from memory.conflict.known import Known, are_rivals
from memory.conflict.pair import Saying
from memory.conflict.several import is_given_up
from memory.conflict.taken import is_owned
from memory.gist import same_things

_MOVED = re.compile(r"(?i)\b(?:moved|relocated|emigrated|settled|sold|no longer)\b")


@dataclass(frozen=True, slots=True)
class Row:
    """One neighbour of an attribute."""

    of: Callable[[Saying], bool]
    """Which statements."""
    takes: Callable[[Saying, Known], bool]
    """What they are held against."""


def stands_beside(saying: Saying, known: Known) -> bool:
    """True when this thing known may be ended, repeated or replaced by the statement."""
    return any(row.of(saying) and row.takes(saying, known) for row in ROWS)


def _of_its_attribute(saying: Saying, known: Known) -> bool:
    theirs, row = known.record.attribute, saying.attribute
    if theirs == "home" and is_owned(known.record.text) and not (is_owned(saying.text) or _MOVED.search(saying.text)):
        return False  # who lives in Paris may have a house in Nice
    return are_rivals(theirs, saying.name, row, saying.attributes, ended=saying.said.ended)


def _done_in_its_place(saying: Saying, known: Known) -> bool:
    told = known.record.attribute
    return (told in DONE or is_thing(told)) and takes_its_place(saying.text, saying.value, known.record)


def _shunned(saying: Saying, known: Known) -> bool:
    shunned = known.record.attribute == "dislikes" and known.gist.negative
    return shunned and same_things(saying.said.things, known.gist.things)


def _may_end_anything(saying: Saying) -> bool:
    row = saying.attribute
    return saying.said.ended and (saying.name == "vehicle" or not (row and row.single_valued))


ROWS: tuple[Row, ...] = (
    Row(lambda s: True, _of_its_attribute),
    Row(lambda s: s.said.changing and s.name in DATED, lambda s, k: k.record.attribute in DATED),
    Row(lambda s: s.name in DONE, _done_in_its_place),
    Row(lambda s: s.name == "habit" and not s.said.negative, _shunned),
    Row(_may_end_anything, lambda s, k: is_given_up(s.said, k, s.attributes)),
)
