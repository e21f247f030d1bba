"""`bethink memories …`: look after what is remembered of a user."""

from graph.cli.memories import changing, looking, moving
from graph.cli.memories.opening import app

__all__ = ["app", "changing", "looking", "moving"]
