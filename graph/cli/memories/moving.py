"""Commands that move many memories: export, import, prune, forget."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from graph.cli.faults import faults_told
from graph.cli.memories.opening import Meant, app, memory_of, one, say
from graph.cli.options import DataDir, User, default_user, settings_of
from graph.cli.tables import print_table


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far a long work is, on standard error, so that output can be piped."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


@app.command("export")
def export_memories(path: Path, user: User = "", data_dir: DataDir = None) -> None:
    """Write everything remembered of a user to a JSONL file, losslessly."""
    with memory_of(user, data_dir) as memory, progress_bar("exporting") as progress:
        say(f"exported {memory.export(path, progress=progress)} lines to {path}")


@app.command("import")
def import_memories(path: Path, user: User = "", data_dir: DataDir = None) -> None:
    """Read a file that `export`, mem0 or a LangGraph store wrote."""
    with memory_of(user, data_dir) as memory, progress_bar("importing") as progress:
        done = memory.import_(path, progress=progress)
    print_table(("what", "how many"), asdict(done).items())


@app.command()
def prune(user: User = "", data_dir: DataDir = None) -> None:
    """Move what has faded to cold storage, and let go what policy says."""
    with memory_of(user, data_dir) as memory, progress_bar("looking at memories") as progress:
        from memory.forgetting import sweep

        done = sweep(memory.scope, memory.clock(), progress=progress)
    print_table(("what", "how many"), asdict(done).items())


@app.command()
def thaw(memory_id: Meant, user: User = "", data_dir: DataDir = None) -> None:
    """Bring a memory back from cold storage."""
    with memory_of(user, data_dir) as memory:
        from memory.forgetting import thaw as bring_back

        record = bring_back(memory.scope, one(memory, memory_id).id, now=memory.clock())
        say(f"back: {record.id[:8]} {record.text}")


@app.command()
def forget(
    user: User = "",
    data_dir: DataDir = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Erase a user from every place, for good."""
    name = user or default_user()
    if not yes and not typer.confirm(f"Erase everything about {name!r}, for good?"):
        raise typer.Exit(1)
    with faults_told():
        from graph.agent import open_agent

        with open_agent(settings_of(data_dir=data_dir)) as agent:
            print_table(("place", "erased"), agent.forget_everything(name).items())
