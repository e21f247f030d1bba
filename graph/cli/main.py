"""The commands, one function each; what they do stands in the rooms they import."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from graph.cli import measuring, upkeep
from graph.cli.bench import bench
from graph.cli.faults import EXIT_CODES, faults_told
from graph.cli.memories import app as memories
from graph.cli.options import (
    AsJson,
    BaseUrl,
    DataDir,
    Model,
    ShortTermOnly,
    Thread,
    User,
    default_user,
    settings_of,
    talking,
)
from graph.cli.threads import app as threads

app = typer.Typer(
    name="bethink",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="An agent that remembers. Talk to it: [bold]bethink chat[/bold]. Look after its memories: "
    "[bold]bethink memories[/bold].",
    epilog="Exit codes: " + ", ".join(f"{code} {meaning}" for code, meaning in EXIT_CODES.items()) + ".",
)


app.add_typer(memories, name="memories")
app.add_typer(measuring.app, name="eval")
app.add_typer(threads, name="threads")


@app.command()
def chat(
    user: User = "",
    thread: Thread = "main",
    data_dir: DataDir = None,
    model: Model = None,
    base_url: BaseUrl = None,
    short_term_only: ShortTermOnly = False,
) -> None:
    """Open a conversation; also reads piped lines."""
    with faults_told():
        from graph.cli.chat import run_chat

        given = {"data_dir": data_dir, "model": model, "base_url": base_url, "short_term_only": short_term_only}
        settings = talking(settings_of(**given))
        code = run_chat(settings, user_id=user or default_user(), thread_id=thread)
    raise typer.Exit(code)


@app.command()
def ask(
    text: Annotated[str, typer.Argument(help="What to ask; `-` reads standard input.")],
    user: User = "",
    thread: Thread = "main",
    data_dir: DataDir = None,
    model: Model = None,
    base_url: BaseUrl = None,
    short_term_only: ShortTermOnly = False,
    as_json: AsJson = False,
    yes: Annotated[bool, typer.Option("--yes", help="Approve every tool call that asks for approval.")] = False,
) -> None:
    """Answer once."""
    with faults_told():
        from graph.cli.ask import run_ask

        given = {"data_dir": data_dir, "model": model, "base_url": base_url, "short_term_only": short_term_only}
        settings = talking(settings_of(**given))
        said = sys.stdin.read() if text == "-" else text
        run_ask(settings, said, user_id=user or default_user(), thread_id=thread, as_json=as_json, approve=yes)


@app.command()
def graph(
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print Mermaid text.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write a .svg, .png or .mmd file.")] = None,
) -> None:
    """Draw the graph: here, as Mermaid, or as a picture; nothing is asked of any web service."""
    with faults_told():
        from graph.build import build_graph
        from graph.cli.picture import print_graph

        print_graph(build_graph(), mermaid=mermaid, out=out)


@app.command()
def config(as_json: AsJson = False, data_dir: DataDir = None, model: Model = None, base_url: BaseUrl = None) -> None:
    """Print the settings in force, and where each value comes from; secrets are masked."""
    with faults_told():
        from graph.settings import origins, shown

        given = {"data_dir": data_dir, "model": model, "base_url": base_url}
        settings = settings_of(**given)
        sources = origins(settings, given)
        rows = [(name, shown(getattr(settings, name)), sources[name]) for name in type(settings).model_fields]
        if as_json:
            print(json.dumps({n: {"value": v, "from": s} for n, v, s in rows}, ensure_ascii=False, indent=2))  # noqa: T201
            return
        from graph.cli.tables import print_table

        print_table(("setting", "value", "from"), rows)


@app.command()
def mcp(
    user: User = "",
    data_dir: DataDir = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Search only.")] = False,
) -> None:
    """Serve this user's memory to other agents, over MCP on standard input and output."""
    with faults_told():
        from graph.agent import open_agent
        from graph.mcp_server import mcp_server

        with open_agent(settings_of(data_dir=data_dir)) as agent:
            mcp_server(agent.memory(user or default_user()), read_only=read_only).run("stdio")


@app.command()
def console(
    user: User = "",
    data_dir: DataDir = None,
    model: Model = None,
    base_url: BaseUrl = None,
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; other than loopback with care.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port; 0: any free one.")] = 8765,
    read_only: Annotated[bool, typer.Option("--read-only", help="Look only.")] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
) -> None:
    """See memories and turns in a browser, step through them, and mend them; on this machine."""
    with faults_told():
        from graph.console import run_console

        settings = settings_of(data_dir=data_dir, model=model, base_url=base_url)
        run_console(
            settings, user_id=user or default_user(), host=host, port=port, read_only=read_only, opens=not no_open
        )


for upkeep_command in (upkeep.doctor, upkeep.reindex, upkeep.backup, upkeep.restore, upkeep.outbox):
    app.command()(upkeep_command)
for measuring_command in (measuring.calibrate, bench):
    app.command()(measuring_command)


def main() -> None:
    """Run the command line; what nobody foresaw is told in one paragraph too."""
    import logging

    logging.getLogger().addHandler(logging.NullHandler())  # what matters is in the turn's report, not on the screen
    try:
        app()
    except Exception as error:  # noqa: BLE001  # the last place: a reader of a terminal is owed words, not a traceback
        from graph.cli.faults import tell_unforeseen

        tell_unforeseen(error)
        sys.exit(1)
