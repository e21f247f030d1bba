"""The graph as a small drawing that follows the page's colours, with the node that runs lit up."""

from __future__ import annotations

import math
from html import escape
from typing import Any

from graph.draw import Layout

ACROSS, DOWN, MARGIN = 168.0, 62.0, 34.0
BOX = (132.0, 34.0)
TIP = (
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
    'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" class="tip"/></marker></defs>'
)
LABELS = {"__start__": "START", "__end__": "END"}


def to_svg(layout: Layout, *, lit: str = "", done: frozenset[str] = frozenset(), title: str = "") -> str:
    """Give the drawing as SVG text; `lit` is the node that runs, `done` are those that have run in this turn."""
    width, height = layout.width * ACROSS + 2 * MARGIN, (layout.height - 1) * DOWN + 52
    parts = [
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" class="drawing" role="img" aria-label="{escape(title)}">',
        TIP,
    ]
    parts += [_edge(layout, source, target, conditional) for source, target, conditional in layout.edges]
    parts += [_node(layout, name, lit=name == lit, done=name in done) for name in layout.places]
    return "".join([*parts, "</svg>"])


def layout_of(graph: Any) -> Layout:
    """Give where the nodes of a compiled graph stand."""
    return Layout.of(graph)


def _at(layout: Layout, name: str) -> tuple[float, float]:
    x, y = layout.places[name]
    return MARGIN + (x + 0.5) * ACROSS, 26.0 - y * DOWN


def _node(layout: Layout, name: str, *, lit: bool, done: bool) -> str:
    x, y = _at(layout, name)
    w, h = BOX
    ends = name in LABELS
    label = escape(LABELS.get(name, name))
    kind = " ".join(["node", *(["ends"] if ends else []), *(["lit"] if lit else []), *(["done"] if done else [])])
    w = 72.0 if ends else w
    return (
        f'<g class="{kind}"><rect x="{x - w / 2:.1f}" y="{y - h / 2:.1f}" width="{w:.0f}" height="{h:.0f}" '
        f'rx="{h / 2 if ends else 8:.0f}"/><text x="{x:.1f}" y="{y + 4:.1f}">{label}</text></g>'
    )


def _edge(layout: Layout, source: str, target: str, conditional: bool) -> str:
    (x1, y1), (x2, y2) = _at(layout, source), _at(layout, target)
    pair = any((a, b) == (target, source) for a, b, _ in layout.edges)
    shift = 26.0 if pair else 0.0
    if pair and y1 > y2:
        shift = -26.0
    a, b = (
        _border(layout, source, x1 + shift, y1, x2 + shift, y2),
        _border(layout, target, x2 + shift, y2, x1 + shift, y1),
    )
    kind = "edge if" if conditional else "edge"
    return f'<path class="{kind}" d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" marker-end="url(#tip)"/>'


def _border(layout: Layout, name: str, x: float, y: float, to_x: float, to_y: float) -> tuple[float, float]:
    """Give where a line from the middle of a box towards a point leaves the box."""
    w = 72.0 if name in LABELS else BOX[0]
    dx, dy = to_x - x, to_y - y
    if not dx and not dy:
        return x, y
    reach = min(w / 2 / abs(dx) if dx else math.inf, (BOX[1] / 2 + 2) / abs(dy) if dy else math.inf)
    return x + dx * reach, y + dy * reach
