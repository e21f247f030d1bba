"""`bethink memories graph`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from graph.cli.memories.opening import say
from memory.errors import SettingsError

if TYPE_CHECKING:
    from memory.long_term import LongTermMemory

FORMS = ("svg", "png", "mmd", "graphml", "cypher")


def write_links(memory: LongTermMemory, out: Path | None) -> None:
    """Draw the links of a memory here as Mermaid, or to a file, by its ending."""
    raise NotImplementedError
