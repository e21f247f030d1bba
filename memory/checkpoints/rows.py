"""Pieces, checkpoints and writes as rows: storing, loading and sweeping, inside a transaction that the caller holds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from memory.checkpoints.packing import ONE, Packing, Piece, pack_numbers, unpack_numbers

_BATCH = 500
_T = TypeVar("_T")


def thread_number(db: sqlite3.Connection, thread_id: str) -> int | None:
    """Give the number that stands for a thread in the other tables."""
    row = db.execute("SELECT id FROM threads WHERE thread_id = ?", (thread_id,)).fetchone()
    return None if row is None else int(row[0])


def thread_number_or_new(db: sqlite3.Connection, thread_id: str, now: str) -> int:
    """Give the thread's number, making the thread when there is none."""
    number = thread_number(db, thread_id)
    if number is None:
        made = db.execute("INSERT INTO threads (thread_id, updated) VALUES (?, ?)", (thread_id, now))
        number = int(made.lastrowid or 0)
    return number


def store_pieces(db: sqlite3.Connection, thread: int, pieces: Sequence[Piece], packing: Packing) -> list[int]:
    """Store the pieces that the thread does not hold yet; give the numbers of all, in order."""
    known: dict[bytes, int] = {}
    names = list({piece.name for piece in pieces})
    for batch in _batches(names):
        marks = ",".join("?" * len(batch))
        rows = db.execute(f"SELECT name, id FROM pieces WHERE thread = ? AND name IN ({marks})", (thread, *batch))
        known.update((bytes(name), int(number)) for name, number in rows)
    for piece in pieces:
        if piece.name not in known:
            row = (thread, piece.name, *packing.seal(piece.type, piece.plain))
            made = db.execute("INSERT INTO pieces (thread, name, type, data) VALUES (?, ?, ?, ?)", row)
            known[piece.name] = int(made.lastrowid or 0)
    return [known[piece.name] for piece in pieces]


def load_pieces(db: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, tuple[bytes, str, bytes]]:
    """Give name, type and bytes of the pieces with these numbers; missing ones are left out."""
    found: dict[int, tuple[bytes, str, bytes]] = {}
    for batch in _batches(list(dict.fromkeys(numbers))):
        marks = ",".join("?" * len(batch))
        for number, *piece in db.execute(f"SELECT id, name, type, data FROM pieces WHERE id IN ({marks})", batch):
            found[int(number)] = (piece[0], piece[1], piece[2])
    return found


class Opened:
    """Pieces of one read, each opened once at most."""

    def __init__(self, pieces: dict[int, tuple[bytes, str, bytes]], packing: Packing) -> None:
        self._pieces = pieces
        self._packing = packing

    def value(self, shape: int, numbers: Sequence[int]) -> Any:
        """Give the value with this shape and these pieces.

        Raises:
            LookupError: a piece is missing.
            ValueError, zlib.error: a piece is not what was stored.
        """
        return self._packing.join(shape, [self._packing.open(*self._pieces[number]) for number in numbers])


def spread(shapes: dict[str, int], refs: bytes) -> Iterator[tuple[str, int, list[int]]]:
    """Give channel, shape and piece numbers for each channel of a checkpoint."""
    numbers = unpack_numbers(refs)
    start = 0
    for channel, shape in shapes.items():
        end = start + (1 if shape == ONE else shape)
        yield channel, shape, numbers[start:end]
        start = end


def drop_checkpoints(db: sqlite3.Connection, thread: int, doomed: Sequence[tuple[int, str, str]]) -> None:
    """Delete checkpoints, given as (seq, namespace, checkpoint id), with their writes, and sweep the thread.

    A checkpoint whose parent goes is left with no parent, so that nobody is sent to one that is not there.
    """
    for seq, ns, checkpoint_id in doomed:
        db.execute("DELETE FROM checkpoints WHERE seq = ?", (seq,))
        key = (thread, ns, checkpoint_id)
        db.execute("DELETE FROM writes WHERE thread = ? AND ns = ? AND checkpoint_id = ?", key)
    gone = {(ns, checkpoint_id) for _, ns, checkpoint_id in doomed}
    rows = db.execute("SELECT seq, ns, parent_id FROM checkpoints WHERE thread = ?", (thread,)).fetchall()
    orphans = [(seq,) for seq, ns, parent in rows if (ns, parent) in gone]
    db.executemany("UPDATE checkpoints SET parent_id = NULL WHERE seq = ?", orphans)
    sweep(db, thread)
    if not rows and not db.execute("SELECT 1 FROM writes WHERE thread = ? LIMIT 1", (thread,)).fetchone():
        db.execute("DELETE FROM threads WHERE id = ?", (thread,))


def sweep(db: sqlite3.Connection, thread: int) -> None:
    """Delete the thread's pieces to which no checkpoint and no write refers."""
    live: set[int] = set()
    for table in ("checkpoints", "writes"):
        for (refs,) in db.execute(f"SELECT refs FROM {table} WHERE thread = ?", (thread,)):
            live.update(unpack_numbers(refs))
    held = [int(number) for (number,) in db.execute("SELECT id FROM pieces WHERE thread = ?", (thread,))]
    db.executemany("DELETE FROM pieces WHERE id = ?", [(number,) for number in held if number not in live])


def drop_thread(db: sqlite3.Connection, thread: int) -> dict[str, int]:
    """Delete everything of a thread; give how many rows of each table went."""
    counts = {
        table: db.execute(f"DELETE FROM {table} WHERE thread = ?", (thread,)).rowcount
        for table in ("checkpoints", "writes", "pieces")
    }
    return {"threads": db.execute("DELETE FROM threads WHERE id = ?", (thread,)).rowcount, **counts}


def copy_rows(db: sqlite3.Connection, source: int, target: int) -> None:
    """Copy every piece, checkpoint and write of a thread to another thread that has none."""
    renumbered: dict[int, int] = {}
    for number, *piece in db.execute("SELECT id, name, type, data FROM pieces WHERE thread = ?", (source,)).fetchall():
        made = db.execute("INSERT INTO pieces (thread, name, type, data) VALUES (?, ?, ?, ?)", (target, *piece))
        renumbered[number] = int(made.lastrowid or 0)
    for table, columns in (
        (
            "checkpoints",
            "ns, checkpoint_id, parent_id, root_id, source, run_id, turn, starts, deltas, type, body, meta_type, meta",
        ),
        ("writes", "ns, checkpoint_id, task_id, task_path, idx, channel, shape"),
    ):
        order = " ORDER BY seq" if table == "checkpoints" else ""
        rows = db.execute(f"SELECT refs, {columns} FROM {table} WHERE thread = ?{order}", (source,)).fetchall()
        marks = ",".join("?" * (columns.count(",") + 3))
        db.executemany(
            f"INSERT INTO {table} (thread, refs, {columns}) VALUES ({marks})",
            [(target, pack_numbers(renumbered[n] for n in unpack_numbers(refs)), *rest) for refs, *rest in rows],
        )
    db.execute(
        "UPDATE threads SET (user_id, turns, messages) = (SELECT user_id, turns, messages FROM threads WHERE id = ?) "
        "WHERE id = ?",
        (source, target),
    )


def _batches(items: Sequence[_T]) -> Iterator[Sequence[_T]]:
    for start in range(0, len(items), _BATCH):
        yield items[start : start + _BATCH]
