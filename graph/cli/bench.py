"""`bethink bench`: every figure beside the peers', measured here."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from graph.cli.faults import faults_told

EACH_S = 720.0
ALL_S = 1_760.0
"""All of it ends under half an hour on two cores."""
FULL_S = 3 * 3600.0


def bench(
    names: Annotated[list[str] | None, typer.Argument(help="Which benchmarks; default: all.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder; default: .bench/<date>.")] = None,
    full: Annotated[bool, typer.Option("--full", help="The large sizes too; may take hours.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Small sizes: does it run, not what does it show.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Say which there are.")] = False,
    against: Annotated[Path | None, typer.Option("--against", help="An earlier run's folder to agree with.")] = None,
    kept: Annotated[Path | None, typer.Option("--keep", help="A summary file to take the results into.")] = None,
) -> None:
    """Measure, beside the peers, in the same run; write JSON, tables and plots."""
    with faults_told():
        from graph.bench.found import find_benchmarks

        benchmarks = find_benchmarks(names or [])
        if listed:
            for benchmark in benchmarks:
                typer.echo(f"{benchmark.name:14}{benchmark.about}")
            return
        from graph.bench.report import heading, keep, write_outcome, write_summary
        from graph.bench.running import run_all

        now = datetime.now().astimezone()
        folder = out or Path(".bench") / f"{now:%Y-%m-%d-%H%M%S}"
        folder.mkdir(parents=True, exist_ok=True)
        head = heading(" ".join(["bethink", *sys.argv[1:]]), now)
        size = "full" if full else "quick" if quick else "usual"
        each_s, all_s = (FULL_S, FULL_S) if full else (EACH_S, ALL_S)
        outcomes = []
        for outcome in run_all(benchmarks, folder=folder.resolve(), size=size, each_s=each_s, all_s=all_s, tell=_tell):
            write_outcome(outcome, folder)
            outcomes.append(outcome)
        summary = write_summary(outcomes, head, folder)
        if kept:
            keep(summary, kept)
        _tell(f"{folder / 'report.md'}")
        agreed = _agrees(summary, against) if against else True
    raise typer.Exit(0 if agreed and all(o.state == "done" for o in outcomes) else 1)


def _agrees(summary: dict[str, object], against: Path) -> bool:
    import json

    from graph.bench.figures import disagreements
    from graph.bench.report import SUMMARY

    file = against / SUMMARY if against.is_dir() else against
    apart = disagreements(json.loads(file.read_text(encoding="utf-8"))["benchmarks"], summary["benchmarks"])
    for line in apart:
        _tell(f"disagrees: {line}")
    return not apart


def _tell(text: str) -> None:
    typer.echo(text, err=True)
