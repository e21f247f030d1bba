"""Commands that measure: `bethink eval locomo|memorybank`, `bethink calibrate`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from graph.cli.faults import faults_told
from graph.cli.memories.moving import progress_bar
from graph.cli.memories.opening import say
from graph.cli.options import AsJson, DataDir, User, default_user, settings_of

app = typer.Typer(no_args_is_help=True, help="Measure recall on public sets, through the product's own path.")

Quick = Annotated[bool, typer.Option("--quick", help="The product alone, without the arms beside it.")]
Only = Annotated[str, typer.Option("--conversations", help="Which conversations, as 1-5 or 6,7,8.")]


@app.command()
def locomo(path: Path, as_json: AsJson = False, quick: Quick = False, conversations: Only = "") -> None:
    """Measure recall on LoCoMo: locomo10.json of the authors' repository snap-research/locomo (CC BY-NC 4.0)."""
    with faults_told():
        from graph.evaluate import evaluate_locomo, report

        with progress_bar("asking") as progress:
            chosen = numbers(conversations)
            found = evaluate_locomo(path, stages=not quick, conversations=chosen, progress=named(progress))
        _print(found, report(found), as_json=as_json)


@app.command()
def memorybank(directory: Path, as_json: AsJson = False, quick: Quick = False) -> None:
    """Measure recall on MemoryBank, in Chinese, English and across (zhongwanjun/MemoryBank-SiliconFriend, MIT)."""
    with faults_told():
        from graph.evaluate import evaluate_memorybank, report

        with progress_bar("asking") as progress:
            found = evaluate_memorybank(directory, stages=not quick, progress=named(progress))
        _print(found, report(found), as_json=as_json)


def calibrate(
    labelled: Annotated[Path, typer.Argument(help='JSONL of {"text": …, "recall": true or false}.')],
    user: User = "",
    data_dir: DataDir = None,
    picture: Annotated[Path | None, typer.Option("--out", "-o", help="Draw the curve to a .png or .svg file.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Fit and show, but store nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fit the gate to labelled questions of your own, draw the curve, and store the threshold."""
    with faults_told():
        from graph.agent import open_agent
        from graph.evaluate import calibrate as fit
        from graph.evaluate import calibration_report

        settings = settings_of(data_dir=data_dir)
        with open_agent(settings) as agent, progress_bar("asking") as progress:
            found = fit(
                labelled,
                memory=agent.memory(user or default_user()),
                data_dir=None if dry_run else settings.data_dir.expanduser(),
                picture=picture,
                progress=named(progress),
            )
        _print(found, calibration_report(found), as_json=as_json)


def named(progress: Callable[[int, int], None]) -> Callable[[str, int, int], None]:
    """Give the progress of a bar to what also names its steps."""
    return lambda name, done, total: progress(done, total)


def numbers(text: str) -> list[int] | None:
    """Give the numbers that `1-5` or `6,7,8` names; None for no text.

    Raises:
        BadParameter: it names none.
    """
    if not text.strip():
        return None
    out: list[int] = []
    try:
        for part in text.split(","):
            first, _, last = part.partition("-")
            out.extend(range(int(first), int(last or first) + 1))
    except ValueError:
        raise typer.BadParameter(f"{text!r} names no conversations; expected something like 1-5 or 6,7,8") from None
    return out


def _print(found: dict[str, Any], table: str, *, as_json: bool) -> None:
    say(json.dumps(found, ensure_ascii=False, indent=2, default=str) if as_json else table)
