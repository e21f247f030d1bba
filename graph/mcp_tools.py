"""Tools from MCP servers, one session a server held open for as long as the agent is.

A session opened anew for each call costs a server process a call (about two seconds) and loses its state. The sessions
live on a loop of their own, so their tools work in synchronous and in asynchronous graphs alike.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from langchain_core.tools import BaseTool, StructuredTool

from memory.errors import SettingsError

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal

START_TIMEOUT_S = 30.0


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
    found: list[tuple[str, BaseTool]] = []
    for name, given in servers.items():
        connection = {"transport": "stdio" if "command" in given else "streamable_http", **given}
        try:
            client = MultiServerMCPClient({name: connection})  # type: ignore[dict-item]  # checked by the client itself
            session = stack.enter_context(portal.wrap_async_context_manager(client.session(name)))
            tools = portal.call(load_mcp_tools, session)
        except Exception as error:  # noqa: BLE001  # whatever a server's start raises is told as one fault
            reason = _first(error)
            raise SettingsError(
                f"MCP server {name!r} could not be started ({type(reason).__name__}: {reason}); expected one that runs; "
                "check BETHINK_MCP_SERVERS"
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


def _first(error: BaseException) -> BaseException:
    """Give the first cause inside a group of exceptions, which says nothing by itself."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error
