"""LangGraph's checkpoints on PostgreSQL, for many machines, with what its own saver lacks.

The saver is LangGraph's; added are one face for sync and async callers, bounded history, copying, deletion by run and
by user, and the list of threads. In contrast to the file, what is newest goes by checkpoint ids here, and so by the
clocks of the machines; threads that use a `DeltaChannel` are not pruned; and deleted rows leave the disk as the
server's own vacuum reaches them (`VACUUM FULL` rewrites the tables at once).
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
)
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.serde.encrypted import EncryptedSerializer
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from psycopg import Cursor
from psycopg.rows import DictRow

from memory.checkpoints import postgres_rows as rows
from memory.checkpoints.by_thread import Checkpoints
from memory.checkpoints.encryption import PROOF, derive, encrypted
from memory.checkpoints.packing import Packing
from memory.checkpoints.postgres_rewriting import rewrite
from memory.checkpoints.rewriting import Edit
from memory.checkpoints.threads import ThreadInfo
from memory.checkpoints.writing import TURN_NUMBER, owner_in
from memory.clock import Clock, system_clock
from memory.errors import CheckpointError, CheckpointKeyError
from memory.postgres_database import PostgresDatabase

_COVER = "__bethink_covered__"


class PostgresCheckpoints(Checkpoints, PostgresSaver):
    """A checkpoint saver on PostgreSQL. Open it with `open_postgres`.

    Raises:
        CheckpointError: from every method, when the server cannot be reached.
    """

    def __init__(
        self,
        url: str,
        *,
        key: str | bytes | None = None,
        keep_turns: int | None = 10,
        clock: Clock = system_clock,
        max_connections: int = 8,
    ) -> None:
        if keep_turns is not None and keep_turns < 1:
            raise ValueError(f"keep_turns is {keep_turns}; expected at least 1, or None to keep all; raise it")
        self.keep_turns = keep_turns
        self._clock = clock
        self._database = PostgresDatabase(url, failed=CheckpointError, max_connections=max_connections)
        PostgresSaver.__init__(self, cast(Any, self._database.pool), serde=JsonPlusSerializer())
        # LangGraph's saver locks around every call, for callers that share one connection; a pool needs no such lock.
        self.lock = cast(Any, nullcontext())
        try:
            with self._database.set_up() as connection:
                self.setup()
                for table in rows.TABLES:
                    connection.execute(table)
            self.serde = self._unlock(key)
        except BaseException:
            self._database.close()
            raise

    def _unlock(self, key: str | bytes | None) -> Any:
        plain = JsonPlusSerializer(allowed_msgpack_modules=None)  # strict: messages and JSON types only
        with self._database.set_up() as connection:
            facts = rows.facts(connection, is_sealed=key is not None)
        place = self._database.place
        if key is None:
            if "salt" in facts:
                raise CheckpointKeyError(
                    f"the checkpoints in {place} are encrypted and no key was given; expected their key; set the key"
                )
            return plain
        cipher_key, _ = derive(key, facts["salt"])
        serde = encrypted(plain, cipher_key)
        packing = Packing(serde)
        if "proof" not in facts:
            if facts["is_empty"] != b"1":
                raise CheckpointKeyError(
                    f"a key was given for the checkpoints in {place}, which are not encrypted; expected new or "
                    "encrypted ones; leave the key out, or choose another database"
                )
            type_, proof = packing.dump(PROOF)
            with self._database.transaction() as connection:
                rows.put_fact(connection, "salt", facts["salt"])
                rows.put_fact(connection, "type", type_.encode())
                rows.put_fact(connection, "proof", proof)
            return serde
        try:
            packing.load(facts["type"].decode(), facts["proof"])
        except ValueError as error:
            raise CheckpointKeyError(
                f"the key does not open the checkpoints in {place}; expected the one they were made with; set that key"
            ) from error
        return serde

    @contextmanager
    def _cursor(self, *, pipeline: bool = False) -> Iterator[Cursor[DictRow]]:
        self.conn = cast(Any, self._database.pool)  # another one in a forked child
        with self._database.explained(), super()._cursor(pipeline=pipeline) as cursor:
            yield cursor

    # ---- LangGraph's interface
    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        place = config["configurable"]
        if place.get("checkpoint_ns", "") != "":
            return super().put(config, self._covered(checkpoint), metadata, new_versions)
        thread_id, parent_id = str(place["thread_id"]), get_checkpoint_id(config)
        channels, source = checkpoint["channel_values"], metadata.get("source")
        messages = channels.get("messages")
        with self._database.transaction() as connection:
            turn, starts = rows.note_thread(
                connection,
                thread_id=thread_id,
                parent_id=parent_id,
                source=source,
                user_id=owner_in(channels, {**(config.get("metadata") or {}), **place, **metadata}),
                messages=len(messages) if isinstance(messages, builtins.list) else None,
                now=self._clock(),
            )
        numbered = cast(CheckpointMetadata, {**metadata, TURN_NUMBER: turn})
        stored = super().put(config, self._covered(checkpoint), numbered, new_versions)
        if starts and self.keep_turns is not None:
            with self._database.transaction() as connection:
                rows.prune_turns(connection, thread_id, keep_turns=self.keep_turns)
        return stored

    def _covered(self, checkpoint: Checkpoint) -> Checkpoint:
        """Give the checkpoint with those values wrapped that LangGraph would put into JSON and must not.

        It keeps texts, numbers and truth values in clear beside the sealed rest, and JSON on PostgreSQL cannot hold
        every text. Wrapped, they go where lists and dictionaries go.
        """
        is_sealed = isinstance(self.serde, EncryptedSerializer)
        values = {
            channel: {_COVER: value} if _needs_cover(value, is_sealed=is_sealed) else value
            for channel, value in checkpoint["channel_values"].items()
        }
        return cast(Checkpoint, {**checkpoint, "channel_values": values})

    def _load_checkpoint_tuple(self, value: DictRow) -> CheckpointTuple:
        found = super()._load_checkpoint_tuple(value)
        values = found.checkpoint["channel_values"]
        for channel, held in values.items():
            if isinstance(held, dict) and held.keys() == {_COVER}:
                values[channel] = held[_COVER]
        return found

    def delete_thread(self, thread_id: str) -> None:
        """Delete everything of a thread. An unknown thread is no error."""
        with self._database.transaction() as connection:
            rows.drop_threads(connection, [str(thread_id)])

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete the checkpoints that these runs made, with their writes."""
        with self._database.transaction() as connection:
            rows.drop_runs(connection, [str(run_id) for run_id in run_ids])

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy a thread, all that is kept of its history included, to a new thread.

        Raises:
            CheckpointError: there is no such thread, or the target has checkpoints already.
        """
        source, target = str(source_thread_id), str(target_thread_id)
        with self._database.transaction() as connection:
            if not rows.has_checkpoints(connection, source):
                raise CheckpointError(
                    f"thread {source!r} has no checkpoints; expected a thread to copy; list the threads"
                )
            if rows.has_checkpoints(connection, target):
                raise CheckpointError(
                    f"thread {target!r} has checkpoints already; expected a new thread, since mixing two loses both; "
                    "choose another id, or delete that thread first"
                )
            rows.copy_thread(connection, source, target, now=self._clock())

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Prune threads to the newest checkpoint of each namespace (`keep_latest`), or delete them (`delete`)."""
        if isinstance(thread_ids, str):
            raise TypeError(f"thread_ids is the text {thread_ids!r}; expected a list of ids; wrap it in a list")
        if strategy not in ("keep_latest", "delete"):
            raise ValueError(f"prune strategy {strategy!r}; expected keep_latest or delete; choose one of them")
        if strategy == "delete":
            with self._database.transaction() as connection:
                rows.drop_threads(connection, [str(thread_id) for thread_id in thread_ids])
        else:
            super().prune(thread_ids, strategy=strategy)

    # ---- threads and users
    def threads(self, user_id: str | None = None) -> builtins.list[ThreadInfo]:
        """Give the threads, of one user or all, the last changed first."""
        with self._database.transaction() as connection:
            return rows.list_threads(connection, user_id)

    def owner(self, thread_id: str) -> str | None:
        """Give the user whose thread this is; None when it is new or names none."""
        with self._database.transaction() as connection:
            return rows.owner(connection, str(thread_id))

    def delete_user(self, user_id: str) -> dict[str, int]:
        """Delete every thread of a user; give how many threads, checkpoints, writes and pieces went."""
        with self._database.transaction() as connection:
            return rows.drop_threads(connection, rows.threads_of(connection, user_id))

    def rewrite(self, thread_ids: Sequence[str], edit: Edit) -> int:
        """Put what `edit(thread, value)` gives in the place of every value of these threads; give how many changed."""
        with self._database.transaction() as connection:
            return sum(rewrite(connection, self.serde, str(thread_id), edit) for thread_id in thread_ids)

    # ---- care
    def check(self) -> builtins.list[str]:
        """Give what is wrong with the threads' newest checkpoints, in words; an empty list when all can be opened."""
        problems = []
        for thread in self.threads():
            try:
                self.get_tuple({"configurable": {"thread_id": thread.thread_id, "checkpoint_ns": ""}})
            except ValueError as error:
                problems.append(f"thread {thread.thread_id!r} cannot be opened ({error})")
        return problems

    def backup(self, to: Path | str) -> None:
        """Refuse: a database that is shared is backed up by its own tools.

        Raises:
            CheckpointError: always.
        """
        raise CheckpointError(
            f"checkpoints in {self._database.place} were to be copied to {to}; expected the database's own tools for "
            "that; run pg_dump"
        )

    def size_bytes(self) -> int:
        """Give the bytes of the tables and their indexes."""
        with self._database.transaction() as connection:
            return rows.size_bytes(connection)

    def close(self) -> None:
        """Close the connections; a second close is no error."""
        self._database.close()


def _needs_cover(value: object, *, is_sealed: bool) -> bool:
    """Say whether a value may not stand in clear JSON: any when there is a key, else a text that JSON cannot hold."""
    if is_sealed:
        return isinstance(value, str | int | float)
    return isinstance(value, str) and ("\x00" in value or any("\ud800" <= c <= "\udfff" for c in value))
