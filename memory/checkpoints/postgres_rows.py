"""What the PostgreSQL saver does in SQL beside LangGraph's own tables, inside a transaction that the caller holds."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from memory.checkpoints.history import starts_turn
from memory.checkpoints.threads import ThreadInfo

if TYPE_CHECKING:
    from psycopg import Connection

    Db = Connection[tuple[Any, ...]]

TABLES = (
    "CREATE TABLE IF NOT EXISTS bethink_facts (name TEXT PRIMARY KEY, value BYTEA NOT NULL)",
    """CREATE TABLE IF NOT EXISTS bethink_threads (thread_id TEXT PRIMARY KEY, user_id TEXT, turns INTEGER NOT NULL,
    messages INTEGER NOT NULL, updated TIMESTAMPTZ NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS bethink_threads_by_user ON bethink_threads (user_id)",
    "CREATE INDEX IF NOT EXISTS bethink_checkpoints_by_run ON checkpoints ((metadata ->> 'run_id'))",
)
_THEIRS = ("checkpoints", "checkpoint_writes", "checkpoint_blobs")
_DELTA = "metadata ? 'counters_since_delta_snapshot'"


def facts(db: Db, *, is_sealed: bool) -> dict[str, bytes]:
    """Give what is noted about the encryption, and whether there is any thread; a salt is drawn when one is needed."""
    found: dict[str, bytes] = {name: bytes(value) for name, value in db.execute("SELECT * FROM bethink_facts")}
    if is_sealed:
        found.setdefault("salt", secrets.token_bytes(16))
    is_empty = db.execute("SELECT 1 FROM checkpoints LIMIT 1").fetchone() is None
    return {**found, "is_empty": b"1" if is_empty else b"0"}


def put_fact(db: Db, name: str, value: bytes) -> None:
    """Note something about the encryption."""
    db.execute("INSERT INTO bethink_facts VALUES (%s, %s)", (name, value))


def note_thread(
    db: Db,
    *,
    thread_id: str,
    parent_id: str | None,
    source: str | None,
    user_id: str | None,
    messages: int | None,
    now: datetime,
) -> tuple[int, bool]:
    """Note what a checkpoint says about its thread; give the number of its turn and whether it starts one."""
    row = db.execute(
        "SELECT (metadata ->> 'turn_number')::int, metadata ->> 'source' FROM checkpoints "
        "WHERE thread_id = %s AND checkpoint_ns = '' AND checkpoint_id = %s",
        (thread_id, parent_id),
    ).fetchone()
    before, parent_source = row or (None, None)
    (turn,) = db.execute(
        """
        INSERT INTO bethink_threads AS t VALUES (%(thread)s, %(user)s, coalesce(%(before)s, 0) + %(more)s,
            coalesce(%(messages)s, 0), %(now)s)
        ON CONFLICT (thread_id) DO UPDATE SET turns = coalesce(%(before)s, t.turns) + %(more)s,
            user_id = coalesce(excluded.user_id, t.user_id), messages = coalesce(%(messages)s, t.messages),
            updated = excluded.updated
        RETURNING turns
        """,
        {
            "thread": thread_id,
            "user": user_id,
            "before": before,
            "more": int(source == "input"),
            "messages": messages,
            "now": now,
        },
    ).fetchone() or (0,)
    return int(turn), starts_turn(source, parent_source)


def prune_turns(db: Db, thread_id: str, *, keep_turns: int) -> None:
    """Delete what is older than the last turns of a thread, by the rules of the file's `prune_turns`."""
    oldest = db.execute(
        """
        SELECT c.checkpoint_id FROM checkpoints c
        LEFT JOIN checkpoints p ON p.thread_id = c.thread_id AND p.checkpoint_ns = c.checkpoint_ns
            AND p.checkpoint_id = c.parent_checkpoint_id
        WHERE c.thread_id = %s AND c.checkpoint_ns = '' AND (c.metadata ->> 'source' IN ('input', 'fork')
            OR c.metadata ->> 'source' = 'update' AND p.metadata ->> 'source' = 'update')
        ORDER BY c.checkpoint_id DESC OFFSET %s LIMIT 1
        """,
        (thread_id, keep_turns - 1),
    ).fetchone()
    if oldest is None:
        return
    if db.execute(f"SELECT 1 FROM checkpoints WHERE thread_id = %s AND {_DELTA} LIMIT 1", (thread_id,)).fetchone():
        return
    doomed = db.execute(
        """
        WITH gone AS (
            SELECT checkpoint_id FROM checkpoints
            WHERE thread_id = %(thread)s AND checkpoint_ns = '' AND checkpoint_id < %(oldest)s
        ), newest AS (
            SELECT checkpoint_ns, max(checkpoint_id) AS checkpoint_id FROM checkpoints
            WHERE thread_id = %(thread)s AND checkpoint_ns <> '' GROUP BY checkpoint_ns
        )
        DELETE FROM checkpoints c WHERE thread_id = %(thread)s AND (
            checkpoint_ns = '' AND checkpoint_id < %(oldest)s
            OR checkpoint_ns LIKE '%%:%%' AND metadata -> 'parents' ->> '' IN (SELECT checkpoint_id FROM gone)
            OR checkpoint_ns <> '' AND checkpoint_ns NOT LIKE '%%:%%' AND checkpoint_id < %(oldest)s
                AND checkpoint_id NOT IN (SELECT checkpoint_id FROM newest n WHERE n.checkpoint_ns = c.checkpoint_ns)
        ) RETURNING checkpoint_ns, checkpoint_id
        """,
        {"thread": thread_id, "oldest": oldest[0]},
    ).fetchall()
    _sweep(db, thread_id, doomed)


def drop_runs(db: Db, run_ids: Sequence[str]) -> None:
    """Delete the checkpoints that these runs made, and what only they used."""
    gone = db.execute(
        "DELETE FROM checkpoints WHERE metadata ->> 'run_id' = ANY(%s) "
        "RETURNING thread_id, checkpoint_ns, checkpoint_id",
        (list(run_ids),),
    ).fetchall()
    for thread_id in {row[0] for row in gone}:
        _sweep(db, thread_id, [(ns, checkpoint_id) for thread, ns, checkpoint_id in gone if thread == thread_id])


def _sweep(db: Db, thread_id: str, gone: Sequence[tuple[Any, ...]]) -> None:
    """Delete the writes and blobs of checkpoints that are gone; leave no parent that is not there."""
    if not gone:
        return
    for namespace in {ns for ns, _ in gone}:
        ids = [checkpoint_id for ns, checkpoint_id in gone if ns == namespace]
        place = (thread_id, namespace, ids)
        where = "WHERE thread_id = %s AND checkpoint_ns = %s AND"
        db.execute(f"DELETE FROM checkpoint_writes {where} checkpoint_id = ANY(%s)", place)
        db.execute(f"UPDATE checkpoints SET parent_checkpoint_id = NULL {where} parent_checkpoint_id = ANY(%s)", place)
        db.execute(
            f"""
            WITH used AS (
                SELECT DISTINCT v.key, v.value FROM checkpoints
                CROSS JOIN LATERAL jsonb_each_text(checkpoint -> 'channel_versions') AS v
                WHERE thread_id = %s AND checkpoint_ns = %s
            )
            DELETE FROM checkpoint_blobs {where} (channel, version) NOT IN (SELECT key, value FROM used)
            """,
            (thread_id, namespace, thread_id, namespace),
        )
    if not has_checkpoints(db, thread_id):
        drop_threads(db, [thread_id])


def drop_threads(db: Db, thread_ids: Sequence[str]) -> dict[str, int]:
    """Delete everything of these threads; give how many rows of each sort went."""
    counts = [db.execute(f"DELETE FROM {table} WHERE thread_id = ANY(%s)", (list(thread_ids),)) for table in _THEIRS]
    db.execute("DELETE FROM bethink_threads WHERE thread_id = ANY(%s)", (list(thread_ids),))
    checkpoints, writes, pieces = (cursor.rowcount for cursor in counts)
    return {"threads": len(thread_ids), "checkpoints": checkpoints, "writes": writes, "pieces": pieces}


def copy_thread(db: Db, source: str, target: str, *, now: datetime) -> None:
    """Copy every row of a thread to another thread that has none."""
    for table, columns in (
        ("checkpoints", "checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata"),
        ("checkpoint_blobs", "checkpoint_ns, channel, version, type, blob"),
        ("checkpoint_writes", "checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, blob"),
    ):
        db.execute(
            f"INSERT INTO {table} (thread_id, {columns}) SELECT %s, {columns} FROM {table} WHERE thread_id = %s",
            (target, source),
        )
    db.execute(
        "INSERT INTO bethink_threads SELECT %s, user_id, turns, messages, %s FROM bethink_threads WHERE thread_id = %s",
        (target, now, source),
    )


def has_checkpoints(db: Db, thread_id: str) -> bool:
    """Say whether a thread has any checkpoint."""
    return db.execute("SELECT 1 FROM checkpoints WHERE thread_id = %s LIMIT 1", (thread_id,)).fetchone() is not None


def owner(db: Db, thread_id: str) -> str | None:
    """Give the user whose thread this is."""
    row = db.execute("SELECT user_id FROM bethink_threads WHERE thread_id = %s", (thread_id,)).fetchone()
    return None if row is None else row[0]


def threads_of(db: Db, user_id: str) -> list[str]:
    """Give the ids of a user's threads."""
    rows = db.execute("SELECT thread_id FROM bethink_threads WHERE user_id = %s", (user_id,))
    return [str(thread_id) for (thread_id,) in rows]


def list_threads(db: Db, user_id: str | None) -> list[ThreadInfo]:
    """Give the threads, of one user or all, the last changed first."""
    rows = db.execute(
        """
        SELECT thread_id, user_id, turns, messages, updated,
            (SELECT coalesce(sum(pg_column_size(c.*)), 0) FROM checkpoints c WHERE c.thread_id = t.thread_id)
            + (SELECT coalesce(sum(pg_column_size(b.*)), 0) FROM checkpoint_blobs b WHERE b.thread_id = t.thread_id)
            + (SELECT coalesce(sum(pg_column_size(w.*)), 0) FROM checkpoint_writes w WHERE w.thread_id = t.thread_id)
        FROM bethink_threads t
        WHERE (%(user)s::text IS NULL OR user_id = %(user)s)
            AND EXISTS (SELECT 1 FROM checkpoints c WHERE c.thread_id = t.thread_id)
        ORDER BY updated DESC, thread_id
        """,
        {"user": user_id},
    )
    return [
        ThreadInfo(thread_id=thread_id, user_id=user, turns=turns, messages=messages, updated=updated, bytes=int(size))
        for thread_id, user, turns, messages, updated, size in rows
    ]


def size_bytes(db: Db) -> int:
    """Give the bytes of the tables and their indexes."""
    names = [*_THEIRS, "bethink_threads", "bethink_facts"]
    row = db.execute("SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name", (names,))
    return int((row.fetchone() or (0,))[0])
