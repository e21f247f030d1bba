"""Commands that look and change nothing: list, search, show, why, history, stats, graph."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from graph.cli.memories.opening import Meant, OfKind, about, app, kind_of, memory_of, one, say, show_records
from graph.cli.options import AsJson, DataDir, User
from graph.cli.tables import print_table, short
from memory.clock import on_the_wall


@app.command("list")
def list_memories(
    user: User = "",
    data_dir: DataDir = None,
    kind: OfKind = "",
    every: Annotated[bool, typer.Option("--all", help="Superseded, cold and episodes too.")] = False,
    as_json: AsJson = False,
) -> None:
    """List what is remembered."""
    with memory_of(user, data_dir) as memory:
        if every:
            shelves = ("records", "cold")
            records = [r for shelf in shelves for r in memory.scope.records(shelf=shelf)]  # type: ignore[arg-type]
            records = [r for r in records if not kind or r.kind == kind_of(kind)]
        else:
            records = memory.current(kind=kind_of(kind) if kind else None)
        show_records(records, as_json=as_json)


@app.command()
def search(
    query: str,
    user: User = "",
    data_dir: DataDir = None,
    k: Annotated[int, typer.Option("-k", min=1, help="How many.")] = 8,
    as_json: AsJson = False,
) -> None:
    """Recall as the agent would, with the parts of each score."""
    with memory_of(user, data_dir) as memory:
        found = memory.recall(query, k=k)
        if as_json:
            rows = [{"score": f.score, "parts": dict(f.parts), **f.record.to_value()} for f in found]
            say(json.dumps(rows, ensure_ascii=False, indent=2))
            return
        rows_ = [(f.record.id[:8], f"{f.score:.3f}", parts_line(f.parts), short(f.record.text)) for f in found]
        print_table(("id", "score", "parts", "memory"), rows_)


def parts_line(parts: Mapping[str, float]) -> str:
    """Give score parts on one line, the largest first."""
    ordered = sorted(parts.items(), key=lambda part: -abs(part[1]))
    return " ".join(f"{name} {value:+.2f}" for name, value in ordered if value)


@app.command()
def show(memory_id: Meant, user: User = "", data_dir: DataDir = None) -> None:
    """Show one memory whole, with its source."""
    with memory_of(user, data_dir) as memory:
        say(json.dumps(one(memory, memory_id).to_value(), ensure_ascii=False, indent=2))


@app.command()
def why(query: str, user: User = "", data_dir: DataDir = None) -> None:
    """Say what a message would recall, and why the rest would not be."""
    with memory_of(user, data_dir) as memory:
        rows = [
            ("yes" if w.taken else "no", f"{w.score:.3f}", w.reason, parts_line(w.parts), short(w.record.text))
            for w in memory.why(query)
        ]
        print_table(("taken", "score", "why", "parts", "memory"), rows)


@app.command()
def history(memory_id: Meant, user: User = "", data_dir: DataDir = None) -> None:
    """Show every state of a memory and of what it replaced, the oldest first."""
    with memory_of(user, data_dir) as memory:
        rows = [
            (f"{on_the_wall(v.at):%Y-%m-%d %H:%M}", v.change, v.of[:8], v.record.text if v.record else "(erased)")
            for v in memory.history(one(memory, memory_id).id)
        ]
        print_table(("until", "change", "id", "memory"), rows)


@app.command()
def stats(user: User = "", data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Count what is kept."""
    with memory_of(user, data_dir) as memory:
        counts = asdict(memory.stats())
        if as_json:
            say(json.dumps(counts, ensure_ascii=False, indent=2, default=str))
            return
        kinds = counts.pop("by_kind")
        print_table(("what", "how many"), [*sorted(kinds.items()), *counts.items()])


@app.command("graph")
def draw(
    user: User = "",
    data_dir: DataDir = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help=".svg, .png, .mmd, .graphml or .cypher.")] = None,
) -> None:
    """Draw how memories are linked: as Mermaid here, or to a file."""
    from graph.cli.memories.links import write_links

    with memory_of(user, data_dir) as memory:
        write_links(memory, out)


__all__ = ["about"]
