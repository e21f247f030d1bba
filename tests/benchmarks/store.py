"""What the long-term store costs: fill, search, write and read, over 1,000 users, beside its peers in the same run.

    python tests/benchmarks/store.py                         # 1,000 and 10,000 memories
    python tests/benchmarks/store.py --sizes 100000          # some minutes
    python tests/benchmarks/store.py --json FILE

Every store gets the same records and the same vectors, made from the text at no cost worth counting, and runs in a
process of its own, so that its memory is its own; each several times, in turn. A search asks for the ten nearest
current facts of one user; a write is a turn's six records in one batch. langchain-chroma is one collection with cosine
space and a user filter, as its users have it; mem0 is `add(infer=False)` over embedded Chroma, a user's messages in one
call, up to 10,000 memories, and has no status to filter by. Disk and memory are at the end; those of a shared store or
a Chroma server count the server; the processor's time of a search counts this process alone, and is what to compare on a busy machine.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

from graph.bench import failed, figure

sys.path.append(str(Path(__file__).resolve().parent))
stores: Any = import_module("stores")

ROOT = Path(__file__).resolve().parents[2]
QUICK = {"sizes": (1_000,), "runs": 1}
FULL = {"sizes": (1_000, 10_000, 100_000), "runs": 2}
CHARTS = [
    {"rows": "rows", "x": "size", "y": "search_p95_ms", "by": "system", "title": "A search, p95 (ms)", "log": True}
]
LARGEST = {stores.MEM0: 10_000}
"""mem0 takes some ten to forty seconds to be filled with a thousand: it is not measured beyond ten of them."""
ASKED = 200
"""Searches, writes and reads that are timed."""
WRITE_BATCH = 1_000


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
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, path, ignore_errors=True)
        begun = time.perf_counter()
        it, holder = stores.opened(system, path, stack)
        before = rss_mb(holder())
        open_s, begun = time.perf_counter() - begun, time.perf_counter()
        for start in range(0, size, WRITE_BATCH):
            it.write([stores.record(n) for n in range(start, min(start + WRITE_BATCH, size))])
        fill_s = time.perf_counter() - begun
        short = sum(it.search(*stores.question(n)) < min(10, size // stores.USERS) for n in range(20))
        busy = time.process_time()
        search = times_ms(lambda n: it.search(*stores.question(n)))
        search_cpu_ms = (time.process_time() - busy) / ASKED * 1000
        turn = times_ms(lambda n: it.write([stores.record(size + n + k * stores.USERS) for k in range(6)]), ASKED // 4)
        read = times_ms(lambda n: it.read(f"user{n % stores.USERS}", f"{n:032x}"))
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


def run(
    sizes: Sequence[int] = (1_000, 10_000), runs: int = 2, systems: Sequence[str] = stores.SYSTEMS
) -> dict[str, Any]:
    """Measure every system at every size so many times, in turn, each in a process of its own."""
    found: dict[tuple[int, str], list[dict[str, Any]]] = {
        (size, name): [] for size in sizes for name in systems if size <= LARGEST.get(name, size)
    }
    broken: dict[tuple[int, str], str] = {}
    for _ in range(runs):
        for size, name in found:
            command = [sys.executable, "-W", "ignore", __file__, "--one", name, str(size)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode:
                broken[size, name] = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
            else:
                found[size, name].append(json.loads(done.stdout.splitlines()[-1]))
    rows = [
        failed(name, broken[size, name], size=size) if (size, name) in broken else row_of(name, size, found[size, name])
        for size, name in found
    ]
    return {"rows": rows, "ratios": ratios(rows), "users": stores.USERS, "dims": stores.DIMS}


def row_of(system: str, size: int, each: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Give the figures of one system's runs."""
    names = [name for name in each[0] if name not in ("system", "size")]
    return {"system": system, "size": size, **{name: figure([r[name] for r in each], 2) for name in names}}


def ratios(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give each system's figures as multiples of langchain-chroma's at that size."""
    plain = {r["size"]: r for r in rows if r["system"] == stores.PLAIN and "failed" not in r}
    parts = ("fill_s", "search_p95_ms", "turn_p50_ms", "disk_mb", "memory_mb")
    return [
        {
            "system": r["system"],
            "size": r["size"],
            **{f"{p}_times": round(r[p]["median"] / max(plain[r["size"]][p]["median"], 0.01), 2) for p in parts},
        }
        for r in rows
        if r["size"] in plain and "failed" not in r
    ]


def main() -> None:
    from graph.bench.tables import tables_in

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--systems", nargs="+", default=list(stores.SYSTEMS), choices=stores.SYSTEMS)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure(given.one[0], int(given.one[1]))))
        return
    result = run(given.sizes, given.runs, given.systems)
    print("\n\n".join(tables_in(result)))
    if given.json:
        given.json.write_text(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
