"""A program's lease of the shared server: finds it or starts it, and finds or starts another when it is gone.

Everybody who opens a directory shared goes through the server, short commands too. Measured on two cores: alone, a
command loads Chroma itself (1.0 s); here it waits for the server to do so (1.4 s), once, and the next one within
half a minute waits 7 ms and loads no Chroma at all. Eight commands at once never wait for each other's model.
Rejected: opening the files directly when nobody else does, and handing them over when somebody comes. It saves 0.4 s
once, and costs a protocol of handing over in which every crash must be right.
"""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
from filelock import FileLock, Timeout

from memory import errors
from memory.chroma_store import wire
from memory.chroma_store.server import ADDRESS, LINGER_S
from memory.errors import StoreError, StoreUnavailable

logger = logging.getLogger(__name__)

START_LOCK = "store.start.lock"
START_TIMEOUT_S = 60.0
_LOG = "store.server.log"


class Lease:
    """Connections to the server of a directory. While it holds one, the server stays. Safe to use from many threads.

    A call whose connection breaks is made again on a new one, to a new server if need be: every call of `Database`
    gives the same when it is made twice.
    """

    def __init__(
        self, directory: Path, *, linger_s: float = LINGER_S, start_timeout_s: float = START_TIMEOUT_S
    ) -> None:
        self.directory = directory.expanduser().absolute().resolve()
        self._linger_s = linger_s
        self._start_timeout_s = start_timeout_s
        self._idle: list[socket.socket] = []
        self._guard = threading.Lock()
        self._pid = os.getpid()
        self._store = ""
        self._server_pid = 0
        self._is_new_server = False
        self.on_new_server: Callable[[], None] = lambda: None
        """Called when another server was found than before, ahead of the call that found it."""
        self._closed = False
        self._has_said = False
        self._give_back(self._connect())

    def close(self) -> None:
        """End the lease: close every connection."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def ask(self, call: str, **given: Any) -> Any:
        """Make one call of `Database`, and give its answer.

        Raises:
            StoreError: what the call raised there, or `StoreUnavailable` when no server can be had.
        """
        request = orjson.dumps({"do": call, "with": given})
        deadline = time.monotonic() + self._start_timeout_s
        while True:
            connection = self._take()
            if self._is_new_server:
                self._is_new_server = False
                self._give_back(connection)
                self.on_new_server()
                continue
            try:
                wire.send(connection, request)
                reply = orjson.loads(wire.receive(connection))
            except (OSError, EOFError) as error:
                connection.close()
                if time.monotonic() > deadline:
                    raise StoreUnavailable(
                        f"the server of {self.directory} broke off ({error!r}); expected an answer; "
                        f"see {self.directory / _LOG}, and try again"
                    ) from error
                continue
            except BaseException:  # interrupted half-way: the next answer would be this one's
                connection.close()
                raise
            self._give_back(connection)
            if "error" in reply:
                raise _error_of(reply)
            return reply["ok"]

    def _take(self) -> socket.socket:
        with self._guard:
            if self._closed:
                raise StoreUnavailable(f"the store in {self.directory} was closed; expected it open; open it again")
            if self._pid != os.getpid():  # a forked child must not speak on its parent's connections
                self._idle, self._pid = [], os.getpid()
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _give_back(self, connection: socket.socket) -> None:
        with self._guard:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    # ---- finding and starting
    def _connect(self) -> socket.socket:
        deadline = time.monotonic() + self._start_timeout_s
        while True:
            connection = self._try_connect() or self._start()
            if connection is not None:
                return connection
            if time.monotonic() > deadline:
                raise StoreUnavailable(
                    f"no server for {self.directory} after {self._start_timeout_s:g} s; expected one to start; "
                    f"see {self.directory / _LOG}, and try again"
                )
            time.sleep(0.02)

    def _try_connect(self) -> socket.socket | None:
        address = wire.Address.read(self.directory / ADDRESS)
        found = wire.connect(address) if address is not None else None
        if found is None:
            return None
        self._recognise(found[1], found[0])
        self._say_who_can_read_the_token()
        return found[0]

    def _say_who_can_read_the_token(self) -> None:
        path = self.directory / ADDRESS
        if self._has_said or not path.exists() or not wire.is_readable_by_others(path):
            return
        self._has_said = True
        logger.warning(
            "%s may be read by other users of this machine, and with it the memories; expected a file system that "
            "keeps files to their owner; move the data directory to one, or see that no other can reach it",
            path,
        )

    def _recognise(self, about: dict[str, Any], connection: socket.socket) -> None:
        problem = ""
        if about["protocol"] != wire.PROTOCOL:
            problem = (
                f"the server of {self.directory} (process {about['pid']}) speaks version {about['protocol']}; "
                f"expected {wire.PROTOCOL}; close the programs of the other version that use this directory"
            )
        elif self._store and about["store"] != self._store:
            problem = (
                f"the directory {self.directory} was deleted and made anew while it was open; "
                "expected the store that was opened; restart this program"
            )
        if problem:
            connection.close()
            raise StoreUnavailable(problem)
        self._is_new_server = self._server_pid not in (0, about["pid"])
        self._store, self._server_pid = about["store"], about["pid"]

    def _start(self) -> socket.socket | None:
        """Start a server unless somebody else is about to, and give a connection when that worked at once."""
        if self._store and not self.directory.exists():
            raise StoreUnavailable(
                f"the directory {self.directory} was deleted while it was open; expected the store that was opened; "
                "restart this program"
            )
        try:
            self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
            with FileLock(self.directory / START_LOCK, timeout=self._start_timeout_s, mode=0o600, thread_local=False):
                return self._try_connect() or self._spawn()
        except Timeout:
            return None
        except StoreError:
            raise
        except OSError as error:
            raise StoreUnavailable(
                f"the data directory {self.directory} cannot be written ({error}); expected a directory of this "
                "user's; mend its permissions, free space, or set BETHINK_DATA_DIR to another"
            ) from error

    def _spawn(self) -> socket.socket | None:
        root = str(Path(__file__).resolve().parents[2])
        command = [sys.executable, "-m", "memory.chroma_store.server", str(self.directory)]
        log = os.open(self.directory / _LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with subprocess.Popen(
                [*command, str(self._linger_s), str(self._start_timeout_s / 2)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=root,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            ) as starter:
                said = starter.stdout.readline() if starter.stdout else b""
                if os.name == "nt":  # no fork there: the starter is the server, and goes on
                    starter.returncode = 0
        finally:
            os.close(log)
        told = orjson.loads(said) if said else {}
        if "error" in told:
            raise _error_of(told)
        return self._try_connect()


def is_served(directory: Path) -> bool:
    """True when a server holds the directory now."""
    address = wire.Address.read(directory.expanduser().absolute().resolve() / ADDRESS)
    found = wire.connect(address) if address is not None else None
    if found is not None:
        found[0].close()
    return found is not None


def dismiss(directory: Path) -> bool:
    """Ask the directory's server to end if nobody uses it; False when there is none, or somebody does."""
    address = wire.Address.read(directory.expanduser().absolute().resolve() / ADDRESS)
    found = wire.connect(address) if address is not None else None
    if found is None:
        return False
    with found[0] as connection:
        try:
            wire.send(connection, wire.LEAVE)
            return wire.receive(connection) == b"true"
        except (OSError, EOFError):
            return False


def _error_of(reply: dict[str, Any]) -> Exception:
    known = getattr(errors, reply["error"], None)
    if isinstance(known, type) and issubclass(known, errors.StoreError):
        return known(reply["message"])
    if reply["error"] == "ValueError":
        return ValueError(reply["message"])
    return StoreUnavailable(
        f"the shared server failed ({reply['message']}); expected a loopback port and a writable directory; "
        "try again, or open the store alone, with ChromaStore.at"
    )
