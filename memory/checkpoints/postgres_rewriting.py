"""Change what stands in a thread's checkpoints on PostgreSQL: in blobs, in writes, and in clear JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.serde.base import SerializerProtocol
from psycopg.types.json import Jsonb

from memory.checkpoints.packing import whole
from memory.checkpoints.rewriting import Edit

if TYPE_CHECKING:
    from memory.checkpoints.postgres_rows import Db

_BLOBS = {
    "checkpoint_blobs": ("checkpoint_ns", "channel", "version"),
    "checkpoint_writes": ("checkpoint_ns", "checkpoint_id", "task_id", "idx"),
}


def rewrite(db: Db, serde: SerializerProtocol, thread_id: str, edit: Edit) -> int:
    """Put what `edit` gives in the place of every value of a thread; give how many values changed.

    Raises:
        CheckpointDamaged: a value cannot be opened.
    """
    changed = 0
    for table, key in _BLOBS.items():
        rows = db.execute(
            f"SELECT {', '.join(key)}, type, blob FROM {table} WHERE thread_id = %s AND blob IS NOT NULL", (thread_id,)
        ).fetchall()
        where = " AND ".join(f"{column} = %s" for column in key)
        for *place, type_, blob in rows:
            with whole(f"a value of thread {thread_id!r}"):
                value = serde.loads_typed((type_, bytes(blob)))
            new = edit(thread_id, value)
            if new is not value and new != value:
                row = (*serde.dumps_typed(new), thread_id, *place)
                db.execute(f"UPDATE {table} SET type = %s, blob = %s WHERE thread_id = %s AND {where}", row)
                changed += 1
    rows = db.execute(
        "SELECT checkpoint_ns, checkpoint_id, checkpoint FROM checkpoints WHERE thread_id = %s", (thread_id,)
    ).fetchall()
    for ns, checkpoint_id, checkpoint in rows:
        values: dict[str, Any] = checkpoint.get("channel_values") or {}
        new_values = {channel: edit(thread_id, value) for channel, value in values.items()}
        if new_values != values:
            changed += sum(new_values[channel] != value for channel, value in values.items())
            db.execute(
                "UPDATE checkpoints SET checkpoint = %s WHERE thread_id = %s AND checkpoint_ns = %s "
                "AND checkpoint_id = %s",
                (Jsonb({**checkpoint, "channel_values": new_values}), thread_id, ns, checkpoint_id),
            )
    return changed
