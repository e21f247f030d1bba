"""What a recall costs: `python tests/benchmarks/recall.py [--users 1000] [--memories 100000]`.

Prints p50 and p95 of a whole recall, gate and budget on, over many users and over one with many memories, with what
the store's own search takes beside it. The embedder is a stand-in that costs nothing, since embedding is not what is
measured; the local encoder's two looks at the question (its tokens, and whether it is small talk) are inside the
wall's time, and apart in a column of their own. The processor's time is what a busy machine changes least.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from langchain_core.embeddings import Embeddings

from graph.bench import figure
from memory.chroma_store import ChromaStore
from memory.embeddings import LocalEmbeddings
from memory.lexical import Lexicon
from memory.long_term import LongTermMemory
from memory.recall import query
from memory.recall.search import DENSE_DEPTH
from memory.record import FILTERED, MemoryRecord, Source, record_id
from memory.scope import Scope

sys.path.append(str(Path(__file__).resolve().parent))

DIMS = 512
ROUNDS = 3
QUICK = {"users": 20, "memories": 1_000, "one_user": 500, "times": 20}
FULL = {"users": 1_000, "memories": 100_000, "one_user": 10_000, "times": 200}
CHARTS = [
    {
        "rows": "rows",
        "x": "memories",
        "y": "but_embedding_p95_ms",
        "by": "system",
        "title": "A recall, embedding apart, p95 (ms)",
    }
]
START = datetime(2025, 1, 1, tzinfo=UTC)
WHO = ["my sister", "my boss", "a friend of mine", "our neighbour", "my doctor", "I", "我妹妹", "我的同事"]
DID = ["bought", "lost", "painted", "repaired", "talked about", "dreamt of", "想买", "弄丢了"]
WHAT = ["a red bicycle", "the old piano", "a garden in Lisbon", "an umbrella", "两只猫", "一本小说", "a parrot"]
WHEN = ["yesterday", "last week", "in May", "on Friday", "昨天", "上个月", "two days ago", "this morning"]


class Standin(Embeddings):
    """Vectors drawn from the text itself: alike for one text, unlike for two, at no cost worth measuring."""

    fingerprint_name = "benchmark standin"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Give a unit vector for each text."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Give a unit vector."""
        vector = np.random.default_rng(zlib.crc32(text.encode())).standard_normal(DIMS)
        return [float(x) for x in vector / np.linalg.norm(vector)]


def sentence(chance: random.Random) -> str:
    """Give something that somebody may say."""
    words = (WHO, DID, WHAT, WHEN)
    return " ".join(chance.choice(part) for part in words) + f", number {chance.randrange(10_000)}"


def records(user: str, count: int, chance: random.Random) -> Iterator[MemoryRecord]:
    """Give the episodes of a user, twenty a day."""
    before = ""
    for place in range(count):
        text = sentence(chance)
        said = START + timedelta(days=place // 20, seconds=place % 20)
        yield MemoryRecord(
            id=record_id(user, str(place)), user_id=user, kind="episode", text=text, context=before, created=said,
            updated=said, valid_from=said,
            source=Source(thread_id=f"t{place // 20}", message_ids=(f"m{place}",), position=place % 20),
        )  # fmt: skip
        before = text


def fill(store: ChromaStore, lexicon: Lexicon, *, users: int, memories: int) -> float:
    """Store the memories; give the seconds it took."""
    chance, began = random.Random(7), time.perf_counter()
    for number in range(users):
        user = f"user {number}"
        scope = Scope(store, user, lexical=lexicon)
        batch = list(records(user, memories // users, chance))
        for first in range(0, len(batch), 1000):
            scope.put(batch[first : first + 1000])
    return time.perf_counter() - began


@cache
def encoder() -> Any:
    """Give a watch on the local encoder's two looks at a question: its tokens, and whether it is small talk."""
    watch = import_module("instant").Stopwatch()
    watch.watch(query, "token_states", "embedding")
    watch.watch(LocalEmbeddings, "embed_documents", "embedding")
    return watch


def measure(work: Callable[[int], object], *, times: int, rounds: int = 1) -> dict[str, Any]:
    """Give p50 and p95 of the wall's milliseconds, of those without the local encoder's, and of the processor's, of so
    many rounds over the same questions.
    """
    watch = encoder()
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        wall, apart, processor = [], [], []
        for number in range(times):
            watch.reset()
            began, spent = time.perf_counter(), time.process_time()
            work(number)
            wall.append(1000 * (time.perf_counter() - began))
            apart.append(wall[-1] - 1000 * watch.seconds.get("embedding", 0.0))
            processor.append(1000 * (time.process_time() - spent))
        for name, values in (("wall", wall), ("but_embedding", apart), ("processor", processor)):
            for p in (50, 95):
                found.setdefault(f"{name}_p{p}_ms", []).append(float(np.percentile(values, p)))
    return {name: figure(values, 1) for name, values in found.items()}


def run(
    *, users: int = 200, memories: int = 10_000, one_user: int = 5_000, times: int = 60
) -> dict[str, list[dict[str, Any]]]:
    """Give what recall costs over one user with many memories, and over many users."""
    rows = recalls(users=1, memories=one_user, times=times) if one_user else []
    return {"rows": rows + (recalls(users=users, memories=memories, times=times) if memories else [])}


def recalls(*, users: int, memories: int, times: int) -> list[dict[str, Any]]:
    """Fill a store and give what recall costs on it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Lexicon(Path(folder) / "lexicon.sqlite3") as lexicon,
        ChromaStore.at(Path(folder) / "chroma", embeddings=Standin(), tagged=FILTERED) as store,
    ):
        took = fill(store, lexicon, users=users, memories=memories)
        chance = random.Random(11)
        questions = [f"What did {sentence(chance)} mean, and when?" for _ in range(times)]

        def memory_of(number: int) -> LongTermMemory:
            user = f"user {number * 7919 % users}"
            return LongTermMemory(store, user_id=user, lexical=lexicon)

        def recall(number: int) -> object:
            return memory_of(number).recall(questions[number])

        def nearest(number: int) -> object:
            scope = memory_of(number).scope
            return scope.nearest_keys([questions[number]], limit=DENSE_DEPTH)

        recall(0)
        cached = max(1, min(times, lexicon.max_cached * users // memories))
        disk = sum(p.stat().st_size for p in Path(folder).rglob("lexicon*")) / memories
        about = {"memories": memories, "users": users, "stored_s": round(took, 1), "lexicon_kb": round(disk / 1000, 1)}
        return [
            {"system": "recall, users met first", **about, **measure(recall, times=times)},
            {"system": "recall, users met again", **about, **measure(recall, times=cached, rounds=ROUNDS)},
            {"system": "the store's search in it", **about, **measure(nearest, times=times, rounds=ROUNDS)},
        ]


def main() -> None:
    """Run over many users, and over one."""
    from graph.bench.tables import table_of

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=1000)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--one-user", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=200)
    given = parser.parse_args()
    found = run(users=given.users, memories=given.memories, one_user=given.one_user, times=given.times)
    print(table_of(found["rows"]))


if __name__ == "__main__":
    main()
