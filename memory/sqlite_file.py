"""One SQLite database, used by any number of threads, tasks and processes at once.

What every file of ours has: write-ahead log, full synchronisation (a commit that returned survives a power cut),
deleted content overwritten, free pages given back, a version, and errors that say what to do. One connection a
process, behind a lock: SQLite writes one at a time anyway, and the lock is never held while a caller's code runs.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from memory.errors import BethinkError
from memory.sqlite_kind import Kind, explain

__all__ = ["Kind", "SqliteFile"]

BUSY_TIMEOUT_S = 30.0
_PRAGMAS = (
    "journal_mode = WAL",
    "secure_delete = ON",
    "wal_autocheckpoint = 200",
    "journal_size_limit = 400000",
)


class SqliteFile:
    """An open database of one kind; `path=None` keeps it in memory.

    Raises:
        `kind.failed`, `kind.damaged`, `kind.newer`: from every method, in the three parts that an error has.
    """

    def __init__(self, path: Path | str | None, kind: Kind, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self.path = None if path is None else Path(path)
        self.kind = kind
        self._busy_timeout_s = busy_timeout_s
        self._lock = threading.RLock()
        self._pid = os.getpid()
        self._connection: sqlite3.Connection | None = self._open()
        self._unwiped = None if self.path is None else Path(f"{self.path}-unwiped")
        if self._unwiped is not None and self._unwiped.exists():
            self.wipe_traces()
            self._unwiped.unlink(missing_ok=True)

    @property
    def title(self) -> str:
        """Give what a message calls this database."""
        return f"{self.kind.name} {self.path}" if self.path else f"{self.kind.name} in memory"

    # ---- use
    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """Give a connection on which several reads see one moment."""
        with self._held("BEGIN") as db:
            yield db

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Give a connection whose writes are all on disk when the block ends, or none of them after an exception."""
        with self._held("BEGIN IMMEDIATE") as db:
            yield db

    @contextmanager
    def erasure(self) -> Iterator[sqlite3.Connection]:
        """Give a connection as `transaction` does, and leave no trace in the file of what the block deleted.

        When the traces cannot be wiped now, or the process is killed before, they are wiped at the next opening.
        """
        if self._unwiped is not None:
            _create_private(self._unwiped)
        with self.transaction() as db:
            before = db.total_changes
            yield db
            has_changed = db.total_changes != before
        if has_changed:
            self.wipe_traces()
        if self._unwiped is not None:
            self._unwiped.unlink(missing_ok=True)

    @contextmanager
    def _held(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._lock, self.explained():
            db = self._live()
            try:
                db.execute(begin)
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn SQLite's errors into ours."""
        try:
            yield
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise explain(error, self.title, self.kind) from error

    def damage(self, error: Exception) -> BethinkError:
        """Give the error for a row that is not what was stored."""
        return self.kind.damaged(f"the {self.title} is damaged ({error}); expected what was stored; {self.kind.mend}")

    # ---- care
    def give_back_free_pages(self, *, more_than: float = 0.1) -> None:
        """Shrink the file when more than this share of it is free. Cheap when there is nothing to give back."""
        with self._lock, self.explained():
            db = self._live()
            free, total = (int(db.execute(f"PRAGMA {p}").fetchone()[0]) for p in ("freelist_count", "page_count"))
            if free > max(32, total * more_than):
                db.execute("PRAGMA incremental_vacuum").fetchall()

    def wipe_traces(self) -> None:
        """Rewrite the file without what was deleted from it, and empty its log.

        Overwriting alone leaves copies in pages that SQLite has rearranged (of 1,100 deleted rows, up to 16), so the
        file is built anew: the cost is that of copying it.
        """
        with self._lock, self.explained():
            db = self._live()
            db.execute("VACUUM")
            if self.path is None:
                return
            deadline = time.monotonic() + self._busy_timeout_s
            while db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                if time.monotonic() > deadline:
                    raise self.kind.failed(
                        f"the log of the {self.title} still holds deleted text, since another process reads from it; "
                        "expected to empty it; end that process and delete again"
                    )
                time.sleep(0.05)

    def backup(self, to: Path | str) -> None:
        """Write a copy as of one moment to a new file, while others read and write.

        Raises:
            FileExistsError: there is a file already.
        """
        target = Path(to)
        if target.exists():
            raise FileExistsError(f"{target} exists; expected a new file for the backup; choose another name")
        _create_private(target)
        with self.explained(), closing(sqlite3.connect(target)) as copy:
            if self.path is None:
                with self._lock:
                    self._live().backup(copy)
            else:  # by a connection of its own, so that nobody waits for a long copy
                with closing(sqlite3.connect(self.path, timeout=self._busy_timeout_s)) as source:
                    source.backup(copy)

    def problems(self) -> list[str]:
        """Give what SQLite's own integrity check finds; an empty list when the file is whole."""
        with self._lock:
            try:
                rows = self._live().execute("PRAGMA integrity_check(20)").fetchall()
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                return [str(error)]
        return [str(row[0]) for row in rows if row[0] != "ok"]

    def size_bytes(self) -> int:
        """Give the bytes on disk, the log included."""
        if self.path is None:
            with self.read() as db:
                return int(db.execute("PRAGMA page_count").fetchone()[0]) * 4096
        files = (self.path, Path(f"{self.path}-wal"))
        return sum(f.stat().st_size for f in files if f.exists())

    def close(self) -> None:
        """Close the connection; a second close is no error."""
        with self._lock:
            if self._connection is not None and self._pid == os.getpid():
                self._connection.close()
            self._connection = None

    # ---- inside
    def _live(self) -> sqlite3.Connection:
        if self._connection is None:
            raise self.kind.failed(f"the {self.title} is closed; expected an open one; open it again")
        if self._pid != os.getpid() and self.path is not None:
            # A connection must not cross a fork. The parent's is left unclosed here: closing it would meddle with its
            # log. Only the forking thread lives on, so nobody else can be waiting for the lock.
            self._pid = os.getpid()
            self._connection = self._open()
        return self._connection

    def _open(self) -> sqlite3.Connection:
        with self.explained():
            if self.path is not None:
                try:
                    _create_private(self.path)
                except OSError as error:
                    raise self.kind.failed(
                        f"the {self.title} cannot be opened ({error.strerror}); expected a folder to write in; "
                        "choose another folder or change its permissions"
                    ) from error
            db = sqlite3.connect(
                self.path or ":memory:",
                timeout=self._busy_timeout_s,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=256,
            )
            try:
                if db.execute("PRAGMA page_count").fetchone()[0] == 0:
                    db.execute("PRAGMA auto_vacuum = INCREMENTAL")
                self._prepare(db)
            except BaseException:
                db.close()
                raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        deadline = time.monotonic() + self._busy_timeout_s
        for pragma in (*_PRAGMAS, f"synchronous = {'FULL' if self.kind.is_durable else 'NORMAL'}"):
            while True:
                try:
                    db.execute(f"PRAGMA {pragma}").fetchall()
                    break
                except sqlite3.OperationalError as error:
                    # Turning on the log does not wait for a lock as everything else does.
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                        raise
                    time.sleep(0.02)
        if self._version(db) == len(self.kind.migrations):
            return
        db.execute("BEGIN IMMEDIATE")
        try:
            for version in range(self._version(db), len(self.kind.migrations)):
                self.kind.migrations[version](db)
                db.execute(f"PRAGMA user_version = {version + 1}")
            db.execute(f"PRAGMA application_id = {self.kind.application_id}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise

    def _version(self, db: sqlite3.Connection) -> int:
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        whose = int(db.execute("PRAGMA application_id").fetchone()[0])
        tables = int(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
        if tables and whose != self.kind.application_id:
            raise self.kind.newer(
                f"{self.path} is a database of another program; expected a {self.kind.name}; choose another path"
            )
        if version > len(self.kind.migrations):
            raise self.kind.newer(
                f"the {self.title} has version {version}; expected at most {len(self.kind.migrations)}; "
                "install the newer version of the program that wrote it"
            )
        return version


def _create_private(path: Path) -> None:
    """Make the file, and its folder, when missing: readable by this user alone, as its log will be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
