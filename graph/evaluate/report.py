"""The tables of a run, in Markdown, for a terminal and for a page alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graph.evaluate.calibration import text_curve
from graph.evaluate.run import RECALL

MEASURES = ("recall@1", "recall@5", "recall@10", "recall@25", "recall@50", "ndcg@10", "all@10")


def report(result: Mapping[str, Any]) -> str:
    """Give the tables of what `evaluate_locomo` or `evaluate_memorybank` found."""
    if "runs" in result:
        parts = [_tables(found, f"MemoryBank, {name}") for name, found in result["runs"].items()]
        across = ", ".join(f"{key} {value:.3f}" for key, value in result["across"].items())
        return "\n\n".join([*parts, f"Across languages, both ways: {across}"])
    return _tables(result, "LoCoMo" if result.get("set") == "locomo" else "Run")


def calibration_report(result: Mapping[str, Any]) -> str:
    """Give what `calibrate` found: the curve, and the threshold beside the one before."""
    before = result["before"]
    now = (
        f"{result['embedder']}: threshold {result['threshold']:.3f} keeps {result['kept']:.1%} of "
        f"{result['questions']} questions and lets through {result['injected']:.1%} of "
        f"{result['everyday messages']} everyday messages (AUC {result['auc']:.3f})"
    )
    then = f"before: {before['threshold']:.3f} kept {before['kept']:.1%} and let through {before['injected']:.1%}"
    lines = [text_curve(result["curve"], result["threshold"]), "", now, then]
    lines += [f"{name}: {result[name]}" for name in ("saved", "picture") if name in result]
    return "\n".join(lines)


def _tables(found: Mapping[str, Any], title: str) -> str:
    arms = found["arms"]
    head = f"{title}: {found['questions']} questions, {found['memories']} memories"
    blocks = [f"## {head}", _table(["arm", *MEASURES], ([n, *_row(a["overall"])] for n, a in arms.items()))]
    groups = found["by_category"]
    if groups:
        columns = ["recall@10", *(f"{name} ({group['questions']})" for name, group in groups.items())]
        rows = ([n, *(f"{a['by_category'][g]['recall@10']:.3f}" for g in groups)] for n, a in arms.items())
        blocks.append(_table(columns, rows))
        blocks.append(_table([RECALL, *MEASURES], ([n, *_row(g)] for n, g in groups.items())))
    budget = found["budget"]
    held = ([n, *(f"{a['overall'][m]:.3f}" for m in ("held", "held, filled"))] for n, a in budget["arms"].items())
    what = f"evidence held in {budget['tokens']} injected tokens"
    blocks.append(_table([what, f"at most {budget['k']} memories", "as many as fit"], held))
    gate = found["gate"]
    others = gate["other users' questions"]
    blocks.append(
        f"Gate at {gate['threshold']:.2f}: lets through {gate['kept']:.1%} of the questions, {gate['injected']:.1%} of "
        f"{gate['everyday messages']} everyday messages (AUC {gate['auc']:.3f}; at 95 % kept "
        f"{gate['injected at 95 % kept']:.1%}), {others['injected']:.1%} of other users' questions "
        f"(AUC {others['auc']:.3f})"
    )
    latency = found["latency_ms"]
    blocks.append(f"Recall, embedding included: p50 {latency['p50']} ms, p95 {latency['p95']} ms")
    return "\n\n".join(blocks)


def _row(measures: Mapping[str, float]) -> list[str]:
    return [f"{measures[m]:.3f}" for m in MEASURES]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    body = [list(row) for row in rows]
    widths = [max(len(line[i]) for line in [list(head), *body]) for i in range(len(head))]
    lines = [_line(head, widths), "|" + "|".join("-" * (w + 2) for w in widths) + "|"]
    return "\n".join([*lines, *(_line(row, widths) for row in body)])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"
