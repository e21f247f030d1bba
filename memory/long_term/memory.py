"""The handle on one user's memory: writing, changing, moving and erasing, on top of reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memory.extraction.candidate import Candidate
from memory.long_term import absorb as absorbing
from memory.long_term import changes, erasure
from memory.long_term.absorb import Written
from memory.long_term.episodes import Utterance
from memory.long_term.reading import Reading
from memory.record import Kind, MemoryRecord, Source

if TYPE_CHECKING:
    from memory.transfer import Imported, Progress


class LongTermMemory(Reading):
    """One user's long-term memory in a store. Opening it reads nothing.

    Raises:
        InvalidId: `user_id` cannot be one.
    """

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

    def absorb(
        self,
        *,
        episodes: Sequence[Utterance],
        candidates: Sequence[Candidate],
        turn_id: str,
        used: Sequence[str] = (),
    ) -> list[Written]:
        """Store a finished turn in one batched write, and give what became of each candidate, in order.

        `used` are the ids of the memories that recall put in front of the model in this turn: use keeps them alive.
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
                used=used,
            )

    def mark_used(self, ids: Iterable[str]) -> int:
        """Note in one write that recall put these records in front of the model; give how many there were."""
        return changes.mark_used(self.scope, list(ids), now=self.clock())

    # ---- changing
    def edit(
        self,
        id: str,
        text: str | None = None,
        *,
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
        """Take a record out of memory with the words it was told in, and give it; `undo` brings both back.

        `erase` is the one that leaves no text.

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

    def import_(self, path: Path | str, *, skip_broken: bool = False, progress: Progress | None = None) -> Imported:
        """Read a file that `export`, mem0 or a LangGraph store wrote; the same file again changes nothing.

        Raises:
            ImportFormatError: the file or a line of it cannot be read; it names the lines, and nothing was written.
        """
        from memory.transfer import import_from

        return import_from(self.scope, Path(path), now=self.clock(), skip_broken=skip_broken, progress=progress)

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
