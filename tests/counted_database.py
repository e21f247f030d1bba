"""A store's real database, with its calls noted."""

from __future__ import annotations

from typing import Any

from memory.chroma_store import ChromaStore
from memory.chroma_store.database import Database


class CountedDatabase:
    """The real database, with its calls noted."""

    def __init__(self, inner: Database) -> None:
        self.inner = inner
        self.calls: list[str] = []
        self.collections_asked: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.calls.append(name)
        inner = getattr(self.inner, name)

        def noted(*args: Any, **options: Any) -> Any:
            self.collections_asked.update(a for a in args[:1] if isinstance(a, str))
            return inner(*args, **options)

        return noted


def count_calls(store: ChromaStore) -> CountedDatabase:
    counted = CountedDatabase(store._database)
    store._database = counted
    return counted
