"""Threads as a reader sees them in a list."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadInfo:
    """A thread in a list."""

    thread_id: str
    """The thread."""
    user_id: str | None
    """Its owner; None when its state names none."""
    turns: int
    """How many turns it has had on its present branch, pruned ones included."""
    messages: int
    """How many messages its state holds now."""
    updated: datetime
    """When its state last changed, in UTC."""
    bytes: int
    """What it takes on disk, without the file's own overhead."""


def list_threads(db: sqlite3.Connection, user_id: str | None) -> list[ThreadInfo]:
    """Give the threads, of one user or all, the last changed first."""
    rows = db.execute(
        """
        SELECT thread_id, user_id, turns, messages, updated,
            (SELECT coalesce(sum(length(body) + length(meta) + length(refs)), 0) FROM checkpoints WHERE thread = t.id)
            + (SELECT coalesce(sum(length(data)), 0) FROM pieces WHERE thread = t.id)
            + (SELECT coalesce(sum(length(refs)), 0) FROM writes WHERE thread = t.id)
        FROM threads t
        WHERE (?1 IS NULL OR user_id = ?1) AND EXISTS (SELECT 1 FROM checkpoints WHERE thread = t.id)
        ORDER BY updated DESC, id DESC
        """,
        (user_id,),
    )
    return [
        ThreadInfo(
            thread_id=thread_id,
            user_id=owner,
            turns=turns,
            messages=messages,
            updated=datetime.fromisoformat(updated),
            bytes=size,
        )
        for thread_id, owner, turns, messages, updated, size in rows
    ]
