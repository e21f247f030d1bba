"""Bytes and seconds of checkpoints over a long thread, beside LangGraph's own SQLite saver, measured in the same run.

    python tests/benchmarks/checkpoints.py                 # 200 turns
    python tests/benchmarks/checkpoints.py --turns 2000    # and growth from 200 to 2,000 turns
    python tests/benchmarks/checkpoints.py --json FILE

Each turn is one question of about 400 characters, a tool call, its answer and a reply, over four nodes and five steps
with `durability="async"`. The size is what is on disk while the thread is open, the log included.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver

from memory.checkpoints import open_sqlite

sys.path.append(str(Path(__file__).resolve().parents[1]))
chatty: Any = import_module("chatty_graph")


@contextmanager
def ours(path: Path, key: str | None = None) -> Iterator[BaseCheckpointSaver[Any]]:
    with open_sqlite(path, key=key) as checkpoints:
        yield checkpoints


@contextmanager
def stock(path: Path) -> Iterator[BaseCheckpointSaver[Any]]:
    from langgraph.checkpoint.sqlite import SqliteSaver

    with SqliteSaver.from_conn_string(str(path)) as saver:
        yield saver


CASES: dict[str, tuple[Any, type[Any]]] = {
    "LangGraph SqliteSaver, add_messages": (stock, chatty.State),
    "LangGraph SqliteSaver, window of 40": (stock, chatty.Windowed),
    "Bethink, add_messages": (ours, chatty.State),
    "Bethink, window of 40": (ours, chatty.Windowed),
    "Bethink, window of 40, encrypted": (lambda path: ours(path, key="a secret"), chatty.Windowed),
}
OURS = "Bethink, window of 40"


def measure(name: str, turns: int, *, marks: tuple[int, ...] = ()) -> dict[str, Any]:
    """Chat for so many turns; give bytes, seconds, the time to open the thread, and the same at each mark."""
    opener, schema = CASES[name]
    with tempfile.TemporaryDirectory() as folder, opener(Path(folder) / "checkpoints") as saver:
        graph = chatty.chatty_graph(saver, schema=schema)
        at_marks = {}
        start = time.perf_counter()
        for number in range(1, turns + 1):
            graph.invoke(chatty.say(chatty.text(number)), chatty.at("thread"))
            if number in marks:
                at_marks[number] = {**_sizes(folder), "open_ms": _open_ms(opener, folder, schema)}
        seconds = time.perf_counter() - start
        return {
            "turns": turns,
            **_sizes(folder),
            "seconds": seconds,
            "ms_per_turn": seconds / turns * 1000,
            "open_ms": _open_ms(opener, folder, schema),
            "marks": at_marks,
        }


def _sizes(folder: str) -> dict[str, int]:
    """Give what is on disk while the thread is open, with the log, whose length swings, and the file alone."""
    file, log = Path(folder) / "checkpoints", Path(folder) / "checkpoints-wal"
    alone = file.stat().st_size
    return {"bytes": alone + (log.stat().st_size if log.exists() else 0), "file_bytes": alone}


def _open_ms(opener: Any, folder: str, schema: type[Any]) -> float:
    """Give the shortest of nine times to read a thread's state through a newly opened saver."""
    times = []
    for _ in range(9):
        with opener(Path(folder) / "checkpoints") as saver:
            graph = chatty.chatty_graph(saver, schema=schema)
            saver.get_tuple(
                chatty.at("another")
            )  # open files and tables first: they belong to the saver, not to the thread
            start = time.perf_counter()
            graph.get_state(chatty.at("thread"))
            times.append((time.perf_counter() - start) * 1000)
    return min(times)


def run(turns: int = 200) -> dict[str, Any]:
    """Measure every case over 200 turns, and ours over as many as asked with the growth from 20 and 200 turns on."""
    results: dict[str, Any] = {name: measure(name, min(turns, 200)) for name in CASES}
    marks = tuple(mark for mark in (20, 200) if mark < turns)
    results["growth"] = measure(OURS, turns, marks=marks)
    peer, mine = results["LangGraph SqliteSaver, add_messages"], results[OURS]
    results["times_smaller"] = peer["bytes"] / mine["bytes"]
    return results


def show(results: dict[str, Any]) -> None:
    """Print the table."""
    print(f"{'':38} {'turns':>6} {'MB':>8} {'file, MB':>9} {'ms a turn':>10} {'open, ms':>9}")
    for name in CASES:
        row = results[name]
        _line(name, row["turns"], row, f"{row['ms_per_turn']:.1f}")
    growth = results["growth"]
    for turns, mark in [*growth["marks"].items(), (growth["turns"], growth)]:
        _line(f"{OURS}, at turn {turns}", turns, mark, "")
    print(f"LangGraph's saver with add_messages takes {results['times_smaller']:.0f} times the room.")


def _line(name: str, turns: int, row: dict[str, Any], pace: str) -> None:
    megabytes = f"{row['bytes'] / 1e6:8.2f} {row['file_bytes'] / 1e6:9.2f}"
    print(f"{name:38} {turns:6} {megabytes} {pace:>10} {row['open_ms']:9.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = run(options.turns)
    show(results)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
