"""What goes over the loopback connection between a store and the process that holds Chroma for all of this user's.

A frame is four bytes of length, then JSON; vectors go as base64 of 32-bit floats. Before the first frame both ends
prove that they know the token in the directory's file, which only this user can read, without sending it: another
user of the machine can neither ask, nor pose as the server on a port that became free.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
import socket
import stat
import struct
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from memory.chroma_store.database import Rows, Vector

PROTOCOL = 2
LEAVE = b"leave"
"""Asks the server to end if it has no other client."""
MAX_FRAME_BYTES = 1 << 30
HANDSHAKE_TIMEOUT_S = 10.0
_NONCE_BYTES = 32


class Refused(ConnectionError):
    """The other end does not know the token, or does not speak this protocol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a directory's server listens, as its file says it."""

    pid: int
    port: int
    token: str
    protocol: int = PROTOCOL

    def write(self, path: Path) -> None:
        """Write the file so that it is either whole or not there, readable by this user alone."""
        draft = path.with_suffix(f".{self.pid}.tmp")
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        draft.write_bytes(orjson.dumps(asdict(self)))
        draft.replace(path)

    @classmethod
    def read(cls, path: Path) -> Address | None:
        """Give the address in the file; None when there is none, or none that can be read."""
        try:
            found = orjson.loads(path.read_bytes())
            return cls(**{name: found[name] for name in ("pid", "port", "token", "protocol")})
        except (OSError, ValueError, KeyError, TypeError):
            return None


def is_readable_by_others(path: Path) -> bool:
    """True when the file's mode lets other users read it. Windows has no such mode: the user's folder guards it."""
    return os.name == "posix" and bool(stat.S_IMODE(path.stat().st_mode) & 0o077)


def connect(address: Address) -> tuple[socket.socket, dict[str, Any]] | None:
    """Connect to a server and give what it says of itself; None when there is none there that knows the token."""
    try:
        connection = socket.create_connection(("127.0.0.1", address.port), timeout=HANDSHAKE_TIMEOUT_S)
    except OSError:
        return None
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        about = orjson.loads(prove_as_client(connection, address.token))
        connection.settimeout(None)
    except (OSError, EOFError):  # it ended meanwhile, or the port is another program's now
        connection.close()
        return None
    return connection, about


def prove_as_client(connection: socket.socket, token: str) -> bytes:
    """Prove to the server that this end knows the token, make it prove the same, and give what it says of itself."""
    theirs = _read_exactly(connection, _NONCE_BYTES)
    ours = secrets.token_bytes(_NONCE_BYTES)
    connection.sendall(ours + _proof(token, b"client", theirs, ours))
    if not hmac.compare_digest(_read_exactly(connection, 32), _proof(token, b"server", ours, theirs)):
        raise Refused("the server does not know the directory's token")
    return receive(connection)


def prove_as_server(connection: socket.socket, token: str, about: bytes) -> None:
    """Make the client prove that it knows the token, then prove the same, and say `about`."""
    ours = secrets.token_bytes(_NONCE_BYTES)
    connection.sendall(ours)
    answer = _read_exactly(connection, _NONCE_BYTES + 32)
    theirs = answer[:_NONCE_BYTES]
    if not hmac.compare_digest(answer[_NONCE_BYTES:], _proof(token, b"client", ours, theirs)):
        raise Refused("the client does not know the directory's token")
    connection.sendall(_proof(token, b"server", theirs, ours))
    send(connection, about)


def send(connection: socket.socket, body: bytes) -> None:
    """Send one frame."""
    if len(body) > MAX_FRAME_BYTES:
        raise ValueError(f"a message of {len(body)} bytes; expected at most {MAX_FRAME_BYTES}; write fewer at once")
    connection.sendall(struct.pack(">I", len(body)) + body)


def receive(connection: socket.socket) -> bytes:
    """Give one frame.

    Raises:
        EOFError: when the other end has closed.
    """
    (length,) = struct.unpack(">I", _read_exactly(connection, 4))
    if length > MAX_FRAME_BYTES:
        raise Refused(f"a frame of {length} bytes")
    return _read_exactly(connection, length)


def pack_vectors(vectors: Sequence[Vector]) -> dict[str, Any]:
    """Give vectors of one dimension as JSON; `unpack_vectors` is the inverse up to 32-bit precision."""
    flat = array("f")
    for vector in vectors:
        flat.extend(vector)
    return {"n": len(vectors), "f32": base64.b64encode(flat.tobytes()).decode()}


def unpack_vectors(packed: dict[str, Any]) -> list[Vector]:
    """Give the vectors that `pack_vectors` packed."""
    flat = array("f")
    flat.frombytes(base64.b64decode(packed["f32"]))
    count = int(packed["n"])
    dims = len(flat) // count if count else 0
    return [flat[n * dims : (n + 1) * dims].tolist() for n in range(count)]


def pack_rows(rows: Rows) -> dict[str, Any]:
    """Give rows as JSON."""
    return {**rows._asdict(), "vectors": pack_vectors(rows.vectors)}


def unpack_rows(packed: dict[str, Any]) -> Rows:
    """Give the rows that `pack_rows` packed."""
    return Rows(**{**packed, "vectors": unpack_vectors(packed["vectors"])})


def _proof(token: str, role: bytes, *nonces: bytes) -> bytes:
    return hmac.digest(token.encode(), role + b"".join(nonces), hashlib.sha256)


def _read_exactly(connection: socket.socket, count: int) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        part = connection.recv(min(count - len(parts), 1 << 20))
        if not part:
            raise EOFError("the connection was closed")
        parts += part
    return bytes(parts)
