"""Write what waits in the outbox."""

from __future__ import annotations

from langgraph.store.base import BaseStore

from memory.outbox import Entry, Outbox
from nodes.keeping import Keepsake
from nodes.services import Services


def replay(outbox: Outbox, store: BaseStore, services: Services, *, user_id: str | None = None) -> int:
    """Write the waiting keepsakes whose time has come, of one user or all, in order; give how many were written."""

    def write(entry: Entry) -> None:
        Keepsake.from_value(entry.payload).absorb(services.memory_for(store, entry.user_id))

    return outbox.drain(write, user_id=user_id).done
