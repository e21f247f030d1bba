"""The top floor: the graph, and the ways in to it. `build_graph` and `open_agent` are the two doors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graph.agent import Agent, open_agent
    from graph.build import build_graph
    from graph.draw import show_graph
    from nodes.context import Context

__all__ = ["Agent", "Context", "build_graph", "open_agent", "show_graph"]

_HOMES = {
    "Agent": "graph.agent",
    "Context": "nodes.context",
    "build_graph": "graph.build",
    "open_agent": "graph.agent",
    "show_graph": "graph.draw",
}


def __getattr__(name: str) -> Any:
    """Import a door when it is used: `bethink --help` must not load LangGraph."""
    if name not in _HOMES:
        raise AttributeError(f"module 'graph' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
