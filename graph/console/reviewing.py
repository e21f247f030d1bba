"""Duplicates and contradictions, laid before a person: keep one, keep both, or look closer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui

from graph.console.listing import Listing
from graph.console.looks import Visit, box, button, tag
from graph.console.record_panel import RecordPanel
from graph.console.review import Proposal, proposals
from memory.clock import on_the_wall
from memory.record import MemoryRecord


class ReviewPanel:
    """The proposals, found when they are asked for."""

    def __init__(
        self, visit: Visit, listing: Listing, panel: RecordPanel, changed: Callable[..., Awaitable[Any]]
    ) -> None:
        self.visit, self.words, self.listing, self.panel, self.changed = visit, visit.words, listing, panel, changed

    def build(self, inside: ui.element) -> None:
        """Draw the panel."""
        tag("p", self.words("review_hint"), "soft")
        button(self.words("look_for"), self.show)
        with inside:
            self.found = box("div", "stack")

    async def show(self) -> None:
        """Look, and lay out what was found."""
        listing = self.listing
        found = await self.visit.ask(lambda: proposals(listing.records("current"), self.visit.memory.clock()))
        if found is None:
            return
        self.found.clear()
        with self.found:
            tag("p", self.words("n_proposals", n=len(found)), "soft", aria_live="polite")
            for one in found:
                self._proposal(one)

    def _proposal(self, proposal: Proposal) -> None:
        with box("section", "card stack", aria_label=self.words(proposal.what)) as card:
            tag("h2", self.words(proposal.what))
            for record in proposal.records:
                with box("div", "row"):
                    button(record.text[:200], lambda id=record.id: self.panel.open(id), "link")
                    tag("span", f"{on_the_wall(record.created):%Y-%m-%d}", "soft")
                    if self.visit.may_change:
                        button(self.words("keep_this"), lambda r=record: self._keep(r, proposal, card), "plain push")
            if self.visit.may_change:
                with box("div", "row"):
                    button(self.words("leave_both"), card.delete, "plain")

    async def _keep(self, record: MemoryRecord, proposal: Proposal, card: ui.element) -> None:
        others = [r.id for r in proposal.records if r.id != record.id]
        if await self.visit.change(lambda: self.visit.memory.merge([record.id, *others]), self.words("merged")):
            card.delete()
            await self.changed(record.id, *others)
