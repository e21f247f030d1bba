"""Who may see the console: one-time links, sessions of one user, no other origin, no other host."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from graph.console.access import HEADERS, LOOPBACK, MAX_SESSIONS, Access, Guard


async def _who(request: Request) -> Response:
    seat = request.scope["bethink.seat"]
    return PlainTextResponse(f"{seat.user_id} {seat.read_only}")


@pytest.fixture
def access() -> Access:
    return Access(user_id="ann", standing={"bob": "bobs-own-token"}, cookie="bethink_1")


@pytest.fixture
async def client(access: Access) -> AsyncIterator[httpx.AsyncClient]:
    app = Guard(Starlette(routes=[Route("/{path:path}", _who, methods=["GET", "POST"])]), access, hosts=LOOPBACK)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:1") as opened:
        yield opened


async def test_without_a_session_nothing_is_shown(client: httpx.AsyncClient) -> None:
    for path in ("/", "/memories", "/_nicegui/anything", "/?token=wrong", "/?token="):
        answer = await client.get(path)
        assert answer.status_code == 403
        assert "ann" not in answer.text


async def test_a_token_opens_one_session_once(client: httpx.AsyncClient, access: Access) -> None:
    token = access.mint()
    came = await client.get(f"/memories?id=7&token={token}")
    assert came.status_code == 303
    assert came.headers["location"] == "/memories?id=7"
    cookie = came.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and token not in cookie
    assert (await client.get("/")).text == "ann False"
    client.cookies.clear()
    assert (await client.get(f"/?token={token}")).status_code == 403


async def test_a_standing_token_lets_in_as_its_own_user_only(client: httpx.AsyncClient) -> None:
    await client.get("/?token=bobs-own-token")
    assert (await client.get("/")).text.startswith("bob ")


async def test_a_used_token_is_told_so_that_a_new_one_can_be_printed() -> None:
    told: list[str] = []
    access = Access(user_id="ann", on_exchange=lambda: told.append("used"))
    assert access.exchange("nonsense") is None
    assert access.exchange(access.mint())
    assert told == ["used"]


async def test_another_origin_is_refused_with_a_session_too(client: httpx.AsyncClient, access: Access) -> None:
    await client.get(f"/?token={access.mint()}")
    assert (await client.get("/", headers={"origin": "http://127.0.0.1:1"})).status_code == 200
    for origin in ("http://evil.example", "http://127.0.0.1:2", "null"):
        assert (await client.get("/", headers={"origin": origin})).status_code == 403
        assert (await client.post("/", headers={"origin": origin})).status_code == 403


async def test_a_name_that_was_rebound_to_this_machine_is_refused(client: httpx.AsyncClient, access: Access) -> None:
    await client.get(f"/?token={access.mint()}")
    assert (await client.get("/", headers={"host": "evil.example:1"})).status_code == 403


@pytest.mark.parametrize(
    ("origin", "opens"), [(None, False), ("http://evil.example", False), ("http://localhost:1", True)]
)
async def test_a_socket_needs_this_origin_and_a_session(access: Access, origin: str | None, opens: bool) -> None:
    reached: list[Any] = []
    sent: list[Any] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope["bethink.seat"].user_id)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    session = access.exchange(access.mint())
    headers = [(b"host", b"localhost:1"), (b"cookie", f'odd="; bethink_1={session}'.encode())]
    if origin:
        headers.append((b"origin", origin.encode()))
    scope = {"type": "websocket", "path": "/", "query_string": b"", "headers": headers}
    await Guard(inner, access)(scope, receive, send)
    assert reached == (["ann"] if opens else [])
    assert opens or sent[0]["type"] == "websocket.close"
    reached.clear()
    scope["headers"] = headers[:1] + headers[2:]
    await Guard(inner, access)(scope, receive, send)
    assert not reached


async def test_every_answer_forbids_what_is_outside(client: httpx.AsyncClient, access: Access) -> None:
    refused = await client.get("/")
    await client.get(f"/?token={access.mint()}")
    for answer in (refused, await client.get("/")):
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        assert answer.headers["cache-control"] == "no-store"
    assert "http:" not in HEADERS["Content-Security-Policy"] and "https:" not in HEADERS["Content-Security-Policy"]


def test_sessions_are_bounded_and_the_oldest_goes_first() -> None:
    access = Access(user_id="ann")
    first = access.exchange(access.mint())
    for _ in range(MAX_SESSIONS):
        last = access.exchange(access.mint())
    assert first and last
    assert access.seat(first) is None
    assert access.seat(last) is not None


async def test_a_redirect_never_leads_to_another_host(client: httpx.AsyncClient, access: Access) -> None:
    came = await client.get(f"http://127.0.0.1:1//evil.example/x?token={access.mint()}")
    assert came.headers["location"].startswith("/evil.example")
