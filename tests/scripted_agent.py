"""An agent whose model follows a script, on a directory of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.tools import BaseTool
from scripted_model import ScriptedModel

from graph.agent import Agent
from graph.open import open_parts
from graph.settings import Settings
from memory.clock import Clock, system_clock


def scripted_agent(
    data_dir: Path,
    script: Callable[[list[BaseMessage]], AIMessage],
    *,
    tools: Sequence[BaseTool] | None = None,
    clock: Clock = system_clock,
    **given: Any,
) -> Agent:
    """Open an agent that answers by the script; `requests_of` gives what it was sent."""
    settings = Settings(_env_file=None, data_dir=data_dir, **{"chroma": "alone", **given})
    parts = open_parts(settings, tools=tools, clock=clock)
    object.__setattr__(parts.services, "model", ScriptedModel(script=script))
    return Agent(parts)


def requests_of(agent: Agent) -> list[list[BaseMessage]]:
    """Give every request that the agent's model was sent."""
    model = agent.parts.services.model
    assert isinstance(model, ScriptedModel)
    return model.requests
