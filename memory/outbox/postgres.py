"""The outbox of many machines, in PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memory.clock import Clock, system_clock
from memory.errors import StoreUnavailable
from memory.outbox.drain import Entries
from memory.outbox.entries import MAX_TRIES, Entry
from memory.postgres_database import PostgresDatabase
from memory.turns import PostgresTurns

_TABLES = (
    """CREATE TABLE IF NOT EXISTS bethink_outbox (number BIGSERIAL PRIMARY KEY, key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL, user_id TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL, tries INTEGER NOT NULL,
    put_at TIMESTAMPTZ NOT NULL, due_at TIMESTAMPTZ NOT NULL, error TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS bethink_outbox_of_users ON bethink_outbox (state, user_id, number)",
    """CREATE TABLE IF NOT EXISTS bethink_outbox_done (key TEXT PRIMARY KEY, user_id TEXT NOT NULL,
    at TIMESTAMPTZ NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS bethink_outbox_done_of_users ON bethink_outbox_done (user_id)",
)
_COLUMNS = "key, kind, user_id, payload, state, tries, put_at, due_at, error"
_ORDER = 0x42544B50
"""The first half of the key of the lock under which a user's entries are numbered in the order of their commits."""


class PostgresShelf:
    """Entries in a table."""

    def __init__(self, url: str) -> None:
        self._database = PostgresDatabase(url, failed=StoreUnavailable, tables=_TABLES, max_connections=4)

    def add(self, entry: Entry) -> bool:
        row = (
            entry.key, entry.kind, entry.user_id, json.dumps(entry.payload), entry.state, entry.tries,
            entry.put_at, entry.due_at, entry.error,
        )  # fmt: skip
        with self._database.transaction() as db:
            db.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_ORDER, entry.user_id))
            if db.execute("SELECT 1 FROM bethink_outbox_done WHERE key = %s", (entry.key,)).fetchone():
                return False
            added = db.execute(
                f"INSERT INTO bethink_outbox ({_COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) "
                "ON CONFLICT (key) DO NOTHING",
                row,
            )
            return added.rowcount == 1

    def users(self) -> list[str]:
        with self._database.transaction() as db:
            rows = db.execute(
                "SELECT user_id FROM bethink_outbox WHERE state = 'pending' GROUP BY user_id ORDER BY min(number)"
            )
            return [str(user) for (user,) in rows]

    def head(self, user_id: str) -> Entry | None:
        found = self._select("state = 'pending' AND user_id = %s ORDER BY number LIMIT 1", (user_id,))
        return found[0] if found else None

    def finish(self, entry: Entry, *, at: datetime, forget_before: datetime) -> bool:
        with self._database.transaction() as db:
            was_there = db.execute("DELETE FROM bethink_outbox WHERE key = %s", (entry.key,)).rowcount == 1
            db.execute("DELETE FROM bethink_outbox_done WHERE at < %s", (forget_before,))
            db.execute(
                "INSERT INTO bethink_outbox_done VALUES (%s, %s, %s) ON CONFLICT (key) DO UPDATE SET at = excluded.at",
                (entry.key, entry.user_id, at),
            )
        return was_there

    def update(self, entry: Entry) -> bool:
        with self._database.transaction() as db:
            changed = db.execute(
                "UPDATE bethink_outbox SET state = %s, tries = %s, due_at = %s, error = %s WHERE key = %s",
                (entry.state, entry.tries, entry.due_at, entry.error.replace("\x00", ""), entry.key),
            )
            return changed.rowcount == 1

    def entries(self, *, state: str | None, user_id: str | None, key: str | None = None) -> list[Entry]:
        wanted = {"state": state, "user_id": user_id, "key": key}
        tests = [f"{column} = %s" for column, value in wanted.items() if value is not None]
        values = [value for value in wanted.values() if value is not None]
        return self._select(f"{' AND '.join(tests) or 'true'} ORDER BY number", values)

    def forget(self, user_id: str, under: str) -> int:
        where = "user_id = %s AND starts_with(key, %s)"
        with self._database.transaction() as db:
            db.execute(f"DELETE FROM bethink_outbox_done WHERE {where}", (user_id, under))
            return db.execute(f"DELETE FROM bethink_outbox WHERE {where}", (user_id, under)).rowcount

    def rewrite(self, entries: Sequence[Entry]) -> int:
        done = 0
        with self._database.transaction() as db:
            for entry in entries:
                row = (json.dumps(entry.payload), entry.error.replace("\x00", ""), entry.key)
                done += db.execute("UPDATE bethink_outbox SET payload = %s, error = %s WHERE key = %s", row).rowcount
        return done

    def close(self) -> None:
        self._database.close()

    def _select(self, where: str, values: Sequence[Any]) -> list[Entry]:
        with self._database.transaction() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM bethink_outbox WHERE {where}", values).fetchall()
        return [
            Entry(
                key=key,
                kind=kind,
                user_id=user_id,
                payload=json.loads(payload),
                state=state,
                tries=tries,
                put_at=put_at,
                due_at=due_at,
                error=error,
            )
            for key, kind, user_id, payload, state, tries, put_at, due_at, error in rows
        ]


class PostgresOutbox(Entries):
    """The outbox of many machines; needs `bethink[postgres]`."""

    def __init__(self, url: str, *, clock: Clock = system_clock, max_tries: int = MAX_TRIES) -> None:
        super().__init__(PostgresShelf(url), PostgresTurns(url, clock=clock), clock=clock, max_tries=max_tries)
