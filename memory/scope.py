"""One user's part of a store: the only way from a long-term memory to the collections under it."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Any

from langgraph.store.base import BaseStore, GetOp, PutOp, SearchItem

from memory.errors import InvalidId
from memory.extraction.secrets import without_secrets
from memory.ids import to_label
from memory.meanwhile import meanwhile
from memory.one_at_a_time import OneAtATime, one_at_a_time
from memory.record import MemoryRecord
from memory.shelves import ROOT, STAMP, Lexical, Shelf, stamp_in, stored
from memory.view import View


class Scope(View):
    """One user's shelves in a store, read and written, with the lexical index kept in step."""

    def __init__(self, store: BaseStore, user_id: str, *, lexical: Lexical | None = None) -> None:
        super().__init__(store, user_id)
        self.lexical = lexical
        self._deciding: OneAtATime = one_at_a_time(store, self.user_id)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other threads of this process from deciding about this user's records at the same time."""
        with self._deciding.lock:
            yield

    def put(
        self,
        records: Sequence[MemoryRecord],
        *,
        also: Iterable[PutOp] = (),
        delete: Sequence[str] = (),
        words_changed: bool = True,
    ) -> None:
        """Write the records and `also`, and delete by id, in one batched write. A cold record moves to its shelf.

        No key, password or card number is stored: it is masked where it stands. `words_changed=False` leaves the
        lexical index alone: for bookkeeping such as the count of uses.
        """
        records = [without_secrets(record) for record in records]
        ops: list[PutOp] = [*also, *self._puts(records)]
        ops.extend(self._deletions(delete))
        changes = bool(records and words_changed) or bool(delete)
        stamp = uuid.uuid4().hex
        if changes:
            ops.append(PutOp(self.namespace("meta"), STAMP, {"stamp": stamp}, False))
        with self._reading(records if words_changed else ()) as entries:
            before, *_ = self._batch([GetOp(self.namespace("meta"), STAMP), *ops]) if ops else [None]
        if words_changed:
            self.learn_words(records, entries())
        if self.lexical is not None and delete:
            self.lexical.remove(self.user_id, delete)
        if self.lexical is not None and changes:
            self.lexical.advance(self.user_id, before=stamp_in(before), stamp=stamp)

    def learn_words(self, records: Sequence[MemoryRecord], entries: Sequence[Any] | None = None) -> None:
        """Bring the lexical index in step with these records; the same ones again change nothing.

        `entries` are what it makes of those that are not cold, where it made that already.
        """
        if self.lexical is None or not records:
            return
        if warm := _warm(records):
            self.lexical.add(self.user_id, warm, entries=entries)
        if cold := [r.id for r in records if r.status == "cold"]:
            self.lexical.remove(self.user_id, cold)

    def preparing(self, records: Sequence[MemoryRecord]) -> AbstractContextManager[object]:
        """Have what these records need to be written made ready while the block runs: `put` is quicker then.

        Their vectors, where the store can make them ahead, and what the lexical index remembers of their texts. An
        error is not told here: `put` meets it.
        """
        return meanwhile(partial(self._prepare, records)) if records else nullcontext()

    def _prepare(self, records: Sequence[MemoryRecord]) -> None:
        records = [without_secrets(record) for record in records]
        prepare = getattr(self.store, "prepare", None)
        if prepare is not None:
            prepare(list(self._puts(records)))
        if self.lexical is not None:
            self.lexical.entries(_warm(records))

    def delete(self, ids: Sequence[str], *, also: Iterable[PutOp] = ()) -> None:
        """Delete this user's records with these ids; an unknown id is no error."""
        self.put((), also=also, delete=ids)

    def erase(self, items: Sequence[SearchItem]) -> None:
        """Delete these items of this user, whatever shelf they are on, in one batched write."""
        root = (ROOT, to_label(self.user_id))
        ops = [PutOp(item.namespace, item.key, None) for item in items if item.namespace[:2] == root]
        if ops:
            self._batch(ops)

    def scrub(self) -> bool:
        """Have the store leave no byte of what this user deleted in its files; False where it cannot."""
        scrub = getattr(self.store, "scrub", None)
        return bool(scrub((ROOT, to_label(self.user_id)))) if scrub is not None else False

    def _reading(self, records: Sequence[MemoryRecord]) -> AbstractContextManager[Callable[[], Sequence[Any] | None]]:
        """Have the lexical index read the records while they are written: Chroma lets other threads run."""
        if self.lexical is None or not (warm := _warm(records)):
            return nullcontext(lambda: None)
        return meanwhile(partial(self.lexical.entries, warm))

    def _puts(self, records: Sequence[MemoryRecord]) -> Iterator[PutOp]:
        told: Counter[str] = Counter()
        for record in records:
            self._own(record)
            value = stored(record)
            told[key := value["key"]] += 1
            value["key"] = key + " " * (told[key] - 1)  # InMemoryStore (LangGraph 1.2) fails on a text twice in a batch
            cold = record.status == "cold"
            here, there = self.namespace("cold" if cold else "records"), self.namespace("records" if cold else "cold")
            yield PutOp(here, record.id, value, False if cold else ["key"])
            yield PutOp(there, record.id, None)

    def _deletions(self, ids: Sequence[str]) -> list[PutOp]:
        shelves: tuple[Shelf, ...] = ("records", "cold")
        return [PutOp(self.namespace(shelf), key, None) for key in ids for shelf in shelves]

    def _own(self, record: MemoryRecord) -> None:
        if not self._is_mine(record):
            raise InvalidId(
                f"record {record.id} belongs to user {record.user_id!r}, this memory to {self.user_id!r}; "
                "open the memory of its owner"
            )


def _warm(records: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    return [record for record in records if record.status != "cold"]
