"""Taking threads from one saver to another: from LangGraph's own SQLite file, or from one machine to a server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, Checkpoint, CheckpointTuple

from memory.checkpoints.by_thread import Checkpoints
from memory.checkpoints.history import starts_turn
from memory.errors import CheckpointError


def copy_checkpoints(
    source: BaseCheckpointSaver[Any], target: Checkpoints, *, thread_ids: Iterable[str] | None = None
) -> int:
    """Copy threads with their interrupts and as much history as the target keeps; give how many threads were copied.

    Raises:
        CheckpointError: a thread has checkpoints in the target already; threads before it are copied.
    """
    copied = 0
    for thread_id in _threads(source) if thread_ids is None else thread_ids:
        place: RunnableConfig = {"configurable": {"thread_id": thread_id}}
        if target.get_tuple({"configurable": {"thread_id": thread_id, "checkpoint_ns": ""}}) is not None:
            raise CheckpointError(
                f"thread {thread_id!r} has checkpoints in the target already; expected a thread that is new there, "
                "since mixing two loses both; leave it out, or delete it there first"
            )
        kept = _kept(source, place, target.keep_turns)
        for found in reversed(kept):
            _put(target, found)
        copied += bool(kept)
    return copied


def text_version(number: int) -> str:
    """Give a channel's version as savers have it that tell branches apart by a random part: here there is none."""
    return f"{number:032}.{0:016}"


def _threads(source: BaseCheckpointSaver[Any]) -> Sequence[str]:
    if isinstance(source, Checkpoints):
        return [thread.thread_id for thread in reversed(source.threads())]
    return list(dict.fromkeys(str(found.config["configurable"]["thread_id"]) for found in source.list(None)))[::-1]


def _kept(source: BaseCheckpointSaver[Any], place: RunnableConfig, keep_turns: int | None) -> list[CheckpointTuple]:
    """Give a thread's checkpoints, the newest first, back to the start of the last turn that the target would keep."""
    kept: list[CheckpointTuple] = []
    starts = 0
    for found in source.list(place):
        kept.append(found)
        if found.config["configurable"].get("checkpoint_ns", "") == "":
            starts += starts_turn(found.metadata.get("source"), None)
        if keep_turns is not None and starts >= keep_turns:
            break
    return kept


def _put(target: Checkpoints, found: CheckpointTuple) -> None:
    place = found.config["configurable"]
    parent = found.parent_config["configurable"]["checkpoint_id"] if found.parent_config else None
    config: RunnableConfig = {
        "configurable": {
            "thread_id": place["thread_id"],
            "checkpoint_ns": place.get("checkpoint_ns", ""),
            **({"checkpoint_id": parent} if parent else {}),
        }
    }
    checkpoint = _with_versions_of(target, found.checkpoint)
    stored = target.put(config, checkpoint, found.metadata, checkpoint["channel_versions"])
    tasks: dict[str, list[tuple[str, Any]]] = {}
    for task_id, channel, value in found.pending_writes or ():
        tasks.setdefault(task_id, []).append((channel, value))
    for task_id, writes in tasks.items():
        target.put_writes(stored, writes, task_id)


def _with_versions_of(target: Checkpoints, checkpoint: Checkpoint) -> Checkpoint:
    """Give the checkpoint with text versions when the target counts by them: numbers and texts cannot be compared."""
    if not isinstance(target.get_next_version(None, None), str):
        return checkpoint

    def texts(versions: Any) -> dict[str, Any]:
        return {channel: text_version(v) if isinstance(v, int) else v for channel, v in versions.items()}

    seen = {node: texts(versions) for node, versions in checkpoint["versions_seen"].items()}
    return cast(
        Checkpoint, {**checkpoint, "channel_versions": texts(checkpoint["channel_versions"]), "versions_seen": seen}
    )
