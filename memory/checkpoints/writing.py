"""From LangGraph's checkpoints and writes to rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    Checkpoint,
    CheckpointMetadata,
    get_checkpoint_id,
    get_checkpoint_metadata,
)

from memory.checkpoints.history import prune_turns, starts_turn
from memory.checkpoints.packing import Packing, Piece, pack_numbers
from memory.checkpoints.rows import store_pieces, thread_number_or_new
from memory.sqlite_file import SqliteFile

TURN_NUMBER = "turn_number"
"""The metadata that says to which turn of its branch a checkpoint belongs."""

_INLINE_CHARS = 200


def store(
    file: SqliteFile,
    packing: Packing,
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    *,
    now: str,
    keep_turns: int | None,
) -> RunnableConfig:
    """Store a checkpoint and, when a turn starts with it, prune the thread, in one transaction."""
    place = config["configurable"]
    thread_id, ns, parent_id = str(place["thread_id"]), place.get("checkpoint_ns", ""), get_checkpoint_id(config)
    full: dict[str, Any] = dict(get_checkpoint_metadata(config, metadata))
    channels = checkpoint["channel_values"]
    inline = {channel: value for channel, value in channels.items() if _is_small(value)}
    shapes: dict[str, int] = {}
    pieces: list[Piece] = []
    for channel in channels.keys() - inline.keys():
        shapes[channel], cut = packing.cut(channels[channel])
        pieces.extend(cut)
    rest = {name: value for name, value in checkpoint.items() if name != "channel_values"}
    body = packing.dump({"checkpoint": rest, "values": inline, "shapes": shapes})
    source = full.get("source")
    pruned = 0
    with file.transaction() as db:
        thread = thread_number_or_new(db, thread_id, now)
        refs = pack_numbers(store_pieces(db, thread, pieces, packing))
        turn, parent_source = _turn_before(db, thread, ns, parent_id)
        starts = ns == "" and starts_turn(source, parent_source)
        turn += ns == "" and source == "input"
        meta = packing.seal("json", json.dumps({**full, TURN_NUMBER: turn}).encode())
        _put_row(
            db,
            thread=thread, ns=ns, checkpoint_id=checkpoint["id"], parent_id=parent_id,
            root_id=(full.get("parents") or {}).get(""), source=source, run_id=full.get("run_id"),
            turn=turn, starts=int(starts), deltas=int("counters_since_delta_snapshot" in full),
            refs=refs, type=body[0], body=body[1], meta_type=meta[0], meta=meta[1],
        )  # fmt: skip
        if ns == "":
            messages = channels.get("messages")
            db.execute(
                "UPDATE threads SET turns = ?, updated = ?, user_id = coalesce(?, user_id), "
                "messages = coalesce(?, messages) WHERE id = ?",
                (turn, now, owner_in(channels, full), len(messages) if isinstance(messages, list) else None, thread),
            )
        if starts and keep_turns is not None:
            pruned = prune_turns(db, thread, keep_turns=keep_turns, packing=packing)
    if pruned:
        file.give_back_free_pages()
    return {"configurable": {"thread_id": thread_id, "checkpoint_ns": ns, "checkpoint_id": checkpoint["id"]}}


def store_writes(
    file: SqliteFile,
    packing: Packing,
    config: RunnableConfig,
    writes: Sequence[tuple[str, Any]],
    task_id: str,
    task_path: str,
    *,
    now: str,
) -> None:
    """Store what a task wrote. A write that is there stays, but for errors, interrupts and the like, which replace."""
    place = config["configurable"]
    cut = [(WRITES_IDX_MAP.get(channel, i), channel, *packing.cut(value)) for i, (channel, value) in enumerate(writes)]
    verb = "REPLACE" if all(channel in WRITES_IDX_MAP for channel, _ in writes) else "IGNORE"
    with file.transaction() as db:
        thread = thread_number_or_new(db, str(place["thread_id"]), now)
        key = (thread, place.get("checkpoint_ns", ""), str(place["checkpoint_id"]), task_id, task_path)
        for idx, channel, shape, pieces in cut:
            refs = pack_numbers(store_pieces(db, thread, pieces, packing))
            row = (*key, idx, channel, shape, refs)
            db.execute(f"INSERT OR {verb} INTO writes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


def owner_in(channels: Mapping[str, Any], metadata: Mapping[str, Any]) -> str | None:
    """Give the user whose thread this is: by the state, by the input that has just come in, or by the metadata."""
    arrived = channels.get("__start__")
    for place in (channels, arrived if isinstance(arrived, dict) else {}, metadata):
        user_id = place.get("user_id")
        if isinstance(user_id, str) and user_id:
            return user_id
    return None


def _put_row(db: sqlite3.Connection, **row: Any) -> None:
    """Insert a checkpoint; one that is there keeps its place in the order."""
    changed = ", ".join(f"{column} = excluded.{column}" for column in row)
    db.execute(
        f"INSERT INTO checkpoints ({', '.join(row)}) VALUES ({', '.join(f':{column}' for column in row)}) "
        f"ON CONFLICT (thread, ns, checkpoint_id) DO UPDATE SET {changed}",
        row,
    )


def _turn_before(db: sqlite3.Connection, thread: int, ns: str, parent_id: str | None) -> tuple[int, str | None]:
    """Give the number of the turn and the source of the parent."""
    query = "SELECT turn, source FROM checkpoints WHERE thread = ? AND ns = ? AND checkpoint_id = ?"
    if parent_id and (row := db.execute(query, (thread, ns, parent_id)).fetchone()):
        return int(row[0]), row[1]
    return int(db.execute("SELECT turns FROM threads WHERE id = ?", (thread,)).fetchone()[0]), None


def _is_small(value: object) -> bool:
    """Say whether a value stays in the checkpoint's own row instead of becoming a piece."""
    return value is None or isinstance(value, bool | int | float) or (type(value) is str and len(value) < _INLINE_CHARS)
