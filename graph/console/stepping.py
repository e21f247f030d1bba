"""Running a thread node by node, with its state open to the hand between two of them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langchain_core.messages import HumanMessage, RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.types import Command

from graph.agent import message_of
from graph.console.forks import copy_to_head, due, history
from graph.explain import explained
from memory.errors import InvalidId
from nodes.context import Context

if TYPE_CHECKING:
    from langgraph.types import StateSnapshot

    from graph.agent import Agent

MAX_EDIT_CHARS = 200_000
KEPT = ("summary", "recalled", "report", "user_id", "written_until", "turn")
BEFORE = {"retrieve_memory": "__start__", "execute_tools": "call_model", "write_back": "call_model"}
"""Which node has just run when this one is next; before call_model it depends on whether tools were run."""


@dataclass(frozen=True, slots=True)
class Stepper:
    """One user's thread, run a node at a time."""

    agent: Agent
    user_id: str
    thread_id: str

    @property
    def config(self) -> RunnableConfig:
        """What names the thread to the graph."""
        thread = {"thread_id": self.thread_id}
        return {"configurable": thread, "recursion_limit": 1_000, "callbacks": self.agent.callbacks}

    def now(self) -> StateSnapshot:
        """Give the state at the thread's head."""
        return self.agent.state(user_id=self.user_id, thread_id=self.thread_id)

    def checkpoints(self) -> list[StateSnapshot]:
        """Give the thread's checkpoints, the newest first."""
        return list(history(self.agent, self.user_id, self.thread_id))

    def at(self, checkpoint_id: str) -> StateSnapshot:
        """Give one checkpoint.

        Raises:
            InvalidId: the thread has none of this id.
        """
        found = next((s for s in self.checkpoints() if id_of(s) == checkpoint_id), None)
        if found is None:
            raise InvalidId(
                f"no checkpoint {checkpoint_id!r:.60} in this thread; expected one of its history; choose it anew"
            )
        return found

    # ---- running
    async def say(self, text: str) -> list[str]:
        """Bring a message in and stop before the first node; give the nodes that ran (none)."""
        return await self._run({"messages": [message_of(text)]})

    async def step(self, decision: Any = None) -> list[str]:
        """Run the next node, and give its name; `decision` answers an approval that it waits for."""
        return await self._run(None if decision is None else Command(resume=decision))

    async def _run(self, given: Any) -> list[str]:
        self.now()
        ran: list[str] = []
        with explained(self.agent.settings):
            async for part in self._parts(given):
                ran += [n for n in part["data"] if n in self.agent.graph.nodes and not n.startswith("__")]
        return ran

    def _parts(self, given: Any) -> AsyncIterator[Any]:
        return self.agent.graph.astream(
            given,
            self.config,
            context=Context(user_id=self.user_id),
            interrupt_before="*",
            stream_mode=["updates"],
            version="v2",
        )

    # ---- changing
    def set_summary(self, text: str) -> None:
        """Put another summary in the state."""
        self._update({"summary": _sized(text)})

    def set_recalled(self, text: str) -> None:
        """Put other recalled memories in the state, given as a JSON list.

        Raises:
            InvalidId: it is not a list of objects that each have a text.
        """
        self._update({"recalled": recalled_from(text)})

    def set_message(self, message_id: str, text: str) -> None:
        """Put other words in a message of the state; without words it goes.

        Raises:
            InvalidId: the state has no such message.
        """
        messages = self.now().values.get("messages", [])
        found = next((m for m in messages if m.id == message_id), None)
        if found is None:
            raise InvalidId(f"no message {message_id!r:.60} in this state; expected one of its list; look at it anew")
        if text.strip():
            changed: Any = found.model_copy(update={"content": _sized(text)})
        else:
            changed = RemoveMessage(id=message_id)
        self._update({"messages": [changed]})

    def _update(self, values: dict[str, Any]) -> None:
        with self.agent.parts.claims.hold(self.thread_id, wait=True):
            snapshot = self.now()
            node = just_ran(snapshot)
            if node == "__start__" and "messages" not in values:
                raise InvalidId("only messages can be changed before the first node; run it, then change the rest")
            self.agent.graph.update_state(self.config, values, as_node=node)

    # ---- going elsewhere
    def go_back(self, checkpoint_id: str) -> None:
        """Make a copy of this checkpoint the thread's head; the later ones stay in the history."""
        copy_to_head(self.agent, self.thread_id, self.at(checkpoint_id))

    def fork(self, checkpoint_id: str) -> str:
        """Start a new thread from this checkpoint, and give its id; this thread stays as it is."""
        snapshot = self.at(checkpoint_id)
        new = Stepper(self.agent, self.user_id, self.agent.new_thread())
        values = {k: snapshot.values[k] for k in ("messages", *KEPT) if k in snapshot.values}
        node = just_ran(snapshot)
        if node == "__start__":
            values = {"messages": values.get("messages", [])}
        self.agent.graph.update_state(new.config, {**values, "user_id": self.user_id}, as_node=node)
        return new.thread_id


def id_of(snapshot: StateSnapshot) -> str:
    """Give a checkpoint's id."""
    return str((snapshot.config.get("configurable") or {}).get("checkpoint_id", ""))


def just_ran(snapshot: StateSnapshot) -> str:
    """Give the node after which a state stands, so that a change of it leaves what comes next as it is."""
    following = due(snapshot)
    if not following:
        return "write_back"
    if following == "call_model":
        messages = snapshot.values.get("messages", [])
        return "retrieve_memory" if messages and isinstance(messages[-1], HumanMessage) else "execute_tools"
    return BEFORE.get(following, "write_back")


def recalled_from(text: str) -> list[dict[str, Any]]:
    """Give the recalled memories that a JSON text lists.

    Raises:
        InvalidId: it cannot be one.
    """
    try:
        given = json.loads(_sized(text) or "[]")
    except ValueError as error:
        raise InvalidId(f"not JSON: {error}; expected a list of objects; mend it and try again") from None
    if not isinstance(given, list) or not all(isinstance(r, dict) and isinstance(r.get("text"), str) for r in given):
        raise InvalidId('expected a JSON list of objects that each have a "text"; mend it and try again')
    if "__overwrite__" in text:
        raise InvalidId("the key __overwrite__ would replace a channel whole; expected memories; take it out")
    return given


def _sized(text: str) -> str:
    if len(text) > MAX_EDIT_CHARS:
        raise InvalidId(f"{len(text):,} characters; at most {MAX_EDIT_CHARS:,} are taken; shorten the text")
    return text.encode("utf-8", "replace").decode("utf-8")
