"""Long-term memory: what is known about one user, with where it comes from, since when, and what it replaced.

A handle is bound to one user. There is no call without a user, by-id calls included: an id of another user is an id
that does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langgraph.store.base import BaseStore

from memory import absorb as absorbing
from memory import changes, erasure, lookup
from memory.absorb import Utterance, Written
from memory.attributes import ATTRIBUTES, Attribute
from memory.clock import Clock, system_clock
from memory.extraction.candidate import Candidate
from memory.lexical.beside import lexicon_for
from memory.lookup import Stats
from memory.record import Kind, MemoryRecord, Source
from memory.scope import Lexical, Scope
from memory.versions import Version

if TYPE_CHECKING:
    from memory.gate import Gate
    from memory.recall import Recalled
    from memory.transfer import Imported, Progress

__all__ = ["LongTermMemory", "Stats", "Utterance", "Version", "Written"]


class LongTermMemory:
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
        return f"LongTermMemory(user_id={self.user_id!r})"

    # ---- writing
    def remember(
        self,
        text: str,
        *,
        kind: Kind = "fact",
        subject: str = "user",
        attribute: str = "",
        value: str = "",
        importance: float = 0.5,
        source: Source | None = None,
        valid_from: datetime | None = None,
        pinned: bool = False,
    ) -> Written:
        """Keep one statement, held against what is known; the same again is `reinforced` or `ignored`.

        Raises:
            ValueError: there is no text, or the importance is not in 0 to 1.
        """
        return changes.remember(
            self.scope,
            Candidate(
                text=text,
                kind=kind,
                subject=subject,
                attribute=attribute,
                value=value,
                importance=importance,
                valid_from=valid_from,
            ),
            source=source,
            pinned=pinned,
            now=self.clock(),
            attributes=self.attributes,
        )

    def absorb(self, *, episodes: Sequence[Utterance], candidates: Sequence[Candidate], turn_id: str) -> list[Written]:
        """Store a finished turn in one batched write, and give what became of each candidate, in order.

        The same turn again writes nothing. A statement that comes late never displaces what was said after it.
        """
        with self.scope.alone():
            return absorbing.absorb(
                self.scope,
                episodes=episodes,
                candidates=candidates,
                turn_id=turn_id,
                now=self.clock(),
                attributes=self.attributes,
            )

    def mark_used(self, ids: Iterable[str]) -> int:
        """Note in one write that recall put these records in front of the model; give how many there were."""
        return changes.mark_used(self.scope, list(ids), now=self.clock())

    # ---- recall
    def recall(
        self,
        query: str,
        *,
        history: Sequence[str] = (),
        k: int = 8,
        max_tokens: int = 500,
        kinds: Sequence[Kind] | None = None,
        as_of: datetime | None = None,
    ) -> list[Recalled]:
        """Give what is relevant to the query, best first, each with its score parts; [] when nothing is."""
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
        )

    def why(
        self,
        query: str,
        *,
        history: Sequence[str] = (),
        k: int = 8,
        max_tokens: int = 500,
        kinds: Sequence[Kind] | None = None,
        as_of: datetime | None = None,
    ) -> Any:
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

    # ---- changing
    def edit(
        self,
        id: str,
        *,
        text: str | None = None,
        kind: Kind | None = None,
        subject: str | None = None,
        attribute: str | None = None,
        value: str | None = None,
        importance: float | None = None,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
    ) -> MemoryRecord:
        """Change what is given, keep the version before, and give the record as it is then.

        Whose it is and where it comes from never change.

        Raises:
            MemoryNotFound: this user has no such record.
            ValueError: a value cannot be one.
        """
        wanted = {
            "text": text,
            "kind": kind,
            "subject": subject,
            "attribute": attribute,
            "value": value,
            "importance": importance,
            "valid_from": valid_from,
            "valid_to": valid_to,
        }
        new = {name: given for name, given in wanted.items() if given is not None}
        return changes.edit(self.scope, id, new, now=self.clock(), attributes=self.attributes)

    def delete(self, id: str) -> MemoryRecord:
        """Take a record out of memory and give it; `undo` brings it back. `erase` is the one that leaves no text.

        Raises:
            MemoryNotFound: this user has no such record.
        """
        return changes.delete(self.scope, id, now=self.clock())

    def undo(self, id: str) -> MemoryRecord:
        """Take back the last change of a record (edit, merge, being replaced, deletion) and give it as it is then.

        Undoing a record that replaced others brings those back instead, and gives the newest of them.

        Raises:
            MemoryNotFound: this user has no such record, and none was deleted.
            NothingToUndo: nothing happened to it, or what replaced it was itself replaced since.
        """
        return changes.undo(self.scope, id, now=self.clock())

    def pin(self, id: str, pinned: bool = True) -> MemoryRecord:
        """Pin a record so that it never fades, or let it go again.

        Raises:
            MemoryNotFound: this user has no such record.
        """
        return changes.pin(self.scope, id, pinned, now=self.clock())

    def merge(self, ids: Sequence[str]) -> MemoryRecord:
        """Make one record of several that say the same: the first stays, with the evidence of all; undoable.

        Raises:
            MemoryNotFound: one of them is not this user's.
            ValueError: fewer than two ids.
        """
        return changes.merge(self.scope, ids, now=self.clock())

    # ---- moving and erasing
    def export(self, path: Path | str, *, progress: Progress | None = None) -> int:
        """Write all of this memory to a JSONL file, losslessly, and give the number of lines after its header."""
        from memory.transfer import export_to

        return export_to(self.scope, Path(path), now=self.clock(), progress=progress)

    def import_(self, path: Path | str, *, progress: Progress | None = None) -> Imported:
        """Read a file that `export`, mem0 or a LangGraph store wrote; the same file again changes nothing.

        Raises:
            ImportFormatError: the file or a line of it cannot be read; it names the lines, and what was read stays.
        """
        from memory.transfer import import_from

        return import_from(self.scope, Path(path), now=self.clock(), attributes=self.attributes, progress=progress)

    def erase(self, id: str) -> int:
        """Delete a record, its versions and every trace of its text, for good; give how many items went.

        Raises:
            MemoryNotFound: this user has no such record, and none was deleted.
        """
        return erasure.erase(self.scope, id, now=self.clock())

    def forget_everything(self) -> dict[str, int]:
        """Erase this user from every shelf and from the lexical index; give counts per place, verified empty.

        Raises:
            StoreError: something is left after it.
        """
        return erasure.forget_everything(self.scope)
