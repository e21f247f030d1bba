"""One turn of a thread at a time.

Two turns that run at once on one thread lose messages silently: each starts from the same checkpoint, and the one that
ends last wins. A *claim* is a turn's place in the line of its thread; the first in the line *holds* the thread.
`LocalTurns` keeps the lines of one process, `SqliteTurns` of one machine, `PostgresTurns` of many machines.
"""

from __future__ import annotations

from memory.turns.claims import Claim, TurnClaims
from memory.turns.local import LocalTurns
from memory.turns.postgres import PostgresTurns
from memory.turns.sqlite import SqliteTurns

__all__ = ["Claim", "LocalTurns", "PostgresTurns", "SqliteTurns", "TurnClaims"]
