"""A run's folder: JSON, a table and pictures a benchmark, and a summary with machine, versions, date and command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from graph.bench.figures import is_figure
from graph.bench.machine import machine, versions
from graph.bench.outcome import Outcome
from graph.bench.plots import draw
from graph.bench.tables import markdown_of

SUMMARY = "summary.json"


def heading(command: str, now: datetime) -> dict[str, Any]:
    """Give what every report says of itself."""
    return {
        "date": now.isoformat(timespec="seconds"),
        "command": command,
        "machine": machine(),
        "versions": versions(),
    }


def write_outcome(outcome: Outcome, folder: Path) -> None:
    """Write one benchmark's JSON, table and pictures."""
    value = {"state": outcome.state, "seconds": outcome.seconds, "faults": outcome.faults, "result": outcome.result}
    (folder / f"{outcome.name}.json").write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")
    pictures = draw(outcome, folder) if outcome.ran else []
    shown = "".join(f"\n![{p.stem}]({p.name})\n" for p in pictures)
    (folder / f"{outcome.name}.md").write_text(markdown_of(outcome) + shown, encoding="utf-8")


def write_summary(outcomes: Sequence[Outcome], head: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Write the summary as JSON and as one Markdown page; give it."""
    summary = {**head, "benchmarks": {o.name: summarised(o, head) for o in outcomes}}
    (folder / SUMMARY).write_text(json.dumps(summary, ensure_ascii=False, indent=1), encoding="utf-8")
    page = [f"# Benchmarks, {head['date'][:10]}", "", said(head), ""]
    page += [(folder / f"{outcome.name}.md").read_text(encoding="utf-8") for outcome in outcomes]
    (folder / "report.md").write_text("\n".join(page), encoding="utf-8")
    return summary


def said(head: dict[str, Any]) -> str:
    """Give the heading in words."""
    about = head["machine"]
    found = ", ".join(f"{name} {number}" for name, number in head["versions"].items())
    return (
        f"`{head['command']}` on {head['date']}: {about['system']}, {about['processor']}, {about['cores']} cores, "
        f"{about['memory_gb']} GB, load {about['load_at_start']} at the start, Python {about['python']}; {found}."
        " Medians of several runs, lowest and highest in brackets."
    )


def summarised(outcome: Outcome, head: dict[str, Any]) -> dict[str, Any]:
    """Give one benchmark's part of the summary: medians, rounded; where it was run alone, its own date and command."""
    found = {
        "state": outcome.state,
        "seconds": round(outcome.seconds),
        "date": head["date"],
        "command": head["command"],
    }
    return {**found, "faults": list(outcome.faults), "result": _small(outcome.result)}


def keep(summary: dict[str, Any], file: Path) -> None:
    """Take these results into the committed summary, the others' staying as they are."""
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"benchmarks": {}}
    merged = {**before, **summary, "benchmarks": {**before["benchmarks"], **summary["benchmarks"]}}
    merged["benchmarks"] = dict(sorted(merged["benchmarks"].items()))
    file.write_text(json.dumps(merged, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _small(value: Any) -> Any:
    if is_figure(value):
        return {k: v if k == "runs" else _short(v) for k, v in value.items()}
    if isinstance(value, dict):
        return {k: _small(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_small(v) for v in value]
    return _short(value)


def _short(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) else value
