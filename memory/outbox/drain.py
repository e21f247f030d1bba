"""Putting and draining, over any shelf of entries and any keeper of claims."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Protocol, Self

from memory.clock import Clock, system_clock
from memory.errors import StoreDamaged, TurnInProgress
from memory.outbox.entries import MAX_TRIES, Drained, Entry, is_due, pause_s
from memory.turns import TurnClaims

Handler = Callable[[Entry], None]
"""Does what an entry asks for; raises when it could not."""

DONE_KEPT_DAYS = 7
"""So long the keys of done entries are remembered, so that a late repeat of one is no second write."""


class Shelf(Protocol):
    """Where entries are. What a method returned from is durable."""

    def add(self, entry: Entry) -> bool:
        """Add an entry; False, and nothing changes, when its key is known."""

    def users(self) -> list[str]:
        """Give the users with pending entries, who has waited longest first."""

    def head(self, user_id: str) -> Entry | None:
        """Give the user's first pending entry."""

    def finish(self, entry: Entry, *, at: datetime, forget_before: datetime) -> bool:
        """Take an entry out and remember its key as done; forget the keys of entries done before `forget_before`.

        False when it was not there.
        """

    def update(self, entry: Entry) -> bool:
        """Store an entry's state, tries, due time and error; False when it was not there."""

    def entries(self, *, state: str | None, user_id: str | None, key: str | None = None) -> list[Entry]:
        """Give entries in the order in which they were put."""

    def forget(self, user_id: str, under: str) -> int:
        """Delete a user's entries and keys that begin with `under`, and their traces; give how many entries went."""

    def rewrite(self, entries: Sequence[Entry]) -> int:
        """Store what these entries hold now, and leave no trace of what they held; give how many were there."""

    def close(self) -> None:
        """Close the shelf."""


class Entries:
    """An outbox.

    1. What `put` returned from survives a killed process and a power cut.
    2. The entries of one user are handled in the order in which they were put.
    3. An entry that fails is tried again after 2 s, 8 s, … an hour; meanwhile what its user put later waits.
    4. After `max_tries` failures it is set aside, in sight and never dropped, and lets the later ones through.
    5. A key is accepted once, also after its entry is done.
    6. Two drainings at once, in one process or several, never handle the entries of one user at the same time.
    """

    def __init__(
        self, shelf: Shelf, claims: TurnClaims, *, clock: Clock = system_clock, max_tries: int = MAX_TRIES
    ) -> None:
        self._shelf = shelf
        self._claims = claims
        self._clock = clock
        self._max_tries = max_tries

    def put(self, kind: str, user_id: str, payload: dict[str, Any], *, key: str) -> bool:
        """Keep an entry until it is handled; False when its key is known already.

        Raises:
            TypeError, ValueError: the payload is not of JSON types.
        """
        json.dumps(payload, allow_nan=False)
        now = self._clock()
        return self._shelf.add(Entry(key=key, kind=kind, user_id=user_id, payload=payload, put_at=now, due_at=now))

    def drain(self, handler: Handler, *, user_id: str | None = None, limit: int | None = None) -> Drained:
        """Hand what is due to the handler, user by user; `limit` bounds how many entries are tried.

        Users whose entries another draining handles at the moment are left to it. An exception of the handler is
        noted with its entry, not raised; an interrupt is raised, and the entry stays as it was.
        """
        drained = Drained()
        tried = 0
        for user in self._shelf.users() if user_id is None else [user_id]:
            if not self._has_due(user):  # one short read, and no claim taken: it is asked at the end of every turn
                continue
            with ExitStack() as held:
                try:
                    held.enter_context(self._claims.hold(f"outbox {user}", wait=False))
                except TurnInProgress:
                    continue
                while limit is None or tried < limit:
                    entry = self._shelf.head(user)
                    if entry is None or not is_due(entry.due_at, self._clock()):
                        break
                    tried += 1
                    drained += self._try(handler, entry)
        return drained

    def _has_due(self, user_id: str) -> bool:
        entry = self._shelf.head(user_id)
        return entry is not None and is_due(entry.due_at, self._clock())

    def _try(self, handler: Handler, entry: Entry) -> Drained:
        try:
            handler(entry)
        except Exception as error:  # noqa: BLE001  whatever it is, it is noted with the entry and counted
            return self._note(entry, error)
        now = self._clock()
        self._there(entry, self._shelf.finish(entry, at=now, forget_before=now - timedelta(days=DONE_KEPT_DAYS)))
        return Drained(done=1)

    def _note(self, entry: Entry, error: Exception) -> Drained:
        tries = entry.tries + 1
        is_poisoned = tries >= self._max_tries
        due_at = self._clock() + timedelta(seconds=pause_s(tries))
        noted = replace(
            entry,
            state="poisoned" if is_poisoned else "pending",
            tries=tries,
            due_at=due_at,
            error=f"{type(error).__name__}: {error}"[:2000],
        )
        self._there(entry, self._shelf.update(noted))
        return Drained(poisoned=1) if is_poisoned else Drained(failed=1)

    @staticmethod
    def _there(entry: Entry, is_there: bool) -> None:
        """Stop at an entry that is seen and cannot be reached, as by a damaged index: it would be handled for ever."""
        if not is_there:
            raise StoreDamaged(
                f"outbox entry {entry.key!r:.80} is seen and cannot be changed, so the outbox is damaged; expected to "
                "take it out; put a backup in its place"
            )

    def pending(self, user_id: str | None = None) -> Sequence[Entry]:
        """Give the entries that wait, in the order in which they were put."""
        return self._shelf.entries(state="pending", user_id=user_id)

    def poisoned(self, user_id: str | None = None) -> Sequence[Entry]:
        """Give the entries that are set aside, each with the error of its last try."""
        return self._shelf.entries(state="poisoned", user_id=user_id)

    def retry(self, key: str) -> bool:
        """Make an entry due now, with all its tries ahead; False when there is none with this key."""
        found = self._shelf.entries(state=None, user_id=None, key=key)
        for entry in found:
            self._shelf.update(replace(entry, state="pending", tries=0, due_at=self._clock()))
        return bool(found)

    def forget(self, user_id: str, *, under: str = "") -> int:
        """Delete all of a user's entries, set aside ones included, and leave no byte; give how many there were.

        With `under`, those whose key begins so: the entries of one thread.

        Waits for a draining that handles this user's entries at the moment, so that nothing is written afterwards.
        """
        with self._claims.hold(f"outbox {user_id}"):
            return self._shelf.forget(user_id, under)

    def rewrite(self, user_id: str, edit: Callable[[Entry], Entry]) -> int:
        """Put what `edit` gives in the place of each entry of a user, set aside or not; give how many changed.

        Only payload and error may change. Waits for a draining, as `forget` does.
        """
        with self._claims.hold(f"outbox {user_id}"):
            held = self._shelf.entries(state=None, user_id=user_id)
            changed = [new for entry in held if (new := edit(entry)) != entry]
            return self._shelf.rewrite(changed) if changed else 0

    def close(self) -> None:
        """Close what is open; a second close is no error."""
        self._claims.close()
        self._shelf.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
