"""The outbox of one machine, in a SQLite file or in memory."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from memory.clock import Clock, system_clock
from memory.errors import StoreDamaged, StoreUnavailable
from memory.outbox.drain import Entries
from memory.outbox.entries import MAX_TRIES, Entry
from memory.sqlite_file import SqliteFile
from memory.sqlite_kind import Kind
from memory.turns import LocalTurns, SqliteTurns, TurnClaims


def _first(db: sqlite3.Connection) -> None:
    db.execute(
        "CREATE TABLE entries (number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, "
        "kind TEXT NOT NULL, user_id TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL, "
        "tries INTEGER NOT NULL, put_at TEXT NOT NULL, due_at TEXT NOT NULL, error TEXT NOT NULL)"
    )
    db.execute("CREATE INDEX entries_of_users ON entries (state, user_id, number)")
    db.execute("CREATE TABLE done (key TEXT PRIMARY KEY, user_id TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID")
    db.execute("CREATE INDEX done_of_users ON done (user_id)")
    db.execute("CREATE INDEX done_by_time ON done (at)")


OUTBOX_FILE = Kind(
    name="outbox file",
    application_id=0x42544B4F,  # "BTKO"
    migrations=(_first,),
    failed=StoreUnavailable,
    damaged=StoreDamaged,
    newer=StoreDamaged,
    mend="put a backup in its place, or move it away: what it still held is then not written to memory",
)
_COLUMNS = "key, kind, user_id, payload, state, tries, put_at, due_at, error"


class SqliteShelf:
    """Entries in a SQLite file."""

    def __init__(self, path: Path | str | None) -> None:
        self._file = SqliteFile(path, OUTBOX_FILE)

    def add(self, entry: Entry) -> bool:
        row = (
            entry.key, entry.kind, entry.user_id, json.dumps(entry.payload), entry.state, entry.tries,
            entry.put_at.isoformat(), entry.due_at.isoformat(), entry.error,
        )  # fmt: skip
        with self._file.transaction() as db:
            if db.execute("SELECT 1 FROM done WHERE key = ?", (entry.key,)).fetchone():
                return False
            query = f"INSERT OR IGNORE INTO entries ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            return db.execute(query, row).rowcount == 1

    def users(self) -> list[str]:
        with self._file.read() as db:
            query = "SELECT user_id FROM entries WHERE state = 'pending' GROUP BY user_id ORDER BY min(number)"
            return [user for (user,) in db.execute(query)]

    def head(self, user_id: str) -> Entry | None:
        found = self._select("state = 'pending' AND user_id = ? ORDER BY number LIMIT 1", [user_id])
        return found[0] if found else None

    def finish(self, entry: Entry, *, at: datetime, forget_before: datetime) -> bool:
        with self._file.transaction() as db:
            was_there = db.execute("DELETE FROM entries WHERE key = ?", (entry.key,)).rowcount == 1
            db.execute("DELETE FROM done WHERE at < ?", (forget_before.isoformat(),))
            row = (entry.key, entry.user_id, at.isoformat())
            db.execute("INSERT OR REPLACE INTO done (key, user_id, at) VALUES (?, ?, ?)", row)
        return was_there

    def update(self, entry: Entry) -> bool:
        with self._file.transaction() as db:
            changed = db.execute(
                "UPDATE entries SET state = ?, tries = ?, due_at = ?, error = ? WHERE key = ?",
                (entry.state, entry.tries, entry.due_at.isoformat(), entry.error, entry.key),
            )
            return changed.rowcount == 1

    def entries(self, *, state: str | None, user_id: str | None, key: str | None = None) -> list[Entry]:
        where = "(?1 IS NULL OR state = ?1) AND (?2 IS NULL OR user_id = ?2) AND (?3 IS NULL OR key = ?3)"
        return self._select(f"{where} ORDER BY number", [state, user_id, key])

    def forget(self, user_id: str, under: str) -> int:
        where = "user_id = ?1 AND substr(key, 1, length(?2)) = ?2"
        with self._file.erasure() as db:
            db.execute(f"DELETE FROM done WHERE {where}", (user_id, under))
            return db.execute(f"DELETE FROM entries WHERE {where}", (user_id, under)).rowcount

    def rewrite(self, entries: Sequence[Entry]) -> int:
        with self._file.erasure() as db:
            rows = [(json.dumps(e.payload), e.error, e.key) for e in entries]
            return db.executemany("UPDATE entries SET payload = ?, error = ? WHERE key = ?", rows).rowcount

    def close(self) -> None:
        self._file.close()

    def _select(self, where: str, values: list[Any]) -> list[Entry]:
        with self._file.read() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM entries WHERE {where}", values).fetchall()
        try:
            return [
                Entry(
                    key=key,
                    kind=kind,
                    user_id=user_id,
                    payload=json.loads(payload),
                    state=state,
                    tries=tries,
                    put_at=datetime.fromisoformat(put_at),
                    due_at=datetime.fromisoformat(due_at),
                    error=error,
                )
                for key, kind, user_id, payload, state, tries, put_at, due_at, error in rows
            ]
        except (ValueError, TypeError) as error:
            raise self._file.damage(error) from error


class Outbox(Entries):
    """The outbox of one machine; `path=None` keeps it in memory."""

    def __init__(self, path: Path | str | None, *, clock: Clock = system_clock, max_tries: int = MAX_TRIES) -> None:
        claims: TurnClaims = LocalTurns(clock=clock) if path is None else SqliteTurns(f"{path}-turns", clock=clock)
        super().__init__(SqliteShelf(path), claims, clock=clock, max_tries=max_tries)
