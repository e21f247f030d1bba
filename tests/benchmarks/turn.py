"""What a turn costs beside `create_agent` bare, with Summarization and LangMem, and with mem0 around it.

    python tests/benchmarks/turn.py                        # at turn 1, 100 and 1,000
    python tests/benchmarks/turn.py --marks 1 100 --runs 3

Model, embedder, tools and inputs are the same, the model answers at once. Each system runs in a process of its own, in
turn, several times; a figure is the median of those runs, each run's being the median of the ten turns up to the mark
(at turn 1: of five fresh threads). Embedding (vectors and token states, by the local encoder) is taken apart by the
processor's time of the thread it runs on, since it may go on beside other work; parts lie inside one another and beside
one another (checkpoints are written in the background). LangMem has its memories in
memory only, mem0 in embedded Chroma, ours in embedded Chroma with its lexicon.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from graph.bench import failed, figure

sys.path.append(str(Path(__file__).resolve().parent))
systems: Any = import_module("systems")

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("embedding", "recall", "assemble", "write_back", "checkpoint")
WINDOW = 10
FRESH = 5
QUICK = {"marks": (1, 20), "runs": 1}
FULL = {"runs": 3}
CHARTS = [
    {"rows": "rows", "x": "turn", "y": "ms_but_embedding", "by": "system", "title": "A turn, embedding apart (ms)"},
    {"rows": "rows", "x": "turn", "y": "cpu_ms", "by": "system", "title": "Processor time of a turn (ms)"},
]


def measure(name: str, marks: Sequence[int]) -> list[dict[str, Any]]:
    """Run one system here to the last mark; give one row a mark."""
    with tempfile.TemporaryDirectory() as folder:
        system = systems.SYSTEMS[name](Path(folder))
        for number in range(3):
            system.turn(systems.said(number), user="warm", thread="warm")
        rows = []
        if 1 in marks:
            rows.append(row_of(1, [timed(system, 0, f"fresh-{n}") for n in range(FRESH)], system))
        turns = []
        for number in range(max(marks)):
            turns.append(timed(system, number, "long"))
            if (mark := number + 1) in marks and mark > 1:
                rows.append(row_of(mark, turns[-WINDOW:], system))
        kept = system.kept("user-of-long")
        system.stack.close()
    if system.remembers and kept < max(marks) * 0.9:
        raise RuntimeError(f"it kept {kept} memories of {max(marks)} turns: it did not do the work that is timed")
    return rows


def timed(system: Any, number: int, thread: str) -> dict[str, float]:
    """Take one turn and give its times in milliseconds."""
    system.watch.reset()
    asked = len(system.model.asked)
    begun, worked = time.perf_counter(), time.process_time()
    answer = system.turn(systems.said(number), user=f"user-of-{thread}", thread=thread)
    took, used = time.perf_counter() - begun, time.process_time() - worked
    if not answer or len(system.model.asked) == asked:
        raise RuntimeError("the model was not asked, or nothing was answered")
    parts = {p: 1e3 * system.watch.seconds.get(p, 0.0) for p in PARTS}
    return {"ms": 1e3 * took, "ms_but_embedding": 1e3 * took - parts["embedding"], "cpu_ms": 1e3 * used, **parts}


def row_of(mark: int, turns: Sequence[dict[str, float]], system: Any) -> dict[str, Any]:
    """Give the medians of these turns, and the process's memory now."""
    medians = {key: statistics.median(t[key] for t in turns) for key in turns[0]}
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    now = next(
        (int(x.split()[1]) for x in lines if x.startswith("VmRSS")), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    )
    return {"turn": mark, **medians, "memory_mb": now / 1024, "requests": len(system.model.asked)}


def run(marks: Sequence[int] = (1, 100, 1000), runs: int = 2, names: Sequence[str] = ()) -> dict[str, Any]:
    """Measure every system so many times, in turn; a system that fails has a row that says so."""
    wanted = tuple(names) or tuple(systems.SYSTEMS)
    found: dict[str, list[list[dict[str, Any]]]] = {name: [] for name in wanted}
    broken: dict[str, str] = {}
    for _ in range(runs):
        for name in wanted:
            if name in broken:
                continue
            command = [sys.executable, "-W", "ignore", __file__, "--one", name, "--marks", *map(str, marks)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=quiet())
            if done.returncode:
                broken[name] = (
                    done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit {done.returncode}"
                )
            else:
                found[name].append(json.loads(done.stdout.splitlines()[-1]))
    rows = [row for mark_no, _ in enumerate(marks) for name in wanted for row in _row(name, mark_no, found, broken)]
    return {"rows": rows, "ratios": ratios(rows)}


def _row(name: str, mark_no: int, found: dict[str, Any], broken: dict[str, str]) -> list[dict[str, Any]]:
    if name in broken:
        return [failed(name, broken[name])] if mark_no == 0 else []
    each = [rows[mark_no] for rows in found[name]]
    keys = ("ms", "ms_but_embedding", "cpu_ms", *PARTS, "memory_mb")
    return [{"system": name, "turn": each[0]["turn"], **{k: figure([r[k] for r in each], 1) for k in keys}}]


def ratios(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give each system's time, embedding apart, as a multiple of the bare graph's in the same run."""
    bare = {r["turn"]: r for r in rows if r["system"] == systems.BARE and "turn" in r}
    return [
        {
            "system": r["system"],
            "turn": r["turn"],
            "times_bare": round(r["ms_but_embedding"]["median"] / bare[r["turn"]]["ms_but_embedding"]["median"], 2),
            "cpu_times_bare": round(r["cpu_ms"]["median"] / max(bare[r["turn"]]["cpu_ms"]["median"], 0.1), 2),
        }
        for r in rows
        if r.get("turn") in bare
    ]


def quiet() -> dict[str, str]:
    """Give the environment in which no peer calls home."""
    return {**os.environ, "MEM0_TELEMETRY": "False", "ANONYMIZED_TELEMETRY": "False", "LANGSMITH_TRACING": "false"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--marks", type=int, nargs="+", default=[1, 100, 1000])
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure(given.one, given.marks)))
        return
    from graph.bench.tables import tables_in

    print("\n\n".join(tables_in(run(given.marks, given.runs))))


if __name__ == "__main__":
    main()
