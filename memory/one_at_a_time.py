"""Deciding about one user's records is done by one thread of a process at a time: it reads, decides and writes."""

from __future__ import annotations

import threading
from weakref import WeakValueDictionary


class OneAtATime:
    """A lock that lives as long as somebody who may take it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()


_KNOWN: WeakValueDictionary[tuple[int, str], OneAtATime] = WeakValueDictionary()
_GUARD = threading.Lock()


def one_at_a_time(place: object, user_id: str) -> OneAtATime:
    """Give the lock that everybody gets who decides about this user's records in this place."""
    with _GUARD:
        found = _KNOWN.get((id(place), user_id))
        if found is None:
            found = _KNOWN[(id(place), user_id)] = OneAtATime()
        return found
