"""Which lexicon belongs to a store, and how the two stay in step.

A store that is opened without a lexicon gets one in memory, the same for every handle on that store, filled from the
store when a user is first asked about. `follow` notices what others wrote by a stamp that every write leaves beside
the records: when it is not the one that the lexicon last saw, the user's records are compared, and what differs is
taken in. A process that was killed between store and lexicon leaves the same sign, so nothing is missed.
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING

from langgraph.store.base import BaseStore

from memory.lexical.lexicon import Lexicon

if TYPE_CHECKING:
    from memory.scope import Scope

_beside: weakref.WeakKeyDictionary[BaseStore, Lexicon] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def lexicon_for(store: BaseStore) -> Lexicon:
    """Give the lexicon in memory that belongs to this store object: always the same one."""
    with _lock:
        found = _beside.get(store)
        if found is None:
            found = _beside[store] = Lexicon(None)
        return found


def follow(scope: Scope, lexicon: Lexicon) -> bool:
    """Bring a lexicon in step with what the store holds of this user; True when something had to be read for it."""
    stamp = scope.stamp()
    if lexicon.stamp(scope.user_id) == stamp:
        return False
    lexicon.rebuild(scope)
    lexicon.set_stamp(scope.user_id, stamp)
    return True
