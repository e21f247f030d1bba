"""Claims among the processes of one machine: the book of tickets is a SQLite file."""

from __future__ import annotations

import os
import sqlite3
from datetime import datetime
from hashlib import blake2b
from pathlib import Path

from memory.clock import Clock, system_clock
from memory.errors import StoreDamaged, StoreUnavailable
from memory.sqlite_file import SqliteFile
from memory.sqlite_kind import Kind
from memory.turns.alive import Alive
from memory.turns.claims import Claim
from memory.turns.tickets import TicketedTurns


def _first(db: sqlite3.Connection) -> None:
    db.execute(
        "CREATE TABLE tickets (ticket INTEGER PRIMARY KEY AUTOINCREMENT, thread BLOB NOT NULL, "
        "token TEXT NOT NULL UNIQUE, process INTEGER NOT NULL, pid INTEGER NOT NULL, host TEXT NOT NULL, "
        "since TEXT NOT NULL)"
    )
    db.execute("CREATE INDEX tickets_in_order ON tickets (thread, ticket)")


TURN_FILE = Kind(
    name="turn file",
    application_id=0x42544B54,  # "BTKT"
    migrations=(_first,),
    failed=StoreUnavailable,
    damaged=StoreDamaged,
    newer=StoreDamaged,
    mend="delete it while no turn runs: it holds nothing but running turns",
    is_durable=False,
)


class SqliteBook:
    """Tickets in a SQLite file, and beside it the file in which the processes mark that they live."""

    def __init__(self, path: Path | str) -> None:
        self._file = SqliteFile(path, TURN_FILE)
        self._marks = Path(f"{path}-alive")

    def take(self, claim: Claim) -> None:
        process = Alive.at(self._marks).number
        row = (_name(claim.thread_id), claim.token, process, claim.pid, claim.host, claim.since.isoformat())
        with self._file.transaction() as db:
            db.execute("INSERT INTO tickets (thread, token, process, pid, host, since) VALUES (?, ?, ?, ?, ?, ?)", row)

    def line(self, thread_id: str, *, most: int | None = None) -> list[Claim]:
        alive = Alive.at(self._marks)
        found: list[Claim] = []
        last = 0
        while most is None or len(found) < most:
            with self._file.read() as db:
                row = db.execute(
                    "SELECT ticket, token, process, pid, host, since FROM tickets WHERE thread = ? AND ticket > ? "
                    "ORDER BY ticket LIMIT 1",
                    (_name(thread_id), last),
                ).fetchone()
            if row is None:
                break
            last, token, process, pid, host, since = row
            if alive.sees(process):
                try:
                    since = datetime.fromisoformat(since)
                except (ValueError, TypeError) as error:
                    raise self._file.damage(error) from error
                found.append(Claim(thread_id=thread_id, since=since, pid=pid, host=host, token=token))
            else:
                with self._file.transaction() as db:
                    db.execute("DELETE FROM tickets WHERE ticket = ?", (last,))
        return found

    def drop(self, claim: Claim) -> None:
        if claim.pid != os.getpid():
            return  # a forked child leaves a block that its parent entered: the claim stays its parent's
        with self._file.transaction() as db:
            db.execute("DELETE FROM tickets WHERE token = ?", (claim.token,))

    def close(self) -> None:
        self._file.close()


class SqliteTurns(TicketedTurns):
    """Claims among the processes of one machine. The file may lie on a local disk only: others lose locks."""

    def __init__(self, path: Path | str, *, clock: Clock = system_clock) -> None:
        super().__init__(SqliteBook(path), clock=clock)


def _name(thread_id: str) -> bytes:
    return blake2b(thread_id.encode("utf-8", "surrogatepass"), digest_size=16).digest()
