"""Opens Chroma's files in this process, alone: an operating-system lock on the directory keeps every other one out.

Two processes on one directory lose vectors for good without any error (482 of 6,000 in one run), so the lock is
taken before Chroma is loaded, and held until the last store of this process on that directory is closed. It ends
by itself when the process ends, however it ends.
"""

from __future__ import annotations

import json
import os
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from memory.chroma_store.copying import finish_copies
from memory.chroma_store.database import ChromaDatabase
from memory.chroma_store.faults import explaining
from memory.chroma_store.handle import Handle
from memory.chroma_store.index_files import Broken, check_files
from memory.chroma_store.kept_rows import KeepingDatabase, KeptRows
from memory.errors import StoreError, StoreLocked, StoreUnavailable

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

LOCK = "store.lock"
HOLDER = "store.holder.json"
"""Who holds the lock, for the message; the lock itself is what counts."""
FILES = "chroma"
"""Chroma's own files lie in this folder of the store's directory."""


@dataclass(slots=True)
class _Open:
    handle: Handle
    lock: FileLock
    kept: KeptRows = field(default_factory=KeptRows)
    users: int = 0
    pid: int = field(default_factory=os.getpid)


_open: dict[Path, _Open] = {}
_guard = threading.Lock()


def open_embedded(
    directory: Path,
    *,
    lock_timeout_s: float,
    who: str = "a program that opened it alone",
    broken: Broken = "refuse",
) -> KeepingDatabase:
    """Open the files, waiting for another process to let go of them.

    Raises:
        StoreLocked: when it does not within the time.
        StoreUnavailable: when the directory cannot be made or written.
        StoreDamaged: when Chroma would die of the files, or take them for an empty store.
    """
    path = directory.expanduser().absolute().resolve()
    with _guard:
        held = _open.get(path)
        if held is None or held.pid != os.getpid():  # what a forked child inherits is not its own
            held = _open[path] = _open_files(path, lock_timeout_s, who, broken)
        held.users += 1
    return KeepingDatabase(held.handle, held.kept, on_close=lambda: _release(path))


def take_lock(path: Path, *, timeout_s: float, who: str) -> FileLock:
    """Take the directory's lock, making the directory when there is none."""
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = FileLock(path / LOCK, timeout=timeout_s, mode=0o600, thread_local=False)
        lock.acquire()
        (path / HOLDER).write_text(json.dumps({"who": f"{who} (process {os.getpid()})"}))
    except Timeout:
        raise StoreLocked(
            f"the data directory {path} is in use by {_holder(path)}; waited {timeout_s:g} s for it to let go; "
            "close what uses it, or open the store in each with ChromaStore.shared, to work side by side"
        ) from None
    except OSError as error:
        raise StoreUnavailable(
            f"the data directory {path} cannot be written ({error}); expected a directory of this user's; "
            "mend its permissions, free space, or set BETHINK_DATA_DIR to another"
        ) from error
    return lock


def files_of(directory: Path) -> Path:
    """Give the folder of Chroma's own files in a store's directory."""
    return directory.expanduser().absolute().resolve() / FILES


def open_client(path: Path) -> ClientAPI:
    """Open Chroma on a directory whose lock is held."""
    import chromadb
    from chromadb.api.shared_system_client import SharedSystemClient
    from chromadb.config import Settings

    files = str(path / FILES)
    try:
        with explaining():
            return chromadb.PersistentClient(files, settings=Settings(anonymized_telemetry=False))
    except StoreError:
        # chromadb 1.5.9 keeps what failed to open, and hands it out at the next try
        SharedSystemClient._identifier_to_system.pop(files, None)
        SharedSystemClient._identifier_to_refcount.pop(files, None)
        raise


def _open_files(path: Path, lock_timeout_s: float, who: str, broken: Broken) -> _Open:
    lock = take_lock(path, timeout_s=lock_timeout_s, who=who)
    try:
        check_files(path / FILES, broken=broken)
        handle = Handle(lambda: open_client(path), files=path / FILES)
        finish_copies(ChromaDatabase(handle))
        return _Open(handle=handle, lock=lock)
    except BaseException:
        lock.release()
        raise


def _release(path: Path) -> None:
    with _guard:
        held = _open.get(path)
        if held is None or held.pid != os.getpid():
            return
        held.users -= 1
        if held.users:
            return
        del _open[path]
        held.handle.close()
        (path / HOLDER).unlink(missing_ok=True)
        held.lock.release()


def _holder(path: Path) -> str:
    try:
        return str(json.loads((path / HOLDER).read_text())["who"])
    except (OSError, ValueError, KeyError):
        return "another process"
