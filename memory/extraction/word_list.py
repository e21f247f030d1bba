"""Lists of words, written as people read them."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Give the words of a text, apart at its spaces."""
    return frozenset(text.split())


def names(text: str) -> frozenset[str]:
    """Give the names of a text, apart at its commas."""
    return frozenset(name.strip() for name in text.split(","))
