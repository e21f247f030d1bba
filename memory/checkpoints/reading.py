"""From rows to LangGraph's checkpoint tuples."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    PendingWrite,
    get_checkpoint_id,
    writes_sort_key,
)

from memory.checkpoints.packing import Packing, unpack_numbers, whole
from memory.checkpoints.rows import Opened, load_pieces, spread
from memory.errors import CheckpointDamaged
from memory.sqlite_file import SqliteFile

_FROM = "FROM checkpoints JOIN threads ON threads.id = checkpoints.thread"
_COLUMNS = "seq, thread_id, ns, checkpoint_id, parent_id, refs, type, body, meta_type, meta, thread"
_SELECT = f"SELECT {_COLUMNS} {_FROM}"
_PAGE = 50


def find(file: SqliteFile, packing: Packing, config: RunnableConfig) -> CheckpointTuple | None:
    """Give the checkpoint that the config names, or the one that came last."""
    wanted = config["configurable"]
    query = f"{_SELECT} WHERE thread_id = ? AND ns = ?"
    values = [str(wanted["thread_id"]), wanted.get("checkpoint_ns", "")]
    with file.read() as db:
        if checkpoint_id := get_checkpoint_id(config):
            row = db.execute(f"{query} AND checkpoint_id = ?", [*values, checkpoint_id]).fetchone()
        else:
            row = db.execute(f"{query} ORDER BY seq DESC LIMIT 1", values).fetchone()
        return None if row is None else to_tuple(db, row, packing)


def search(
    file: SqliteFile,
    packing: Packing,
    config: RunnableConfig | None,
    *,
    filter: dict[str, Any] | None,
    before: RunnableConfig | None,
    limit: int | None,
) -> Iterator[CheckpointTuple]:
    """Give the checkpoints that match, the last to come first, a page at a time; nothing is held between pages."""
    wanted = config["configurable"] if config is not None else {}
    tests: list[str] = []
    values: list[Any] = []
    for name, column in (("thread_id", "thread_id"), ("checkpoint_ns", "ns"), ("checkpoint_id", "checkpoint_id")):
        if (value := wanted.get(name)) is not None:
            tests.append(f"{column} = ?")
            values.append(str(value))
    last = None if before is None else _place_of(file, before, wanted.get("thread_id"))
    left = limit
    while left is None or left > 0:
        where = " AND ".join([*tests, "seq < ?"] if last is not None else tests) or "1"
        bound = values if last is None else [*values, last]
        with file.read() as db:
            page = db.execute(f"{_SELECT} WHERE {where} ORDER BY seq DESC LIMIT {_PAGE}", bound).fetchall()
            hits = [row for row in page if not filter or _matches(row, packing, filter)][:left]
            found = [to_tuple(db, row, packing) for row in hits]
        yield from found
        left = None if left is None else left - len(found)
        if len(page) < _PAGE:
            return
        last = page[-1][0]


def _place_of(file: SqliteFile, before: RunnableConfig, thread_id: object) -> int:
    """Give a checkpoint's place in the order of arrival; for one that is gone, the place where it would be.

    It is looked up in every namespace of the thread: subgraphs are asked for what came before a root checkpoint.
    """
    wanted = get_checkpoint_id(before)
    thread_id = thread_id or before["configurable"].get("thread_id")
    test, values = ("1", []) if thread_id is None else ("thread_id = ?", [str(thread_id)])
    with file.read() as db:
        for query in (
            f"SELECT max(seq) {_FROM} WHERE {test} AND checkpoint_id = ?",
            f"SELECT max(seq) + 1 {_FROM} WHERE {test} AND checkpoint_id < ?",
        ):
            place = db.execute(query, [*values, wanted]).fetchone()[0]
            if place is not None:
                return int(place)
    return 0


def to_tuple(db: sqlite3.Connection, row: Sequence[Any], packing: Packing) -> CheckpointTuple:
    """Give the checkpoint of a row, with its state and pending writes.

    Raises:
        CheckpointDamaged: a piece is missing, or is not what was stored.
    """
    _, thread_id, ns, checkpoint_id, parent_id, refs, type_, body_bytes, meta_type, meta, thread = row
    writes = db.execute(
        "SELECT task_path, task_id, idx, channel, shape, refs FROM writes "
        "WHERE thread = ? AND ns = ? AND checkpoint_id = ?",
        (thread, ns, checkpoint_id),
    ).fetchall()
    writes.sort(key=lambda w: writes_sort_key(w[0], w[1], w[2]))
    with whole(f"checkpoint {checkpoint_id} of thread {thread_id!r}"):
        numbers = [unpack_numbers(w[5]) for w in writes]
        opened = Opened(load_pieces(db, [*unpack_numbers(refs), *(n for part in numbers for n in part)]), packing)
        body = packing.load(type_, body_bytes)
        channels = dict(body["values"])
        for channel, shape, part in spread(body["shapes"], refs):
            channels[channel] = opened.value(shape, part)
        pending: list[PendingWrite] = [
            (w[1], w[3], opened.value(w[4], part)) for w, part in zip(writes, numbers, strict=True)
        ]
        metadata = load_metadata(packing, meta_type, meta)
    place = {"thread_id": thread_id, "checkpoint_ns": ns}
    return CheckpointTuple(
        config={"configurable": {**place, "checkpoint_id": checkpoint_id}},
        checkpoint=cast(Checkpoint, {**body["checkpoint"], "channel_values": channels}),
        metadata=metadata,
        parent_config={"configurable": {**place, "checkpoint_id": parent_id}} if parent_id else None,
        pending_writes=pending,
    )


def load_metadata(packing: Packing, type_: str, data: bytes) -> CheckpointMetadata:
    """Give the metadata of a row."""
    return cast(CheckpointMetadata, json.loads(packing.unseal(type_, data)[1]))


def _matches(row: Sequence[Any], packing: Packing, filter: dict[str, Any]) -> bool:
    with whole(f"checkpoint {row[3]} of thread {row[1]!r}"):
        metadata = load_metadata(packing, row[8], row[9])
    return all(metadata.get(name) == value for name, value in filter.items())


def broken(file: SqliteFile, packing: Packing) -> list[str]:
    """Open every checkpoint there is; give what is wrong with those that cannot be opened."""
    problems = []
    with file.read() as db:
        for row in db.execute(f"{_SELECT} ORDER BY seq"):
            try:
                to_tuple(db, row, packing)
            except CheckpointDamaged as error:
                problems.append(str(error))
    return problems
