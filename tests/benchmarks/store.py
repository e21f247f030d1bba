"""What the long-term store costs: fill, search, write and read, over 1,000 users, beside its peers in the same run.

    python tests/benchmarks/store.py                         # 1,000 and 10,000 memories
    python tests/benchmarks/store.py --sizes 100000          # some minutes
    python tests/benchmarks/store.py --json FILE

Every store gets the same records and the same vectors, made from the text at no cost worth counting, and runs in a
process of its own, so that its memory is its own. A search asks for the ten nearest current facts of one user; a
write is a turn's six records in one batch. langchain-chroma is one collection with cosine space and a user filter,
as its users have it. Disk and memory are at the end; those of a shared store count its server; the
processor's time of a search counts this process alone, and is what to compare on a busy machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from langchain_core.embeddings import Embeddings
from langgraph.store.base import PutOp

from memory.record import MemoryRecord, Source

ROOT = Path(__file__).resolve().parents[2]
SYSTEMS = ("ChromaStore alone", "ChromaStore shared", "langchain-chroma", "InMemoryStore")
USERS = 1_000
DIMS = 512
ASKED = 200
"""Searches, writes and reads that are timed."""
WRITE_BATCH = 1_000


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


def opened(system: str, path: Path) -> tuple[Any, Callable[[], int]]:
    """Open a system and give what tells the process that holds its memory."""
    embeddings = CheapVectors()
    if system == "langchain-chroma":
        return LangChainChroma(path, embeddings), os.getpid
    if system == "InMemoryStore":
        from langgraph.store.memory import InMemoryStore

        return StoreSystem(InMemoryStore(index={"dims": DIMS, "embed": embeddings, "fields": ["key"]})), os.getpid
    from memory.chroma_store import ChromaStore

    if system == "ChromaStore alone":
        return StoreSystem(ChromaStore.at(path, embeddings=embeddings)), os.getpid
    store = ChromaStore.shared(path, embeddings=embeddings, linger_s=0.5)
    return StoreSystem(store), lambda: int(json.loads((path / "store.server.json").read_text())["pid"])


def rss_mb(pid: int) -> float:
    """Give the resident memory of a process; 0 where the system does not say."""
    said = Path(f"/proc/{pid}/status")
    lines = said.read_text().splitlines() if said.exists() else []
    return sum(float(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS"))


def times_ms(work: Callable[[int], object], count: int = ASKED) -> tuple[float, float]:
    """Give the median and the 95th percentile of a call."""
    taken = []
    for n in range(count):
        begun = time.perf_counter()
        work(n)
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken), sorted(taken)[int(len(taken) * 0.95)]


def measure(system: str, size: int) -> dict[str, Any]:
    """Fill one system and time it."""
    path = Path(tempfile.mkdtemp(prefix="bethink-bench-"))
    try:
        begun = time.perf_counter()
        it, holder = opened(system, path)
        before = rss_mb(holder())
        open_s, begun = time.perf_counter() - begun, time.perf_counter()
        for start in range(0, size, WRITE_BATCH):
            it.write([record(n) for n in range(start, min(start + WRITE_BATCH, size))])
        fill_s = time.perf_counter() - begun
        short = sum(it.search(*question(n)) < min(10, size // USERS) for n in range(20))
        busy = time.process_time()
        search = times_ms(lambda n: it.search(*question(n)))
        search_cpu_ms = (time.process_time() - busy) / ASKED * 1000
        turn = times_ms(lambda n: it.write([record(size + n + k * USERS) for k in range(6)]), ASKED // 4)
        read = times_ms(lambda n: it.read(f"user{n % USERS}", f"{n:032x}"))
        return {
            "system": system,
            "size": size,
            "open_s": open_s,
            "fill_s": fill_s,
            "search_cpu_ms": search_cpu_ms,
            "search_p50_ms": search[0],
            "search_p95_ms": search[1],
            "turn_p50_ms": turn[0],
            "turn_p95_ms": turn[1],
            "read_p50_ms": read[0],
            "read_p95_ms": read[1],
            "short_results_of_20": short,
            "disk_mb": sum(f.stat().st_size for f in path.rglob("*") if f.is_file()) / 1e6,
            "memory_mb": rss_mb(holder()) - before,
        }
    finally:
        shutil.rmtree(path, ignore_errors=True)


def run(sizes: Sequence[int] = (1_000, 10_000), systems: Sequence[str] = SYSTEMS) -> dict[str, Any]:
    """Measure every system at every size, each in a process of its own."""
    rows = []
    for size in sizes:
        for system in systems:
            command = [sys.executable, __file__, "--one", system, str(size)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode:
                raise RuntimeError(f"{system} at {size}: {done.stderr[-2000:]}")
            rows.append(json.loads(done.stdout))
    return {"users": USERS, "dims": DIMS, "rows": rows}


def table(result: dict[str, Any]) -> str:
    """Give the figures as a Markdown table."""
    heads = (
        "memories", "store", "fill s", "search ms", "of processor", "turn's write ms", "read ms", "disk MB", "memory MB",
    )  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for r in result["rows"]:
        pairs = {name: f"{r[f'{name}_p50_ms']:.1f} / {r[f'{name}_p95_ms']:.1f}" for name in ("search", "turn", "read")}
        cells = (
            f"{r['size']:,}", r["system"], f"{r['fill_s']:.1f}", pairs["search"], f"{r['search_cpu_ms']:.1f}",
            pairs["turn"], pairs["read"], f"{r['disk_mb']:.0f}", f"{r['memory_mb']:.0f}",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS), choices=SYSTEMS)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure(given.one[0], int(given.one[1]))))
        return
    result = run(given.sizes, given.systems)
    print(table(result))
    if given.json:
        given.json.write_text(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
