"""Claims across processes: each place in a line is a ticket in a book that all processes see.

Within a process only the first of a line looks at the book; the others are called by those before them. So the looking
costs one short query every twentieth of a second for each thread that another process holds, and nothing otherwise.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Protocol, TypeVar

from memory.clock import Clock, system_clock
from memory.turns.claims import Claim, refusal
from memory.turns.local import Lines

FIRST_LOOK_S = 0.004
LAST_LOOK_S = 0.05
_T = TypeVar("_T")


class TicketBook(Protocol):
    """Where the tickets of all processes are."""

    def take(self, claim: Claim) -> None:
        """Put the claim behind all others of its thread."""

    def line(self, thread_id: str, *, most: int | None = None) -> list[Claim]:
        """Give the first claims of a thread, in order; those of dead processes are left out and thrown away."""

    def drop(self, claim: Claim) -> None:
        """Take the claim out; one that is not there is no error."""

    def close(self) -> None:
        """Close the book."""


class TicketedTurns:
    """Claims over a book of tickets."""

    def __init__(self, book: TicketBook, *, clock: Clock = system_clock) -> None:
        self._book = book
        self._clock = clock
        self._lines = Lines()
        self._arriving = threading.Lock()

    @contextmanager
    def hold(self, thread_id: str, *, wait: bool = True, timeout_s: float | None = None) -> Iterator[Claim]:
        claim = Claim(thread_id=thread_id, since=self._clock())
        start = time.monotonic()
        try:
            self._arrive(claim)
            if not wait and not claim.reached.done():
                raise self._refusal(self._lines.first(thread_id), claim, None)
            try:
                claim.reached.result(timeout_s)
            except TimeoutError as error:
                raise self._refusal(self._lines.first(thread_id), claim, timeout_s) from error
            for pause_s in _looks():
                if self._is_mine(claim, wait=wait, timeout_s=timeout_s, start=start):
                    break
                time.sleep(pause_s)
            yield claim
        finally:
            self._depart(claim)

    @asynccontextmanager
    async def ahold(self, thread_id: str, *, wait: bool = True, timeout_s: float | None = None) -> AsyncIterator[Claim]:
        claim = Claim(thread_id=thread_id, since=self._clock())
        start = time.monotonic()
        try:
            await _to_the_end(lambda: self._arrive(claim))
            if not wait and not claim.reached.done():
                raise self._refusal(self._lines.first(thread_id), claim, None)
            try:
                await asyncio.wait_for(asyncio.wrap_future(claim.reached), timeout_s)
            except TimeoutError as error:
                raise self._refusal(self._lines.first(thread_id), claim, timeout_s) from error
            for pause_s in _looks():
                if await _to_the_end(lambda: self._is_mine(claim, wait=wait, timeout_s=timeout_s, start=start)):
                    break
                await asyncio.sleep(pause_s)
            yield claim
        finally:
            await _to_the_end(lambda: self._depart(claim))

    def line(self, thread_id: str) -> list[Claim]:
        """Give the claims on a thread, the holder's first, of all processes."""
        return self._book.line(thread_id)

    def close(self) -> None:
        """Close the book. Claims that are still held end."""
        self._book.close()

    def _arrive(self, claim: Claim) -> None:
        with self._arriving:  # so that the line of this process has the order of its tickets
            self._book.take(claim)
            self._lines.join(claim)

    def _depart(self, claim: Claim) -> None:
        try:
            self._book.drop(claim)
        finally:
            self._lines.leave(claim)

    def _is_mine(self, claim: Claim, *, wait: bool, timeout_s: float | None, start: float) -> bool:
        holder = next(iter(self._book.line(claim.thread_id, most=1)), None)
        if holder is not None and holder.token == claim.token:
            return True
        if not wait:
            raise self._refusal(holder, claim, None)
        if holder is None:  # somebody took this process for dead: its mark was lost with a connection or a file
            self._book.take(claim)
        elif timeout_s is not None and time.monotonic() - start > timeout_s:
            raise self._refusal(holder, claim, timeout_s)
        return False

    def _refusal(self, holder: Claim | None, claim: Claim, waited_s: float | None) -> Exception:
        return refusal(holder, claim.thread_id, now=self._clock(), waited_s=waited_s)


def _looks() -> Iterator[float]:
    """Give the pauses between two looks at the book: short at first, then longer."""
    pause_s = FIRST_LOOK_S
    while True:
        yield pause_s
        pause_s = min(LAST_LOOK_S, pause_s * 1.5)


async def _to_the_end(call: Callable[[], _T]) -> _T:
    """Run a short blocking call in a thread; when the task is cancelled, only after the call has come to its end."""
    running = asyncio.ensure_future(asyncio.to_thread(call))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        raise
