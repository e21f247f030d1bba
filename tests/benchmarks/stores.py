"""The stores that are measured beside one another, each filled, searched and read by its public way in."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from langchain_core.embeddings import Embeddings
from langgraph.store.base import PutOp

from memory.record import FILTERED, MemoryRecord, Source

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1])]

PLAIN, MEM0 = "langchain-chroma", "mem0, infer=False"
SYSTEMS = (
    "ChromaStore alone", "ChromaStore shared", "ChromaStore on a Chroma server", PLAIN, MEM0, "InMemoryStore",
)  # fmt: skip
USERS = 1_000
DIMS = 512


class CheapVectors(Embeddings):
    """A vector of 512 numbers from the text's hash, near its topic's: no model, the same for every store."""

    pinned = True
    fingerprint_name = "cheap"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        own = np.random.default_rng(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big"))
        topic = np.random.default_rng(int(text.rpartition("#")[2]) if "#" in text else 0)
        vector = own.standard_normal(DIMS) + topic.standard_normal(DIMS)
        found: list[float] = (vector / np.linalg.norm(vector)).astype("float32").tolist()
        return found


def record(number: int) -> MemoryRecord:
    """Give the n-th memory, which is the user's n-th modulo the number of users."""
    when = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
    return MemoryRecord(
        id=f"{number:032x}",
        user_id=f"user{number % USERS}",
        kind="fact" if number % 3 else "episode",
        text=f"On day {number} they preferred option {number * 7919 % 997}, because of reason #{number % 50}",
        subject="user",
        created=when,
        updated=when,
        valid_from=when,
        source=Source(thread_id=f"t{number % 5000}", message_ids=(f"m{number}",), position=number),
    )


def question(number: int) -> tuple[str, str]:
    """Give a user and what is asked of that user's memories."""
    return f"user{number * 31 % USERS}", f"what did they prefer, case {number}? #{number % 50}"


class StoreSystem:
    """A LangGraph store."""

    def __init__(self, store: Any) -> None:
        self.store = store

    def write(self, records: Sequence[MemoryRecord]) -> None:
        self.store.batch(
            [PutOp(("bethink", r.user_id, "records"), r.id, {**r.to_value(), "key": r.text}) for r in records]
        )

    def search(self, user: str, query: str) -> int:
        return len(self.store.search(("bethink", user, "records"), query=query, filter={"status": "current"}, limit=10))

    def read(self, user: str, key: str) -> bool:
        return self.store.get(("bethink", user, "records"), key) is not None


class LangChainChroma:
    """langchain-chroma as its users have it."""

    def __init__(self, path: Path, embeddings: Embeddings) -> None:
        from langchain_chroma import Chroma

        self.store = Chroma(
            embedding_function=embeddings,
            persist_directory=str(path),
            collection_configuration={"hnsw": {"space": "cosine"}},
        )

    def write(self, records: Sequence[MemoryRecord]) -> None:
        metadatas = [{"user": r.user_id, "status": r.status, "kind": r.kind, "subject": r.subject} for r in records]
        self.store.add_texts([r.text for r in records], metadatas, [r.id for r in records])

    def search(self, user: str, query: str) -> int:
        wanted: Any = {"$and": [{"user": user}, {"status": "current"}]}
        return len(self.store.similarity_search_with_score(query, k=10, filter=wanted))

    def read(self, user: str, key: str) -> bool:
        return bool(self.store.get(ids=[key])["ids"])


class Mem0:
    """mem0 over embedded Chroma, storing what it is given."""

    def __init__(self, path: Path, embeddings: Embeddings) -> None:
        os.environ.update(MEM0_TELEMETRY="False", MEM0_DIR=str(path / "mem0"))  # read when it is imported
        model = import_module("instant").InstantModel()
        self.memory: Any = import_module("mem0").Memory.from_config(
            {
                "vector_store": {"provider": "chroma", "config": {"path": str(path / "chroma")}},
                "llm": {"provider": "langchain", "config": {"model": model}},
                "embedder": {"provider": "langchain", "config": {"model": embeddings}},
                "history_db_path": str(path / "history.sqlite3"),
            }
        )
        self.first = ""

    def write(self, records: Sequence[MemoryRecord]) -> None:
        by_user: dict[str, list[dict[str, str]]] = {}
        for r in records:
            by_user.setdefault(r.user_id, []).append({"role": "user", "content": r.text})
        for user, messages in by_user.items():
            stored = self.memory.add(messages, user_id=user, infer=False)["results"]
            self.first = self.first or stored[0]["id"]

    def search(self, user: str, query: str) -> int:
        return len(self.memory.search(query, filters={"user_id": user}, top_k=10)["results"])

    def read(self, user: str, key: str) -> bool:
        return self.memory.get(self.first) is not None


def serving(path: Path) -> int:
    """Give the process that was started to serve a folder; 0 where the system does not say."""
    for said in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = said.read_bytes().split(b"\0")
        except OSError:  # it has ended meanwhile
            continue
        if b"run" in words and str(path).encode() in words:
            return int(said.parent.name)
    return 0


def opened(system: str, path: Path, stack: ExitStack) -> tuple[Any, Callable[[], int]]:
    """Open a system and give what tells the process that holds its memory."""
    embeddings = CheapVectors()
    if system == PLAIN:
        return LangChainChroma(path, embeddings), os.getpid
    if system == "InMemoryStore":
        from langgraph.store.memory import InMemoryStore

        return StoreSystem(InMemoryStore(index={"dims": DIMS, "embed": embeddings, "fields": ["key"]})), os.getpid
    if system == MEM0:
        return Mem0(path, embeddings), os.getpid
    from memory.chroma_store import ChromaStore

    if system == "ChromaStore on a Chroma server":
        chroma: Any = import_module("chroma_process")
        port = stack.enter_context(chroma.chroma_server(path))
        store = ChromaStore(host="127.0.0.1", port=port, embeddings=embeddings, tagged=FILTERED)
        return StoreSystem(stack.enter_context(closing(store))), lambda: serving(path)
    if system == "ChromaStore alone":
        return StoreSystem(ChromaStore.at(path, embeddings=embeddings, tagged=FILTERED)), os.getpid
    store = ChromaStore.shared(path, embeddings=embeddings, tagged=FILTERED, linger_s=0.5)
    return StoreSystem(store), lambda: int(json.loads((path / "store.server.json").read_text())["pid"])
