"""A compiled graph that runs one turn of a thread at a time, and for its owner only.

Two runs at once on one thread would lose one of them without a word: each starts from the same checkpoint, and the one
that ends last wins. Here the second run is refused by name, or waits its turn where the door asked for that. A run that
stops at an interrupt has ended: it holds nothing while the user thinks.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack
from typing import Any, Self

from langchain_core.runnables.config import run_in_executor
from langgraph.graph.state import CompiledStateGraph

from memory.checkpoints import Checkpoints
from memory.errors import ThreadOwnedByAnother
from memory.turns import TurnClaims
from nodes.context import Context


class TurnGraph(CompiledStateGraph[Any, Context, Any, Any]):
    """LangGraph's compiled graph, with the thread claimed for as long as a run lasts."""

    claims: TurnClaims
    waits: bool

    @classmethod
    def over(cls, graph: CompiledStateGraph[Any, Context, Any, Any], claims: TurnClaims, *, waits: bool) -> Self:
        """Give the same graph, guarded by these claims."""
        guarded = cls.__new__(cls)
        guarded.__dict__.update(graph.__dict__)
        guarded.claims, guarded.waits = claims, waits
        return guarded

    def copy(self, update: dict[str, Any] | None = None) -> Self:
        """Give a copy with these attributes changed, guarded as this one is."""
        attributes = {k: v for k, v in self.__dict__.items() if k not in ("claims", "waits", "__orig_class__")}
        return self.over(CompiledStateGraph(**{**attributes, **(update or {})}), self.claims, waits=self.waits)

    def stream(self, input: Any, config: Any = None, **kwargs: Any) -> Iterator[Any]:
        """Run as LangGraph does, holding the thread. `invoke` comes through here too.

        Raises:
            TurnInProgress: another run holds the thread, and this graph does not wait.
            ThreadOwnedByAnother: the thread is another user's.
        """
        with ExitStack() as held:
            if (thread := self._thread(config)) is not None:
                held.enter_context(self.claims.hold(thread, wait=self.waits))
                check_owner(owner_of(self.checkpointer, thread), thread, kwargs.get("context"))
            yield from super().stream(input, config, **kwargs)

    async def astream(self, input: Any, config: Any = None, **kwargs: Any) -> AsyncIterator[Any]:
        """`stream` for a running loop. `ainvoke` comes through here too."""
        async with AsyncExitStack() as held:
            if (thread := self._thread(config)) is not None:
                await held.enter_async_context(self.claims.ahold(thread, wait=self.waits))
                owner = await run_in_executor(None, owner_of, self.checkpointer, thread)
                check_owner(owner, thread, kwargs.get("context"))
            async for item in super().astream(input, config, **kwargs):
                yield item

    def _thread(self, config: Any) -> str | None:
        configurable = {**((self.config or {}).get("configurable") or {}), **((config or {}).get("configurable") or {})}
        inside = "__pregel_read" in configurable  # a subgraph runs inside its parent's turn
        if inside or not self.checkpointer or isinstance(self.checkpointer, bool):
            return None
        thread = configurable.get("thread_id")
        return None if thread is None else str(thread)


def owner_of(saver: Any, thread: str) -> str | None:
    """Give whose thread it is: our savers know it by one short read, of any other the newest checkpoint tells it."""
    if isinstance(saver, Checkpoints):
        return saver.owner(thread)
    newest = saver.get_tuple({"configurable": {"thread_id": thread, "checkpoint_ns": ""}})
    return None if newest is None else newest.checkpoint["channel_values"].get("user_id")


def check_owner(owner: str | None, thread: str, context: Any) -> None:
    """Refuse a run on another user's thread."""
    user = context.get("user_id") if isinstance(context, dict) else getattr(context, "user_id", None)
    if owner and user and owner != user:
        raise ThreadOwnedByAnother(
            f"thread {thread!r} belongs to another user than {user!r}; expected its owner; choose another thread id"
        )
