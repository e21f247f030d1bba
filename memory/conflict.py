"""Latest truth: what a new statement does to what is already known, decided without asking anybody."""

from __future__ import annotations

from memory.attributes import ATTRIBUTES, Attribute, attribute_named, canonical

__all__ = ["ATTRIBUTES", "Attribute", "attribute_named", "canonical"]
