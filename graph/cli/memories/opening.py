"""What every `bethink memories` command starts with: a user's memory, and the one record that is meant."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graph.cli.faults import faults_told
from graph.cli.options import default_user, settings_of
from graph.cli.tables import print_table, short
from memory.clock import on_the_wall
from memory.errors import MemoryNotFound, SettingsError

if TYPE_CHECKING:
    from graph.agent import Agent
    from memory.long_term import LongTermMemory
    from memory.record import Kind, MemoryRecord

app = typer.Typer(no_args_is_help=True, help="List, search, edit and move what is remembered of a user.")

Meant = Annotated[str, typer.Argument(metavar="ID", help="A memory's id, the beginning of one, or words of its text.")]
OfKind = Annotated[str, typer.Option("--kind", help="Only this kind.")]


@contextmanager
def agent_of(data_dir: Path | None) -> Iterator[Agent]:
    """Open the agent, and close it; faults are told, never shown as tracebacks."""
    from graph.agent import open_agent

    with faults_told(), open_agent(settings_of(data_dir=data_dir)) as agent:
        yield agent


@contextmanager
def memory_of(user: str, data_dir: Path | None) -> Iterator[LongTermMemory]:
    """Open the memory of a user, and close it."""
    with agent_of(data_dir) as agent:
        yield agent.memory(user or default_user())


def one(memory: LongTermMemory, text_or_id: str) -> MemoryRecord:
    """Give the one record that is meant.

    Raises:
        MemoryNotFound: none is, or more than one.
    """
    found = memory.find(text_or_id)
    if len(found) == 1:
        return found[0]
    if not found:
        raise MemoryNotFound(
            f"no memory matches {text_or_id!r}; expected an id or words of one; see `bethink memories list`"
        )
    ids = ", ".join(f"{r.id[:8]} ({r.text[:30]})" for r in found[:5])
    raise MemoryNotFound(f"{len(found)} memories match {text_or_id!r}; expected one; name it by its id: {ids}")


def kind_of(name: str) -> Kind:
    """Give the kind of this name.

    Raises:
        SettingsError: there is none.
    """
    from memory.record import KINDS

    for kind in KINDS:
        if kind == name:
            return kind
    raise SettingsError(f"{name!r} is no kind of memory; expected one of {', '.join(KINDS)}; choose one")


def show_records(records: Sequence[MemoryRecord], *, as_json: bool) -> None:
    """Print records as a table, or as JSON lines."""
    if as_json:
        for record in records:
            print(json.dumps(record.to_value(), ensure_ascii=False))  # noqa: T201
        return
    print_table(("id", "kind", "status", "said", "about", "memory"), [
        (r.id[:8], r.kind, r.status, f"{on_the_wall(r.created):%Y-%m-%d}", about(r), short(r.text)) for r in records
    ])  # fmt: skip


def about(record: MemoryRecord) -> str:
    """Give whom and what a record is about."""
    return " · ".join(word for word in (record.subject, record.attribute) if word)


def say(text: str) -> None:
    """Print one line, as it is."""
    from rich.console import Console

    Console(highlight=False, markup=False, soft_wrap=True).print(text)
