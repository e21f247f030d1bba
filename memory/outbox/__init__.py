"""What is still to be written, kept until it is: durable, in order for each user, tried again with growing pauses.

An *entry* is put by whoever cannot write now (the store is down, the process may die), and is handed to a *handler*
when the outbox is *drained*. A handler sees each entry at least once, and twice only when its process died before the
outbox could note that it was done: handlers are idempotent, by the entry's key.
"""

from __future__ import annotations

from memory.outbox.drain import Handler
from memory.outbox.entries import MAX_TRIES, Drained, Entry, pause_s
from memory.outbox.postgres import PostgresOutbox
from memory.outbox.sqlite import Outbox

__all__ = ["MAX_TRIES", "Drained", "Entry", "Handler", "Outbox", "PostgresOutbox", "pause_s"]
