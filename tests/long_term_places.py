"""The stores that long-term memory is tried over, with an embedding that is cheap, deterministic and knows words."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from langchain_core.embeddings import Embeddings
from langgraph.store.base import BaseStore, IndexConfig, Op, PutOp, Result
from langgraph.store.memory import InMemoryStore
from postgres_server import postgres_url

DIMS = 128
T0 = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class WordEmbeddings(Embeddings):
    """Embeds a text as its bag of words and Chinese bigrams: near texts share words."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [embed(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return embed(text)


def embed(text: str) -> list[float]:
    out = [0.0] * DIMS
    for match in re.finditer(r"[a-z0-9]+|(?=([\u4e00-\u9fff]{2}))", text.casefold()):
        token = match[0] or match[1]
        out[int(hashlib.md5(token.encode()).hexdigest(), 16) % DIMS] += 1.0
    norm = math.sqrt(sum(x * x for x in out))
    return [x / norm for x in out] if norm else [1.0, *out[1:]]


class Ticking:
    """A clock that stands still until it is told to go on."""

    def __init__(self, start: datetime = T0) -> None:
        self.now = start

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **delta: float) -> datetime:
        self.now += timedelta(**delta)
        return self.now


@contextmanager
def in_memory(_: Path) -> Iterator[BaseStore]:
    index: IndexConfig = {"dims": DIMS, "embed": WordEmbeddings(), "fields": ["key"]}
    yield InMemoryStore(index=index)


@contextmanager
def without_vectors(_: Path) -> Iterator[BaseStore]:
    yield InMemoryStore()


@contextmanager
def chroma(path: Path) -> Iterator[BaseStore]:
    from memory.chroma_store import ChromaStore

    with ChromaStore.at(path / "chroma", embeddings=WordEmbeddings()) as store:
        yield store


@contextmanager
def postgres(_: Path) -> Iterator[BaseStore]:
    """The store on PostgreSQL, emptied: a database for each test takes longer than the test."""
    from memory.postgres_store import open_postgres_store

    with open_postgres_store(_database(), embeddings=WordEmbeddings()) as store:
        with store._cursor() as cursor:
            cursor.execute("TRUNCATE store CASCADE")
        yield store


_database = functools.cache(postgres_url)

Place = Callable[[Path], "contextmanager[BaseStore]"]  # type: ignore[valid-type]


def has_chroma() -> bool:
    """True when the store on Chroma can be imported."""
    found = importlib.util.find_spec("memory.chroma_store")
    return found is not None and hasattr(importlib.import_module("memory.chroma_store"), "ChromaStore")


PLACES = [in_memory, without_vectors, *([chroma] if has_chroma() else []), postgres]


class CountingStore(InMemoryStore):
    """Counts the batches that write, and breaks off inside one when it is told to."""

    def __init__(self) -> None:
        index: IndexConfig = {"dims": DIMS, "embed": WordEmbeddings(), "fields": ["key"]}
        super().__init__(index=index)
        self.writes: list[int] = []
        self.cut_after: int | None = None

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        some = list(ops)
        if puts := sum(isinstance(op, PutOp) for op in some):
            self.writes.append(puts)
            if self.cut_after is not None:
                super().batch(some[: self.cut_after])
                raise OSError("the power went out")
        return super().batch(some)


class Words:
    """A lexical index that only remembers what it was told."""

    def __init__(self) -> None:
        self.texts: dict[tuple[str, str], str] = {}
        self.stamps: dict[str, tuple[str, str]] = {}

    def entries(self, records: Sequence[object]) -> Sequence[object]:
        return records

    def add(self, user_id: str, records: Sequence[object], *, entries: Sequence[object] | None = None) -> None:
        for record in records if entries is None else entries:
            self.texts[user_id, record.id] = record.text  # type: ignore[attr-defined]

    def remove(self, user_id: str, ids: Sequence[str]) -> None:
        for id in ids:
            self.texts.pop((user_id, id), None)

    def forget(self, user_id: str) -> int:
        gone = [key for key in self.texts if key[0] == user_id]
        for key in gone:
            del self.texts[key]
        return len(gone)

    def advance(self, user_id: str, *, before: str, stamp: str) -> None:
        self.stamps[user_id] = (before, stamp)
