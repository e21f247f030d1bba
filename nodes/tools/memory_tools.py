"""The tools by which the model itself searches, saves and forgets what it knows about the user."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from langchain_core.messages import HumanMessage
from langchain_core.tools import BaseTool, ToolException, tool
from langgraph.prebuilt import ToolRuntime

from memory.clock import on_the_wall
from memory.errors import BethinkError
from memory.extraction import extract, quotation, screen
from memory.gist import normalised
from memory.lexical.words import content_words
from memory.record import Kind, MemoryRecord
from nodes.context import Context
from nodes.services import MemoryOpener
from nodes.speaker import speaker
from nodes.tools.results import as_text

if TYPE_CHECKING:
    from memory.long_term import LongTermMemory, Written

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
        if (screened := screen(text)).kind == "secret":
            raise ToolException(
                f"{screened.text!r:.200} holds a secret; expected a statement without keys, passwords or card numbers; "
                "do not save it"
            )
        memory = _memory(memory_for, runtime)
        try:
            written = _save(memory, quotation(text) if screened.kind == "instruction" else text, kind)
        except BethinkError as error:
            raise ToolException(str(error)) from error
        out: dict[str, Any] = {"action": written.action, "saved": _listed(written.record)}
        if written.previous is not None:
            out["replaced"] = written.previous.text
        return as_text(out)

    @tool
    def forget_memory(text_or_id: str, runtime: ToolRuntime[Context, Any]) -> str:
        """Forget one thing about the user. 忘掉关于用户的一件事。

        Where several memories could be meant, nothing is forgotten and the candidates come back: call again with an id.

        Args:
            text_or_id: What to forget, in the user's words, or the id of one memory.
        """
        wanted = " ".join(text_or_id.split())
        if not wanted:
            raise ToolException("nothing to forget was named; expected words or an id; say what to forget")
        memory = _memory(memory_for, runtime)
        try:
            found = memory.find(wanted)
            meant = _meant(wanted, found)
            for record in meant:
                memory.delete(record.id)
        except BethinkError as error:
            raise ToolException(str(error)) from error
        out: dict[str, Any] = {"asked": wanted, "forgotten": len(meant), "memories": [r.text for r in meant]}
        if found and not meant:
            out["candidates"] = [_listed(r) for r in found]
        return as_text(out)

    made: list[BaseTool] = [search_memory, save_memory, forget_memory]
    for each in made:
        each.handle_tool_error = True
    return made


def _save(memory: LongTermMemory, text: str, kind: Kind) -> Written:
    """Keep a statement under what the rules read in it, so that it replaces what it contradicts."""
    read = [c for c in extract([HumanMessage(text)], now=memory.clock()) if c.action == "remember"]
    if len(read) != 1:
        return memory.remember(text, kind=kind)
    return memory.remember(
        text,
        kind=read[0].kind if read[0].attribute else kind,
        subject=read[0].subject,
        attribute=read[0].attribute,
        value=read[0].value,
        importance=read[0].importance,
        valid_from=read[0].valid_from,
    )


def _meant(wanted: str, found: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """Give the records that are plainly meant: named by id, said in the same words, the only one, or the nearest."""
    exact = [r for r in found if r.id == wanted or normalised(r.text) == normalised(wanted)]
    if exact or len(found) <= 1:
        return exact or list(found)
    asked = set(content_words(wanted))
    shares = [len(asked & set(content_words(f"{r.text} {r.attribute.replace('_', ' ')}"))) for r in found]
    best = max(shares)
    nearest = [r for r, share in zip(found, shares, strict=True) if share == best]
    return nearest if len(nearest) == 1 and 2 * best >= len(asked) else []


def _memory(memory_for: MemoryOpener, runtime: ToolRuntime[Context, Any]) -> LongTermMemory:
    user_id = speaker(runtime)
    if runtime.store is None or user_id is None:
        raise ToolException(
            "this conversation has no long-term memory; expected a store and a user; answer from the conversation alone"
        )
    return memory_for(runtime.store, user_id)


def _listed(record: MemoryRecord) -> dict[str, Any]:
    return {
        "id": record.id,
        "kind": record.kind,
        "said": f"{on_the_wall(record.created):%Y-%m-%d}",
        "text": record.text,
    }
