"""The door: checks who speaks, queues a thread's turns, explains failures, closes what it opened."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, Self

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.runnables import RunnableConfig
from langgraph.types import Command

from graph.build import compile_graph
from graph.events import Answer, Event
from graph.explain import explained
from graph.open import Opened, open_parts
from graph.reading import TurnReader
from graph.settings import Settings, load_settings
from memory.errors import InvalidId, ThreadOwnedByAnother
from memory.ids import check_id
from memory.short_term import clear_non_system
from nodes.context import Context
from nodes.outbox import replay

if TYPE_CHECKING:
    from langgraph.types import StateSnapshot

    from graph.turns import TurnGraph
    from memory.checkpoints import ThreadInfo
    from memory.long_term import LongTermMemory, Written

MAX_TEXT_CHARS = 1_000_000
"""The longest message that the door takes."""


def open_agent(settings: Settings | None = None, **given: Any) -> Agent:
    """Open what the settings name, and give the agent; use it with `with` or `async with`, which closes it.

    Raises:
        SettingsError, StoreError, CheckpointError: something cannot be opened; the message says what to do.
    """
    return Agent(open_parts(settings or load_settings(**given)))


class Agent:
    """A conversation partner that remembers: the graph, its store and its checkpoints behind one checked door."""

    def __init__(self, parts: Opened) -> None:
        self.parts = parts
        self.settings = parts.settings
        self.graph: TurnGraph = self._compiled(waits=False)
        """The raw graph: a second run on a thread whose turn still runs is refused."""
        self._queueing = self._compiled(waits=True)
        self.callbacks = [*tracing_of(self.settings), *([parts.log] if parts.log is not None else [])]
        """What hears of every run: tracing and the log, as the settings ask."""
        self.drain()

    # ---- a turn
    def stream(self, text: str, *, user_id: str, thread_id: str) -> Iterator[Event]:
        """Run one turn and give what happens as it happens; the last event is the report.

        Raises:
            InvalidId: the user, the thread or the text cannot be used.
            ThreadOwnedByAnother: the thread is another user's.
            ModelError: the model could not answer; the user's message is kept, and `resume` tries again.
        """
        return self._run({"messages": [message_of(text)]}, user_id, thread_id)

    def astream(self, text: str, *, user_id: str, thread_id: str) -> AsyncIterator[Event]:
        """`stream` for a running loop."""
        return self._arun({"messages": [message_of(text)]}, user_id, thread_id)

    def ask(self, text: str, *, user_id: str, thread_id: str) -> Answer:
        """Run one turn and give its answer."""
        reader = TurnReader(user_id, thread_id)
        for event in self.stream(text, user_id=user_id, thread_id=thread_id):
            reader.note(event)
        return reader.answer()

    async def aask(self, text: str, *, user_id: str, thread_id: str) -> Answer:
        """`ask` for a running loop."""
        reader = TurnReader(user_id, thread_id)
        async for event in self.astream(text, user_id=user_id, thread_id=thread_id):
            reader.note(event)
        return reader.answer()

    def resume(self, *, user_id: str, thread_id: str, decision: Any = None) -> Iterator[Event]:
        """Go on with a turn that failed, or that waits for approval: `decision` is True, False, or `{call id: …}`."""
        return self._run(None if decision is None else Command(resume=decision), user_id, thread_id)

    def aresume(self, *, user_id: str, thread_id: str, decision: Any = None) -> AsyncIterator[Event]:
        """`resume` for a running loop."""
        return self._arun(None if decision is None else Command(resume=decision), user_id, thread_id)

    # ---- a thread
    def state(self, *, user_id: str, thread_id: str) -> StateSnapshot:
        """Give the thread's state.

        Raises:
            ThreadOwnedByAnother: the thread is another user's.
        """
        config = self._config(user_id, thread_id)
        snapshot = self.graph.get_state(config)
        owner = snapshot.values.get("user_id")
        if owner and owner != user_id:
            raise ThreadOwnedByAnother(
                f"thread {thread_id!r} belongs to another user than {user_id!r}; expected its owner; "
                "choose another thread"
            )
        return snapshot

    def clear(self, *, user_id: str, thread_id: str) -> Written | None:
        """Empty the thread but for system messages, after saving a summary of it as a memory; give what was saved."""
        from nodes.session import save_session

        with self.parts.claims.hold(thread_id, wait=True):
            values = self.state(user_id=user_id, thread_id=thread_id).values
            messages = values.get("messages", [])
            saved = None
            if self.remembers and any(not isinstance(m, SystemMessage) for m in messages):
                saved = save_session(values, self.memory(user_id), self.parts.services, thread_id=thread_id)
            if values:
                update = {"messages": clear_non_system(messages), "summary": "", "recalled": [], "report": {}}
                self.graph.update_state(self._config(user_id, thread_id), update, as_node="write_back")
            return saved

    def threads(self, user_id: str) -> list[ThreadInfo]:
        """Give this user's threads, newest first."""
        return list(self.parts.checkpoints.threads(check_id(user_id, "user id")))

    @staticmethod
    def new_thread() -> str:
        """Give an id for a new thread."""
        return uuid.uuid4().hex[:12]

    # ---- long term
    @property
    def remembers(self) -> bool:
        """False where the settings ask for short-term memory only."""
        return self.parts.services.remembers and self.parts.store is not None

    def memory(self, user_id: str) -> LongTermMemory:
        """Give the long-term memory of one user."""
        if self.parts.store is None:
            raise InvalidId("this agent keeps short-term memory only; open it without short_term_only to use memories")
        return self.parts.services.memory_for(self.parts.store, check_id(user_id, "user id"))

    def summarize_idle(self, *, older_than_h: float = 24.0, user_id: str | None = None) -> list[Written]:
        """Save a summary of each thread that nothing was said in for so long, once for what it holds."""
        from graph.idle import summarize_idle

        return summarize_idle(self, older_than_h=older_than_h, user_id=user_id)

    def forget_everything(self, user_id: str) -> dict[str, int]:
        """Erase a user from every place for good; give how much was erased in each, verified empty.

        Raises:
            TurnInProgress, StoreError: a turn does not end, or a place cannot be reached or emptied.
        """
        from graph.erasing import erase_user

        return erase_user(self.parts, check_id(user_id, "user id"))

    def forget_thread(self, *, user_id: str, thread_id: str, memories: bool = True) -> dict[str, int]:
        """Erase one thread for good, and with `memories` all that was learned in it; give counts per place.

        Raises:
            ThreadOwnedByAnother: the thread is another user's.
            TurnInProgress, StoreError: a turn does not end, or a place cannot be reached or emptied.
        """
        from graph.erasing import erase_thread

        self.state(user_id=user_id, thread_id=thread_id)
        return erase_thread(self.parts, user_id, thread_id, memories=memories)

    def forget_record(self, *, user_id: str, record_id: str) -> dict[str, int]:
        """Erase one memory for good, and its words from this user's threads; give how much changed in each place.

        `memory(user_id).erase` leaves the threads as they are.

        Raises:
            MemoryNotFound: this user has no such memory.
            TurnInProgress, StoreError: a turn does not end, or a place cannot be reached.
        """
        from graph.erasing import erase_record

        return erase_record(self.parts, check_id(user_id, "user id"), record_id)

    def drain(self, user_id: str | None = None) -> int:
        """Write what waits in the outbox, of one user or all; give how many entries were written."""
        if not self.remembers or self.parts.store is None:
            return 0
        return replay(self.parts.outbox, self.parts.store, self.parts.services, user_id=user_id)

    # ---- opening and closing
    def close(self) -> None:
        """Close what was opened; closing twice is no error."""
        self.parts.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    # ---- inside
    def _compiled(self, *, waits: bool) -> TurnGraph:
        parts = self.parts
        return compile_graph(
            parts.services, store=parts.store, checkpointer=parts.checkpoints, claims=parts.claims, waits=waits
        )

    def _config(self, user_id: str, thread_id: str) -> RunnableConfig:
        check_id(user_id, "user id")
        thread = {"thread_id": check_id(thread_id, "thread id")}
        return {"configurable": thread, "recursion_limit": 1_000, "callbacks": self.callbacks}

    def _options(self, user_id: str) -> dict[str, Any]:
        return {
            "context": Context(user_id=user_id),
            "stream_mode": ["messages", "updates"],
            "version": "v2",
            "durability": self.settings.durability,
        }

    def _run(self, given: Any, user_id: str, thread_id: str) -> Iterator[Event]:
        config, reader = self._config(user_id, thread_id), TurnReader(user_id, thread_id)
        with explained(self.settings):
            for part in self._queueing.stream(given, config, **self._options(user_id)):
                yield from reader.events(part)
            yield from reader.closing(self.graph.get_state(config))
            if not reader.failed:
                self.drain(user_id)

    async def _arun(self, given: Any, user_id: str, thread_id: str) -> AsyncIterator[Event]:
        config, reader = self._config(user_id, thread_id), TurnReader(user_id, thread_id)
        with explained(self.settings):
            async for part in self._queueing.astream(given, config, **self._options(user_id)):
                for event in reader.events(part):
                    yield event
            for event in reader.closing(await self.graph.aget_state(config)):
                yield event
            if not reader.failed:
                await asyncio.to_thread(self.drain, user_id)


def tracing_of(settings: Settings) -> list[BaseCallbackHandler]:
    """Give the handlers that trace a turn, as the settings ask; spans go where OpenTelemetry is set to send them."""
    if settings.tracing == "off":
        return []
    from graph.trace import Tracing

    return [Tracing(content=settings.tracing == "content")]


def message_of(text: str) -> HumanMessage:
    """Give the user's message for this text.

    Raises:
        InvalidId: it is no text, is blank, or is too long.
    """
    if not isinstance(text, str) or not text.strip():
        raise InvalidId("the message is empty; expected some text; say something")
    if len(text) > MAX_TEXT_CHARS:
        raise InvalidId(
            f"the message has {len(text):,} characters; at most {MAX_TEXT_CHARS:,} are taken; send it in pieces"
        )
    return HumanMessage(text.encode("utf-8", "replace").decode("utf-8"), id=uuid.uuid4().hex)
