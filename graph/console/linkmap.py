"""How the memories hang together: drawn, and walked from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from graph.console.looks import Visit, box, button, tag
from graph.console.record_panel import RecordPanel

if TYPE_CHECKING:
    from memory.links import LinkGraph

MAX_DRAWN = 120
MAX_LABEL_CHARS = 18
COLOURS = ("#4f46e5", "#059669", "#d97706", "#0891b2", "#64748b", "#c026d3")


class LinkMap:
    """The graph of one user's memories; a point opens its record, whose neighbours lead on."""

    def __init__(self, visit: Visit, panel: RecordPanel) -> None:
        self.visit, self.words, self.panel = visit, visit.words, panel

    def build(self, inside: ui.element) -> None:
        """Draw the panel."""
        tag("p", self.words("links_hint"), "soft")
        button(self.words("draw"), self.show)
        with inside:
            self.drawn = box("div", "stack")

    async def show(self) -> None:
        """Draw the graph of the newest memories."""
        from memory.links import links_of

        graph = await self.visit.ask(lambda: links_of(self.visit.memory.scope, max_records=MAX_DRAWN))
        if graph is None:
            return
        self.drawn.clear()
        with self.drawn:
            tag(
                "p",
                self.words("n_links", records=len(graph.records), links=len(graph.links)),
                "soft",
                aria_live="polite",
            )
            if not graph.records:
                return
            chart = ui.echart(chart_of(graph, self.words), on_point_click=self._walk).style("height:420px; width:100%")
            chart.props.update({"role": "img", "aria-label": self.words("links")})
            with box("ul", "stack"):
                degrees = degrees_of(graph)
                for record in sorted(graph.records, key=lambda r: -degrees.get(r.id, 0))[:12]:
                    if degrees.get(record.id):
                        with box("li", "row"):
                            button(record.text[:160], lambda id=record.id: self.panel.open(id), "link")
                            tag("span", self.words("n_neighbours", n=degrees[record.id]), "soft")

    async def _walk(self, event: Any) -> None:
        data = event.data if isinstance(event.data, dict) else {}
        if id := str(data.get("id") or ""):
            await self.panel.open(id)


def degrees_of(graph: LinkGraph) -> dict[str, int]:
    """Give how many links each record has."""
    out: dict[str, int] = {}
    for link in graph.links:
        for end in (link.one, link.other):
            out[end] = out.get(end, 0) + 1
    return out


def chart_of(graph: LinkGraph, words: Any) -> dict[str, Any]:
    """Give the chart: one point a record, one line a link."""
    from memory.record import KINDS

    degrees = degrees_of(graph)
    nodes = [
        {
            "id": r.id,
            "name": r.text[:MAX_LABEL_CHARS] + ("…" if len(r.text) > MAX_LABEL_CHARS else ""),
            "category": KINDS.index(r.kind),
            "symbolSize": 12 + min(3 * degrees.get(r.id, 0), 24),
        }
        for r in graph.records
    ]
    present = [words("kind_" + k) for k in KINDS if any(r.kind == k for r in graph.records)]
    return {
        "tooltip": {},
        "legend": {
            "data": present,
            "textStyle": {"color": "#7a8699"},
            "orient": "vertical",
            "left": 0,
            "top": 0,
            "bottom": "auto",
            "icon": "circle",
        },
        "color": list(COLOURS),
        "series": [
            {
                "type": "graph",
                "layout": "force",
                "roam": True,
                "categories": [{"name": words("kind_" + k)} for k in KINDS],
                "data": nodes,
                "links": [{"source": one.one, "target": one.other} for one in graph.links],
                "label": {"show": True, "position": "right", "color": "#7a8699", "fontSize": 12},
                "labelLayout": {"hideOverlap": len(nodes) > 30},
                "force": {"repulsion": 3_000 // max(len(nodes), 12), "edgeLength": [50, 110], "gravity": 0.08},
                "lineStyle": {"color": "#94a3b8", "opacity": 0.7},
            }
        ],
    }
