"""Who may see what: one-time tokens exchanged for a session, each session bound to one user, other origins refused."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
MAX_SESSIONS = 200
"""How many sessions are open at most; the oldest goes first."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss:; worker-src 'self' blob:; "
        "frame-ancestors 'none'; base-uri 'self'; form-action 'self'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Sent with every answer. Vue compiles templates in the page, hence `unsafe-eval`; nothing but this server is asked."""


@dataclass(slots=True, kw_only=True)
class Seat:
    """Who sits before one browser, and how they like it."""

    user_id: str
    """Whose threads and memories this session sees; no other's."""
    read_only: bool = False
    language: str = "en"
    dark: bool | None = None
    """None: as the system has it."""


@dataclass(slots=True, kw_only=True)
class Access:
    """The tokens that are out, and the sessions they were exchanged for."""

    user_id: str
    """Whom a one-time token lets in as."""
    read_only: bool = False
    language: str = "en"
    standing: Mapping[str, str] = field(default_factory=dict)
    """Users and their own lasting tokens, where several share one console."""
    cookie: str = "bethink"
    """The session cookie's name; it carries the port, since cookies do not tell ports apart."""
    on_exchange: Callable[[], None] = lambda: None
    """Called when a one-time token was used up."""
    _unused: set[str] = field(default_factory=set)
    _seats: dict[str, Seat] = field(default_factory=dict)

    def mint(self) -> str:
        """Give a new token that lets one browser in, once."""
        token = secrets.token_urlsafe(32)
        self._unused.add(token)
        return token

    def exchange(self, token: str) -> str | None:
        """Give the session for a token, None when it is not one or was used before."""
        given = token.encode("utf-8", "replace")
        for unused in self._unused:
            if hmac.compare_digest(unused.encode(), given):
                self._unused.discard(unused)
                session = self._open(self.user_id)
                self.on_exchange()
                return session
        matches = [user for user, own in self.standing.items() if own and hmac.compare_digest(own.encode(), given)]
        return self._open(matches[0]) if matches else None

    def seat(self, session: str) -> Seat | None:
        """Give the seat of a session, None when there is no such session."""
        return self._seats.get(session)

    def _open(self, user_id: str) -> str:
        session = secrets.token_urlsafe(32)
        while len(self._seats) >= MAX_SESSIONS:
            self._seats.pop(next(iter(self._seats)))
        self._seats[session] = Seat(user_id=user_id, read_only=self.read_only, language=self.language)
        return session


class Guard:
    """An ASGI app in front of another: lets sessions through, exchanges tokens, and refuses everything else."""

    def __init__(self, app: Any, access: Access, *, hosts: frozenset[str] | None = LOOPBACK) -> None:
        self.app, self.access, self.hosts = app, access, hosts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        if not self._is_same_origin(headers, needs_origin=scope["type"] == "websocket"):
            await _refuse(scope, receive, send, "origin")
            return
        query = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        if scope["type"] == "http" and scope["method"] == "GET" and "token" in query:
            await self._let_in(scope, receive, send, query)
            return
        seat = self.access.seat(_cookie(headers.get("cookie", ""), self.access.cookie))
        if seat is None:
            await _refuse(scope, receive, send, "session")
            return
        scope["bethink.seat"] = seat
        await self.app(scope, receive, _with_headers(send, private="/_nicegui" not in scope["path"]))

    def _is_same_origin(self, headers: dict[str, str], *, needs_origin: bool) -> bool:
        host = headers.get("host", "")
        if self.hosts is not None and _name(host) not in self.hosts:
            return False
        origin = headers.get("origin")
        if origin is None:
            return not needs_origin
        return urlsplit(origin).netloc == host

    async def _let_in(self, scope: Any, receive: Any, send: Any, query: dict[str, str]) -> None:
        session = self.access.exchange(query.pop("token"))
        if session is None:
            await _refuse(scope, receive, send, "token")
            return
        path = "/" + str(scope["path"]).lstrip("/\\")
        secure = "; Secure" if scope.get("scheme") == "https" else ""
        await _answer(send, 303, "", [
            ("location", path + (f"?{urlencode(query)}" if query else "")),
            ("set-cookie", f"{self.access.cookie}={session}; Path=/; HttpOnly; SameSite=Lax{secure}"),
        ])  # fmt: skip


REFUSALS = {
    "origin": ("This page was asked for from another site.", "请求来自其他站点。"),
    "session": ("This console needs the link that its terminal printed.", "请使用终端打印的链接打开控制台。"),
    "token": ("This link was used before. The terminal has printed a new one.", "此链接已用过，终端已打印新的链接。"),
}


async def _refuse(scope: Any, receive: Any, send: Any, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    english, chinese = REFUSALS[why]
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Bethink</title><main style="font:16px/1.6 '
        f'system-ui;max-width:34rem;margin:15vh auto"><h1>Bethink</h1><p>{english}</p><p lang="zh-CN">{chinese}</p>'
    )
    await _answer(send, 403, page, [])


async def _answer(send: Any, status: int, body: str, headers: list[tuple[str, str]]) -> None:
    every = [("content-type", "text/html; charset=utf-8"), ("cache-control", "no-store"), *HEADERS.items(), *headers]
    raw = [(k.lower().encode(), v.encode("latin-1", "replace")) for k, v in every]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body.encode()})


def _with_headers(send: Any, *, private: bool) -> Any:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            added = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
            kept = [(k, v) for k, v in message["headers"] if not (private and k.lower() == b"cache-control")]
            if private:
                added.append((b"cache-control", b"no-store"))
            message = {**message, "headers": [*kept, *added]}
        await send(message)

    return sending


def _cookie(header: str, name: str) -> str:
    # Not http.cookies: one odd cookie of another program on this host would hide all that stand behind it.
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return next((value.strip('"') for key, _, value in pairs if key == name), "")


def _name(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""
