"""Every way of saying something about somebody that is read in English, in the order it is tried."""

from __future__ import annotations

from memory.extraction.en.body import BODY
from memory.extraction.en.household import HAVING, PEOPLE
from memory.extraction.en.identity import POSSESSED, WHO
from memory.extraction.en.taste import DOINGS, TASTE
from memory.extraction.en.work import WHERE, WORK
from memory.extraction.predicate import Predicate

PREDICATES: tuple[Predicate, ...] = (*POSSESSED, *WHO, *WHERE, *WORK, *PEOPLE, *HAVING, *BODY, *TASTE, *DOINGS)
