"""One Chroma client that every store of a process on one place shares, and that can be put aside for a moment."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from memory.chroma_store.faults import is_failed_write
from memory.chroma_store.shredding import shred, wipe_unused

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection


class Handle:
    """A client, used by many threads at once, or put aside by one."""

    def __init__(self, open_client: Callable[[], ClientAPI], *, files: Path | None = None) -> None:
        self._open_client = open_client
        self._files = files
        self._client: ClientAPI | None = open_client()
        self._users = 0
        self._waiting = False
        self._is_suspect = False
        self._turn = threading.Condition()
        self.known: dict[str, Collection] = {}
        """Collections that were opened, by name."""

    @contextmanager
    def use(self) -> Iterator[ClientAPI]:
        """Use the client; never within another use, since one who wants it alone goes first."""
        with self._turn:
            self._turn.wait_for(lambda: not self._waiting)
            if self._client is None or (self._is_suspect and self._users == 0):
                self.close()
                self._client = self._open_client()
                self._is_suspect = False
            self._users += 1
            client = self._client
        try:
            yield client
        except BaseException as error:
            # chromadb 1.5.9 keeps a connection that failed to write, and the next write waits for it forever
            self._is_suspect = self._is_suspect or is_failed_write(error)
            raise
        finally:
            with self._turn:
                self._users -= 1
                self._turn.notify_all()

    def alone(self, work: Callable[[ClientAPI], None]) -> bool:
        """Do something while nobody else uses the files, then overwrite what was deleted; False: they are not ours."""
        if self._files is None:
            return False
        with self._turn:
            self._turn.wait_for(lambda: not self._waiting)
            self._waiting = True
            self._turn.wait_for(lambda: self._users == 0)
        try:
            work(self._client or self._open_client())
            self.close()
            shred(self._files)
        finally:
            with self._turn:
                self._waiting = False
                self._turn.notify_all()
        return True

    def close(self) -> None:
        """Close the client and let go of its files."""
        self.known.clear()
        client, self._client = self._client, None
        close = getattr(client, "close", None)
        if close is not None:
            close()
        for part in (client, getattr(client, "_admin_client", None)):
            session = getattr(getattr(part, "_server", None), "_session", None)
            if session is not None:  # chromadb 1.5.9 never closes its HTTP clients, of which each client has two
                session.close()
        if self._files is not None:
            wipe_unused(self._files)
