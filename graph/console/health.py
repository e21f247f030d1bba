"""The page of health: what doctor says, how much there is, what turns cost, what waits, and the gate."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nicegui import ui

from graph.console.calibration import Curve, curve
from graph.console.growth import TurnCost, by_day, turn_costs
from graph.console.looks import Visit, box, button, frame, tag
from memory.clock import on_the_wall

if TYPE_CHECKING:
    from graph.console.listing import Listing
    from graph.doctor import Finding

MARKS = {"ok": ("✓", "good"), "note": ("·", "note"), "bad": ("✗", "bad")}
GREY = "#7a8699"
FAINT = {"lineStyle": {"color": GREY, "opacity": 0.2}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much of one user there is."""

    threads: int
    turns: int
    thread_bytes: int
    memories: dict[str, int]
    """By state, the cold ones too; empty without long-term memory."""
    versions: int
    growth: list[tuple[str, int]]
    costs: list[TurnCost]
    waiting: int
    aside: int


class HealthPage:
    """One browser's view of how the whole is doing."""

    def __init__(self, visit: Visit, listing: Listing | None) -> None:
        self.visit, self.words, self.listing = visit, visit.words, listing

    async def build(self) -> None:
        """Draw the page."""
        counts = await self.visit.ask(self._count)
        with frame(self.visit, "health"), box("div", "stack"):
            if counts is not None:
                self._numbers(counts)
                with box("div", "two"):
                    self._chart(
                        "growth",
                        [d for d, _ in counts.growth],
                        {self.words("memories"): [n for _, n in counts.growth]},
                        "line" if len(counts.growth) > 2 else "bar",
                    )
                    self._cost_chart(counts.costs)
            with box("div", "two"):
                with box("section", "card stack", aria_label=self.words("doctor")):
                    tag("h2", self.words("doctor"))
                    self.findings = box("div", "findings")
                    with self.findings:
                        tag("p", self.words("looking"), "soft")
                with box("section", "card stack", aria_label=self.words("gate")):
                    tag("h2", self.words("gate"))
                    tag("p", self.words("gate_hint"), "soft")
                    self.gate = box("div")
                    with self.gate:
                        button(self.words("draw"), self.show_gate)
        ui.timer(0.1, self.examine, once=True)

    def _count(self) -> Counts:
        agent, user = self.visit.agent, self.visit.user_id
        threads = agent.threads(user)
        records = self.listing.records("all") if self.listing is not None else []
        states = Counter(r.status for r in records)
        versions = sum(1 for _ in agent.memory(user).scope.items("versions")) if self.listing is not None else 0
        outbox = agent.parts.outbox
        return Counts(
            threads=len(threads), turns=sum(t.turns for t in threads), thread_bytes=sum(t.bytes for t in threads),
            memories={s: states[s] for s in ("current", "superseded", "cold")} if self.listing is not None else {},
            versions=versions, growth=by_day(records), costs=turn_costs(agent, user), waiting=len(outbox.pending(user)),
            aside=len([e for e in outbox.poisoned() if e.user_id == user]),
        )  # fmt: skip

    def _numbers(self, counts: Counts) -> None:
        words = self.words
        rows = {
            "threads": f"{counts.threads:,}",
            "turns": f"{counts.turns:,}",
            "thread_size": f"{counts.thread_bytes / 1e3:,.0f} kB",
        }
        rows |= {f"count_{state}": f"{count:,}" for state, count in counts.memories.items()}
        if counts.memories:
            rows["versions"] = f"{counts.versions:,}"
        rows["outbox"] = words("outbox_state", waiting=counts.waiting, aside=counts.aside)
        with box("section", "card", aria_label=words("how_much")), box("dl", "row").style("gap:.4rem 2rem; margin:0"):
            for name, value in rows.items():
                with box("div"):
                    tag("dt", words(name), "soft")
                    tag("dd", value).style("margin:0; font-weight:650")

    def _chart(self, name: str, across: list[str], lines: dict[str, list[int]], kind: str = "line") -> None:
        with box("section", "card stack", aria_label=self.words(name)):
            tag("h2", self.words(name))
            if not across:
                tag("p", self.words("nothing_yet"), "soft")
                return
            chart = ui.echart(
                {
                    "animation": False,
                    "tooltip": {"trigger": "axis"},
                    "grid": {"left": 52, "right": 16, "top": 16, "bottom": 28},
                    "xAxis": {"type": "category", "data": across, "axisLabel": {"color": GREY}},
                    "yAxis": {
                        "type": "value",
                        "axisLabel": {"color": GREY},
                        "splitLine": FAINT,
                    },
                    "color": ["#6366f1", "#10b981"],
                    "series": [
                        {
                            "type": kind,
                            "name": label,
                            "data": data,
                            "symbolSize": 7,
                            "barMaxWidth": 36,
                            "areaStyle": {"opacity": 0.12},
                        }
                        for label, data in lines.items()
                    ],
                }
            ).style("height:230px; width:100%")
            chart.props.update({"role": "img", "aria-label": self.words(name)})

    def _cost_chart(self, costs: list[TurnCost]) -> None:
        across = [f"{on_the_wall(c.at):%m-%d %H:%M}" for c in costs]
        self._chart("tokens_a_turn", across, {self.words("tokens"): [c.tokens for c in costs]}, "bar")

    async def examine(self) -> None:
        """Ask doctor, beside the loop, and show what it says."""
        from graph.doctor import examine

        found = await self.visit.ask(lambda: list(examine(self.visit.agent.settings)))
        self.findings.clear()
        with self.findings:
            for finding in found or []:
                self._finding(finding)

    def _finding(self, finding: Finding) -> None:
        mark, look = MARKS[finding.state]
        part = self.words("doctor_" + finding.part, fallback=finding.part)
        with box("div"):
            tag("span", f"{mark} {part}", f"badge {look}", title=self.words("doctor_" + finding.state))
        with box("div"):
            tag("p", self.words.told(finding.text), "soft")
            if finding.mend:
                tag("p", f"{self.words('mend')} {self.words.told(finding.mend)}", "soft mono")

    async def show_gate(self) -> None:
        """Draw how the gate tells this user's messages from everyday talk."""
        found = await self.visit.ask(lambda: curve(self.visit.agent, self.visit.user_id))
        self.gate.clear()
        with self.gate:
            if found is None or not found.points:
                tag("p", self.words("nothing_yet"), "soft")
                return
            self._gate_chart(found)

    def _gate_chart(self, found: Curve) -> None:
        words = self.words
        tag("p", words("gate_at", threshold=f"{found.threshold:.2f}", origin=words.told(found.origin)), "soft")
        series = [
            {
                "type": "line",
                "name": words(name),
                "showSymbol": False,
                "data": [[p.threshold, getattr(p, name)] for p in found.points],
            }
            for name in ("own_let_in", "everyday_let_in")
        ]
        series[0]["markLine"] = {"symbol": "none", "data": [{"xAxis": found.threshold}], "label": {"show": False}}
        chart = ui.echart(
            {
                "animation": False,
                "tooltip": {"trigger": "axis"},
                "legend": {"textStyle": {"color": GREY}, "top": 0, "bottom": "auto", "icon": "roundRect"},
                "grid": {"left": 44, "right": 16, "top": 34, "bottom": 28},
                "xAxis": {
                    "type": "value",
                    "min": "dataMin",
                    "max": "dataMax",
                    "axisLabel": {"color": GREY},
                    "splitLine": FAINT,
                },
                "yAxis": {
                    "type": "value",
                    "max": 1,
                    "axisLabel": {"color": GREY},
                    "axisLine": {"show": False, "onZero": False},
                    "splitLine": FAINT,
                },
                "color": ["#6366f1", "#f59e0b"],
                "series": series,
            }
        ).style("height:250px; width:100%")
        chart.props.update({"role": "img", "aria-label": words("gate")})
