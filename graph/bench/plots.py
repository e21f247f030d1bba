"""Results as pictures, drawn by matplotlib without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graph.bench.figures import is_figure
from graph.bench.outcome import Outcome


def draw(outcome: Outcome, folder: Path) -> list[Path]:
    """Draw what the benchmark asks for, or the first numbers of its first rows; give the files.

    A chart names its `rows`, its `x` and `y`, the field `by` which lines are told apart, and what rows must have
    (`only`) and must not (`but`), so that no line goes through rows of two kinds.
    """
    import matplotlib

    matplotlib.use("Agg")
    charts = outcome.charts or tuple(_guessed(outcome.result))
    return [path for number, chart in enumerate(charts) if (path := _chart(outcome, chart, folder, number)) is not None]


def _guessed(result: dict[str, Any]) -> list[dict[str, Any]]:
    for name, rows in result.items():
        if isinstance(rows, list) and rows and isinstance(rows[0], dict):
            y = next((k for k, v in rows[0].items() if is_figure(v) or isinstance(v, float)), None)
            by = [k for k, v in rows[0].items() if isinstance(v, str) and k != "failed"]
            if y and by:
                return [{"rows": name, "y": y, "by": by[0]}]
    return []


def _chart(outcome: Outcome, chart: dict[str, Any], folder: Path, number: int) -> Path | None:
    from matplotlib import pyplot

    y = chart["y"]
    rows = [r for r in outcome.result.get(chart["rows"], []) if isinstance(r, dict) and r.get(y) is not None]
    rows = [r for r in rows if chart.get("only", {}).items() <= r.items()]
    rows = [r for r in rows if not any(r.get(k) == v for k, v in chart.get("but", {}).items())]
    if not rows:
        return None
    shown, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    by, x = chart.get("by", "system"), chart.get("x")
    if x and len({r[x] for r in rows}) > 1:
        _lines(axes, rows, x, y, by)
        axes.set_xlabel(x.replace("_", " "))
    else:
        _bars(axes, rows, y, by)
    if chart.get("log"):
        axes.set_yscale("log")
    axes.set_ylabel(y.replace("_", " "))
    axes.set_title(chart.get("title") or outcome.about, fontsize=10)
    path = folder / f"{outcome.name}{f'-{number + 1}' if number else ''}.svg"
    shown.savefig(path)
    pyplot.close(shown)
    return path


def _lines(axes: Any, rows: Sequence[dict[str, Any]], x: str, y: str, by: str) -> None:
    for name in dict.fromkeys(str(r[by]) for r in rows):
        own = sorted((r for r in rows if str(r[by]) == name), key=lambda r: r[x])
        axes.errorbar(
            [r[x] for r in own], [_middle(r[y]) for r in own], _spread(own, y), marker="o", capsize=3, label=name
        )
    axes.set_xscale("log")
    axes.legend(fontsize=8)


def _bars(axes: Any, rows: Sequence[dict[str, Any]], y: str, by: str) -> None:
    places = range(len(rows))
    axes.bar(places, [_middle(r[y]) for r in rows], yerr=_spread(rows, y), capsize=3)
    labels = [" ".join(str(v) for k, v in r.items() if k == by or (isinstance(v, str) and k != "failed")) for r in rows]
    axes.set_xticks(list(places), labels, rotation=20, ha="right", fontsize=8)


def _middle(value: Any) -> float:
    return float(value["median"] if is_figure(value) else value)


def _spread(rows: Sequence[dict[str, Any]], y: str) -> list[list[float]]:
    figures = [r[y] if is_figure(r[y]) else {"median": r[y], "low": r[y], "high": r[y]} for r in rows]
    return [[f["median"] - f["low"] for f in figures], [f["high"] - f["median"] for f in figures]]
