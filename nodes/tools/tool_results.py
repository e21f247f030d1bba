"""The tool that reads on in a tool result that was cut because it was too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from langchain_core.tools import BaseTool, ToolException, tool
from langgraph.prebuilt import ToolRuntime

from memory.errors import BethinkError
from nodes.context import Context
from nodes.speaker import speaker
from nodes.tools.results import as_text

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore

    from memory.tool_results import Reading

Unit = Literal["chars", "lines"]
ResultReader = Callable[["BaseStore", str, str, int, int, Unit], "Reading"]
"""Reads an archived result: from a store, of a user, under a key, from start, that many, counted in a unit."""

DEFAULT_LENGTH = 2_000


def archived(store: BaseStore, user_id: str, key: str, start: int, length: int, unit: Unit) -> Reading:
    """Read from the user's shelf of tool results.

    Raises:
        MemoryNotFound: this user has no result under that key.
    """
    from memory.scope import Scope
    from memory.tool_results import read

    return read(Scope(store, user_id), key, start=start, end=start + length, unit=unit)


def read_tool_result_tool(read: ResultReader = archived) -> BaseTool:
    """Give the tool `read_tool_result`, which reads the archive by this function."""

    @tool
    def read_tool_result(
        key: str,
        runtime: ToolRuntime[Context, Any],
        start: int = 0,
        length: int = DEFAULT_LENGTH,
        unit: Unit = "chars",
    ) -> str:
        """Read a part of a tool result that was cut. 读取被截断的工具结果的某一部分。

        Args:
            key: The key that the notice in the cut result names.
            start: The character or line to start from, counted from 0.
            length: How many characters or lines to read.
            unit: chars or lines.
        """
        user_id = speaker(runtime)
        if runtime.store is None or user_id is None:
            raise ToolException(
                "no tool results are archived here; expected a store and a user; answer from what is there"
            )
        if start < 0 or length < 1:
            raise ToolException(
                f"start {start} and length {length} were given; expected 0 or more, and 1 or more; change them"
            )
        try:
            part = read(runtime.store, user_id, key.strip(), start, length, unit)
        except BethinkError as error:
            raise ToolException(str(error)) from error
        return as_text(
            {
                "key": key,
                "start": part.start,
                "end": part.end,
                "total": part.total,
                "unit": part.unit,
                "text": part.text,
            }
        )

    read_tool_result.handle_tool_error = True
    return read_tool_result
