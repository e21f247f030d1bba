"""What can be asked of one user's memory: recall, what holds, what held, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from langgraph.store.base import BaseStore

from memory.attributes import ATTRIBUTES, Attribute
from memory.clock import Clock, system_clock
from memory.lexical.beside import lexicon_for
from memory.long_term import lookup
from memory.long_term.lookup import Stats
from memory.long_term.versions import Version
from memory.record import Kind, MemoryRecord
from memory.scope import Scope
from memory.shelves import Lexical

if TYPE_CHECKING:
    from memory.gate import Gate
    from memory.recall import Considered, Recalled


class Reading:
    """One user's long-term memory in a store. Opening it reads nothing.

    Raises:
        InvalidId: `user_id` cannot be one.
    """

    def __init__(
        self,
        store: BaseStore,
        *,
        user_id: str,
        lexical: Lexical | None = None,
        gate: Gate | None = None,
        clock: Clock = system_clock,
        attributes: Mapping[str, Attribute] = ATTRIBUTES,
        count_text: Callable[[str], int] | None = None,
    ) -> None:
        self.scope = Scope(store, user_id, lexical=lexical if lexical is not None else lexicon_for(store))
        self.gate = gate
        self.clock = clock
        self.attributes = attributes
        self.count_text = count_text

    @property
    def user_id(self) -> str:
        """The user whose memory this is."""
        return self.scope.user_id

    def __repr__(self) -> str:
        return f"{type(self).__name__}(user_id={self.user_id!r})"

    # ---- recall
    def recall(
        self,
        query: str,
        *,
        history: Sequence[str] = (),
        k: int = 8,
        max_tokens: int | None = 500,
        kinds: Collection[Kind] | None = None,
        as_of: datetime | None = None,
        exclude_messages: Collection[str] = (),
    ) -> list[Recalled]:
        """Give what is relevant to the query, best first, each with its score parts; [] when nothing is.

        `exclude_messages` are the ids of messages that the model sees anyway.
        """
        from memory.recall import recall

        return recall(
            self.scope,
            query,
            history=history,
            k=k,
            max_tokens=max_tokens,
            kinds=kinds,
            as_of=as_of,
            now=self.clock(),
            gate=self.gate,
            count_text=self.count_text,
            exclude_messages=exclude_messages,
        )

    def why(
        self,
        query: str,
        *,
        history: Sequence[str] = (),
        k: int = 8,
        max_tokens: int | None = 500,
        kinds: Collection[Kind] | None = None,
        as_of: datetime | None = None,
        exclude_messages: Collection[str] = (),
    ) -> list[Considered]:
        """Give what `recall` would take for this query, and what it would not, with the reasons."""
        from memory.recall import explain

        return explain(
            self.scope,
            query,
            history=history,
            k=k,
            max_tokens=max_tokens,
            kinds=kinds,
            as_of=as_of,
            now=self.clock(),
            gate=self.gate,
            count_text=self.count_text,
            exclude_messages=exclude_messages,
        )

    # ---- looking
    def get(self, id: str) -> MemoryRecord:
        """Give the record with this id.

        Raises:
            MemoryNotFound: this user has none.
        """
        return lookup.get(self.scope, id)

    def find(self, text_or_id: str, *, k: int = 5) -> list[MemoryRecord]:
        """Give the records meant by an id, the beginning of one, or a text: facts, the likeliest first."""
        return lookup.find(self.scope, text_or_id, k=k)

    def current(
        self,
        *,
        kind: Kind | None = None,
        subject: str | None = None,
        attribute: str | None = None,
        as_of: datetime | None = None,
    ) -> list[MemoryRecord]:
        """Give what holds now (or held at `as_of`), the newest first; episodes only when `kind` asks for them."""
        return lookup.current(
            self.scope,
            kind=kind,
            subject=subject,
            attribute=attribute,
            at=as_of or self.clock(),
            past=as_of is not None,
            attributes=self.attributes,
        )

    def history(self, id: str) -> list[Version]:
        """Give every state of a record and of what it replaced or was replaced by, the oldest first.

        Raises:
            MemoryNotFound: this user has no such record, and none was deleted.
        """
        return lookup.history(self.scope, id)

    def stats(self) -> Stats:
        """Give how much is kept, by kind and state."""
        return lookup.stats(self.scope)
