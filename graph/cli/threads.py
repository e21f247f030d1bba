"""`bethink threads`: list, summarise and delete conversations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graph.cli.faults import faults_told
from graph.cli.options import AsJson, DataDir, User, default_user, settings_of
from graph.cli.tables import print_table
from memory.clock import on_the_wall

if TYPE_CHECKING:
    from graph.agent import Agent

app = typer.Typer(no_args_is_help=True, help="List, summarise and delete a user's conversations.")


@contextmanager
def _agent(data_dir: Path | None) -> Iterator[Agent]:
    from graph.agent import open_agent

    with faults_told(), open_agent(settings_of(data_dir=data_dir)) as agent:
        yield agent


@app.command("list")
def list_threads(user: User = "", data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List a user's conversations, the last changed first."""
    with _agent(data_dir) as agent:
        found = agent.threads(user or default_user())
    rows = [(t.thread_id, t.turns, t.messages, f"{on_the_wall(t.updated):%Y-%m-%d %H:%M}", t.bytes) for t in found]
    if as_json:
        keys = ("thread", "turns", "messages", "last", "bytes")
        print(json.dumps([dict(zip(keys, row, strict=True)) for row in rows], ensure_ascii=False, indent=2))  # noqa: T201
        return
    print_table(("thread", "turns", "messages", "last (UTC)", "bytes"), rows)


@app.command()
def delete(
    thread: Annotated[str, typer.Argument(help="Which conversation.")],
    user: User = "",
    data_dir: DataDir = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    keep_memories: Annotated[bool, typer.Option("--keep-memories", help="Keep the facts learned in it.")] = False,
) -> None:
    """Erase one conversation and all that was learned in it, for good."""
    if not yes and not typer.confirm(f"Erase the conversation {thread!r}, for good?"):
        raise typer.Exit(1)
    with _agent(data_dir) as agent:
        counts = agent.forget_thread(user_id=user or default_user(), thread_id=thread, memories=not keep_memories)
    print_table(("place", "erased"), counts.items())


@app.command()
def summarize(
    user: User = "",
    data_dir: DataDir = None,
    idle_h: Annotated[float, typer.Option("--idle", min=0, help="Hours without a word.")] = 24.0,
) -> None:
    """Save a summary of each conversation that has gone quiet, as a memory; once for what it holds."""
    with _agent(data_dir) as agent:
        saved = agent.summarize_idle(older_than_h=idle_h, user_id=user or default_user())
        print_table(("thread", "summary"), [(w.record.source.thread_id, w.record.text) for w in saved if w.record])
