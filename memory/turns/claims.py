"""What a claim on a thread is, and what every keeper of claims promises."""

from __future__ import annotations

import os
import secrets
import socket
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from memory.errors import TurnInProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One place in the line of a thread; the first in the line holds the thread."""

    thread_id: str
    """The thread."""
    since: datetime
    """When the place was taken, in UTC."""
    pid: int = field(default_factory=os.getpid)
    """The process that took it."""
    host: str = field(default_factory=socket.gethostname)
    """The machine on which that process runs."""
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    """What tells this place from every other."""
    reached: Future[None] = field(default_factory=Future, compare=False, repr=False)
    """Done when the place is the first of its process."""


class TurnClaims(Protocol):
    """Lets one turn at a time run on a thread.

    1. Two holders of one thread never run at the same time.
    2. Who waits is served in the order of arrival, across threads, tasks and processes.
    3. A holder or waiter that dies gives up its place at once; so does one that is interrupted or cancelled.
    4. Waiting blocks no event loop: `ahold` in asynchronous code, `hold` elsewhere.
    """

    def hold(
        self, thread_id: str, *, wait: bool = True, timeout_s: float | None = None
    ) -> AbstractContextManager[Claim]:
        """Hold the thread for the length of the block.

        Raises:
            TurnInProgress: another turn holds it, and `wait` is false or `timeout_s` has passed.
        """

    def ahold(
        self, thread_id: str, *, wait: bool = True, timeout_s: float | None = None
    ) -> AbstractAsyncContextManager[Claim]:
        """Hold the thread for the length of the block, waiting without blocking the event loop.

        Raises:
            TurnInProgress: another turn holds it, and `wait` is false or `timeout_s` has passed.
        """

    def line(self, thread_id: str) -> list[Claim]:
        """Give the claims on a thread, the holder's first, then those that wait, in their order."""

    def close(self) -> None:
        """Let go of what the keeper has open; a second close is no error."""


def refusal(holder: Claim | None, thread_id: str, *, now: datetime, waited_s: float | None) -> TurnInProgress:
    """Give the error for a turn that may not start, naming who holds the thread."""
    who = "by a turn that has just ended"
    if holder is not None:
        here = " (this one)" if holder.pid == os.getpid() else ""
        ago = max(0.0, (now - holder.since).total_seconds())
        who = f"by process {holder.pid}{here} on {holder.host} since {holder.since:%Y-%m-%d %H:%M:%S} UTC ({ago:.0f} s)"
    waited = "" if waited_s is None else f" after waiting {waited_s:.1f} s"
    return TurnInProgress(
        f"thread {thread_id!r:.120} is held {who}{waited}; expected one turn of a thread at a time; "
        "wait for that turn to end and send yours again, or end that process"
    )
