"""A small past that recall is tested on, and short ways to ask it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from lexical_records import talk

from memory.embeddings import LocalEmbeddings
from memory.gate import OPEN
from memory.lexical import lexicon_for
from memory.recall import Considered, Recalled, explain, recall
from memory.record import Kind, MemoryRecord
from memory.scope import Scope

NOW = datetime(2023, 7, 1, 12, tzinfo=UTC)
EMBEDDER = LocalEmbeddings()


def open_store() -> InMemoryStore:
    return InMemoryStore(index={"dims": 512, "embed": EMBEDDER, "fields": ["key"]})


def scope_with(*records: MemoryRecord, user: str = "u", store: BaseStore | None = None) -> Scope:
    kept = store if store is not None else open_store()
    scope = Scope(kept, user, lexical=lexicon_for(kept))
    scope.put(records)
    return scope


def texts(found: Sequence[Recalled]) -> list[str]:
    return [r.record.text for r in found]


def ask(
    scope: Scope, query: str, *, k: int = 8, history: Sequence[str] = (), kinds: Sequence[Kind] | None = None
) -> list[str]:
    return texts(recall(scope, query, k=k, history=history, kinds=kinds, now=NOW, gate=OPEN))


def why(scope: Scope, query: str, *, k: int = 8, max_tokens: int | None = 500) -> list[Considered]:
    return explain(scope, query, k=k, max_tokens=max_tokens, now=NOW, gate=OPEN)


GARDEN = talk(
    ("Ann", "I adopted a grey parrot called Figaro"),
    ("Ben", "Lovely! I am learning the cello these days"),
    ("Ann", "My sister has moved to Lisbon"),
    ("Ben", "I broke my ankle while skiing"),
    ("Ann", "We planted tomatoes on the balcony"),
)
