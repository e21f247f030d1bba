"""The tables of a checkpoint file, and how each version of them comes from the one before."""

from __future__ import annotations

import sqlite3

from memory.errors import CheckpointDamaged, CheckpointError, CheckpointVersionError
from memory.sqlite_kind import Kind

MEND = "put a backup in its place, or save what can be read with `bethink doctor --mend` (memory.checkpoints.mend)"
"""What to do about a damaged checkpoint file."""

_VERSION_1 = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE threads (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    thread_id TEXT NOT NULL UNIQUE,
    user_id TEXT,
    turns INTEGER NOT NULL DEFAULT 0,
    messages INTEGER NOT NULL DEFAULT 0,
    updated TEXT NOT NULL
);
CREATE INDEX threads_by_user ON threads (user_id);
CREATE TABLE checkpoints (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    thread INTEGER NOT NULL,
    ns TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    parent_id TEXT,
    root_id TEXT,
    source TEXT,
    run_id TEXT,
    turn INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    deltas INTEGER NOT NULL,
    refs BLOB NOT NULL,
    type TEXT NOT NULL,
    body BLOB NOT NULL,
    meta_type TEXT NOT NULL,
    meta BLOB NOT NULL,
    UNIQUE (thread, ns, checkpoint_id)
);
CREATE INDEX checkpoints_in_order ON checkpoints (thread, ns, seq);
CREATE INDEX checkpoints_by_run ON checkpoints (run_id) WHERE run_id IS NOT NULL;
CREATE TABLE pieces (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    thread INTEGER NOT NULL,
    name BLOB NOT NULL,
    type TEXT NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (thread, name)
);
CREATE TABLE writes (
    thread INTEGER NOT NULL,
    ns TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    task_path TEXT NOT NULL,
    idx INTEGER NOT NULL,
    channel TEXT NOT NULL,
    shape INTEGER NOT NULL,
    refs BLOB NOT NULL,
    PRIMARY KEY (thread, ns, checkpoint_id, task_id, idx)
) WITHOUT ROWID;
"""
# `seq` is the order of arrival, and what is newest goes by it: checkpoint ids hold the clock, and a clock that goes
# back would bring an old state back as the newest. AUTOINCREMENT, so that a number is never given twice.


def _first(db: sqlite3.Connection) -> None:
    for statement in _VERSION_1.split(";"):
        if statement.strip():
            db.execute(statement)


CHECKPOINT_FILE = Kind(
    name="checkpoint file",
    application_id=0x42544B43,  # "BTKC"
    migrations=(_first,),
    failed=CheckpointError,
    damaged=CheckpointDamaged,
    newer=CheckpointVersionError,
    mend=MEND,
)
