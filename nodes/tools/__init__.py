"""The tools that work out of the box: each a `BaseTool` that any LangGraph agent can be given.

`calculator current_time get_weather search_flights book_flight search_memory save_memory forget_memory
read_tool_result`. A tool's `metadata` says whether it must be approved first (`needs_approval`) and whether running it
twice is running it once (`idempotent`).
"""

from __future__ import annotations

from langchain_core.tools import BaseTool

from memory.clock import Clock, system_clock
from nodes.services import MemoryOpener
from nodes.tools.calculator import calculator_tool
from nodes.tools.current_time import current_time_tool
from nodes.tools.flights import flight_tools
from nodes.tools.memory_tools import memory_tools
from nodes.tools.open_meteo import OPEN_METEO, Service
from nodes.tools.results import IDEMPOTENT, NEEDS_APPROVAL
from nodes.tools.tool_results import ResultReader, archived, read_tool_result_tool
from nodes.tools.weather import weather_tool

__all__ = ["IDEMPOTENT", "NEEDS_APPROVAL", "default_tools"]


def default_tools(
    *,
    memory_for: MemoryOpener | None = None,
    clock: Clock = system_clock,
    weather_online: bool = False,
    archive: ResultReader = archived,
    weather_service: Service = OPEN_METEO,
) -> list[BaseTool]:
    """Give all built-in tools; without `memory_for` none for memory. No I/O happens before a tool is called."""
    tools = [
        calculator_tool(),
        current_time_tool(clock),
        weather_tool(clock, online=weather_online, service=weather_service),
        *flight_tools(clock),
    ]
    if memory_for is not None:
        tools.extend(memory_tools(memory_for))
    tools.append(read_tool_result_tool(archive))
    return tools
