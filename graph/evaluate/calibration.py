"""`bethink calibrate`: fits the gate to an embedder and a memory, draws the curve, and keeps the threshold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graph.evaluate.collection import Progress, silent
from graph.evaluate.gating import KEEP, Sample, curve, everyday_messages, figures, near, share_from, threshold_keeping
from memory.embeddings import embedder_name
from memory.errors import ImportFormatError, SettingsError
from memory.gate import Gate, gate_of, write_gate
from memory.long_term import LongTermMemory

FEWEST = 20
"""Fewer real questions say nothing about the share of 5 % that may be lost."""


def read_labelled(path: Path | str) -> list[tuple[str, bool]]:
    """Give messages with whether they should be let through: a JSON object a line, `{"text": …, "recall": true}`.

    Raises:
        ImportFormatError: the file cannot be read, or a line is something else.
    """
    out: list[tuple[str, bool]] = []
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ImportFormatError(
            f"{path} cannot be read ({error.strerror}); expected labelled messages, a JSON object a line; "
            "name another file"
        ) from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            out.append((str(row["text"]), bool(row["recall"])))
        except (ValueError, KeyError, TypeError) as error:
            raise ImportFormatError(
                f'line {number} of {path} is {line!r:.60}; expected {{"text": "…", "recall": true}}; mend the line'
            ) from error
    return out


def calibrate(
    labelled: Path | str,
    *,
    memory: LongTermMemory,
    data_dir: Path | str | None = None,
    with_everyday: bool = True,
    keep: float = KEEP,
    picture: Path | str | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Fit the gate on labelled messages against a user's memory, and keep it when a data directory is named.

    `with_everyday` adds small talk and general requests in both languages to the labelled ones. The threshold lies
    halfway between the last question to keep and what 98 % of the rest stay below, where there is room between them;
    else it keeps the questions.

    Raises:
        ImportFormatError: the file is not one of labelled messages.
        SettingsError: too few questions, or a store without vectors.
    """
    messages = read_labelled(labelled)
    if with_everyday:
        messages += [(row["text"], False) for row in everyday_messages()]
    if (wanted := sum(recall for _, recall in messages)) < FEWEST:
        raise SettingsError(
            f"{labelled} holds {wanted} messages with recall true; expected at least {FEWEST}; "
            "add questions that this memory answers"
        )
    embeddings = getattr(memory.scope.store, "embeddings", None)
    if embeddings is None:
        raise SettingsError("the store has no embedder; expected one to fit a gate for; open the store with embeddings")
    sample = Sample()
    for done, (text, recall) in enumerate(messages, 1):
        (sample.wanted if recall else sample.unwanted).append(near(memory.scope, text))
        progress("calibrating", done, len(messages))
    gate = Gate(threshold=round(fitted(sample, keep), 4), name=embedder_name(embeddings), origin="fitted")
    out: dict[str, Any] = {
        "embedder": gate.name,
        "before": figures(sample, memory.gate or gate_of(memory.scope.store)),
        **figures(sample, gate),
        "curve": [[round(n, 4) for n in point] for point in curve(sample)],
    }
    if data_dir is not None:
        out["saved"] = str(write_gate(data_dir, gate))
    if picture is not None:
        draw_curve(sample, gate, picture)
        out["picture"] = str(picture)
    return out


def fitted(sample: Sample, keep: float = KEEP) -> float:
    """Give the threshold that keeps this share of the questions, lower where there is room."""
    highest = threshold_keeping(sample.wanted, keep)
    finite = sorted(v for v in sample.unwanted if v > float("-inf"))
    if not finite:
        return highest
    cut = max(0, len(sample.unwanted) - len(sample.unwanted) // 50 - 1)
    rest = sorted(sample.unwanted)[cut]
    return (highest + rest) / 2 if float("-inf") < rest < highest else highest


def text_curve(points: Sequence[Sequence[float]], threshold: float, *, width: int = 40) -> str:
    """Give the curve for a terminal: a line a threshold, kept and let through as bars, the one in force marked."""
    lines = [f"  nearness  {'questions kept':<{width + 7}}everyday messages let through"]
    marked = min(points, key=lambda p: abs(p[0] - threshold))[0] if points else threshold
    for level, kept, through in points:
        bars = ["█" * round(width * share) for share in (kept, through)]
        mark = "▶" if level == marked else " "
        lines.append(f"{mark} {level:8.3f}  {bars[0]:<{width}} {kept:5.1%} {bars[1]:<{width}} {through:5.1%}")
    return "\n".join(lines)


def draw_curve(sample: Sample, gate: Gate, path: Path | str) -> None:
    """Draw the curve to a PNG or SVG file, by its name's ending."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    points = curve(sample, steps=201)
    figure = Figure(figsize=(7, 4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    levels = [p[0] for p in points]
    axes.plot(levels, [100 * p[1] for p in points], label="real questions kept", color="#2a6f97")
    axes.plot(levels, [100 * p[2] for p in points], label="everyday messages let through", color="#c1121f")
    axes.axvline(gate.threshold, color="#444444", linestyle="--", linewidth=1)
    kept, through = share_from(sample.wanted, gate.threshold), share_from(sample.unwanted, gate.threshold)
    axes.set_title(f"{gate.name}: {gate.threshold:.2f} keeps {kept:.1%}, lets through {through:.1%}")
    axes.set_xlabel("nearness of the nearest memory")
    axes.set_ylabel("share of messages, %")
    axes.legend(frameon=False)
    figure.savefig(path)
