"""The arms of a run: recall as it is, each stage of it, and what others do, on the same memories in the same store."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np
from langchain_core.embeddings import Embeddings
from langgraph.store.base import BaseStore
from numpy.typing import NDArray

from graph.evaluate.collection import Collection, Progress
from graph.evaluate.measures import CUTS
from memory.clock import Clock
from memory.gate import OPEN
from memory.lexical import Lexicon
from memory.long_term import LongTermMemory
from memory.recall.query import build_query
from memory.recall.search import Search

DEPTH = max(CUTS)
STAGES: Mapping[str, tuple[str, ...]] = {
    "BM25": ("said",),
    "dense": ("dense",),
    "BM25 + dense": ("said", "dense"),
    "+ passage": ("said", "dense", "passage"),
    "+ speaker and time": ("said", "dense", "passage", "speaker", "time"),
    "+ shape of an answer": ("said", "dense", "passage", "speaker", "time", "answer", "asking"),
    "+ session and neighbours": ("said", "dense", "passage", "speaker", "time", "answer", "asking", "session"),
}
"""Recall, a stage at a time: the parts that count. All of them is recall itself."""


@dataclass(slots=True)
class Archive:
    """One collection, stored as write_back stores it."""

    memory: LongTermMemory
    collection: Collection
    units: dict[str, str] = field(default_factory=dict)
    """For each record the unit that evidence names it by."""

    def ranked(self, question: str) -> tuple[list[str], float]:
        """Give the units that recall finds, best first, and the seconds it took; the gate and the budget are off."""
        began = time.perf_counter()
        found = self.memory.recall(question, k=DEPTH, max_tokens=None)
        took = time.perf_counter() - began
        return [self.units.get(r.record.id, "") for r in found], took

    def staged(self, question: str) -> dict[str, list[str]]:
        """Give, for every stage, the units in the order of its parts of the score alone."""
        search = Search(self.memory.scope, build_query(question, now=self.collection.asked_at))
        rankings = {name: search.ranking(depth=DEPTH, only=parts) for name, parts in STAGES.items()}
        return {name: [self.units.get(r.id, "") for r in found.records] for name, found in rankings.items()}

    def injected(self, question: str, *, max_tokens: int, k: int) -> list[str]:
        """Give the units that a turn would put in front of the model."""
        return [self.units.get(r.record.id, "") for r in self.memory.recall(question, k=k, max_tokens=max_tokens)]


def archive(
    store: BaseStore,
    lexicon: Lexicon,
    collection: Collection,
    *,
    count_text: Callable[[str], int] | None,
    progress: Progress,
    already: int,
    total: int,
) -> Archive:
    """Store a collection through the long-term memory, session by session, as finished turns are."""
    memory = LongTermMemory(
        store,
        user_id=collection.name,
        lexical=lexicon,
        gate=OPEN,
        clock=_at(collection.asked_at),
        count_text=count_text,
    )
    threads = dict.fromkeys(u.thread_id for u in collection.utterances)
    done = already
    for thread in threads:
        episodes = [u for u in collection.utterances if u.thread_id == thread]
        memory.absorb(episodes=episodes, candidates=(), turn_id=thread)
        done += len(episodes)
        progress("storing", done, total)
    out = Archive(memory, collection)
    for record in memory.scope.records():
        out.units[record.id] = collection.unit_of[record.source.message_ids[0]]
    return out


class Plain:
    """Dense top-k as mem0, LangMem and langchain-chroma do it: each turn with its date and speaker, nearest first."""

    def __init__(self, collection: Collection, embeddings: Embeddings) -> None:
        self.embeddings = embeddings
        self.texts = [u.text for u in collection.utterances]
        self.units = [collection.unit_of[u.message_id] for u in collection.utterances]
        keys = [f"[{u.said_at:%Y-%m-%d}] {u.speaker}: {u.text}" for u in collection.utterances]
        self.vectors = _units(embeddings.embed_documents(keys))

    def nearest(self, question: str) -> list[int]:
        """Give the places of the nearest turns, best first, by exact cosine."""
        cosines = self.vectors @ _units([self.embeddings.embed_query(question)])[0]
        return [int(place) for place in np.argsort(-cosines, kind="stable")[:DEPTH]]

    def ranked(self, question: str) -> list[str]:
        """Give the units of the nearest turns, best first."""
        return [self.units[place] for place in self.nearest(question)]

    def injected(self, question: str, *, max_tokens: int, k: int, count: Callable[[str], int]) -> list[str]:
        """Give the units of the nearest turns that fit the budget, taken as long as they fit."""
        out: list[str] = []
        for place in self.nearest(question)[:k]:
            max_tokens -= count(self.texts[place])
            if max_tokens < 0:
                break
            out.append(self.units[place])
        return out


def _units(vectors: Sequence[Sequence[float]]) -> NDArray[np.float32]:
    rows = np.asarray(vectors, np.float32)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), np.float32)


def _at(moment: datetime) -> Clock:
    return lambda: moment.astimezone(UTC)
