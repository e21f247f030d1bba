"""Who speaks in a run: what the server says, else what the context says."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from memory.errors import InvalidId
from memory.ids import check_id
from nodes.context import Context
from nodes.services import Services

OPEN_TO_ALL = "anyone"
"""The identity that a server without tokens gives to everybody: it says nothing about who speaks."""


def user_of(runtime: Runtime[Context], services: Services) -> str | None:
    """Give the run's user, or None where there is no long-term memory and none was named.

    Raises:
        InvalidId: there is a long-term memory, and nobody is named; or the id cannot be one.
    """
    user_id = speaker(runtime)
    if user_id is not None or runtime.store is None or not services.remembers:
        return user_id
    raise InvalidId(
        "this run names no user, but the graph has a long-term store; expected a user id; "
        "pass context=Context(user_id=…) to invoke, resume and replay alike"
    )


def speaker(runtime: Any) -> str | None:
    """Give the user of a node's or a tool's runtime, or None where nobody is named.

    On a server that knows who speaks its word counts, and a context that names somebody else is refused.

    Raises:
        InvalidId: server and context name two, or the id cannot be one.
    """
    context = runtime.context  # LangGraph gives None where none was passed
    named = (context.get("user_id") if isinstance(context, dict) else getattr(context, "user_id", "")) or ""
    info = runtime.server_info
    identity = info.user.identity if info is not None and info.user is not None else OPEN_TO_ALL
    if identity == OPEN_TO_ALL:
        return check_id(named, "user id") if named else None
    if named and named != identity:
        raise InvalidId(
            f"the run names user {named!r}, and its token is {identity!r}'s; expected the same; leave the context out"
        )
    return check_id(identity, "user id")
