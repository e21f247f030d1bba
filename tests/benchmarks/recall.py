"""What a recall costs, and how that grows: `python tests/benchmarks/recall.py [--users 1000] [--sizes 1000 100000]`.

Gives p50 and p95 of a whole recall, gate and budget on, over many users and over one with many memories, with what
the store's own search in it and a turn's write-back take; on the files themselves, and through a Chroma server that
serves the same files. The embedder is a stand-in that costs nothing, since embedding is not what is
measured; the local encoder's two looks at the question (its tokens, and whether it is small talk) are inside the
wall's time, and apart in a column of their own. The processor's time is what a busy machine changes least.

A million memories take most of an hour to fill: where `BETHINK_BENCH_STORES` names a folder, filled stores are kept in
it, and used again by the next run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from langchain_core.embeddings import Embeddings

from graph.bench import failed, figure
from memory.chroma_store import ChromaStore
from memory.chroma_store.opening import files_of
from memory.embeddings import LocalEmbeddings
from memory.extraction import Candidate
from memory.lexical import Lexicon, states
from memory.long_term import LongTermMemory, Utterance
from memory.recall.search import DENSE_DEPTH
from memory.record import FILTERED, MemoryRecord, Source, record_id
from memory.scope import Scope

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1])]
rss_mb: Callable[[int], float] = import_module("store").rss_mb

ROOT = Path(__file__).resolve().parents[2]
DIMS = 512
ROUNDS = 3
QUICK = {"users": 20, "sizes": (1_000,), "one_user": 500, "times": 20}
FULL = {"sizes": (1_000, 10_000, 100_000, 1_000_000), "one_user": 10_000, "times": 200}
CHARTS = [
    {
        "rows": "rows",
        "x": "memories",
        "y": "but_embedding_p95_ms",
        "by": "system",
        "only": {"place": place},
        "but": {"users": 1},
        "title": f"Over many users, {place}: embedding apart, p95 (ms)",
    }
    for place in ("here", "Chroma server")
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


@contextmanager
def place(users: int, memories: int) -> Iterator[Path]:
    """Give a folder for a store: a passing one, or the one that is kept where `BETHINK_BENCH_STORES` says."""
    if kept := os.environ.get("BETHINK_BENCH_STORES"):
        folder = Path(kept) / f"{users}-users-{memories}-memories"
        folder.mkdir(parents=True, exist_ok=True)
        yield folder
    else:
        with tempfile.TemporaryDirectory() as name:
            yield Path(name)


def filled(here: Path, store: ChromaStore, lexicon: Lexicon, *, users: int, memories: int) -> float | None:
    """Fill the store unless that was done before; give the seconds it took, None where nobody knows."""
    done = here / "filled.json"
    if not done.exists():
        done.write_text(json.dumps(round(fill(store, lexicon, users=users, memories=memories), 1)))
    took: float | None = json.loads(done.read_text())
    return took


@cache
def encoder() -> Any:
    """Give a watch on the local encoder: a question's tokens and whether it is small talk, and a written text's."""
    watch = import_module("instant").Stopwatch()
    watch.watch(states, "_states", "embedding")
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
    *, users: int = 1_000, sizes: Sequence[int] = (1_000, 10_000, 100_000), one_user: int = 10_000, times: int = 100
) -> dict[str, list[dict[str, Any]]]:
    """Give what recall costs over one user with many memories, and over many users at each size.

    Each size has a process of its own.
    """
    rows: list[dict[str, Any]] = []
    places: list[dict[str, Any]] = []
    for many, memories in [*([(1, one_user)] if one_user else []), *((users, size) for size in sizes)]:
        command = [sys.executable, "-W", "ignore", __file__, "--one", str(many), str(memories), str(times)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            why = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
            rows.append(failed("recall", why, memories=memories, users=many))
            continue
        found = json.loads(done.stdout.splitlines()[-1])
        rows += found["rows"]
        places.append(found["size"])
    return {"rows": rows, "sizes": places}


def one(users: int, memories: int, times: int) -> dict[str, Any]:
    """Fill a store and give what recall costs on it: on the files themselves, then on them through a Chroma server."""
    with place(users, memories) as here, Lexicon(here / "lexicon.sqlite3") as lexicon:
        folder = here / "chroma"
        before = rss_mb(os.getpid())
        with ChromaStore.at(folder, embeddings=Standin(), tagged=FILTERED) as store:
            took = filled(here, store, lexicon, users=users, memories=memories)
            rows = costs("here", store, lexicon, users=users, memories=memories, times=times)
            holds = rss_mb(os.getpid()) - before
        about = {
            "memories": memories,
            "users": users,
            "filled_s": took,
            "disk_kb_a_memory": round(size_of(folder) / memories / 1000, 2),
            "lexicon_kb_a_memory": round(lexicon.path.stat().st_size / memories / 1000, 2) if lexicon.path else 0.0,
            "memory_mb": round(holds),
        }
        chroma: Any = import_module("chroma_process")
        with (
            chroma.chroma_server(files_of(folder)) as port,
            closing(ChromaStore(host="127.0.0.1", port=port, embeddings=Standin(), tagged=FILTERED)) as store,
        ):
            rows += costs("Chroma server", store, lexicon, users=users, memories=memories, times=times)
        return {"rows": rows, "size": about}


def costs(
    place: str, store: ChromaStore, lexicon: Lexicon, *, users: int, memories: int, times: int
) -> list[dict[str, Any]]:
    """Give what recall, the store's search in it, and a turn's write-back cost on a filled store."""
    chance = random.Random(11)
    questions = [f"What did {sentence(chance)} mean, and when?" for _ in range(times)]

    def memory_of(number: int) -> LongTermMemory:
        return LongTermMemory(store, user_id=f"user {number * 7919 % users}", lexical=lexicon)

    def recall(number: int) -> object:
        return memory_of(number).recall(questions[number])

    def nearest(number: int) -> object:
        return memory_of(number).scope.nearest_keys([questions[number]], limit=DENSE_DEPTH)

    def turn(number: int) -> object:
        thread, now = f"{place} {number}", datetime.now(UTC)
        said = [
            Utterance(
                text=sentence(chance), speaker=who, said_at=now, thread_id=thread, message_id=f"{who} {number}",
                position=place,
            )
            for place, who in enumerate(("user", "assistant"))
        ]  # fmt: skip
        fact = Candidate(text=sentence(chance), kind="fact", message_id=f"user {number}")
        return memory_of(number).absorb(episodes=said, candidates=[fact], turn_id=thread)

    lexicon.close()  # forgets whom it has met
    recall(0)
    about = {"place": place, "memories": memories, "users": users}
    cached = max(1, min(times, lexicon.max_cached * users // memories))
    return [
        {"system": "recall, users met first", **about, **measure(recall, times=times)},
        {"system": "recall, users met again", **about, **measure(recall, times=cached, rounds=ROUNDS)},
        {"system": "the store's search in it", **about, **measure(nearest, times=times, rounds=ROUNDS)},
        {"system": "a turn's write-back", **about, **measure(turn, times=times)},
    ]


def size_of(folder: Path) -> int:
    """Give the bytes of a folder's files."""
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())


def main() -> None:
    """Run over one user, and over many at each size."""
    from graph.bench.tables import tables_in

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=1000)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    parser.add_argument("--one-user", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--one", type=int, nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(one(*given.one)))
        return
    print("\n\n".join(tables_in(run(users=given.users, sizes=given.sizes, one_user=given.one_user, times=given.times))))


if __name__ == "__main__":
    main()
