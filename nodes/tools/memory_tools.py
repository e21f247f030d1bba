"""The tools by which the model itself searches, saves and forgets what it knows about the user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from langchain_core.tools import BaseTool, ToolException, tool
from langgraph.prebuilt import ToolRuntime

from memory.errors import BethinkError, MemoryNotFound
from memory.record import MemoryRecord
from nodes.context import Context
from nodes.services import MemoryOpener
from nodes.tools.results import as_text

if TYPE_CHECKING:
    from memory.long_term import LongTermMemory

MAX_LISTED = 20
MAX_SAVED_CHARS = 2_000
_SAVED = ("profile", "preference", "fact", "task_experience")
_EVERYTHING = {"", "*", "all", "everything", "全部", "所有", "一切"}


def memory_tools(memory_for: MemoryOpener) -> list[BaseTool]:
    """Give the tools `search_memory`, `save_memory` and `forget_memory`; each opens the memory of the run's user."""

    @tool
    def search_memory(query: str, runtime: ToolRuntime[Context, Any]) -> str:
        """Search what is remembered about the user from earlier conversations. 在长期记忆里查找关于用户的内容。

        Args:
            query: What to look for, in the user's words. `*` lists the newest memories.
        """
        memory = _memory(memory_for, runtime)
        try:
            if query.strip().casefold() in _EVERYTHING:
                known = [r for r in memory.current() if r.kind in _SAVED]
                records = sorted(known, key=lambda r: r.updated, reverse=True)[:MAX_LISTED]
            else:
                records = [found.record for found in memory.recall(query)]
        except BethinkError as error:
            raise ToolException(str(error)) from error
        return as_text({"query": query, "found": len(records), "memories": [_listed(r) for r in records]})

    @tool
    def save_memory(
        text: str,
        runtime: ToolRuntime[Context, Any],
        kind: Literal["profile", "preference", "fact", "task_experience"] = "fact",
    ) -> str:
        """Save something about the user for later conversations. 把关于用户的一件事存进长期记忆。

        Only what the user stated; never passwords, keys or card numbers.

        Args:
            text: One statement, in the user's own language, such as 我喜欢靠窗的座位.
            kind: profile (who they are), preference (what they like), fact, or task_experience (what worked).
        """
        text = " ".join(text.split())
        if not 2 <= len(text) <= MAX_SAVED_CHARS:
            raise ToolException(
                f"a memory of {len(text)} characters was given; expected 2 to {MAX_SAVED_CHARS}; give one statement"
            )
        memory = _memory(memory_for, runtime)
        try:
            written = memory.remember(text, kind=kind)
        except BethinkError as error:
            raise ToolException(str(error)) from error
        out: dict[str, Any] = {"action": written.action}
        if written.record is not None:
            out["saved"] = _listed(written.record)
        if written.previous is not None:
            out["replaced"] = written.previous.text
        return as_text(out)

    @tool
    def forget_memory(text_or_id: str, runtime: ToolRuntime[Context, Any]) -> str:
        """Forget something about the user: erase the memories that say it. 忘掉关于用户的一件事。

        Args:
            text_or_id: What to forget, in the user's words, or the id of one memory.
        """
        wanted = " ".join(text_or_id.split())
        if not wanted:
            raise ToolException("nothing to forget was named; expected words or an id; say what to forget")
        memory = _memory(memory_for, runtime)
        try:
            found = list(memory.find(wanted))[:MAX_LISTED]
            for record in found:
                memory.delete(record.id)
        except MemoryNotFound:
            found = []
        except BethinkError as error:
            raise ToolException(str(error)) from error
        return as_text({"asked": wanted, "forgotten": len(found), "memories": [r.text for r in found]})

    made: list[BaseTool] = [search_memory, save_memory, forget_memory]
    for each in made:
        each.handle_tool_error = True
    return made


def _memory(memory_for: MemoryOpener, runtime: ToolRuntime[Context, Any]) -> LongTermMemory:
    if runtime.store is None or runtime.context is None:
        raise ToolException(
            "this conversation has no long-term memory; expected a store and a user; answer from the conversation alone"
        )
    return memory_for(runtime.store, runtime.context.user_id)


def _listed(record: MemoryRecord) -> dict[str, Any]:
    return {"id": record.id, "kind": record.kind, "said": f"{record.created:%Y-%m-%d}", "text": record.text}
