"""A turn looked through: the request as the model saw it, what each part costs, what was recalled and what was not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage

from graph.console.forks import due, history, newest_user_id
from graph.xray import token_parts
from memory.errors import StoreError
from nodes.call_model import prepare
from nodes.retrieve_memory import QUERY_WINDOW, newest_user_message

if TYPE_CHECKING:
    from langgraph.types import StateSnapshot

    from graph.agent import Agent
    from memory.recall import Considered

MAX_CONSIDERED = 12
"""How many of the memories that were not taken are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One message of the request."""

    role: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a turn shows of itself."""

    turn_id: str = ""
    sent: tuple[Sent, ...] = ()
    """The last request of the turn, as the model saw it."""
    parts: dict[str, int] = field(default_factory=dict)
    budget: int = 0
    recalled: tuple[dict[str, Any], ...] = ()
    report: dict[str, Any] = field(default_factory=dict)
    is_over: bool = True


def look(agent: Agent, user_id: str, thread_id: str, turn_id: str = "") -> Look:
    """Give what a turn shows of itself; without a turn's id the newest one.

    Raises:
        ThreadOwnedByAnother: the thread is another user's.
    """
    found: list[StateSnapshot] = []
    for snapshot in history(agent, user_id, thread_id):
        turn = newest_user_id(snapshot.values.get("messages", []))
        turn_id = turn_id or turn
        if turn == turn_id:
            found.append(snapshot)
        elif found:
            break
    if not found or not turn_id:
        return Look()
    services = agent.parts.services
    asked = next((s.values for s in found if due(s) == "call_model"), None)
    values = asked if asked is not None else _without_answer(found[0].values)
    request = prepare(values, services)  # type: ignore[arg-type]  # a snapshot's values are the state
    count = services.counter.count_messages
    return Look(
        turn_id=turn_id,
        sent=tuple(Sent(role=m.type, text=wording(m), tokens=count([m])) for m in request.messages),
        parts=token_parts(values, services),
        budget=services.budget.max_tokens,
        recalled=tuple(found[0].values.get("recalled", [])),
        report=dict(found[0].values.get("report", {})),
        is_over=not due(found[0]),
    )


def considered(agent: Agent, user_id: str, thread_id: str, turn_id: str) -> list[Considered]:
    """Give what recall would take for this turn's message now, and what it would not, with the reasons.

    What the turn itself has left in memory since is no part of it, and what it recalled is not told as left out, though
    with what came since the measure of the average memory has moved.
    """
    if not agent.remembers:
        return []
    snapshots = [
        s for s in history(agent, user_id, thread_id) if newest_user_id(s.values.get("messages", [])) == turn_id
    ]
    if not snapshots:
        return []
    messages = snapshots[0].values.get("messages", [])
    newest = newest_user_message(messages)
    if newest is None:
        return []
    before = messages[: messages.index(newest)]
    ids = frozenset(m.id for m in messages if m.id)
    budget = agent.parts.services.budget
    try:
        found = agent.memory(user_id).why(
            newest.text,
            history=_texts(before)[-QUERY_WINDOW:],
            k=budget.recall_k,
            max_tokens=budget.recall_tokens,
            exclude_messages=ids,
        )
    except (StoreError, OSError):
        return []  # the turn's report says that the store could not be read
    own = {m.id for m in messages[messages.index(newest) :] if m.id}
    recalled = {str(r.get("id")) for r in snapshots[0].values.get("recalled", [])}
    rest = [c for c in found if not own.intersection(c.record.source.message_ids)]
    return [c for c in rest if c.taken or c.record.id not in recalled]


def wording(message: BaseMessage) -> str:
    """Give a message's words, and the calls that it makes, as one text."""
    calls = [f"⚙ {c['name']}({c['args']})" for c in message.tool_calls] if isinstance(message, AIMessage) else []
    return "\n".join(part for part in (message.text, *calls) if part)


def _texts(messages: Sequence[AnyMessage]) -> list[str]:
    return [str(m.text) for m in messages if isinstance(m, HumanMessage | AIMessage) and m.text.strip()]


def _without_answer(values: dict[str, Any]) -> dict[str, Any]:
    messages = list(values.get("messages", []))
    while messages and isinstance(messages[-1], AIMessage) and not messages[-1].tool_calls:
        messages.pop()
    return {**values, "messages": messages}
