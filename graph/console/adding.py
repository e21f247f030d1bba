"""A memory written by hand, read as it would be read in a turn: what it is about decides what it replaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langchain_core.messages import HumanMessage

from memory.extraction import extract, screen

if TYPE_CHECKING:
    from memory.long_term import LongTermMemory, Written


def add_by_hand(memory: LongTermMemory, text: str) -> Written:
    """Keep a statement as a memory.

    Raises:
        ValueError: there is no text, or it is a secret or an instruction to the agent, which are never kept.
    """
    screened = screen(text)
    if screened.kind != "clean":
        raise ValueError(
            f"this reads as {'a secret' if screened.kind == 'secret' else 'an instruction to the agent'}; expected a "
            "statement; say it in other words"
        )
    found = [c for c in extract([HumanMessage(text, id="by-hand")], now=memory.clock()) if c.action == "remember"]
    if len(found) != 1:
        return memory.remember(text)
    (one,) = found
    return memory.remember(
        text, kind=one.kind, subject=one.subject, attribute=one.attribute, value=one.value, importance=one.importance
    )
