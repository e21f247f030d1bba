"""The messages as they go over the wire: OpenAI's dicts, both ways, and what each provider wants of a list."""

from __future__ import annotations

from memory.wire.form import from_dict, to_dict

__all__ = ["from_dict", "to_dict"]
