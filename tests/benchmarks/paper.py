"""Scale on paper: the measured slopes taken to a million users; what is multiplied is said, and nothing is measured.

    python tests/benchmarks/paper.py          # from the last run, or from the folder in BETHINK_BENCH_DIR

Storage, queries a second, writers and shards follow from what one machine was seen to do in the benchmarks `store`,
`write`, `checkpoints` and `turn`. The load is an assumption, in `ASSUMED`; change it and run again.
"""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

LAST_RUN = Path(__file__).resolve().parent / "last_run.json"
USERS = (1_000, 10_000, 100_000, 1_000_000)
ASSUMED = {
    "memories a user": 2_000,
    "threads a user": 5,
    "turns a user a day": 10,
    "peak over mean": 5,
    "how busy a core may be": 0.5,
    "GB of memory a machine": 64,
}
"""Two thousand memories are about two years of ten statements and episodes a week day."""
SYSTEM = "ChromaStore alone"
LARGE = 100_000
"""From how many memories on a store is one against which the slopes are held."""
CHARTS = [{"rows": "rows", "x": "users", "y": "storage_gb", "by": "system", "title": "Storage (GB)", "log": True}]


def results() -> tuple[dict[str, Any], str]:
    """Give the results of the run that is going on, filled up from the last one that was kept, and where from."""
    kept = json.loads(LAST_RUN.read_text(encoding="utf-8"))["benchmarks"] if LAST_RUN.exists() else {}
    found = {name: about["result"] for name, about in kept.items() if about.get("result")}
    folder = os.environ.get("BETHINK_BENCH_DIR")
    fresh = []
    for path in sorted(Path(folder).glob("*.json")) if folder else ():
        read = json.loads(path.read_text(encoding="utf-8"))
        if read.get("result"):
            found[path.stem] = read["result"]
            fresh.append(path.stem)
    older = sorted({"store", "write", "checkpoints", "turn"} & (found.keys() - set(fresh)))
    return (
        found,
        f"Measured in this run: {', '.join(fresh) or 'nothing'}; from the last one: {', '.join(older) or 'nothing'}.",
    )


def slopes(found: dict[str, Any]) -> dict[str, float]:
    """Give what one more memory, search, turn and thread cost on the measured machine.

    Raises:
        RuntimeError: a benchmark that is needed has not been run.
    """
    if missing := [name for name in ("store", "write", "checkpoints", "turn") if name not in found]:
        raise RuntimeError(f"no figures of {', '.join(missing)}; expected a run of each; run `bethink bench` for them")
    rows = sorted(
        (r for r in found["store"]["rows"] if r.get("system") == SYSTEM and "failed" not in r), key=lambda r: r["size"]
    )
    first, last = rows[0], rows[-1]
    more = max(last["size"] - first["size"], 1)
    wide = len(rows) > 1
    ours = next(r for r in found["write"]["rows"] if r["system"] == "Bethink")
    turns = [r for r in found["turn"]["rows"] if r["system"] == "Bethink" and "turn" in r]
    turn = max(turns, key=lambda r: r["turn"])
    thread = max(
        (r for r in found["checkpoints"]["rows"] if r["system"] == "Bethink, window of 40"), key=lambda r: r["turns"]
    )
    disk_mb, memory_mb = ([row[name]["median"] for row in (first, last)] for name in ("disk_mb", "memory_mb"))
    disk = (disk_mb[1] - disk_mb[0]) / more if wide else disk_mb[1] / last["size"]
    memory = (memory_mb[1] - memory_mb[0]) / more if wide else memory_mb[1] / last["size"]
    return {
        "disk_kb_a_memory": 1e3 * disk,
        "memory_kb_a_memory": 1e3 * max(memory, 0.1e-3),
        "search_ms": last["search_p50_ms"]["median"],
        "write_ms_a_turn": ours["turn_ms"]["median"],
        "cpu_ms_a_turn": turn["cpu_ms"]["median"],
        "disk_kb_a_thread": 1e3 * thread["file_megabytes"],
    }


def at(users: int, cost: dict[str, float]) -> dict[str, Any]:
    """Give what so many users need."""
    memories = users * ASSUMED["memories a user"]
    turns_a_second = users * ASSUMED["turns a user a day"] / 86_400 * ASSUMED["peak over mean"]
    storage_gb = (
        memories * cost["disk_kb_a_memory"] + users * ASSUMED["threads a user"] * cost["disk_kb_a_thread"]
    ) / 1e6
    memory_gb = memories * cost["memory_kb_a_memory"] / 1e6
    cores = turns_a_second * cost["cpu_ms_a_turn"] / 1e3 / ASSUMED["how busy a core may be"]
    writers = turns_a_second * cost["write_ms_a_turn"] / 1e3 / ASSUMED["how busy a core may be"]
    by_memory = memory_gb / ASSUMED["GB of memory a machine"]
    shards = max(1, math.ceil(by_memory), math.ceil(writers))
    return {
        "system": "Bethink",
        "users": users,
        "memories": memories,
        "turns_a_second_at_peak": round(turns_a_second, 2),
        "storage_gb": round(storage_gb, 1),
        "memory_gb": round(memory_gb, 1),
        "cores": math.ceil(cores),
        "chroma_servers": shards,
        "what_to_buy_first": first_need(by_memory, writers),
    }  # fmt: skip


def first_need(by_memory: float, writers: float) -> str:
    """Give what runs out first: the memory of one machine, or the one writer of its Chroma server."""
    if max(by_memory, writers) <= 1:
        return "nothing: one machine does"
    return "memory" if by_memory > writers else "writers: more Chroma servers"


def held_against(found: dict[str, Any], cost: dict[str, float]) -> list[dict[str, Any]]:
    """Give what the slopes say of the large stores that `recall` has filled, beside what was seen there."""
    return [
        {
            "memories": size["memories"],
            "storage_gb_on_paper": round(size["memories"] * cost["disk_kb_a_memory"] / 1e6, 2),
            "storage_gb_seen": round(size["memories"] * size["disk_kb_a_memory"] / 1e6, 2),
            "memory_gb_on_paper": round(size["memories"] * cost["memory_kb_a_memory"] / 1e6, 2),
            "memory_gb_seen": round(size["memory_mb"] / 1e3, 2),
        }
        for size in found.get("recall", {}).get("sizes", ())
        if size["memories"] >= LARGE
    ]


def run() -> dict[str, Any]:
    """Take the slopes to each number of users."""
    found, where_from = results()
    cost = slopes(found)
    told = ", ".join(f"{name}: {value:,}" for name, value in ASSUMED.items())
    sizes = " and ".join(f"{r['size']:,}" for r in found["store"]["rows"] if r.get("system") == SYSTEM)
    return {
        "rows": [at(users, cost) for users in USERS],
        "checked": held_against(found, cost),
        "slopes": {name: round(value, 3) for name, value in cost.items()},
        "assumed": f"Assumed: {told}. {where_from} The store was seen at {sizes} memories. A Chroma server writes for one at a time.",
    }


def main() -> None:
    from graph.bench.tables import tables_in

    print("\n\n".join(tables_in(run())))


if __name__ == "__main__":
    main()
