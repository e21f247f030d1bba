"""A PostgreSQL database that several machines share: connections, tables of ours, and errors that say what to do.

The driver is an extra (`bethink[postgres]`) and is imported when a database is opened.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from memory.errors import BethinkError

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import TupleRow
    from psycopg_pool import ConnectionPool

_SETUP_LOCK = 0x42544B
"""The key of the lock under which tables are made."""
CONNECT_TIMEOUT_S = 10.0


class PostgresDatabase:
    """An open database; connections are made as they are needed and given back.

    Raises:
        `failed`: from every method, when the server cannot be reached or refuses.
    """

    def __init__(
        self, url: str, *, failed: type[BethinkError], tables: Sequence[str] = (), max_connections: int = 8
    ) -> None:
        self.url = url
        self.failed = failed
        self._max_connections = max_connections
        self._opening = threading.Lock()
        self._pool: ConnectionPool[Connection[TupleRow]] | None = None
        self._pid = 0
        self._is_closed = False
        with self.set_up() as connection:
            for table in tables:
                connection.execute(table)

    @property
    def pool(self) -> ConnectionPool[Connection[TupleRow]]:
        """Give the pool of this process; a forked child gets one of its own."""
        if self._is_closed:
            raise self.failed(f"the database {self.place} is closed; expected an open one; open it again")
        with self._opening:
            if self._pool is None or self._pid != os.getpid():
                self._pool = self._open()
                self._pid = os.getpid()
            return self._pool

    @property
    def place(self) -> str:
        """Give the server and database without the password."""
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict

        try:
            parts = conninfo_to_dict(self.url)
        except ProgrammingError:
            return "(an address that cannot be read)"
        return f"{parts.get('dbname', '')} on {parts.get('host', 'localhost')}"

    @contextmanager
    def transaction(self) -> Iterator[Connection[TupleRow]]:
        """Give a connection whose writes are all durable when the block ends, or none of them after an exception."""
        with self.explained(), self.pool.connection() as connection, connection.transaction():
            yield connection

    @contextmanager
    def set_up(self) -> Iterator[Connection[TupleRow]]:
        """Give a connection under the lock that lets one process at a time make tables.

        The lock is tried again and again instead of waited for: who waits inside the server holds a snapshot, and
        building an index concurrently waits for all snapshots, and both would wait for ever.
        """
        with self.explained(), self.pool.connection() as connection:
            deadline = time.monotonic() + 60
            while not self._one(connection, "SELECT pg_try_advisory_lock(%s)", (_SETUP_LOCK,)):
                if time.monotonic() > deadline:
                    raise self.failed(
                        f"another process makes tables in {self.place} for over a minute; expected it to end; end it"
                    )
                time.sleep(0.05)
            try:
                yield connection
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", (_SETUP_LOCK,))

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn the driver's errors of connection and permission into ours."""
        import psycopg
        from psycopg_pool import PoolClosed, PoolTimeout

        try:
            yield
        except (PoolTimeout, PoolClosed, psycopg.OperationalError, psycopg.errors.InsufficientPrivilege) as error:
            said = " ".join(str(error).split())
            raise self.failed(
                f"the database {self.place} cannot be used now ({said}); expected a PostgreSQL that lets this user "
                "read, write and make tables; check the address, the server and the password"
            ) from error

    def close(self) -> None:
        """Close the connections; a second close is no error."""
        self._is_closed = True
        if self._pool is not None and self._pid == os.getpid():
            self._pool.close()
        self._pool = None

    def _open(self) -> ConnectionPool[Connection[TupleRow]]:
        try:
            import psycopg
            from psycopg_pool import ConnectionPool
        except ImportError as error:
            raise self.failed(
                f"a PostgreSQL address is set, but {error.name} is missing; expected the driver; "
                "install bethink[postgres], or leave the address out"
            ) from error
        options: dict[str, Any] = {
            "autocommit": True,
            "prepare_threshold": 0,
            "connect_timeout": int(CONNECT_TIMEOUT_S),
        }
        try:
            with self.explained(), psycopg.connect(self.url, **options):
                pass  # says at once what is wrong; the pool would only say that it took too long
        except psycopg.ProgrammingError:
            raise self.failed(  # the driver's words may hold the password
                "the database address cannot be read; expected postgresql://user:password@host:port/name; correct it"
            ) from None
        return ConnectionPool(
            self.url,
            min_size=0,
            max_size=self._max_connections,
            kwargs=options,
            timeout=30,
            open=True,
            check=ConnectionPool.check_connection,
        )

    @staticmethod
    def _one(connection: Connection[TupleRow], query: str, values: Sequence[Any]) -> Any:
        row = connection.execute(query, values).fetchone()
        return None if row is None else row[0]
