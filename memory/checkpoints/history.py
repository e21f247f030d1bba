"""How much of a thread's past stays: the last turns whole, and of everything older nothing.

A turn starts where input came in, where an old checkpoint was taken up again (a fork), and where a state that was
edited by hand is edited once more, so that a thread that is only ever edited stays bounded too.
"""

from __future__ import annotations

import json
import sqlite3

from memory.checkpoints.packing import Packing, whole
from memory.checkpoints.rows import drop_checkpoints

Doomed = list[tuple[int, str, str]]
"""Checkpoints to delete: seq, namespace, checkpoint id."""


def starts_turn(source: str | None, parent_source: str | None) -> bool:
    """Say whether a checkpoint of the root graph is the first of a turn."""
    return source in ("input", "fork") or (source == "update" and parent_source == "update")


def prune_turns(db: sqlite3.Connection, thread: int, *, keep_turns: int, packing: Packing) -> int:
    """Delete what is older than the last `keep_turns` turns of a thread; give the number of checkpoints deleted.

    Always kept: the newest checkpoint, whatever its age, with its pending interrupts; the newest of a subgraph that
    keeps its own state; what a kept checkpoint needs to rebuild a `DeltaChannel`.
    """
    oldest = db.execute(
        "SELECT seq FROM checkpoints WHERE thread = ? AND ns = '' AND starts = 1 ORDER BY seq DESC LIMIT 1 OFFSET ?",
        (thread, keep_turns - 1),
    ).fetchone()
    if oldest is None:
        return 0
    return _drop_before(db, thread, int(oldest[0]), packing)


def prune_to_latest(db: sqlite3.Connection, thread: int, *, packing: Packing) -> int:
    """Delete all but the newest checkpoint of each namespace, by the rules of `prune_turns`."""
    newest = db.execute("SELECT max(seq) FROM checkpoints WHERE thread = ? AND ns = ''", (thread,)).fetchone()[0]
    if newest is None:
        newest = db.execute("SELECT max(seq) FROM checkpoints WHERE thread = ?", (thread,)).fetchone()[0]
    return 0 if newest is None else _drop_before(db, thread, int(newest), packing, latest_only=True)


def _drop_before(
    db: sqlite3.Connection, thread: int, oldest: int, packing: Packing, *, latest_only: bool = False
) -> int:
    old_roots = db.execute(
        "SELECT seq, ns, checkpoint_id FROM checkpoints WHERE thread = ? AND ns = '' AND seq < ?", (thread, oldest)
    ).fetchall()
    if not old_roots and not latest_only:
        return 0
    needed = _needed_by_deltas(db, thread, packing, oldest)
    doomed: Doomed = [row for row in old_roots if row[0] not in needed]
    gone = {checkpoint_id for _, _, checkpoint_id in doomed}
    roots = {
        i for (i,) in db.execute("SELECT checkpoint_id FROM checkpoints WHERE thread = ? AND ns = ''", (thread,))
    } - gone
    children = db.execute(
        "SELECT seq, ns, checkpoint_id, root_id FROM checkpoints WHERE thread = ? AND ns != ''", (thread,)
    ).fetchall()
    newest: dict[str, int] = {}
    for seq, ns, _, _ in children:
        newest[ns] = max(seq, newest.get(ns, 0))
    for seq, ns, checkpoint_id, root_id in children:
        # A call's namespace ends in the id of its task, after a colon; the state of a subgraph without one outlives
        # its calls. A call goes with the root checkpoint that it started from.
        if root_id in gone and ":" in ns:
            is_old = True
        elif seq == newest[ns]:
            is_old = ":" in ns and seq < oldest and root_id not in roots and not latest_only
        else:
            is_old = latest_only or (seq < oldest and root_id not in roots)
        if is_old and seq not in needed:
            doomed.append((seq, ns, checkpoint_id))
    drop_checkpoints(db, thread, doomed)
    return len(doomed)


def _needed_by_deltas(db: sqlite3.Connection, thread: int, packing: Packing, oldest: int) -> set[int]:
    """Give the older checkpoints without which a `DeltaChannel` of a kept one would come back empty.

    Such a channel stores its changes only; its value is replayed from the nearest ancestor that holds a snapshot.
    """
    kept = db.execute(
        "SELECT ns, parent_id, meta_type, meta FROM checkpoints "
        "WHERE thread = ? AND deltas = 1 AND (seq >= ? OR ns != '')",
        (thread, oldest),
    ).fetchall()
    needed: set[int] = set()
    for ns, parent, meta_type, meta in kept:
        with whole("the metadata of a checkpoint"):
            missing = set(json.loads(packing.unseal(meta_type, meta)[1]).get("counters_since_delta_snapshot") or ())
        while missing and parent is not None:
            row = db.execute(
                "SELECT seq, parent_id, type, body FROM checkpoints WHERE thread = ? AND ns = ? AND checkpoint_id = ?",
                (thread, ns, parent),
            ).fetchone()
            if row is None:
                break
            needed.add(row[0])
            with whole(f"checkpoint {parent}"):
                body = packing.load(row[2], row[3])
            missing -= body["shapes"].keys() | body["values"].keys()
            parent = row[1]
    return needed
