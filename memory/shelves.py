"""The shelves of a user in a store, what lies on them, and what is kept beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from langgraph.store.base import Item, SearchItem

from memory.clock import on_the_wall
from memory.record import MemoryRecord

ROOT = "bethink"
"""The first label of every namespace of ours."""

Shelf = Literal["records", "cold", "versions", "tool_results", "meta"]
"""Records recall may search; faded ones; earlier versions of edited ones; archived tool results; bookkeeping."""
SHELVES: tuple[Shelf, ...] = ("records", "cold", "versions", "tool_results", "meta")

STAMP = "stamp"
"""The key, on the shelf `meta`, of the mark that every write of words leaves."""
NEVER_WRITTEN = "-"
"""The mark of a user for whom nothing was ever written."""

DERIVED = ("key", "episode")
"""What a stored record carries beside itself, to be embedded and to be filtered by."""


class Lexical(Protocol):
    """What keeps the words of the records, beside the store."""

    def entries(self, records: Sequence[MemoryRecord]) -> Sequence[Any]: ...
    def add(self, user_id: str, records: Sequence[MemoryRecord], *, entries: Sequence[Any] | None = None) -> None: ...
    def remove(self, user_id: str, ids: Sequence[str]) -> None: ...
    def forget(self, user_id: str) -> int: ...
    def advance(self, user_id: str, *, before: str, stamp: str) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one read of the store showed."""

    stamp: str
    """The mark of the last write of words."""
    records: dict[str, MemoryRecord]
    """By id, in the order asked."""
    items: dict[str, dict[str, Any]]
    """Of the other shelves, by key."""
    hits: list[list[SearchItem]]
    """Of each search."""


def stamp_in(item: object) -> str:
    """Give the mark in the item that holds it; of no item the mark of a user for whom nothing was written."""
    return str(item.value["stamp"]) if isinstance(item, Item) else NEVER_WRITTEN


def stored(record: MemoryRecord) -> dict[str, Any]:
    """Give the JSON object that a store keeps of a record."""
    return {**record.to_value(), "key": embedded_key(record), "episode": record.source.episode_id}


def embedded_key(record: MemoryRecord) -> str:
    """Give the text whose vector stands for the record: what was said before it, when and by whom, and its words."""
    if record.kind != "episode":
        return record.text
    said = f"[{on_the_wall(record.created):%Y-%m-%d}] {record.source.speaker}: {record.text}"
    return f"{record.context}\n{said}" if record.context else said
