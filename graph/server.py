"""The same graph on LangGraph's server: `langgraph.json` names what stands here.

The server brings its own checkpoints, queues and streams, and refuses a graph with persistence of its own; so the graph
comes by a factory without any, and our store by path. Who speaks comes from the token, not from the client: with
`BETHINK_SERVER_TOKENS` set (JSON, user id to token) every request needs one of them, and a thread, a run or a memory
is its user's alone. Without it the server is open, for development on one's own machine, and the client names the user.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from functools import lru_cache
from typing import Any

from langgraph.graph import StateGraph
from langgraph.store.base import BaseStore
from langgraph_sdk import Auth
from pydantic import SecretStr

from graph.build import graph_builder
from graph.open import open_outbox, open_services, open_store, usable_dir
from graph.settings import load_settings
from memory.ids import to_label
from memory.shelves import ROOT
from nodes.context import Context
from nodes.speaker import OPEN_TO_ALL

auth = Auth()


async def make_graph() -> StateGraph[Any, Context, Any, Any]:
    """Give the graph as the server loads it, at every run: without a checkpointer or store of its own."""
    return await asyncio.to_thread(_graph)


@lru_cache(maxsize=1)
def _graph() -> StateGraph[Any, Context, Any, Any]:
    settings, held = load_settings(), ExitStack()  # the process holds them: the server never lets a graph go
    data = usable_dir(settings.data_dir)
    return graph_builder(open_services(settings, data, held, outbox=open_outbox(settings, data, held)))


@asynccontextmanager
async def open_server_store() -> AsyncIterator[BaseStore]:
    """Open the long-term store that the settings name, for as long as the server runs."""
    settings = load_settings()
    with ExitStack() as stack:
        yield await asyncio.to_thread(open_store, settings, usable_dir(settings.data_dir), stack)


@lru_cache(maxsize=1)
def _tokens() -> dict[str, SecretStr]:
    return load_settings().server_tokens


@auth.authenticate
async def who(authorization: str | None) -> Auth.types.MinimalUserDict:
    """Give the user whose token this is."""
    tokens = await asyncio.to_thread(_tokens)
    if not tokens:
        return {"identity": OPEN_TO_ALL, "is_authenticated": True}
    given = (authorization or "").removeprefix("Bearer ").strip()
    for user_id, token in tokens.items():
        if hmac.compare_digest(given.encode(), token.get_secret_value().encode()):
            return {"identity": user_id, "is_authenticated": True}
    raise Auth.exceptions.HTTPException(
        status_code=401, detail="no such token; expected `Authorization: Bearer …` with one of BETHINK_SERVER_TOKENS"
    )


def holds_overwrite(value: Any) -> bool:
    """True when `__overwrite__` stands anywhere in it: LangGraph would replace a channel, past its reducer."""
    if isinstance(value, dict):
        return "__overwrite__" in value or any(map(holds_overwrite, value.values()))
    return isinstance(value, list | tuple) and any(map(holds_overwrite, value))


@auth.on
async def own(ctx: Auth.types.AuthContext, value: Any) -> dict[str, str] | bool:
    """Let each user see and change what is their own, and nothing else; and nobody write past the reducer."""
    if holds_overwrite(value):
        raise Auth.exceptions.HTTPException(
            status_code=400, detail="the input holds __overwrite__, which would bypass the window; send messages"
        )
    if ctx.user.identity == OPEN_TO_ALL:
        return True
    if isinstance(value, dict):
        value.setdefault("metadata", {})["owner"] = ctx.user.identity
    return {"owner": ctx.user.identity}


@auth.on.store
async def own_memories(ctx: Auth.types.AuthContext, value: Any) -> None:
    """Keep the server's store calls below the caller's own namespace."""
    if ctx.user.identity == OPEN_TO_ALL:
        return
    namespace = tuple(value.get("namespace") or ())
    if namespace[:2] != (ROOT, to_label(ctx.user.identity)):
        raise Auth.exceptions.HTTPException(status_code=403, detail="that namespace is not yours")
