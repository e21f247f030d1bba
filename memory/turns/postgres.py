"""Claims among many machines: the book of tickets is in PostgreSQL.

That a process lives is known by an advisory lock that one connection of its holds: the server lets go of it in the
moment in which the connection ends, also when the process is killed. The address must therefore lead to the server
itself or to a pooler in session mode; in transaction mode such locks mean nothing. A process whose connection breaks
loses its claims: it takes new ones when it reaches the server again.
"""

from __future__ import annotations

import os
import random
import threading
import weakref
from typing import TYPE_CHECKING

from memory.clock import Clock, system_clock
from memory.errors import StoreUnavailable
from memory.postgres_database import PostgresDatabase
from memory.turns.claims import Claim
from memory.turns.tickets import TicketedTurns

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import TupleRow

_TABLES = (
    """CREATE TABLE IF NOT EXISTS bethink_tickets (ticket BIGSERIAL PRIMARY KEY, thread TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE, process INTEGER NOT NULL, pid INTEGER NOT NULL, host TEXT NOT NULL,
    since TIMESTAMPTZ NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS bethink_tickets_in_order ON bethink_tickets (thread, ticket)",
)
_LIVES, _ORDER = 0x42544B4C, 0x42544B4F
"""The first halves of the keys of two sorts of locks: that a process lives, and that tickets are taken in order."""

_KEEPALIVE = ("SET tcp_keepalives_idle = 5", "SET tcp_keepalives_interval = 5", "SET tcp_keepalives_count = 3")
"""By these the server finds within 20 s that a whole machine is gone; without them it would take two hours."""

_books: weakref.WeakSet[PostgresBook] = weakref.WeakSet()
_abandoned: list[object] = []
"""Connections of a parent, kept so that they are never finished here."""


def _let_go_in_child() -> None:
    for book in _books:
        book.let_go_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_in_child)


class PostgresBook:
    """Tickets in a table."""

    def __init__(self, url: str) -> None:
        self._database = PostgresDatabase(url, failed=StoreUnavailable, tables=_TABLES, max_connections=4)
        self._marking = threading.Lock()
        self._mark: Connection[TupleRow] | None = None
        self._process = 0
        self._pid = 0
        _books.add(self)

    def take(self, claim: Claim) -> None:
        process = self._live()
        name = claim.thread_id.encode("utf-8", "surrogatepass").hex()
        row = (name, claim.token, process, claim.pid, claim.host, claim.since)
        with self._database.transaction() as db:
            # A number may be given before it is seen; taken one after the other, those of a thread are seen in order.
            db.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_ORDER, name))
            db.execute(
                "INSERT INTO bethink_tickets (thread, token, process, pid, host, since) "
                "VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (token) DO UPDATE SET process = excluded.process",
                row,
            )

    def line(self, thread_id: str, *, most: int | None = None) -> list[Claim]:
        name = thread_id.encode("utf-8", "surrogatepass").hex()
        with self._database.transaction() as db:
            rows = db.execute(
                """
                SELECT ticket, token, pid, host, since, EXISTS (
                    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                    AND classid = %s::bigint::oid AND objid = process::bigint::oid
                ) FROM bethink_tickets WHERE thread = %s ORDER BY ticket
                """,
                (_LIVES, name),
            ).fetchall()
            dead = [ticket for ticket, *_, lives in rows if not lives]
            if dead:
                db.execute("DELETE FROM bethink_tickets WHERE ticket = ANY(%s)", (dead,))
        return [
            Claim(thread_id=thread_id, since=since, pid=pid, host=host, token=token)
            for _, token, pid, host, since, lives in rows
            if lives
        ][:most]

    def drop(self, claim: Claim) -> None:
        if claim.pid != os.getpid():
            return  # a forked child leaves a block that its parent entered: the claim stays its parent's
        with self._database.transaction() as db:
            db.execute("DELETE FROM bethink_tickets WHERE token = %s", (claim.token,))

    def close(self) -> None:
        with self._marking:
            if self._mark is not None and self._pid == os.getpid():
                self._mark.close()
            self._mark = None
        self._database.close()

    def _live(self) -> int:
        """Give the number under which this process is seen to live, marking it when its mark is lost."""
        import psycopg

        with self._marking:
            if self._mark is not None and self._pid == os.getpid():
                try:
                    self._mark.execute("SELECT 1")
                    return self._process
                except psycopg.OperationalError:
                    self._mark.close()
            with self._database.explained():
                mark = psycopg.connect(self._database.url, autocommit=True, application_name="bethink turns")
                for setting in _KEEPALIVE:
                    mark.execute(setting)
                number = 0
                while not number or not self._is_free(mark, number):
                    number = random.SystemRandom().randrange(1, 1 << 31)
            self._mark, self._process, self._pid = mark, number, os.getpid()
            return number

    def let_go_in_child(self) -> None:
        """Close a forked child's copy of the connection, which would keep its parent's claims when that is killed."""
        if self._mark is not None:
            os.close(self._mark.fileno())
            _abandoned.append(self._mark)
        self._mark = None
        self._marking = threading.Lock()

    @staticmethod
    def _is_free(mark: Connection[TupleRow], number: int) -> bool:
        row = mark.execute("SELECT pg_try_advisory_lock(%s, %s)", (_LIVES, number)).fetchone()
        return row is not None and bool(row[0])


class PostgresTurns(TicketedTurns):
    """Claims among many machines that share a PostgreSQL; needs `bethink[postgres]`."""

    def __init__(self, url: str, *, clock: Clock = system_clock) -> None:
        super().__init__(PostgresBook(url), clock=clock)
