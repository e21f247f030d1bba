"""Saving what can be read of a damaged checkpoint file into a new one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from memory.checkpoints.packing import ONE, Packing, pack_numbers, unpack_numbers, whole
from memory.checkpoints.reading import load_metadata
from memory.checkpoints.rows import Opened, drop_checkpoints, load_pieces, spread
from memory.checkpoints.sqlite import SqliteCheckpoints
from memory.errors import CheckpointDamaged, CheckpointError

_TABLES = {"facts": "name", "threads": "id", "pieces": "id", "checkpoints": "seq", "writes": ""}
_MOST_PROBES, _BLIND_PROBES = 200_000, 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """What was saved of a damaged file, and what was not."""

    threads: int
    """Threads in the new file."""
    checkpoints: int
    """Checkpoints in the new file."""
    lost_checkpoints: int
    """Checkpoints that were found and could not be opened."""
    lost_threads: tuple[str, ...]
    """Threads of which nothing could be read but their names."""
    lost_values: int
    """Messages, values and writes that were missing from checkpoints that could be saved without them."""
    aside: Path | None
    """Where the damaged file is now; None when the file was whole and nothing was done."""


def mend(path: Path | str, *, key: str | bytes | None = None) -> Mended:
    """Put a whole file in the place of a damaged one, with all that can be read of it. The damaged file is kept.

    A message that cannot be read is left out of its list, so that one bad page does not take a whole thread along.
    Nobody else may have the file open meanwhile.

    Raises:
        CheckpointDamaged: nothing of it can be read.
        CheckpointKeyError: the file is encrypted by another key, or by one that was not given.
    """
    path = Path(path)
    if not path.exists():
        raise CheckpointError(f"there is no file {path}; expected a damaged checkpoint file; give its path")
    with suppress(CheckpointDamaged), SqliteCheckpoints(path, key=key) as checkpoints:
        if not checkpoints.check():
            threads = checkpoints.threads()
            kept = sum(1 for _ in checkpoints.list(None))
            return Mended(
                threads=len(threads), checkpoints=kept, lost_checkpoints=0, lost_threads=(), lost_values=0, aside=None
            )
    fresh = next(free for n in count() if not (free := Path(f"{path}.mending-{n}")).exists())
    try:
        mended = _rebuild(path, fresh, key)
    except BaseException:
        _remove(fresh)
        raise
    aside = next(free for n in count() if not (free := Path(f"{path}.damaged-{n}")).exists())
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")
    fresh.rename(path)
    return replace(mended, aside=aside)


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)


def _rebuild(path: Path, fresh: Path, key: str | bytes | None) -> Mended:
    with SqliteCheckpoints(fresh) as new, closing(sqlite3.connect(path)) as old, new._file.transaction() as db:
        for table in _TABLES:
            _copy(old, db, table)
        for (number,) in db.execute(
            "SELECT DISTINCT thread FROM checkpoints WHERE thread NOT IN (SELECT id FROM threads)"
        ).fetchall():
            db.execute(
                "INSERT INTO threads (id, thread_id, updated) VALUES (?, ?, '1970-01-01T00:00:00+00:00')",
                (number, f"recovered-{number}"),
            )
    with SqliteCheckpoints(fresh, key=key) as new, new._file.transaction() as db:
        lost, values = _leave_out_what_is_broken(db, new._packing)
        empty = db.execute(
            "DELETE FROM threads WHERE NOT EXISTS (SELECT 1 FROM checkpoints c WHERE c.thread = threads.id) "
            "RETURNING thread_id"
        ).fetchall()
        threads, saved = (
            int(db.execute(f"SELECT count(*) FROM {t}").fetchone()[0]) for t in ("threads", "checkpoints")
        )
        if not saved:
            raise CheckpointDamaged(
                f"no checkpoint can be read of {path}; expected at least some of a checkpoint file; put a backup in "
                "its place, or move it away to begin anew"
            )
        return Mended(
            threads=threads,
            checkpoints=saved,
            lost_checkpoints=lost,
            lost_threads=tuple(name for (name,) in empty),
            lost_values=values,
            aside=None,
        )


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, table: str) -> None:
    columns = [row[1] for row in new.execute(f"PRAGMA table_info({table})")]
    marks = ",".join("?" * len(columns))
    for row in _readable(old, table, columns):
        with suppress(sqlite3.IntegrityError):  # a damaged page may hold a row a second time, or nonsense
            new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)


def _readable(db: sqlite3.Connection, table: str, columns: Sequence[str]) -> Iterator[Sequence[Any]]:
    """Give the rows from the front to the first bad page, from the back likewise, and by number what lies between."""
    what = f"SELECT {', '.join(columns)} FROM {table}"
    number = _TABLES[table]
    order = number or "thread, ns, checkpoint_id, task_id, idx"
    ends: list[int | None] = [None, None]
    for end, direction in enumerate(("", " DESC")):
        by = ", ".join(f"{column}{direction}" for column in order.split(", "))
        with suppress(sqlite3.DatabaseError):
            for row in db.execute(f"{what} ORDER BY {by}"):
                if number in ("id", "seq"):
                    ends[end] = int(row[0])
                yield row
            return
    if ends != [None, None]:
        first = (ends[0] or 0) + 1
        last = first + _BLIND_PROBES if ends[1] is None else min(ends[1], first + _MOST_PROBES)
        for value in range(first, last):
            with suppress(sqlite3.DatabaseError):
                yield from db.execute(f"{what} WHERE {number} = ?", (value,)).fetchall()


def _leave_out_what_is_broken(db: sqlite3.Connection, packing: Packing) -> tuple[int, int]:
    """Mend each checkpoint by leaving values out; give how many could not be mended, and how many values are gone."""
    sound = _sound_pieces(db, packing)
    doomed: dict[int, list[tuple[int, str, str]]] = {}
    lost = values = 0
    for seq, thread, ns, checkpoint_id, refs, type_, body, meta_type, meta in db.execute(
        "SELECT seq, thread, ns, checkpoint_id, refs, type, body, meta_type, meta FROM checkpoints"
    ).fetchall():
        try:
            with whole(f"checkpoint {checkpoint_id}"):
                load_metadata(packing, meta_type, meta)
                state = packing.load(type_, body)
                parts = list(spread(state["shapes"], refs))
        except CheckpointDamaged:
            doomed.setdefault(thread, []).append((seq, ns, checkpoint_id))
            lost += 1
            continue
        kept = {channel: (shape, [n for n in part if n in sound]) for channel, shape, part in parts}
        gone = sum(len(part) for _, _, part in parts) - sum(len(part) for _, part in kept.values())
        if gone:
            values += gone
            kept = {channel: (shape, part) for channel, (shape, part) in kept.items() if part}
            state["shapes"] = {c: ONE if shape == ONE else len(part) for c, (shape, part) in kept.items()}
            numbers = pack_numbers(n for _, part in kept.values() for n in part)
            row = (numbers, *packing.dump(state), seq)
            db.execute("UPDATE checkpoints SET refs = ?, type = ?, body = ? WHERE seq = ?", row)
    for row in db.execute("SELECT thread, ns, checkpoint_id, task_id, idx, refs FROM writes").fetchall():
        if not set(unpack_numbers(row[5])) <= sound:
            values += 1
            where = "thread = ? AND ns = ? AND checkpoint_id = ? AND task_id = ? AND idx = ?"
            db.execute(f"DELETE FROM writes WHERE {where}", row[:5])
    for thread, checkpoints in doomed.items():
        drop_checkpoints(db, thread, checkpoints)
    db.execute(
        "UPDATE checkpoints AS c SET parent_id = NULL WHERE parent_id IS NOT NULL AND NOT EXISTS ("
        "SELECT 1 FROM checkpoints p WHERE p.thread = c.thread AND p.ns = c.ns AND p.checkpoint_id = c.parent_id)"
    )
    return lost, values


def _sound_pieces(db: sqlite3.Connection, packing: Packing) -> set[int]:
    sound = set()
    for (number,) in db.execute("SELECT id FROM pieces").fetchall():
        with suppress(CheckpointDamaged), whole("a piece"):
            Opened(load_pieces(db, [number]), packing).value(ONE, [number])
            sound.add(number)
    return sound
