"""Serves the console: one agent, one address, a link with a one-time token printed at the terminal."""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from nicegui import ui

from graph.console.access import LOOPBACK, Access, Guard, Seat
from graph.console.chat import ChatPage
from graph.console.health import HealthPage
from graph.console.listing import Listing
from graph.console.looks import Visit
from graph.console.memories import MemoriesPage
from graph.console.step import StepPage
from graph.console.words import Words
from memory.errors import BethinkError, SettingsError

if TYPE_CHECKING:
    from graph.agent import Agent

WARM_S = 30.0
"""How long the end waits for what is still being read."""
BUILD_S = 30.0
"""How long a page may take to be built: the first one loads the embedder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Console:
    """An agent shown in browsers."""

    agent: Agent
    access: Access
    listings: dict[str, Listing] = field(default_factory=dict)

    def visit(self) -> Visit:
        """Give the visit of the browser whose page is being built.

        Raises:
            PermissionError: it has no session.
        """
        request = ui.context.client.request
        seat = request.scope.get("bethink.seat") if request is not None else None
        if not isinstance(seat, Seat):
            raise PermissionError("this browser has no session; expected the one that its token opened; use the link")
        return Visit(self.agent, seat)

    def listing(self, user_id: str) -> Listing | None:
        """Give the table of this user's memories, read once for all their browsers; None without long-term memory."""
        if not self.agent.remembers:
            return None
        budget = self.agent.parts.services.budget
        fresh = Listing(self.agent.memory(user_id), k=budget.recall_k, max_tokens=budget.recall_tokens)
        return self.listings.setdefault(user_id, fresh)

    def warm(self, user_id: str) -> None:
        """Read this user's memories before they are looked at; what goes wrong is told when they are."""
        with suppress(BethinkError, OSError):
            if (listing := self.listing(user_id)) is not None:
                listing.warm()

    def pages(self) -> None:
        """Register the pages."""

        async def chat(thread: str = "", message: str = "") -> None:
            await ChatPage(self.visit(), thread[:512], message[:200]).build()

        async def step(thread: str = "") -> None:
            await StepPage(self.visit(), thread[:512]).build()

        async def memories(id: str = "") -> None:
            visit = self.visit()
            await MemoriesPage(visit, self.listing(visit.user_id), id[:64]).build()

        async def health() -> None:
            visit = self.visit()
            await HealthPage(visit, self.listing(visit.user_id)).build()

        for path, build in (("/", chat), ("/step", step), ("/memories", memories), ("/health", health)):
            ui.page(path, title="Bethink", response_timeout=BUILD_S)(build)


def console_app(console: Console, *, hosts: frozenset[str] | None = LOOPBACK) -> Guard:
    """Give the ASGI app: the pages behind the guard."""
    console.pages()
    server = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    ui.run_with(
        server, title="Bethink", favicon="🧠", dark=None, tailwind=False, language="en-US", show_welcome_message=False,
        reconnect_timeout=10.0,
    )  # fmt: skip
    return Guard(server, console.access, hosts=hosts)


def serve(agent: Agent, *, user_id: str, host: str, port: int, read_only: bool, opens: bool, language: str) -> None:
    """Serve until Ctrl-C.

    Raises:
        SettingsError: the address is taken or cannot be used.
    """
    import uvicorn

    words = Words(language)
    listening = listen(host, port)
    where = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    loopback = host in LOOPBACK
    standing = {user: token.get_secret_value() for user, token in agent.settings.server_tokens.items()}
    access = Access(
        user_id=user_id, read_only=read_only, language=language, standing=standing, cookie=f"bethink_{where}"
    )

    def link() -> str:
        return f"http://{shown if host not in ('0.0.0.0', '::') else 'localhost'}:{where}/?token={access.mint()}"

    def tell(text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    access.on_exchange = lambda: tell(words("next_link", link=link()))
    if not loopback:
        tell(words("open_warning", host=host))
    first = link()
    tell(words("serving", user=user_id, link=first))
    console = Console(agent=agent, access=access)
    app: Any = console_app(console, hosts=LOOPBACK if loopback else None)
    if opens:
        import webbrowser

        threading.Timer(1.0, webbrowser.open, [first]).start()
    config = uvicorn.Config(app, log_level="warning", access_log=False, ws_max_size=4_000_000, server_header=False)
    warming = threading.Thread(target=console.warm, args=(user_id,), daemon=True)
    warming.start()
    uvicorn.Server(config).run(sockets=[listening])
    warming.join(WARM_S)  # what it reads from is closed behind this


def listen(host: str, port: int) -> Any:
    """Give a socket bound to this address.

    Raises:
        SettingsError: it is taken, or is none of this machine.
    """
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)  # who comes before the pages are ready waits
    except (OSError, OverflowError) as error:
        listening.close()
        raise SettingsError(
            f"{host}:{port} cannot be listened on ({error}); expected a free address of this machine; "
            "choose another --port (0: any free one) or --host"
        ) from error
    return listening
