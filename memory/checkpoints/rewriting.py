"""Change what stands in a thread's checkpoints and writes, wherever it stands, without changing the thread's course."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from memory.checkpoints.packing import ONE, Packing, pack_numbers, unpack_numbers, whole
from memory.checkpoints.rows import Opened, load_pieces, store_pieces, sweep, thread_number

Edit = Callable[[str, Any], Any]
"""Called with the thread and a value (a message, a channel's value, a write), gives what is to stand in its place."""


def rewrite(db: sqlite3.Connection, packing: Packing, thread_id: str, edit: Edit) -> int:
    """Put what `edit` gives in the place of every value of a thread; give how many values changed.

    A list of messages is edited message by message, so its length stays.

    Raises:
        CheckpointDamaged: a value cannot be opened, and so nobody can say that the words are gone.
    """
    thread = thread_number(db, thread_id)
    if thread is None:
        return 0
    moved = _moved_pieces(db, packing, thread, thread_id, edit)
    changed = len(moved)
    for seq, refs, type_, body in db.execute(
        "SELECT seq, refs, type, body FROM checkpoints WHERE thread = ?", (thread,)
    ).fetchall():
        with whole(f"a checkpoint of thread {thread_id!r}"):
            state = packing.load(type_, body)
        values = {channel: edit(thread_id, value) for channel, value in state["values"].items()}
        if values != state["values"]:
            changed += sum(values[channel] != value for channel, value in state["values"].items())
            db.execute(
                "UPDATE checkpoints SET type = ?, body = ? WHERE seq = ?",
                (*packing.dump({**state, "values": values}), seq),
            )
        if (now := _renumbered(refs, moved)) != refs:
            db.execute("UPDATE checkpoints SET refs = ? WHERE seq = ?", (now, seq))
    for *key, refs in db.execute(
        "SELECT ns, checkpoint_id, task_id, idx, refs FROM writes WHERE thread = ?", (thread,)
    ).fetchall():
        if (now := _renumbered(refs, moved)) != refs:
            where = "thread = ? AND ns = ? AND checkpoint_id = ? AND task_id = ? AND idx = ?"
            db.execute(f"UPDATE writes SET refs = ? WHERE {where}", (now, thread, *key))
    sweep(db, thread)
    return changed


def _moved_pieces(db: sqlite3.Connection, packing: Packing, thread: int, thread_id: str, edit: Edit) -> dict[int, int]:
    """Store what becomes of each piece that changes; give the old number and the new one."""
    moved: dict[int, int] = {}
    for (number,) in db.execute("SELECT id FROM pieces WHERE thread = ?", (thread,)).fetchall():
        with whole(f"a value of thread {thread_id!r}"):
            value = Opened(load_pieces(db, [number]), packing).value(ONE, [number])
        new = edit(thread_id, value)
        if new is not value and new != value:
            (moved[number],) = store_pieces(db, thread, [packing.piece(new)], packing)
    return moved


def _renumbered(refs: bytes, moved: dict[int, int]) -> bytes:
    numbers = unpack_numbers(refs)
    return pack_numbers(moved.get(n, n) for n in numbers) if moved.keys() & set(numbers) else refs
