"""Whether a process lives, as its operating system knows: by a lock on one byte of a file.

The kernel lets go of the lock in the moment in which the process ends, also after `kill -9`; no lease, no heartbeat, no
process number that another process may get. The locks are those of `fcntl`, which a forked child does not inherit.
Any close of the file by the process would drop them, so it is opened once a process and stays open.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

_opened: dict[Path, Alive] = {}
_opening = threading.Lock()


class Alive:
    """This process's mark in a file, and the sight of other processes' marks."""

    @classmethod
    def at(cls, path: Path) -> Alive:
        """Give this process's mark in the file, made when there is none."""
        path = path.resolve()
        with _opening:
            found = _opened.get(path)
            if found is None or found.pid != os.getpid():
                found = _opened[path] = cls(path)
            return found

    def __init__(self, path: Path) -> None:
        self.pid = os.getpid()
        self._lock = threading.Lock()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self.number = 0
        for number in self._candidates():
            if _try_lock(self._file, number):
                self.number = number
                break

    def _candidates(self) -> Iterator[int]:
        # Two processes may start at the same number; the lock decides. A number is used by one life only, or a dead
        # process's claims would come alive with the next process: hence a random start in a space of 2^40.
        return count(int.from_bytes(os.urandom(5)) + 1)

    def sees(self, number: int) -> bool:
        """Say whether the process with that number lives."""
        if number == self.number:
            return True
        with self._lock:
            if not _try_lock(self._file, number):
                return True
            _unlock(self._file, number)
            return False


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _try_lock(file: int, number: int) -> bool:
        os.lseek(file, number, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(file: int, number: int) -> None:
        os.lseek(file, number, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(file: int, number: int) -> bool:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def _unlock(file: int, number: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_UN, 1, number)
