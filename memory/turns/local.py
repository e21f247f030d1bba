"""Claims among the threads and tasks of one process."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from memory.clock import Clock, system_clock
from memory.turns.claims import Claim, refusal


class Lines:
    """The lines of this process, one a thread; the first in a line has its turn."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._lines: dict[str, deque[Claim]] = {}

    def join(self, claim: Claim) -> None:
        """Take the last place in the line of the claim's thread."""
        if self._pid != os.getpid():  # a forked child: what stood in line stands there in its parent
            self._begin()
        with self._lock:
            line = self._lines.setdefault(claim.thread_id, deque())
            line.append(claim)
            is_first = len(line) == 1
        if is_first:
            _call(claim)

    def leave(self, claim: Claim) -> None:
        """Give up a place, reached or not, and call who is first then. Leaving twice is no error."""
        with self._lock:
            line = self._lines.get(claim.thread_id)
            if line is None or claim not in line:
                return
            was_first = line[0] is claim
            line.remove(claim)
            following = line[0] if line else None
            if not line:
                del self._lines[claim.thread_id]
        if was_first and following is not None:
            _call(following)

    def line(self, thread_id: str) -> list[Claim]:
        """Give who stands in a line, the first first."""
        with self._lock:
            return list(self._lines.get(thread_id, ()))

    def first(self, thread_id: str) -> Claim | None:
        """Give who is first in a line."""
        return next(iter(self.line(thread_id)), None)


def _call(claim: Claim) -> None:
    if claim.reached.set_running_or_notify_cancel():
        claim.reached.set_result(None)


class LocalTurns:
    """Claims among the threads and tasks of one process: for state in memory, and for tests."""

    def __init__(self, *, clock: Clock = system_clock) -> None:
        self._lines = Lines()
        self._clock = clock

    @contextmanager
    def hold(self, thread_id: str, *, wait: bool = True, timeout_s: float | None = None) -> Iterator[Claim]:
        claim = Claim(thread_id=thread_id, since=self._clock())
        try:
            self._lines.join(claim)
            if not wait and not claim.reached.done():
                raise self._refusal(thread_id, None)
            try:
                claim.reached.result(timeout_s)
            except TimeoutError as error:
                raise self._refusal(thread_id, timeout_s) from error
            yield claim
        finally:
            self._lines.leave(claim)

    @asynccontextmanager
    async def ahold(self, thread_id: str, *, wait: bool = True, timeout_s: float | None = None) -> AsyncIterator[Claim]:
        claim = Claim(thread_id=thread_id, since=self._clock())
        try:
            self._lines.join(claim)
            if not wait and not claim.reached.done():
                raise self._refusal(thread_id, None)
            try:
                await asyncio.wait_for(asyncio.wrap_future(claim.reached), timeout_s)
            except TimeoutError as error:
                raise self._refusal(thread_id, timeout_s) from error
            yield claim
        finally:
            self._lines.leave(claim)

    def line(self, thread_id: str) -> list[Claim]:
        """Give the claims on a thread, the holder's first."""
        return self._lines.line(thread_id)

    def close(self) -> None:
        """Nothing is open."""

    def _refusal(self, thread_id: str, waited_s: float | None) -> Exception:
        return refusal(self._lines.first(thread_id), thread_id, now=self._clock(), waited_s=waited_s)
