"""The process that holds Chroma's files for every program of this user, and goes when none is left.

`chroma run` could do it, but asks nobody who they are; Chroma's Python server can ask for a token, but needs packages
that Chroma does not install. This one listens on loopback, answers only who knows the directory's token, does the
few calls of `Database` and nothing else. A client's lease is its connection: the system closes it, however the client
ends.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson

from memory.chroma_store import wire
from memory.chroma_store.database import Database
from memory.chroma_store.opening import open_embedded
from memory.chroma_store.shredding import overwrite_freed_memory
from memory.errors import StoreError

ADDRESS = "store.server.json"
IDENTITY = "store.id"
LINGER_S = 30.0
"""How long it stays after its last client left, so that the next command finds it warm."""
STUCK_AFTER_S = 300.0
_TICK_S = 0.25


class Server:
    """Answers the calls of `Database` on a loopback port."""

    def __init__(self, directory: Path, database: Database, *, linger_s: float) -> None:
        self.directory = directory
        self.linger_s = linger_s
        self._database = database
        self._clients = 0
        self._running: dict[int, float] = {}
        self._last_left = time.monotonic()
        self._guard = threading.Lock()
        self._stopping = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(_TICK_S)
        self.address = wire.Address(
            pid=os.getpid(), port=self._listener.getsockname()[1], token=secrets.token_urlsafe(32)
        )
        self._about = orjson.dumps({"protocol": wire.PROTOCOL, "store": _identity(directory), "pid": os.getpid()})

    def stop(self) -> None:
        """Take no new clients, and end."""
        self._stopping.set()

    def serve(self) -> None:
        """Serve until nobody has been there for the linger time, or the directory is no longer this server's."""
        path = self.directory / ADDRESS
        looked = time.monotonic()
        while not self._stopping.is_set():
            try:
                connection, _ = self._listener.accept()
            except TimeoutError:
                if self._is_idle():
                    break
                if self._is_stuck():
                    os._exit(70)  # its clients start another; waiting would be for ever
                if time.monotonic() - looked > 1:
                    looked = time.monotonic()
                    if wire.Address.read(path) != self.address:
                        break  # the directory was deleted, or is another's
                continue
            with self._guard:
                self._clients += 1
            threading.Thread(target=self._attend, args=(connection,), daemon=True).start()
        self._listener.close()
        if wire.Address.read(path) == self.address:
            path.unlink(missing_ok=True)
        self._database.close()

    def _is_idle(self) -> bool:
        with self._guard:
            return self._clients == 0 and time.monotonic() - self._last_left >= self.linger_s

    def _is_stuck(self) -> bool:
        """True when a call has run far longer than any takes: after a full disk Chroma 1.5.9 may wait for itself."""
        with self._guard:
            return any(time.monotonic() - begun > STUCK_AFTER_S for begun in self._running.values())

    def _answer(self, request: bytes) -> bytes:
        with self._guard:
            self._running[threading.get_ident()] = time.monotonic()
        try:
            return answer(self._database, request)
        finally:
            with self._guard:
                del self._running[threading.get_ident()]

    def _leave(self) -> bool:
        """End if nobody but the one who asks is there."""
        with self._guard:
            if self._clients == 1:
                self._stopping.set()
            return self._clients == 1

    def _attend(self, connection: socket.socket) -> None:
        with connection:
            try:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.settimeout(wire.HANDSHAKE_TIMEOUT_S)
                wire.prove_as_server(connection, self.address.token, self._about)
                connection.settimeout(None)
                while not self._stopping.is_set():
                    request = wire.receive(connection)
                    if request == wire.LEAVE:
                        wire.send(connection, b"true" if self._leave() else b"false")
                    else:
                        wire.send(connection, self._answer(request))
            except (OSError, EOFError):  # the client left, or was refused
                pass
            finally:
                with self._guard:
                    self._clients -= 1
                    self._last_left = time.monotonic()


def answer(database: Database, request: bytes) -> bytes:
    """Do one call, and give its answer or the error that it raised."""
    try:
        asked = orjson.loads(request)
        call = _CALLS.get(asked["do"])
        if call is None:
            raise ValueError(
                f"no call {asked['do']!r:.60}; expected one of {', '.join(_CALLS)}; use one version of both"
            )
        return orjson.dumps({"ok": call(database, asked["with"])})
    except StoreError as error:
        return orjson.dumps({"error": type(error).__name__, "message": str(error)})
    except (KeyError, TypeError, ValueError) as error:
        return orjson.dumps({"error": "ValueError", "message": f"{type(error).__name__}: {error}"[:2000]})
    except Exception as error:  # noqa: BLE001  # the client is told, whatever it is; it would ask again for ever
        return orjson.dumps({"error": type(error).__name__, "message": f"{type(error).__name__}: {error}"[:2000]})


def _upsert(database: Database, given: dict[str, Any]) -> None:
    database.upsert(**{**given, "vectors": wire.unpack_vectors(given["vectors"])})


def _query(database: Database, given: dict[str, Any]) -> list[dict[str, Any]]:
    found = database.query(**{**given, "vectors": wire.unpack_vectors(given["vectors"])})
    return [wire.pack_rows(rows) for rows in found]


_CALLS: dict[str, Callable[[Database, dict[str, Any]], Any]] = {
    "collections": lambda database, given: database.collections(**given),
    "describe": lambda database, given: database.describe(**given),
    "create": lambda database, given: database.create(**given),
    "relabel": lambda database, given: database.relabel(**given),
    "rename": lambda database, given: database.rename(**given),
    "drop": lambda database, given: database.drop(**given),
    "count": lambda database, given: database.count(**given),
    "get": lambda database, given: wire.pack_rows(database.get(**given)),
    "query": _query,
    "upsert": _upsert,
    "update": lambda database, given: database.update(**given),
    "delete": lambda database, given: database.delete(**given),
    "scrub": lambda database, given: database.scrub(**given),
}


def _identity(directory: Path) -> str:
    """Give the name that the directory got when it was first served: a directory made anew is another."""
    path = directory / IDENTITY
    if not path.exists():
        path.write_text(secrets.token_hex(16))
    return path.read_text()


def main(arguments: list[str]) -> int:
    """Serve the directory named first, with the linger and lock times in seconds; say on stdout how starting went."""
    directory, linger_s, lock_timeout_s = Path(arguments[0]), float(arguments[1]), float(arguments[2])
    if hasattr(os, "fork") and os.fork():
        os._exit(0)  # whoever started it has no child to wait for
    overwrite_freed_memory()
    try:
        database = open_embedded(directory, lock_timeout_s=lock_timeout_s, who="the server that programs share")
        server = Server(directory, database, linger_s=linger_s)
    except (StoreError, OSError) as error:
        _say({"error": type(error).__name__, "message": str(error)})
        return 1
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: server.stop())
    server.address.write(directory / ADDRESS)
    _say({"pid": server.address.pid})
    server.serve()
    return 0


def _say(what: dict[str, Any]) -> None:
    """Tell whoever started this process, once; then nobody listens any more."""
    with contextlib.suppress(OSError):
        os.write(1, orjson.dumps(what) + b"\n")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.close(silence)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
