"""The turn looked through, as a panel: where it is, what was sent and what it cost, what was recalled and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from graph.console.looks import Visit, address, box, button, fold, link, tag
from graph.console.picture import layout_of, to_svg
from graph.console.scores import meters
from graph.console.turn import MAX_CONSIDERED, Look, considered, look

if TYPE_CHECKING:
    from memory.recall import Considered

COLOURS = {
    "system": "#4f46e5", "summary": "#0891b2", "memories": "#c026d3", "history": "#64748b", "tool results": "#d97706",
    "newest message": "#059669", "tools": "#94a3b8",
}  # fmt: skip
"""One colour a part, told apart in light and dark."""


class XrayPanel:
    """Beside the conversation."""

    def __init__(self, visit: Visit, thread_id: str) -> None:
        self.visit, self.words, self.thread_id = visit, visit.words, thread_id
        self.layout = layout_of(visit.agent.graph)
        self.done: frozenset[str] = frozenset()
        tag("h2", self.words("xray"))
        self.picture = ui.html(self._svg(""), sanitize=False).classes("card")
        self.body = box("div", "side")

    def light(self, node: str) -> None:
        """Light the node that runs now."""
        if node == "retrieve_memory":
            self.done = frozenset({"__start__"})
        self.picture.set_content(self._svg(node))

    def ended(self, node: str, following: str) -> None:
        """Note that a node has ended, and light the one that follows."""
        self.done |= {node}
        if following == "__end__":
            self.done |= {following}
        self.light(following if following != "__end__" else "")

    async def show(self, turn_id: str = "") -> None:
        """Show a turn, without an id the newest one."""
        visit = self.visit
        seen = await visit.ask(lambda: look(visit.agent, visit.user_id, self.thread_id, turn_id))
        if seen is None:
            return
        self.picture.set_content(self._svg(""))
        self.body.clear()
        with self.body:
            if not seen.turn_id:
                tag("p", self.words("no_turn"), "soft")
                return
            self._tokens(seen)
            self._sent(seen)
            self._recalled(seen)
            with fold(self.words("not_recalled")) as inside:
                button(self.words("say_why"), lambda: self._explain(seen.turn_id, inside))
            self._written(seen)

    def _svg(self, lit: str) -> str:
        return to_svg(self.layout, lit=lit, done=self.done, title=self.words("graph_now", node=lit or "—"))

    def _tokens(self, seen: Look) -> None:
        total = sum(seen.parts.values())
        with box("section", "card stack", aria_label=self.words("tokens")):
            tag("h3", self.words("tokens_of", total=total, budget=seen.budget))
            chart = ui.echart(token_bar(seen, self.words)).style("height:64px; width:100%")
            chart.props.update({"role": "img", "aria-label": self.words("tokens")})
            with box("div", "legend"):
                for part, tokens in seen.parts.items():
                    box("span", "dot").style(f"background:{COLOURS[part]}")
                    tag("span", self.words("part_" + part.replace(" ", "_")))
                    tag("span", f"{tokens:,}", "num")

    def _sent(self, seen: Look) -> None:
        with fold(self.words("as_sent"), note=self.words("n_messages", n=len(seen.sent))):
            for one in seen.sent:
                with fold(self.words("role_" + one.role), note=self.words("n_tokens", n=one.tokens)):
                    tag("pre", one.text, "pre mono")

    def _recalled(self, seen: Look) -> None:
        with fold(self.words("recalled"), is_open=bool(seen.recalled), note=f"({len(seen.recalled)})"):
            if error := seen.report.get("recall_error"):
                tag("p", error, "badge bad")
            if not seen.recalled:
                tag("p", self.words("none_recalled"), "soft")
            for item in seen.recalled:
                with box("div"):
                    link(str(item["text"]), address("/memories", id=str(item["id"])), "pre")
                    with fold(f"{item['score']:.2f} · {self.words('kind_' + item['kind'])}", classes="why"):
                        meters(item["parts"], self.words)

    async def _explain(self, turn_id: str, inside: ui.element) -> None:
        visit = self.visit
        found = await visit.ask(lambda: considered(visit.agent, visit.user_id, self.thread_id, turn_id)) or []
        inside.clear()
        with inside:
            left = [c for c in found if not c.taken]
            if not left:
                tag("p", self.words("nothing_left"), "soft")
            for one in left[:MAX_CONSIDERED]:
                self._left(one)

    def _left(self, one: Considered) -> None:
        with box("div"):
            link(one.record.text, address("/memories", id=one.record.id), "pre")
            with fold(f"{one.score:.2f} · {self.words.told(one.reason)}", classes="why"):
                meters(one.parts, self.words)

    def _written(self, seen: Look) -> None:
        written = seen.report.get("written", [])
        refused = seen.report.get("refused", [])
        with fold(self.words("written"), is_open=bool(written or refused), note=f"({len(written)})"):
            if not written:
                tag("p", self.words("none_written"), "soft")
            for wrote in written:
                with box("div", "row"):
                    tag("span", self.words("did_" + wrote["action"]), "badge")
                    link(str(wrote["text"]), address("/memories", id=str(wrote["id"])), "pre")
                    if before := wrote.get("instead_of"):
                        tag("span", self.words("instead_of", text=before), "soft")
            for kept_out in refused:
                with box("div", "row"):
                    tag("span", self.words("did_refuse_" + kept_out["why"]), "badge")
                    tag("span", str(kept_out["text"]), "pre soft")
            for key in ("write_error", "folded"):
                if seen.report.get(key):
                    tag("p", self.words(key, value=seen.report[key]), "soft")
            for cut in seen.report.get("cuts", []):
                tag("p", self.words("was_cut", cut=str(cut)[:200]), "soft")


def token_bar(seen: Look, words: Any) -> dict[str, Any]:
    """Give the stacked bar of a request's tokens against the budget."""
    return {
        "animation": False,
        "tooltip": {"trigger": "item"},
        "grid": {"left": 6, "right": 14, "top": 6, "bottom": 22},
        "xAxis": {"type": "value", "max": seen.budget, "splitNumber": 4, "splitLine": {"show": False},
                  "axisLabel": {"color": "#7a8699"}},
        "yAxis": {"type": "category", "data": [""], "show": False},
        "series": [
            {"type": "bar", "stack": "tokens", "name": words("part_" + part.replace(" ", "_")), "data": [tokens],
             "barWidth": 20, "itemStyle": {"color": COLOURS[part]}}
            for part, tokens in seen.parts.items()
        ],
    }  # fmt: skip
