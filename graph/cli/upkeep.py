"""Commands that look after the whole: doctor, reindex, backup, restore, outbox."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graph.cli.faults import faults_told
from graph.cli.memories.moving import progress_bar
from graph.cli.memories.opening import say
from graph.cli.options import AsJson, DataDir, settings_of
from graph.cli.tables import print_table

if TYPE_CHECKING:
    from graph.settings import Settings

Rebuild = Annotated[bool, typer.Option("--rebuild", help="Make the index anew from the records.")]


Mend = Annotated[
    bool, typer.Option("--mend", help="Save what can be read of a damaged checkpoint file; end other programs first.")
]


def doctor(data_dir: DataDir = None, as_json: AsJson = False, rebuild: Rebuild = False, mend: Mend = False) -> None:
    """Say what is configured, reachable, mismatched, damaged, and the command that mends it."""
    with faults_told():
        from graph.doctor import examine

        settings = settings_of(data_dir=data_dir)
        if rebuild:
            _rebuild(settings)
        if mend:
            _mend(settings)
        findings = list(examine(settings))
        if as_json:
            say(json.dumps([asdict(f) for f in findings], ensure_ascii=False, indent=2))
        else:
            marks = {"ok": "✓", "note": "·", "bad": "✗"}
            print_table(("", "part", "what", "mend"), [(marks[f.state], f.part, f.text, f.mend) for f in findings])
    raise typer.Exit(1 if any(f.state == "bad" for f in findings) else 0)


def _rebuild(settings: Settings) -> None:
    from graph.doctor import place_of
    from graph.models import open_embeddings
    from memory.chroma_store.upkeep import rebuild

    with progress_bar("embedding anew") as progress:
        done = rebuild(place_of(settings), open_embeddings(settings), progress=progress)
    say(f"rebuilt: {done.items} items, {done.embedded} embedded by {done.after}")


def _mend(settings: Settings) -> None:
    from graph.doctor import mend_checkpoints

    done = mend_checkpoints(settings)
    if done is None or done.aside is None:
        say("the checkpoint file is whole: nothing was done" if done else "there is no checkpoint file yet")
        return
    lost = f"; lost: {done.lost_checkpoints} checkpoints, {done.lost_values} messages and values"
    names = f", all of {', '.join(done.lost_threads)}" if done.lost_threads else ""
    say(f"saved {done.threads} threads, {done.checkpoints} checkpoints{lost}{names}; the damaged file is {done.aside}")


def reindex(data_dir: DataDir = None) -> None:
    """Let the embedder that is set now take over: every text is embedded anew; broken off, it goes on."""
    with faults_told():
        from graph.doctor import place_of
        from graph.models import open_embeddings
        from memory.chroma_store.upkeep import reindex as embed_anew

        settings = settings_of(data_dir=data_dir)
        with progress_bar("embedding anew") as progress:
            done = embed_anew(place_of(settings), open_embeddings(settings), progress=progress)
        say(f"{done.items} items, {done.embedded} embedded now; {done.before} → {done.after}")


def backup(file: Path, data_dir: DataDir = None) -> None:
    """Write everything that is kept to one file, while programs go on using it."""
    with faults_told(), progress_bar("reading memories") as progress:
        from graph.backup import backup as write

        done = write(settings_of(data_dir=data_dir), file, progress=progress)
    say(f"wrote {file}: {done['memories']} items of memory, {done['threads']} threads")


def restore(file: Path, data_dir: DataDir = None) -> None:
    """Restore a backup into an empty data directory."""
    with faults_told(), progress_bar("writing memories") as progress:
        from graph.backup import restore as read

        done = read(settings_of(data_dir=data_dir), file, progress=progress)
    say(f"restored {done['memories']} items of memory, {done['threads']} threads")


def outbox(
    data_dir: DataDir = None,
    retry: Annotated[bool, typer.Option("--retry", help="Try again what was set aside.")] = False,
) -> None:
    """Show the writes that wait, and those set aside; the next start of the agent writes what can be written."""
    with faults_told():
        from contextlib import ExitStack

        from graph.open import open_persistence, usable_dir

        settings = settings_of(data_dir=data_dir)
        with ExitStack() as stack:
            _, _, waiting = open_persistence(settings, usable_dir(settings.data_dir), stack)
            if retry:
                for entry in waiting.poisoned():
                    waiting.retry(entry.key)
            rows = [("waits", e.user_id, e.key, e.tries, e.error) for e in waiting.pending()]
            rows += [("set aside", e.user_id, e.key, e.tries, e.error) for e in waiting.poisoned()]
        print_table(("state", "user", "entry", "tries", "last failure"), rows)
