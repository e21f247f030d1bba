"""Long-term memory: what is known about one user, with where it comes from, since when, and what it replaced.

A handle is bound to one user. There is no call without a user, by-id calls included: an id of another user is an id
that does not exist.

`absorb` stores a turn, `rivals` reads what its statements must be held against, `changes` are what an owner does to
single records, `versions` keep what was before, `lookup` finds, `erasure` leaves nothing.
"""

from memory.long_term.absorb import Written
from memory.long_term.episodes import Utterance
from memory.long_term.lookup import Stats
from memory.long_term.memory import LongTermMemory
from memory.long_term.versions import Version

__all__ = ["LongTermMemory", "Stats", "Utterance", "Version", "Written"]
