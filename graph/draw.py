"""Draw a graph without asking anybody: a compiled graph's own display in a notebook posts it to a web service.

Mermaid text for READMEs, box drawing for terminals, SVG and PNG for everything else, from one small layered layout.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, PAPER, EDGE, LOOP = "#1f2937", "#eef2ff", "#64748b", "#4f46e5"


def show_graph(graph: Any) -> GraphPicture:
    """Show a compiled graph in a notebook, drawn on this machine; `print` gives its Mermaid text."""
    return GraphPicture(graph)


class GraphPicture:
    """What `show_graph` gives: a notebook shows the drawing, a terminal the Mermaid text."""

    def __init__(self, graph: Any) -> None:
        self.graph = graph

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"image/svg+xml": to_image(self.graph, "svg").decode(), "text/plain": to_mermaid(self.graph)}

    def __repr__(self) -> str:
        return to_mermaid(self.graph)


def to_mermaid(graph: Any) -> str:
    """Give the graph as Mermaid text: plain names, dotted arrows where a condition decides."""
    drawing = graph.get_graph()
    lines = ["graph TD"]
    for edge in drawing.edges:
        arrow = "-.->" if edge.conditional else "-->"
        lines.append(f"    {_mermaid_name(edge.source)} {arrow} {_mermaid_name(edge.target)}")
    return "\n".join(lines) + "\n"


def to_text(graph: Any) -> str:
    """Give the graph drawn with boxes and lines, for a terminal."""
    from grandalf.graphs import Edge, Graph, Vertex  # noqa: F401  # says by name what is missing

    return str(graph.get_graph().draw_ascii())


def to_image(graph: Any, form: Literal["svg", "png"], *, lit: str = "") -> bytes:
    """Give the drawing as SVG or PNG; `lit` names a node to be drawn as the one that runs."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    layout = Layout.of(graph)
    figure = Figure(figsize=(2.0 + 2.6 * layout.width, 0.6 + 1.05 * layout.height), facecolor="white")
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(-0.9, layout.width + 0.0)
    axes.set_ylim(-layout.height + 0.4, 0.6)
    axes.axis("off")
    for source, target, conditional in layout.edges:
        _draw_edge(axes, layout, source, target, conditional)
    for name, (x, y) in layout.places.items():
        _draw_node(axes, name, x, y, lit=name == lit)
    out = io.BytesIO()
    metadata = {"Date": None} if form == "svg" else None
    figure.savefig(out, format=form, dpi=144, metadata=metadata)
    return out.getvalue()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where the nodes stand: each one below those that lead to it, back edges apart."""

    places: dict[str, tuple[float, float]]
    edges: list[tuple[str, str, bool]]
    width: float
    height: float

    @classmethod
    def of(cls, graph: Any) -> Layout:
        """Lay the graph out in layers, by the longest way from the start."""
        drawing = graph.get_graph()
        edges = [(e.source, e.target, bool(e.conditional)) for e in drawing.edges]
        forward = _without_back_edges(list(drawing.nodes), edges)
        layer = dict.fromkeys(drawing.nodes, 0)
        for _ in drawing.nodes:
            for source, target in forward:
                layer[target] = max(layer[target], layer[source] + 1)
        rows: dict[int, list[str]] = {}
        for name in drawing.nodes:
            rows.setdefault(layer[name], []).append(name)
        width = float(max(len(row) for row in rows.values()))
        places = {
            name: (width / 2 - 0.5 + (column - (len(row) - 1) / 2), -float(depth))
            for depth, row in rows.items()
            for column, name in enumerate(row)
        }
        return cls(places=places, edges=edges, width=width, height=float(len(rows)))


def _without_back_edges(nodes: list[str], edges: list[tuple[str, str, bool]]) -> list[tuple[str, str]]:
    """Give the edges that are left when those that close a circle are taken away, found depth first."""
    out: dict[str, list[str]] = {name: [] for name in nodes}
    for source, target, _ in edges:
        out[source].append(target)
    kept: list[tuple[str, str]] = []
    state: dict[str, int] = {}

    def visit(name: str) -> None:
        state[name] = 1
        for target in out[name]:
            if state.get(target) == 1:
                continue
            kept.append((name, target))
            if target not in state:
                visit(target)
        state[name] = 2

    for name in nodes:
        if name not in state:
            visit(name)
    return kept


def _draw_node(axes: Axes, name: str, x: float, y: float, *, lit: bool) -> None:
    ends = name in ("__start__", "__end__")
    box = {
        "boxstyle": "round,pad=0.5,rounding_size=0.6" if ends else "round,pad=0.55,rounding_size=0.18",
        "facecolor": LOOP if lit else ("white" if ends else PAPER),
        "edgecolor": INK if ends else LOOP,
        "linewidth": 1.2,
    }
    label = {"__start__": "START", "__end__": "END"}.get(name, name)
    axes.text(
        x, y, label, ha="center", va="center", fontsize=11, family=["DejaVu Sans"], bbox=box,
        color="white" if lit else INK, zorder=3,
    )  # fmt: skip


def _draw_edge(axes: Axes, layout: Layout, source: str, target: str, conditional: bool) -> None:
    from matplotlib.patches import FancyArrowPatch

    start, end = layout.places[source], layout.places[target]
    pair = any((a, b) == (target, source) for a, b, _ in layout.edges)
    bend = 0.35 if pair else (0.0 if abs(start[1] - end[1]) <= 1 else -0.25)
    axes.add_patch(
        FancyArrowPatch(
            start, end, arrowstyle="-|>", mutation_scale=14, shrinkA=20, shrinkB=20, color=EDGE, linewidth=1.3,
            linestyle="--" if conditional else "-", connectionstyle=f"arc3,rad={bend}", zorder=1,
        )
    )  # fmt: skip


def _mermaid_name(node: str) -> str:
    return {"__start__": "START", "__end__": "END"}.get(node, node)
