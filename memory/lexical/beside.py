"""Which lexicon belongs to a store, and how the two stay in step.

A store that is opened without a lexicon gets one in memory, the same for every handle on that store, filled from the
store when a user is first asked about. `follow` notices what others wrote by a stamp that every write leaves beside
the records: when it is not the one that the lexicon last saw, the user's records are compared, and what differs is
taken in. A process that was killed between store and lexicon leaves the same sign, so nothing is missed.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from langgraph.store.base import BaseStore

from memory.lexical.lexicon import Lexicon
from memory.lexical.user_index import UserIndex

if TYPE_CHECKING:
    from memory.scope import Scope

READ_AGAIN = 5
"""How often a read is done again when others write meanwhile."""

T = TypeVar("T")

_beside: weakref.WeakKeyDictionary[BaseStore, Lexicon] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def lexicon_for(store: BaseStore) -> Lexicon:
    """Give the lexicon in memory that belongs to this store object: always the same one."""
    with _lock:
        found = _beside.get(store)
        if found is None:
            found = _beside[store] = Lexicon(None)
        return found


def lexicon_of(scope: Scope) -> Lexicon:
    """Give the lexicon that the scope keeps in step, or the one that belongs to its store."""
    return scope.lexical if isinstance(scope.lexical, Lexicon) else lexicon_for(scope.store)


def read_in_step(scope: Scope, lexicon: Lexicon, read: Callable[[UserIndex], tuple[str, T]]) -> T:
    """Give what is read of a user by his index, the index being in step with what the store held at that moment.

    `read` gives beside it the stamp that it met in the store, in its own read of it: an index that is in step, as it
    nearly always is, then costs no read of its own. It is called again when it was not.
    """
    for _ in range(READ_AGAIN):
        known = lexicon.stamp(scope.user_id)
        if known is None:
            follow(scope, lexicon)
            known = lexicon.stamp(scope.user_id)
        stamp, found = read(lexicon.user(scope.user_id))
        if stamp == known:
            break
        follow(scope, lexicon)
    return found


def follow(scope: Scope, lexicon: Lexicon) -> bool:
    """Bring a lexicon in step with what the store holds of this user; True when something had to be read for it."""
    stamp = scope.stamp()
    if lexicon.stamp(scope.user_id) == stamp:
        return False
    lexicon.rebuild(scope)
    lexicon.set_stamp(scope.user_id, stamp)
    return True
