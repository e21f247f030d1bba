"""The lexical index: a log in SQLite that every process appends to, and one user's arrays in memory that catch up.

Promises. A record added by one process is found by the next query of every other. A query never reads a user's whole
history again: it reads the rows of the log that it has not seen. Memory is bounded by `max_cached` records, whoever
they belong to. The log holds hashes of words, never text. A user who is forgotten leaves no row and no free page.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from memory.errors import StoreDamaged, StoreUnavailable
from memory.lexical.entry import Entry, entries_of
from memory.lexical.states import DIMS, States
from memory.lexical.user_index import UserIndex
from memory.record import MemoryRecord
from memory.shelves import NEVER_WRITTEN
from memory.sqlite_file import Kind, SqliteFile

if TYPE_CHECKING:
    from memory.scope import Scope

_FIELDS = (
    "id, head, speaker, own, context, session, position, day, days, names, asks, number, kind, attribute, current, "
    "valid_from, valid_to, updated, pieces"
)
_SINCE = f"SELECT seq, {_FIELDS} FROM log WHERE user = ? AND seq > ? ORDER BY seq"
_TABLES = ("""
CREATE TABLE log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, user TEXT NOT NULL, id TEXT NOT NULL,
    head BLOB, speaker BLOB, own BLOB, context BLOB, session BLOB, position INTEGER, day INTEGER, days BLOB,
    names BLOB, asks REAL, number INTEGER, kind INTEGER, attribute INTEGER, current INTEGER, valid_from REAL,
    valid_to REAL, updated REAL, pieces BLOB, states BLOB, UNIQUE (user, id))""",
    "CREATE INDEX log_user ON log (user, seq)",
    "CREATE TABLE known (user TEXT PRIMARY KEY, stamp TEXT NOT NULL)",
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL)",
    "INSERT INTO meta VALUES ('forgotten', 0)",
)  # fmt: skip


def _nothing(db: sqlite3.Connection) -> None:
    """Stand in for a version whose tables are not read any more."""


def _make(db: sqlite3.Connection) -> None:
    """Make the tables anew: what they held is made again from the store, since no stamp says that it is in step."""
    for table in ("log", "known", "meta"):
        db.execute(f"DROP TABLE IF EXISTS {table}")
    for statement in _TABLES:
        db.execute(statement)


KIND = Kind(
    name="lexical index",
    application_id=0x62746C78,
    migrations=(_nothing, _nothing, _make),
    failed=StoreUnavailable,
    damaged=StoreDamaged,
    newer=StoreDamaged,
    mend="delete it: it is rebuilt from the store",
    is_durable=False,  # what a power cut takes back is behind the store's stamp, and `follow` reads it again
)


MOST_STATES = 4096
"""How many records' token states are kept in memory, about ten megabytes: a conversation looks at the same ones."""


class Lexicon:
    """The words of all users' records. `path=None` keeps them in memory only."""

    def __init__(self, path: Path | str | None = None, *, max_cached: int = 100_000, wait_s: float = 30.0) -> None:
        self.path = None if path is None else Path(path)
        self.max_cached = max_cached
        self._wait_s = wait_s
        self._lock = threading.RLock()
        self._users: OrderedDict[str, UserIndex] = OrderedDict()
        self._states: dict[tuple[object, int], States] = {}
        self._forgotten = 0
        self._file: SqliteFile | None = None

    # ---- what Scope keeps in step
    def entries(self, records: Sequence[MemoryRecord]) -> list[Entry]:
        """Give what is kept of these records; most of the cost of `add`, and nothing is written yet."""
        return entries_of(records)

    def add(self, user_id: str, records: Sequence[MemoryRecord], *, entries: Sequence[Entry] | None = None) -> None:
        """Take in records; one that is there already is replaced. One transaction. `entries`, where made already."""
        rows = [(user_id, *_row(e)) for e in (entries_of(records) if entries is None else entries)]
        if rows:
            with self._open().transaction() as db:
                db.executemany(f"INSERT OR REPLACE INTO log (user, {_FIELDS}, states) VALUES ({_marks(21)})", rows)

    def remove(self, user_id: str, ids: Sequence[str]) -> None:
        """Take out records; an unknown id is no error. An empty row stays, so that other processes see it go."""
        if not ids:
            return
        with self._open().transaction() as db:
            keys = [(user_id, i) for i in ids]
            here = [k for k in keys if db.execute("SELECT 1 FROM log WHERE user = ? AND id = ?", k).fetchone()]
            db.executemany("INSERT OR REPLACE INTO log (user, id) VALUES (?, ?)", here)

    def forget(self, user_id: str) -> int:
        """Erase a user, from the file's free pages too; give how many records went."""
        with self._lock:
            with self._open().transaction() as db:
                count = db.execute("SELECT COUNT(own) FROM log WHERE user = ?", (user_id,)).fetchone()[0]
                db.execute("DELETE FROM log WHERE user = ?", (user_id,))
                db.execute("DELETE FROM known WHERE user = ?", (user_id,))
                db.execute("UPDATE meta SET value = value + 1 WHERE name = 'forgotten'")
            self._users.pop(user_id, None)
            self._states.clear()
            self._open().wipe_traces()
        return int(count)

    # ---- reading
    def user(self, user_id: str) -> UserIndex:
        """Give a user's index, caught up with the log. It is for reading, and stays as it is while others write."""
        with self._lock:
            with self._open().read() as db:
                (forgotten,) = db.execute("SELECT value FROM meta WHERE name = 'forgotten'").fetchone()
                if forgotten != self._forgotten:
                    self._users.clear()
                    self._states.clear()
                    self._forgotten = forgotten
                index = self._users.pop(user_id, None) or UserIndex()
                rows = db.execute(_SINCE, (user_id, index.seq)).fetchall()
                if index.seq and index.dead + len(rows) > 64 + len(index):
                    index = UserIndex()  # more dead slots than live ones: read afresh
                    rows = db.execute(_SINCE, (user_id, 0)).fetchall()
            if rows:
                index = index.copy()  # another turn of this user may be reading it
                index.apply((row[1], _entry(row[1:])) for row in rows)
                index.seq = rows[-1][0]
            self._users[user_id] = index
            cached = sum(len(i.ids) for i in self._users.values())
            while cached > self.max_cached and len(self._users) > 1:
                cached -= len(self._users.popitem(last=False)[1].ids)
            return index

    def states(self, user_id: str, ids: Sequence[str]) -> dict[str, States]:
        """Give the token states of these records; of a record that is gone, none."""
        query = "SELECT id, pieces, states FROM log WHERE user = ? AND id IN (SELECT value FROM json_each(?))"
        with self._open().read() as db:
            rows = db.execute(query, (user_id, json.dumps(list(ids)))).fetchall()
        return {
            key: States(np.frombuffer(pieces, np.int32), np.frombuffer(vectors, np.int8).reshape(-1, DIMS))
            for key, pieces, vectors in rows
            if pieces is not None
        }

    def states_at(self, user_id: str, index: UserIndex, slots: Sequence[int]) -> list[States | None]:
        """Give the token states at these slots of a user's index; None for a record that is gone."""
        known = {slot: found for slot in slots if (found := self._states.get((index.line, slot))) is not None}
        if missing := [slot for slot in slots if slot not in known]:
            read = self.states(user_id, [index.ids[slot] for slot in missing])
            fresh = {slot: read[index.ids[slot]] for slot in missing if index.ids[slot] in read}
            with self._lock:
                if len(self._states) + len(fresh) > MOST_STATES:
                    self._states.clear()
                self._states.update({(index.line, slot): found for slot, found in fresh.items()})
            known |= fresh
        return [known.get(slot) for slot in slots]

    def count(self, user_id: str) -> int:
        """Give how many records of a user are in here."""
        with self._open().read() as db:
            return int(db.execute("SELECT COUNT(own) FROM log WHERE user = ?", (user_id,)).fetchone()[0])

    # ---- in step with a store
    def stamp(self, user_id: str) -> str | None:
        """Give the store's stamp that this index was last in step with; None: it never was."""
        with self._open().read() as db:
            row = db.execute("SELECT stamp FROM known WHERE user = ?", (user_id,)).fetchone()
        return None if row is None else str(row[0])

    def set_stamp(self, user_id: str, stamp: str) -> None:
        """Say that this index is in step with the store as of this stamp."""
        with self._open().transaction() as db:
            db.execute("INSERT OR REPLACE INTO known VALUES (?, ?)", (user_id, stamp))

    def advance(self, user_id: str, *, before: str, stamp: str) -> None:
        """Go along with a write that this index took part in; stay behind when it had missed one before that.

        Nothing can have been missed of a user for whom nothing was written before.
        """
        with self._open().transaction() as db:
            if before == NEVER_WRITTEN:
                db.execute("INSERT OR IGNORE INTO known VALUES (?, ?)", (user_id, before))
            db.execute("UPDATE known SET stamp = ? WHERE user = ? AND stamp = ?", (stamp, user_id, before))

    def rebuild(self, scope: Scope) -> int:
        """Make a user's index again from the store's records, touching only what differs; give how many it holds."""
        user_id = scope.user_id
        with self._open().read() as db:
            query = "SELECT id, updated FROM log WHERE user = ? AND own IS NOT NULL"
            known = dict(db.execute(query, (user_id,)).fetchall())
        seen: set[str] = set()
        batch: list[MemoryRecord] = []
        for record in scope.records():
            seen.add(record.id)
            if known.get(record.id) != record.updated.timestamp():
                batch.append(record)
            if len(batch) >= 500:
                self.add(user_id, batch)
                batch = []
        self.add(user_id, batch)
        self.remove(user_id, [i for i in known if i not in seen])
        return len(seen)

    def close(self) -> None:
        """Close the file; the next call opens it again (an index in memory is gone)."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None
            self._users.clear()
            self._states.clear()

    def __enter__(self) -> Lexicon:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> SqliteFile:
        with self._lock:
            if self._file is None:
                self._file = SqliteFile(self.path, KIND, busy_timeout_s=self._wait_s)
            return self._file


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _row(e: Entry) -> tuple[object, ...]:
    return (e.id, e.head, e.speaker, e.own, e.context, e.session, e.position, e.day, e.days, e.names, e.asks, e.number,
            e.kind, e.attribute, e.current, e.valid_from, e.valid_to, e.updated, e.pieces, e.states)  # fmt: skip


def _entry(row: Sequence[Any]) -> Entry | None:
    if row[1] is None:
        return None
    values = dict(zip(_FIELDS.split(", "), row, strict=True))
    return Entry(**{**values, "current": bool(values["current"])})
