"""The asynchronous face of a saver whose work is short and blocking: each call runs in a thread.

One object so serves `invoke` and `await ainvoke` in the same event loop, as notebooks need; LangGraph's own SQLite
savers serve one of the two each.
"""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import AsyncIterator, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)

from memory.checkpoints.rewriting import Edit
from memory.checkpoints.threads import ThreadInfo

_PAGE = 20


class Checkpoints(BaseCheckpointSaver[Any]):
    """A saver of ours: LangGraph's interface, of which only the synchronous half is left to write, and more.

    What is added is declared here and promised by each saver: the threads and whose they are, deleting a user, care.
    """

    keep_turns: int | None

    def threads(self, user_id: str | None = None) -> builtins.list[ThreadInfo]:
        """Give the threads, of one user or all, the last changed first."""
        raise NotImplementedError

    def owner(self, thread_id: str) -> str | None:
        """Give the user whose thread this is; None when it is new or names none."""
        raise NotImplementedError

    def delete_user(self, user_id: str) -> dict[str, int]:
        """Delete every thread of a user; give how many threads, checkpoints, writes and pieces went."""
        raise NotImplementedError

    def rewrite(self, thread_ids: Sequence[str], edit: Edit) -> int:
        """Put what `edit(thread, value)` gives in the place of every value that these threads hold, in checkpoints and
        writes; give how many changed. Nothing of what stood there is left, as after a deletion.

        Raises:
            CheckpointDamaged: a value cannot be opened.
        """
        raise NotImplementedError

    def check(self) -> builtins.list[str]:
        """Give what is wrong, in words; an empty list when everything can be opened."""
        raise NotImplementedError

    def backup(self, to: Path | str) -> None:
        """Write a copy as of one moment to a new file, while others read and write."""
        raise NotImplementedError

    def size_bytes(self) -> int:
        """Give the bytes on disk."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the file or the connections; a second close is no error."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await asyncio.to_thread(self.get_tuple, config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        found = self.list(config, filter=filter, before=before, limit=limit)
        while True:
            page = await asyncio.to_thread(lambda: list(islice(found, _PAGE)))
            for checkpoint in page:
                yield checkpoint
            if len(page) < _PAGE:
                return

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return await asyncio.to_thread(self.put, config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        await asyncio.to_thread(self.put_writes, config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        await asyncio.to_thread(self.delete_thread, thread_id)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        await asyncio.to_thread(self.delete_for_runs, run_ids)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        await asyncio.to_thread(self.copy_thread, source_thread_id, target_thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        await asyncio.to_thread(lambda: self.prune(thread_ids, strategy=strategy))
