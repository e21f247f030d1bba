"""Opens the console's pages in NiceGUI's simulated browser, over an agent of one's own."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from graph import Agent
from graph.console.access import Access, Seat


@asynccontextmanager
async def console_user(
    agent: Agent, *, user_id: str = "ann", language: str = "en", read_only: bool = False
) -> AsyncIterator[Any]:
    """Give NiceGUI's simulated user, sitting at a console over this agent."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # NiceGUI's simulation and Starlette's test tools
        from nicegui import core
        from nicegui.testing import user_simulation

        from graph.console.app import Console

        async with user_simulation() as user:
            Console(agent=agent, access=Access(user_id=user_id)).pages()
            seat = Seat(user_id=user_id, language=language, read_only=read_only)
            core.app.add_middleware(_Seated, seat=seat)
            core.app.middleware_stack = None
            yield user


class _Seated:
    """Puts a seat where the guard would."""

    def __init__(self, app: Any, seat: Seat) -> None:
        self.app, self.seat = app, seat

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        scope["bethink.seat"] = self.seat
        await self.app(scope, receive, send)
