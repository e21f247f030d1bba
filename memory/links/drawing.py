"""Drawings of a link graph: Mermaid text, an SVG, and a PNG where matplotlib is installed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from xml.sax.saxutils import escape, quoteattr

from memory.links.derive import LinkGraph
from memory.record import Kind, MemoryRecord

COLOURS: Mapping[Kind, str] = {
    "profile": "#4e79a7",
    "preference": "#f28e2b",
    "fact": "#59a14f",
    "task_experience": "#b07aa1",
    "episode": "#9c9c9c",
    "session_summary": "#edc948",
}
LABEL_CHARS = 28
SEED = 7
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML 1.0 cannot hold."""


def legible(text: str) -> str:
    """Give the text without what XML cannot hold."""
    return _ILLEGAL.sub("\ufffd", text)


def label(record: MemoryRecord) -> str:
    """Give a record's short label."""
    text = " ".join(legible(record.text).split())
    return text if len(text) <= LABEL_CHARS else text[: LABEL_CHARS - 1] + "…"


def to_mermaid(graph: LinkGraph) -> str:
    """Give the graph as Mermaid text; no text of a record can leave its label."""
    place = {r.id: f"n{i}" for i, r in enumerate(graph.records)}
    lines = ["graph LR"]
    lines += [f'    {place[r.id]}["{_entities(label(r))}"]:::{r.kind}' for r in graph.records]
    for one in graph.links:
        what = _entities(one.what[:LABEL_CHARS] or one.why)
        lines.append(f'    {place[one.one]} ---|"{what}"| {place[one.other]}')
    kinds = dict.fromkeys(r.kind for r in graph.records)
    lines += [f"    classDef {kind} fill:{COLOURS[kind]},color:#fff,stroke:none" for kind in kinds]
    return "\n".join(lines) + "\n"


def to_svg(graph: LinkGraph, *, width_px: int = 1000, height_px: int = 700) -> str:
    """Give the graph as one self-contained SVG; hovering a node shows its whole text."""
    spots = _layout(graph)

    def at(id: str) -> tuple[float, float]:
        x, y = spots[id]
        return 70 + (x + 1) / 2 * (width_px - 140), 40 + (y + 1) / 2 * (height_px - 80)

    out = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width_px}" height="{height_px}" '
            f'viewBox="0 0 {width_px} {height_px}" font-family="sans-serif" font-size="11">'
        ),
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for one in graph.links:
        (x1, y1), (x2, y2) = at(one.one), at(one.other)
        told = escape(legible(one.what or one.why))
        out.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#bbb"><title>{told}</title></line>'
        )
    for record in graph.records:
        x, y = at(record.id)
        out.append(
            f'<g><title>{escape(legible(record.text))}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="7" '
            f"fill={quoteattr(COLOURS[record.kind])}/>"
            f'<text x="{x:.1f}" y="{y + 19:.1f}" text-anchor="middle">{escape(label(record))}</text></g>'
        )
    return "\n".join([*out, "</svg>"]) + "\n"


def to_png(graph: LinkGraph) -> bytes:
    """Give the graph as a PNG.

    Raises:
        ModuleNotFoundError: matplotlib is not installed; the SVG needs nothing.
    """
    import warnings

    from matplotlib import font_manager
    from matplotlib.figure import Figure

    spots = _layout(graph)
    figure = Figure(figsize=(12, 8), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    for one in graph.links:
        axes.plot(*zip(spots[one.one], spots[one.other], strict=True), color="#bbbbbb", linewidth=1, zorder=1)
    for kind in dict.fromkeys(r.kind for r in graph.records):
        xs, ys = zip(*(spots[r.id] for r in graph.records if r.kind == kind), strict=True)
        axes.scatter(list(xs), list(ys), color=COLOURS[kind], s=90, zorder=2, label=kind)
    family = [name for name in _CHINESE_FONTS if name in {f.name for f in font_manager.fontManager.ttflist}]
    for record in graph.records:
        axes.annotate(
            label(record).replace("$", r"\$"),
            spots[record.id],
            xytext=(0, -14),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            fontfamily=[*family, "DejaVu Sans"],
        )
    if graph.records:
        axes.legend(loc="lower right", frameon=False)
    out = BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        figure.savefig(out, format="png")
    return out.getvalue()


_CHINESE_FONTS = (
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Source Han Sans SC",
    "WenQuanYi Zen Hei",
    "Microsoft YaHei",
    "PingFang SC",
    "SimHei",
)


def _layout(graph: LinkGraph) -> dict[str, tuple[float, float]]:
    """Give each record a place in -1 to 1, the same for the same graph."""
    import networkx

    net = networkx.Graph()
    net.add_nodes_from(r.id for r in graph.records)
    net.add_edges_from((one.one, one.other) for one in graph.links)
    spots = networkx.spring_layout(net, seed=SEED, k=1.8 / max(1, len(net)) ** 0.5) if len(net) else {}
    return {id: (float(x), float(y)) for id, (x, y) in spots.items()}


def _entities(text: str) -> str:
    """Give the text with every character that means something to Mermaid or HTML as an entity."""
    return "".join(c if c.isalnum() or c in " .,!?:-'_，。！？、：…" else f"#{ord(c)};" for c in text)
