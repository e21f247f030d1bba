"""Rows kept in memory while Chroma's files are this process's alone: what it read or wrote, nobody else can change.

A turn asks for the same rows several times (what it recalls, what it holds a statement against, what it is about to
write over), and reading them costs Chroma more than finding them. A server or a cloud is written by others: nothing is
kept of it.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from memory.chroma_store.database import ChromaDatabase, Metadata, Rows, Vector
from memory.chroma_store.handle import Handle

MOST = 4096
"""How many rows are kept, those asked for last: about ten megabytes."""
MOST_CHARS = 8_000
"""A row of longer texts is read each time."""
WHOLE = {"documents", "metadatas"}

Row = tuple[Metadata, str | None]
Known = dict[str, Row | None]
"""By id; None for a row that does not exist."""


class KeptRows:
    """Rows by collection and id. Safe to use from many threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._rows: OrderedDict[tuple[str, str], Row | None] = OrderedDict()
        self._writing: Counter[str] = Counter()
        self._writes: Counter[str] = Counter()
        self._lock = threading.Lock()

    def find(self, name: str, ids: Sequence[str]) -> tuple[Known, int | None]:
        """Give what is kept of these rows, and when that was, for `learn`; None: it is being written now."""
        with self._lock:
            found: Known = {}
            for identifier in ids:
                if (key := (name, identifier)) in self._rows:
                    self._rows.move_to_end(key)
                    found[identifier] = self._rows[key]
            return found, None if self._writing[name] else self._writes[name]

    def learn(self, name: str, rows: Known, when: int | None) -> None:
        """Keep rows that were read since then, unless the collection was written meanwhile."""
        with self._lock:
            if when is not None and when == self._writes[name] and not self._writing[name]:
                self._keep(name, rows)

    @contextmanager
    def writing(self, name: str, ids: Sequence[str] | None = None) -> Iterator[tuple[Known, Known]]:
        """Let go of these rows while they are written, or of all of the collection.

        Gives what was known of them, and where to put what is known of them then.
        """
        before: Known = {}
        written: Known = {}
        with self._lock:
            self._writing[name] += 1
            self._writes[name] += 1
            mine = self._writes[name]
            for identifier in [i for of, i in self._rows if of == name] if ids is None else ids:
                if (key := (name, identifier)) in self._rows:
                    before[identifier] = self._rows.pop(key)
        is_done = False
        try:
            yield before, written
            is_done = True
        finally:
            with self._lock:
                self._writing[name] -= 1
                if is_done and mine == self._writes[name] and not self._writing[name]:
                    self._keep(name, written)
                self._writes[name] += 1

    def _keep(self, name: str, rows: Known) -> None:
        for identifier, row in rows.items():
            if row is None or len(row[1] or "") + len(str(row[0].get("v", ""))) <= MOST_CHARS:
                self._rows[name, identifier] = row
                self._rows.move_to_end((name, identifier))
        while len(self._rows) > self._most:
            self._rows.popitem(last=False)


class KeepingDatabase(ChromaDatabase):
    """A `ChromaDatabase` over files that nobody else writes, that reads no row twice."""

    def __init__(self, handle: Handle, kept: KeptRows, *, on_close: Callable[[], None] = lambda: None) -> None:
        super().__init__(handle, on_close=on_close)
        self._kept = kept

    def get(
        self,
        name: str,
        *,
        ids: Sequence[str] | None = None,
        where: Metadata | None = None,
        limit: int | None = None,
        offset: int = 0,
        include: Sequence[str] = ("documents", "metadatas"),
    ) -> Rows:
        """Give rows: by id those that are kept, in no promised order, else as `ChromaDatabase.get`."""
        if ids is None or where is not None or limit is not None or offset or set(include) != WHOLE:
            return super().get(name, ids=ids, where=where, limit=limit, offset=offset, include=include)
        rows, when = self._kept.find(name, ids)
        if missing := [i for i in dict.fromkeys(ids) if i not in rows]:
            read = super().get(name, ids=missing)
            fresh: Known = dict.fromkeys(missing)
            fresh.update(zip(read.ids, zip(read.metadatas, read.documents, strict=True), strict=True))
            self._kept.learn(name, fresh, when)
            rows |= fresh
        there = [(identifier, *row) for identifier in dict.fromkeys(ids) if (row := rows[identifier]) is not None]
        return Rows([i for i, _, _ in there], [d for _, _, d in there], [dict(m) for _, m, _ in there])

    def upsert(
        self,
        name: str,
        ids: Sequence[str],
        vectors: Sequence[Vector],
        documents: Sequence[str | None],
        metadatas: Sequence[Metadata],
    ) -> None:
        """Write rows, at most `MAX_BATCH` of them, all or none."""
        with self._kept.writing(name, ids) as (before, written):
            super().upsert(name, ids, vectors, documents, metadatas)
            for identifier, document, metadata in zip(ids, documents, metadatas, strict=True):
                if identifier in before:  # else what an older version held of it is merged in, unseen
                    old = before[identifier] or ({}, None)
                    written[identifier] = _merged(old[0], metadata), old[1] if document is None else document

    def update(self, name: str, ids: Sequence[str], metadatas: Sequence[Metadata]) -> None:
        """Merge metadata into existing rows."""
        with self._kept.writing(name, ids) as (before, written):
            super().update(name, ids, metadatas)
            for identifier, metadata in zip(ids, metadatas, strict=True):
                if (old := before.get(identifier)) is not None:
                    written[identifier] = _merged(old[0], metadata), old[1]

    def delete(self, name: str, ids: Sequence[str]) -> None:
        """Delete rows by id; unknown ids are no error."""
        with self._kept.writing(name, ids):
            super().delete(name, ids)

    def rename(self, name: str, new_name: str) -> None:
        """Give a collection another name, in one step."""
        with self._kept.writing(name), self._kept.writing(new_name):
            super().rename(name, new_name)

    def drop(self, name: str) -> None:
        """Delete a collection; one that does not exist is no error."""
        with self._kept.writing(name):
            super().drop(name)


def _merged(old: Metadata, new: Metadata) -> Metadata:
    """Give what Chroma keeps of metadata that is written over other: None takes a key away."""
    return {key: value for key, value in (old | new).items() if value is not None}
