"""What sorts of SQLite files there are, and what each says when it cannot be used."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.errors import BethinkError

Migration = Callable[[sqlite3.Connection], None]
"""Takes the database from one version to the next, inside a transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What a file of one sort is, and the errors by which it speaks."""

    name: str
    """What a reader calls it: `checkpoint file`."""
    application_id: int
    """The number in the file's header that says whose it is."""
    migrations: Sequence[Migration]
    """One a version: the first makes version 1 out of nothing."""
    failed: type[BethinkError]
    """It cannot be opened, read or written now."""
    damaged: type[BethinkError]
    """Its bytes are not what they should be."""
    newer: type[BethinkError]
    """A later version of the program wrote it, or another program."""
    mend: str
    """What to do about damage."""
    is_durable: bool = True
    """Whether a commit survives a power cut, which costs a wait for the disk; it survives a killed process anyway."""


def explain(error: sqlite3.DatabaseError | UnicodeDecodeError, title: str, kind: Kind) -> BaseException:
    """Give our error for one of SQLite's; a fault of ours stays what it is.

    A damaged file also shows as text that is none, in a row or in SQLite's own message, and as a table that is gone.
    """
    code = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    is_garbled = isinstance(error, UnicodeDecodeError) or "Could not decode" in str(error)
    is_missing = primary == sqlite3.SQLITE_ERROR and str(error).startswith("no such")
    if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or is_garbled or is_missing:
        return kind.damaged(f"the {title} is damaged ({error}); expected a whole database; {kind.mend}")
    advice = _ADVICE.get(primary if primary is not None else -1)
    if advice is None:
        return error
    return kind.failed(f"the {title} cannot be used now ({error}); {advice}")


_ADVICE = {
    sqlite3.SQLITE_BUSY: "expected its lock within the waiting time; find the process that holds it, and try again",
    sqlite3.SQLITE_LOCKED: "expected its lock within the waiting time; find the process that holds it, and try again",
    sqlite3.SQLITE_FULL: "expected room on the disk; free some and try again: nothing was half written",
    sqlite3.SQLITE_READONLY: "expected to write; change the permissions of the file and of its folder",
    sqlite3.SQLITE_CANTOPEN: "expected to open it; change the permissions of the file and of its folder",
    sqlite3.SQLITE_PERM: "expected to open it; change the permissions of the file and of its folder",
    sqlite3.SQLITE_IOERR: "expected the disk to answer; check the disk and try again",
}
