"""Wait until a task's result is on disk: LangGraph saves it beside the run, a few milliseconds after it is there.

A program killed inside those milliseconds would start a tool a second time that must not run twice. So the mark that it
is started is waited for before it starts, and results before their node ends.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

from langchain_core.runnables import RunnableConfig

RETURN = "__return__"
"""The channel of a task's result (`langgraph._internal._constants.RETURN`)."""
LONGEST_WAIT_S = 5.0
"""After so long the run goes on: a saver that saves late must not stop the turn."""


def wait_until_saved(wanted: set[str], config: RunnableConfig) -> bool:
    """Wait until these marks are saved as tasks' results; False where the saver keeps none, or not in time."""
    saver, place = _saver(config)
    if saver is None:
        return False
    for pause_s in _pauses():
        if wanted <= _results(saver.get_tuple(place)):
            return True
        time.sleep(pause_s)
    return False


async def await_until_saved(wanted: set[str], config: RunnableConfig) -> bool:
    """`wait_until_saved` for a running loop."""
    saver, place = _saver(config)
    if saver is None:
        return False
    for pause_s in _pauses():
        if wanted <= _results(await saver.aget_tuple(place)):
            return True
        await asyncio.sleep(pause_s)
    return False


def _saver(config: RunnableConfig) -> tuple[Any, RunnableConfig]:
    """Give the run's saver and its thread; None where results are saved only when the turn ends, or not at all."""
    configurable = config.get("configurable") or {}
    saver = configurable.get("__pregel_checkpointer")
    late = configurable.get("__pregel_durability") == "exit"
    inside = "|" in str(configurable.get("checkpoint_ns", ""))  # a subgraph's results stand under another name
    if saver is None or isinstance(saver, bool) or late or inside:
        return None, {}
    return saver, {"configurable": {"thread_id": configurable["thread_id"], "checkpoint_ns": ""}}


def _results(found: Any) -> set[str]:
    writes = (found.pending_writes or ()) if found is not None else ()
    return {value for _, channel, value in writes if channel == RETURN and isinstance(value, str)}


def _pauses() -> Iterator[float]:
    deadline, pause_s = time.monotonic() + LONGEST_WAIT_S, 0.001
    while time.monotonic() < deadline:
        yield pause_s
        pause_s = min(2 * pause_s, 0.05)
