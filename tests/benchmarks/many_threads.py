"""Many threads at once on one shared store of checkpoints and claims: turns a second, waiting times, memory.

    python tests/benchmarks/many_threads.py                       # 1,000 threads on PostgreSQL, started by itself
    python tests/benchmarks/many_threads.py --store sqlite
    python tests/benchmarks/many_threads.py --threads 100 --turns 5 --json FILE

One process; so many turns at a time as `--at-once` says, each of four nodes and no model, so that what is measured is
the keeping of state and of turns. A turn takes its thread's claim, runs, and lets go. Memory is what the process holds
after the first and after the last round of turns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from importlib import import_module
from pathlib import Path
from typing import Any

from graph.bench import figure
from memory.checkpoints import Checkpoints, open_postgres, open_sqlite
from memory.turns import PostgresTurns, SqliteTurns, TurnClaims

sys.path.append(str(Path(__file__).resolve().parents[1]))
chatty: Any = import_module("chatty_graph")


QUICK = {"store": "sqlite", "threads": 20, "turns": 2}


def run(
    store: str = "postgres", *, threads: int = 1000, turns: int = 3, at_once: int = 32, url: str | None = None
) -> dict[str, Any]:
    """Run so many turns on each of so many threads; give the figures."""
    with ExitStack() as stack:
        checkpoints: Checkpoints
        claims: TurnClaims
        if store == "postgres":
            url = url or import_module("postgres_server").postgres_url()
            checkpoints = stack.enter_context(open_postgres(url, max_connections=16))
            claims = stack.enter_context(closing(PostgresTurns(url)))
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            checkpoints = stack.enter_context(open_sqlite(Path(folder) / "checkpoints"))
            claims = stack.enter_context(closing(SqliteTurns(Path(folder) / "turns")))
        return asyncio.run(_load(checkpoints, claims, threads, turns, at_once))


async def _load(checkpoints: Checkpoints, claims: TurnClaims, threads: int, turns: int, at_once: int) -> dict[str, Any]:
    graph = chatty.chatty_graph(checkpoints)
    gate = asyncio.Semaphore(at_once)
    took: list[float] = []
    errors: list[str] = []
    memory_mb: list[float] = []

    async def turn(thread: int, number: int) -> None:
        async with gate:
            start = time.perf_counter()
            try:
                async with claims.ahold(f"thread {thread}"):
                    result = await graph.ainvoke(chatty.say(f"question {number}"), chatty.at(f"thread {thread}"))
                if len(result["messages"]) != 4 * (number + 1):
                    errors.append(f"thread {thread} lost a turn")
            except Exception as error:  # noqa: BLE001  counted and printed
                errors.append(repr(error))
            took.append(time.perf_counter() - start)

    a_second = []
    for number in range(turns):
        start = time.perf_counter()
        await asyncio.gather(*(turn(thread, number) for thread in range(threads)))
        a_second.append(threads / (time.perf_counter() - start))
        memory_mb.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    of_rounds = [sorted(took[n * threads : (n + 1) * threads]) for n in range(turns)]
    return {
        "threads": threads,
        "turns": threads * turns,
        "at_once": at_once,
        "turns_per_second": figure(a_second, 1),
        "p50_ms": figure([each[threads // 2] * 1000 for each in of_rounds], 1),
        "p95_ms": figure([each[int(threads * 0.95)] * 1000 for each in of_rounds], 1),
        "errors": len(errors),
        **({"first_errors": "; ".join(errors[:3])} if errors else {}),
        "peak_memory_mb": memory_mb,
    }


def show(results: dict[str, Any]) -> None:
    """Print the figures."""
    from graph.bench.tables import tables_in

    print("\n\n".join(tables_in(results)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", choices=["postgres", "sqlite"], default="postgres")
    parser.add_argument("--url", help="a PostgreSQL to use instead of one of our own")
    parser.add_argument("--threads", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--at-once", type=int, default=32)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = run(options.store, threads=options.threads, turns=options.turns, at_once=options.at_once, url=options.url)
    show(results)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
