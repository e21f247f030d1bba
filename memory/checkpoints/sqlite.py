"""LangGraph's checkpoints in one SQLite file: small, bounded, for sync and async, threads and processes."""

from __future__ import annotations

import builtins
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from memory.checkpoints import reading, rows, writing
from memory.checkpoints.by_thread import Checkpoints
from memory.checkpoints.copying import text_version
from memory.checkpoints.encryption import PROOF, derive, encrypted
from memory.checkpoints.history import prune_to_latest
from memory.checkpoints.packing import Packing, whole
from memory.checkpoints.rewriting import Edit, rewrite
from memory.checkpoints.schema import CHECKPOINT_FILE
from memory.checkpoints.threads import ThreadInfo, list_threads
from memory.clock import Clock, system_clock
from memory.errors import CheckpointError, CheckpointKeyError
from memory.sqlite_file import SqliteFile


class SqliteCheckpoints(Checkpoints):
    """A checkpoint saver on one SQLite file. Open it with `open_sqlite`.

    1. It serves sync and async callers in one event loop, threads, and processes side by side.
    2. What `put` and `put_writes` returned from is on disk.
    3. The last `keep_turns` turns of a thread stay whole; older checkpoints go when a new turn starts.
    4. The newest checkpoint is the one that came last, also when the clock went back.
    5. What is deleted leaves no bytes in the file.

    Raises:
        CheckpointError: from every method; with its children for a damaged file, a newer one, a wrong key.
    """

    def __init__(
        self,
        path: Path | str | None,
        *,
        key: str | bytes | None = None,
        keep_turns: int | None = 10,
        clock: Clock = system_clock,
    ) -> None:
        if keep_turns is not None and keep_turns < 1:
            raise ValueError(f"keep_turns is {keep_turns}; expected at least 1, or None to keep all; raise it")
        self.keep_turns = keep_turns
        self._clock = clock
        self._file = SqliteFile(path, CHECKPOINT_FILE)
        try:
            serde, self._digest_key = self._unlock(key)
        except BaseException:
            self._file.close()
            raise
        super().__init__(serde=serde)

    @property
    def _packing(self) -> Packing:
        return Packing(self.serde, self._digest_key)  # made anew: LangGraph clones savers with another serialiser

    def _unlock(self, key: str | bytes | None) -> tuple[SerializerProtocol, bytes]:
        plain = JsonPlusSerializer(allowed_msgpack_modules=None)  # strict: messages and JSON types only
        with self._file.read() as db:
            facts: dict[str, bytes] = dict(db.execute("SELECT name, value FROM facts").fetchall())
        if key is None:
            if "salt" in facts:
                raise CheckpointKeyError(
                    f"the {self._file.title} is encrypted and no key was given; expected its key; set the key"
                )
            return plain, b""
        if "salt" not in facts:
            facts = self._seal_new(key, plain)
        cipher_key, digest_key = derive(key, facts["salt"])
        serde = encrypted(plain, cipher_key)
        try:
            Packing(serde, digest_key).load(facts["type"].decode(), facts["proof"])
        except (ValueError, LookupError) as error:
            raise CheckpointKeyError(
                f"the key does not open the {self._file.title}; expected the one it was made with; set that key"
            ) from error
        return serde, digest_key

    def _seal_new(self, key: str | bytes, plain: JsonPlusSerializer) -> dict[str, bytes]:
        """Note in a file without threads that it is encrypted, and by which key; give what is noted."""
        salt = secrets.token_bytes(16)
        cipher_key, digest_key = derive(key, salt)
        type_, proof = Packing(encrypted(plain, cipher_key), digest_key).dump(PROOF)
        with self._file.transaction() as db:
            noted: dict[str, bytes] = dict(db.execute("SELECT name, value FROM facts").fetchall())
            if noted:  # another process was first
                return noted
            if db.execute("SELECT 1 FROM threads LIMIT 1").fetchone():
                raise CheckpointKeyError(
                    f"a key was given for the {self._file.title}, which is not encrypted; expected a new file or an "
                    "encrypted one; leave the key out, or choose another path"
                )
            facts = {"salt": salt, "type": type_.encode(), "proof": proof}
            db.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
        return facts

    # ---- LangGraph's interface
    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return reading.find(self._file, self._packing, config)

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        return reading.search(self._file, self._packing, config, filter=filter, before=before, limit=limit)

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,  # not needed: values are found by their content
    ) -> RunnableConfig:
        now = self._clock().isoformat()
        return writing.store(
            self._file, self._packing, config, checkpoint, metadata, now=now, keep_turns=self.keep_turns
        )

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        now = self._clock().isoformat()
        writing.store_writes(self._file, self._packing, config, writes, task_id, task_path, now=now)

    def get_next_version(self, current: Any, channel: None) -> int | str:
        """Give the next whole number. Values are found by content here, so versions need no random part."""
        if isinstance(current, str):  # in a thread copied from a saver with text versions: all must be of one sort
            return text_version(int(current.split(".")[0]) + 1)
        return 1 if current is None else int(current) + 1

    def delete_thread(self, thread_id: str) -> None:
        """Delete everything of a thread, and its traces in the file. An unknown thread is no error."""
        with self._file.erasure() as db:
            self._drop(db, rows.thread_number(db, str(thread_id)))

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete the checkpoints that these runs made, with their writes."""
        with self._file.transaction() as db:
            for run_id in run_ids:
                query = "SELECT thread, seq, ns, checkpoint_id FROM checkpoints WHERE run_id = ?"
                found = db.execute(query, (str(run_id),)).fetchall()
                for thread in {row[0] for row in found}:
                    rows.drop_checkpoints(db, thread, [(s, ns, i) for t, s, ns, i in found if t == thread])
        self._file.give_back_free_pages()

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy a thread, all that is kept of its history included, to a new thread.

        Raises:
            CheckpointError: there is no such thread, or the target has checkpoints already.
        """
        with self._file.transaction() as db:
            source = rows.thread_number(db, str(source_thread_id))
            if source is None:
                raise CheckpointError(
                    f"thread {source_thread_id!r} has no checkpoints; expected a thread to copy; list the threads"
                )
            if rows.thread_number(db, str(target_thread_id)) is not None:
                raise CheckpointError(
                    f"thread {target_thread_id!r} has checkpoints already; expected a new thread, since mixing two "
                    "loses both; choose another id, or delete that thread first"
                )
            target = rows.thread_number_or_new(db, str(target_thread_id), self._clock().isoformat())
            rows.copy_rows(db, source, target)

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Prune threads to the newest checkpoint of each namespace (`keep_latest`), or delete them (`delete`)."""
        if isinstance(thread_ids, str):
            raise TypeError(f"thread_ids is the text {thread_ids!r}; expected a list of ids; wrap it in a list")
        if strategy not in ("keep_latest", "delete"):
            raise ValueError(f"prune strategy {strategy!r}; expected keep_latest or delete; choose one of them")
        with self._file.erasure() if strategy == "delete" else self._file.transaction() as db:
            for thread_id in thread_ids:
                thread = rows.thread_number(db, str(thread_id))
                if strategy == "delete":
                    self._drop(db, thread)
                elif thread is not None:
                    prune_to_latest(db, thread, packing=self._packing)
        self._file.give_back_free_pages(more_than=0.0)

    # ---- threads and users
    def threads(self, user_id: str | None = None) -> builtins.list[ThreadInfo]:
        """Give the threads, of one user or all, the last changed first."""
        with self._file.read() as db, whole("the list of threads"):
            return list_threads(db, user_id)

    def owner(self, thread_id: str) -> str | None:
        """Give the user whose thread this is; None when it is new or names none."""
        with self._file.read() as db:
            row = db.execute("SELECT user_id FROM threads WHERE thread_id = ?", (str(thread_id),)).fetchone()
        return None if row is None else row[0]

    def delete_user(self, user_id: str) -> dict[str, int]:
        """Delete every thread of a user, and their traces; give how many threads, checkpoints, writes, pieces went."""
        counts = dict.fromkeys(("threads", "checkpoints", "writes", "pieces"), 0)
        with self._file.erasure() as db:
            for (thread,) in db.execute("SELECT id FROM threads WHERE user_id = ?", (user_id,)).fetchall():
                for table, count in self._drop(db, thread).items():
                    counts[table] += count
        return counts

    def rewrite(self, thread_ids: Sequence[str], edit: Edit) -> int:
        """Put what `edit(thread, value)` gives in the place of every value of these threads; give how many changed."""
        with self._file.erasure() as db:
            return sum(rewrite(db, self._packing, str(thread_id), edit) for thread_id in thread_ids)

    @staticmethod
    def _drop(db: sqlite3.Connection, thread: int | None) -> dict[str, int]:
        return {} if thread is None else rows.drop_thread(db, thread)

    # ---- care
    def check(self) -> builtins.list[str]:
        """Give what is wrong with the file, in words; an empty list when it is whole. Reads all of it."""
        problems = self._file.problems()
        if not problems:
            problems = reading.broken(self._file, self._packing)
        return problems

    def backup(self, to: Path | str) -> None:
        """Write a copy as of one moment to a new file, while others read and write.

        Raises:
            FileExistsError: there is a file already.
        """
        self._file.backup(to)

    def size_bytes(self) -> int:
        """Give the bytes on disk, the log included."""
        return self._file.size_bytes()

    def close(self) -> None:
        """Close the file; a second close is no error."""
        self._file.close()
