"""Bytes and seconds of checkpoints over a long thread, each saver beside LangGraph's own, measured in the same run.

    python tests/benchmarks/checkpoints.py                 # 200 and 2,000 turns
    python tests/benchmarks/checkpoints.py --turns 20 50
    python tests/benchmarks/checkpoints.py --json FILE

Each turn is one question of about 400 characters, a tool call, its answer and a reply, over four nodes and five steps
with `durability="async"`. The size is what is on disk while the thread is open, the log included; of PostgreSQL what
its tables and indexes take. Without a window a thread is taken to the first size only: LangGraph's saver writes the
whole history at each step, which at 2,000 turns would be some 34 GB.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver

from graph.bench import failed
from memory.checkpoints import open_postgres, open_sqlite

sys.path.append(str(Path(__file__).resolve().parents[1]))
chatty: Any = import_module("chatty_graph")


TURNS = (200, 2_000)
QUICK = {"turns": (10, 20)}
CHARTS = [
    {
        "rows": "rows", "x": "turns", "y": "megabytes", "by": "system", "log": True,
        "title": "What a thread takes (MB)",
    }
]  # fmt: skip


@contextmanager
def ours(path: Path, key: str | None = None) -> Iterator[BaseCheckpointSaver[Any]]:
    with open_sqlite(path, key=key) as checkpoints:
        yield checkpoints


@contextmanager
def stock(path: Path) -> Iterator[BaseCheckpointSaver[Any]]:
    from langgraph.checkpoint.sqlite import SqliteSaver

    with SqliteSaver.from_conn_string(str(path)) as saver:
        yield saver


@contextmanager
def ours_on_postgres(path: Path) -> Iterator[BaseCheckpointSaver[Any]]:
    with open_postgres(database_of(path)) as checkpoints:
        yield checkpoints


@contextmanager
def stock_on_postgres(path: Path) -> Iterator[BaseCheckpointSaver[Any]]:
    from langgraph.checkpoint.postgres import PostgresSaver

    with PostgresSaver.from_conn_string(database_of(path)) as saver:
        saver.setup()
        yield saver


@cache
def database_of(path: Path) -> str:
    """Give the address of the database that stands for this path."""
    address: str = import_module("postgres_server").postgres_url()
    return address


CASES: dict[str, tuple[Any, type[Any]]] = {
    "LangGraph SqliteSaver, add_messages": (stock, chatty.State),
    "LangGraph SqliteSaver, window of 40": (stock, chatty.Windowed),
    "Bethink, add_messages": (ours, chatty.State),
    "Bethink, window of 40": (ours, chatty.Windowed),
    "Bethink, window of 40, encrypted": (lambda path: ours(path, key="a secret"), chatty.Windowed),
    "LangGraph PostgresSaver, window of 40": (stock_on_postgres, chatty.Windowed),
    "Bethink on PostgreSQL, window of 40": (ours_on_postgres, chatty.Windowed),
}
OURS = "Bethink, window of 40"
STOCK = "LangGraph SqliteSaver, add_messages"


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
                paused = time.perf_counter()
                at_marks[number] = {**_sizes(opener, folder), "open_ms": _open_ms(opener, folder, schema)}
                at_marks[number]["seconds"] = paused - start
                start += time.perf_counter() - paused
        seconds = time.perf_counter() - start
        return {
            "turns": turns,
            **_sizes(opener, folder),
            "seconds": seconds,
            "ms_per_turn": seconds / turns * 1000,
            "open_ms": _open_ms(opener, folder, schema),
            "marks": at_marks,
        }


def _sizes(opener: Any, folder: str) -> dict[str, int]:
    """Give what is on disk while the thread is open, with the log, whose length swings, and the file alone."""
    if opener in (ours_on_postgres, stock_on_postgres):
        import psycopg

        query = "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_tables t ON t.tablename = c.relname"
        with psycopg.connect(database_of(Path(folder) / "checkpoints")) as connection:
            row = connection.execute(f"{query} WHERE t.schemaname = 'public' AND c.relkind = 'r'").fetchone()
        return {"bytes": int(row[0] if row else 0), "file_bytes": int(row[0] if row else 0)}
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


def run(turns: Sequence[int] = TURNS) -> dict[str, Any]:
    """Measure every case over so many turns; a saver that cannot be had has a row that says so."""
    rows: list[dict[str, Any]] = []
    for name, (_, schema) in CASES.items():
        wanted = tuple(turns) if schema is chatty.Windowed else tuple(turns[:1])
        try:
            found = measure(name, wanted[-1], marks=wanted[:-1])
        except (Exception, pytest.skip.Exception) as error:  # noqa: BLE001  # whatever it is, the table says it
            rows.append(failed(name, str(error)))
            continue
        rows += [_row(name, number, mark) for number, mark in found["marks"].items()]
        rows.append(_row(name, wanted[-1], found))
    first = {r["system"]: r for r in rows if r.get("turns") == turns[0]}
    return {"rows": rows, "times_smaller": round(first[STOCK]["megabytes"] / first[OURS]["megabytes"])}


def _row(name: str, turns: int, found: dict[str, Any]) -> dict[str, Any]:
    return {
        "system": name,
        "turns": turns,
        "megabytes": round(found["bytes"] / 1e6, 2),
        "file_megabytes": round(found["file_bytes"] / 1e6, 2),
        "seconds": round(found["seconds"], 2),
        "ms_a_turn": round(1e3 * found["seconds"] / turns, 2),
        "open_ms": round(found["open_ms"], 2),
    }


def main() -> None:
    from graph.bench.tables import tables_in

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, nargs="+", default=TURNS)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = run(options.turns)
    print("\n\n".join(tables_in(results)))
    if options.json:
        options.json.write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
