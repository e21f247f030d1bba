"""Results as Markdown tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from graph.bench.figures import is_figure
from graph.bench.outcome import Outcome


def markdown_of(outcome: Outcome) -> str:
    """Give one benchmark's section: its state when it is not whole, and its tables."""
    lines = [f"## {outcome.name}", "", outcome.about, ""]
    if outcome.state != "done":
        lines += [f"**{outcome.state}**", *(f"- {fault}" for fault in outcome.faults), ""]
    if outcome.ran:
        lines += [outcome.markdown or "\n\n".join(tables_in(outcome.result)), ""]
    return "\n".join(lines)


def tables_in(result: dict[str, Any], title: str = "") -> Iterator[str]:
    """Give a table for each list of rows, one for the numbers that stand alone, and the text of notes."""
    alone = {k: v for k, v in result.items() if is_figure(v) or not isinstance(v, dict | list | str)}
    for name, value in result.items():
        if isinstance(value, str):
            yield f"{value}"
        elif isinstance(value, list) and value and all(isinstance(r, dict) for r in value):
            yield table_of(value)
        elif isinstance(value, dict) and not is_figure(value) and value:
            yield from tables_in(value, name)
    if alone:
        yield table_of([{title or "figure": k.replace("_", " "), "": v} for k, v in alone.items()])


def table_of(rows: Sequence[dict[str, Any]]) -> str:
    """Give rows as a table; the columns are the keys in order of first sight; a failed row shows its reason."""
    columns = list(dict.fromkeys(k for row in rows for k, v in row.items() if not isinstance(v, list)))
    flat = [c for c in columns if not any(isinstance(r.get(c), dict) and not is_figure(r[c]) for r in rows)]
    number = {c: all(not isinstance(r.get(c), str) for r in rows) for c in flat}
    lines = [
        "| " + " | ".join(c.replace("_", " ") for c in flat) + " |",
        "|" + "|".join("--:" if number[c] else "---" for c in flat) + "|",
    ]
    lines += ["| " + " | ".join(cell(row.get(c)) for c in flat) + " |" for row in rows]
    return "\n".join(lines)


def cell(value: Any) -> str:
    """Give a value as it stands in a table: a figure with its spread, a number with three digits that count."""
    if value is None:
        return "–"
    if is_figure(value):
        spread = "" if value["runs"] == 1 else f" ({cell(value['low'])}–{cell(value['high'])})"
        return f"{cell(value['median'])}{spread}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return " ".join(str(value).replace("|", "\\|").split())
