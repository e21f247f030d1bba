"""Tools from MCP servers, one session a server held open for as long as the agent is.

A session opened anew for each call costs a server process a call (about two seconds) and loses its state. The sessions
live on a loop of their own, so their tools work in synchronous and in asynchronous graphs alike.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from typing import IO, TYPE_CHECKING, Any

from langchain_core.tools import BaseTool, StructuredTool

from memory.errors import SettingsError

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal
    from mcp import ClientSession


def open_mcp_tools(servers: Mapping[str, dict[str, Any]], stack: ExitStack) -> list[BaseTool]:
    """Open a session to each server, and give their tools; a name that two servers use is prefixed by the server's.

    A server is what `langchain-mcp-adapters` takes: `{"transport": "stdio", "command": …, "args": […]}` or
    `{"transport": "streamable_http", "url": …}`.

    Raises:
        SettingsError: the extra is not installed, or a server cannot be started; the message names it.
    """
    if not servers:
        return []
    try:
        from anyio.from_thread import start_blocking_portal
        from langchain_mcp_adapters.client import MultiServerMCPClient
        from langchain_mcp_adapters.tools import load_mcp_tools
    except ImportError as error:
        raise SettingsError(
            f"mcp_servers names {', '.join(servers)}, but {error.name} is not installed; expected the extra `mcp`; "
            "install bethink[mcp]"
        ) from error
    portal = stack.enter_context(start_blocking_portal())
    words = stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace"))  # noqa: SIM115
    found: list[tuple[str, BaseTool]] = []
    for name, given in servers.items():
        try:
            if given.get("transport", "stdio") == "stdio" and "command" in given:
                opening = _started(given, words)
            else:
                connection = {"transport": "streamable_http", **given}
                client = MultiServerMCPClient({name: connection})  # type: ignore[dict-item]  # checked by the client
                opening = client.session(name)
            session = stack.enter_context(portal.wrap_async_context_manager(opening))
            tools = portal.call(load_mcp_tools, session)
        except Exception as error:  # whatever a server's start raises is told as one fault
            reason = _first(error)
            said = f", saying {last!r}" if (last := _last_line(words)) else ""
            raise SettingsError(
                f"MCP server {name!r} could not be started ({type(reason).__name__}: {reason}{said}); "
                "expected one that runs; check BETHINK_MCP_SERVERS"
            ) from error
        found.extend((name, tool) for tool in tools)
    names = [tool.name for _, tool in found]
    return [
        in_both_worlds(tool, portal, name=f"{server}_{tool.name}" if names.count(tool.name) > 1 else tool.name)
        for server, tool in found
    ]


def in_both_worlds(tool: BaseTool, portal: BlockingPortal, *, name: str) -> BaseTool:
    """Give the tool with a synchronous form and one for any loop; its calls run where its session lives."""

    async def call(arguments: dict[str, Any]) -> Any:
        assert isinstance(tool, StructuredTool)
        assert tool.coroutine is not None
        return await tool.coroutine(**arguments)

    def run(**arguments: Any) -> Any:
        return portal.call(call, arguments)

    async def arun(**arguments: Any) -> Any:
        return await asyncio.wrap_future(portal.start_task_soon(call, arguments))

    return StructuredTool(
        name=name,
        description=tool.description,
        args_schema=tool.args_schema,
        func=run,
        coroutine=arun,
        response_format=tool.response_format,
        metadata=tool.metadata,
        handle_tool_error=True,
    )


@asynccontextmanager
async def _started(given: Mapping[str, Any], words: IO[str]) -> AsyncIterator[ClientSession]:
    """Start a server of standard input and output, and open a session; what it says beside goes to a file.

    Its own default is the program's standard error, which a notebook's kernel has not, and which is a conversation.
    """
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    known = {k: v for k, v in given.items() if k in ("command", "args", "env", "cwd", "encoding")}
    async with (
        stdio_client(StdioServerParameters(**known), errlog=words) as (read, write),  # type: ignore[arg-type]
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        yield session


def _last_line(words: IO[str]) -> str:
    words.seek(0)
    lines = [line.strip() for line in words.read().splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def _first(error: BaseException) -> BaseException:
    """Give the first cause inside a group of exceptions, which says nothing by itself."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error
