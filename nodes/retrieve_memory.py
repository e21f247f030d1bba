"""Recall what this user's memories hold for the newest message."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.errors import GraphBubbleUp
from langgraph.runtime import Runtime

from memory.errors import InvalidId, ThreadOwnedByAnother
from nodes.context import Context
from nodes.services import Services
from nodes.speaker import user_of
from nodes.state import State

if TYPE_CHECKING:
    from memory.recall import Recalled

log = logging.getLogger(__name__)

QUERY_WINDOW = 6
"""How many earlier messages of the conversation help to build the query."""


def retrieve_memory(state: State, runtime: Runtime[Context], services: Services) -> dict[str, Any]:
    """Give `recalled` for the newest user message, and open the turn's report.

    Nothing is recalled when nothing is relevant. When the store cannot be reached the turn goes on without memories,
    and the report says so under `recall_error`.

    Raises:
        InvalidId: there is a long-term store, and the run names no user.
    """
    messages = state.get("messages", [])
    report: dict[str, Any] = {"recalled": 0, "rounds": 0, "cuts": [], "written": []}
    out: dict[str, Any] = {"recalled": [], "report": report, "turn": state.get("turn", 0) + 1}
    user_id = user_of(runtime, services)
    if user_id is None:
        return out
    if (owner := state.get("user_id")) and owner != user_id:
        raise ThreadOwnedByAnother(
            f"this thread belongs to another user than {user_id!r}; expected its owner; choose another thread id"
        )
    out["user_id"] = user_id
    newest = newest_user_message(messages)
    if newest is None or runtime.store is None or not services.remembers or services.budget.recall_k == 0:
        return out
    try:
        memory = services.memory_for(runtime.store, user_id)
        found = memory.recall(
            newest.text,
            history=_history(messages, newest),
            k=services.budget.recall_k,
            max_tokens=services.budget.recall_tokens,
            exclude_messages=frozenset(m.id for m in messages if m.id),
        )
    except (InvalidId, GraphBubbleUp):
        raise
    except Exception as error:  # noqa: BLE001  # whatever it is, it is told, and the turn goes on
        log.warning("recall failed, the turn goes on without memories: %s", type(error).__name__)
        report["recall_error"] = f"{type(error).__name__}: {error}"
        return out
    out["recalled"] = [as_json(item) for item in found]
    report["recalled"] = len(found)
    return out


def newest_user_message(messages: Sequence[AnyMessage]) -> HumanMessage | None:
    """Give the newest message of the user's, or None."""
    return next((m for m in reversed(messages) if isinstance(m, HumanMessage)), None)


def as_json(item: Recalled) -> dict[str, Any]:
    """Give what the state keeps of a recalled memory."""
    record = item.record
    return {
        "id": record.id,
        "kind": record.kind,
        "text": item.text,
        "said": record.created.isoformat(),
        "touched": record.touched.isoformat(),
        "speaker": record.source.speaker,
        "score": round(item.score, 4),
        "parts": {name: round(float(value), 4) for name, value in item.parts.items()},
    }


def _history(messages: Sequence[AnyMessage], newest: HumanMessage) -> list[str]:
    """Give the texts said before the newest message, oldest first; what tools and system said is left out."""
    said = [
        str(m.text) for m in messages if isinstance(m, HumanMessage | AIMessage) and m is not newest and m.text.strip()
    ]
    return said[-QUERY_WINDOW:]
