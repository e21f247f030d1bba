"""Every way of saying something about somebody that is read in Chinese, in the order it is tried."""

from __future__ import annotations

from memory.extraction.predicate import Predicate
from memory.extraction.zh.body import BODY
from memory.extraction.zh.household import HAVING, PEOPLE
from memory.extraction.zh.identity import WHO
from memory.extraction.zh.taste import DOINGS, TASTE
from memory.extraction.zh.work import WHERE, WORK

PREDICATES: tuple[Predicate, ...] = (*WHO, *WHERE, *WORK, *PEOPLE, *HAVING, *BODY, *TASTE, *DOINGS)
