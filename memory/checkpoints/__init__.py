"""Where a thread's state is kept between its turns.

A *checkpoint* is the state after one step, a *turn* runs from one user message to its answer, a *thread* is a row of
turns. `open_sqlite` keeps them in a file, `open_postgres` in a database that many machines share, `open_in_memory`
nowhere. All three are LangGraph checkpoint savers, for sync and async callers in one event loop, with the extended
operations (copy, prune, delete for runs) and with the list of threads, their owners, and the deletion of a user.

How safe a turn is depends on LangGraph's `durability`, of which the graph's caller decides:

| durability | written | a killed process loses | cost a turn of four nodes |
| --- | --- | --- | --- |
| `sync` | before the next step starts | nothing that was finished | one commit a step, waited for |
| `async` | while the next step runs | at most the step before the one that ran | one commit a step, not waited for |
| `exit` | when the turn ends | the turn that ran | one commit |
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from memory.checkpoints.by_thread import Checkpoints
from memory.checkpoints.copying import copy_checkpoints
from memory.checkpoints.mending import Mended, mend
from memory.checkpoints.sqlite import SqliteCheckpoints
from memory.checkpoints.threads import ThreadInfo
from memory.clock import Clock, system_clock
from memory.errors import CheckpointError

if TYPE_CHECKING:
    from memory.checkpoints.postgres import PostgresCheckpoints

__all__ = [
    "Checkpoints",
    "Mended",
    "SqliteCheckpoints",
    "ThreadInfo",
    "copy_checkpoints",
    "mend",
    "open_in_memory",
    "open_postgres",
    "open_sqlite",
]


def open_sqlite(
    path: Path | str,
    *,
    key: str | bytes | None = None,
    keep_turns: int | None = 10,
    clock: Clock = system_clock,
) -> SqliteCheckpoints:
    """Open, or make, a checkpoint file. A context manager; `key` encrypts it, `keep_turns=None` keeps all history.

    Raises:
        CheckpointError: the file cannot be opened or written.
        CheckpointDamaged: it is damaged.
        CheckpointVersionError: a newer version wrote it, or another program.
        CheckpointKeyError: the key is missing, wrong, or not needed.
    """
    return SqliteCheckpoints(path, key=key, keep_turns=keep_turns, clock=clock)


def open_in_memory(*, keep_turns: int | None = 10, clock: Clock = system_clock) -> SqliteCheckpoints:
    """Open checkpoints that are gone when the process ends, with everything else as on disk."""
    return SqliteCheckpoints(None, keep_turns=keep_turns, clock=clock)


def open_postgres(
    url: str,
    *,
    key: str | bytes | None = None,
    keep_turns: int | None = 10,
    clock: Clock = system_clock,
    max_connections: int = 8,
) -> PostgresCheckpoints:
    """Open, or make, the checkpoint tables of a PostgreSQL database. A context manager; needs `bethink[postgres]`.

    Raises:
        CheckpointError: the driver is missing, or the server cannot be reached.
        CheckpointKeyError: the key is missing, wrong, or not needed.
    """
    try:
        from memory.checkpoints.postgres import PostgresCheckpoints
    except ImportError as error:
        raise CheckpointError(
            f"a PostgreSQL address is set, but {error.name} is missing; expected the driver and LangGraph's saver; "
            "install bethink[postgres], or leave the address out"
        ) from error
    return PostgresCheckpoints(url, key=key, keep_turns=keep_turns, clock=clock, max_connections=max_connections)
