"""The page of memories: a table with search, what should be looked at, how they hang together, and moving them."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from graph.console.adding import add_by_hand
from graph.console.linkmap import LinkMap
from graph.console.listing import BY_HAND, SHOWN, Column, Listing, Page, Row, View
from graph.console.looks import Entry, Visit, box, button, choice, fold, frame, tag, tick
from graph.console.moving import MovingPanel
from graph.console.record_panel import RecordPanel
from graph.console.reviewing import ReviewPanel
from graph.console.scores import meters
from memory.clock import on_the_wall
from memory.record import KINDS

COLUMNS: tuple[Column, ...] = ("text", "kind", "said", "importance", "used")
AGES = {"": None, "1": 1, "7": 7, "30": 30, "365": 365}


class MemoriesPage:
    """One browser's view of one user's memories."""

    def __init__(self, visit: Visit, listing: Listing | None, record_id: str) -> None:
        self.visit, self.words = visit, visit.words
        self.listing = listing
        self.view = View()
        self.chosen: dict[str, str] = {}
        self.record_id = record_id
        self.asked = 0

    async def build(self) -> None:
        """Draw the page."""
        with frame(self.visit, "memories"):
            if self.listing is None:
                tag("p", self.words("short_only"))
                return
            self.panel = RecordPanel(self.visit, self.changed)
            with box("div", "stack"):
                self._tools()
                self.table = box("div", "stack")
                if self.visit.may_change:
                    self._adding()
                with fold(self.words("review")) as inside:
                    ReviewPanel(self.visit, self.listing, self.panel, self.changed).build(inside)
                with fold(self.words("links")) as inside:
                    LinkMap(self.visit, self.panel).build(inside)
                with fold(self.words("moving")) as inside:
                    MovingPanel(self.visit, self.changed).build(inside)
        if self.listing.is_read:
            await self._fill()
            return
        with self.table:
            tag("p", self.words("reading"), "soft", role="status")
        ui.timer(0.05, self._fill, once=True)  # the page stands at once; thousands of records take a second

    async def _fill(self) -> None:
        await self.show()
        listing = self.listing
        sources = await self.visit.ask(listing.sources) if listing is not None else None
        with self.sources:
            names = {"": self.words("any_source"), BY_HAND: self.words("by_hand"), **{s: s[:40] for s in sources or ()}}
            choice(self.words("source"), names, "", lambda s: self.set(source=s))
        if self.record_id:
            await self.panel.open(self.record_id)

    def _tools(self) -> None:
        words = self.words
        with box("search", "row card tools", aria_label=words("search")):
            self.search = Entry(words("search"), kind="search", hint=words("search_hint"))
            self.search.around.style("flex:1 1 16rem")
            self.search.element.on("keydown.enter", self._search)
            button(words("search"), self._search, "main")
            kinds: dict[str, str] = {"": words("all_facts")} | {str(k): words("kind_" + k) for k in KINDS}
            choice(words("kind"), kinds, "", lambda k: self.set(kinds=(k,) if k else ()))
            choice(words("state"), {s: words("shown_" + s) for s in SHOWN}, "current", lambda s: self.set(shown=s))
            ages = {days: words("age_" + (days or "any")) for days in AGES}
            choice(words("age"), ages, "", lambda days: self.set(within_days=AGES[days]))
            self.sources = box("div").style("display:contents")

    def _adding(self) -> None:
        with fold(self.words("add")):
            entry = Entry(self.words("new_memory"), rows=2)

            async def add() -> None:
                written = await self.visit.change(lambda: add_by_hand(self.visit.memory, entry.value))
                if written is not None:
                    self.visit.tell(self.words("did_" + written.action) + ": " + written.record.text[:120])
                    entry.set("")
                    await self.changed()

            button(self.words("add"), add, "main")

    # ---- the table
    async def _search(self) -> None:
        await self.set(query=self.search.value)

    async def set(self, **asked: Any) -> None:
        """Ask the table for something else."""
        for name, value in asked.items():
            setattr(self.view, name, value)
        if "page" not in asked:
            self.view.page = 0
        await self.show()

    async def changed(self, *ids: str) -> None:
        """Show the table anew: these records have changed, or without an id any of them."""
        listing = self.listing
        if listing is not None:
            await self.visit.ask(lambda: listing.changed(*ids))
        self.chosen.clear()
        await self.show()

    async def show(self) -> None:
        """Draw the page of the table that is asked for."""
        listing = self.listing
        if listing is None:
            return
        self.asked += 1
        asked = self.asked
        page = await self.visit.ask(lambda: listing.page(self.view))
        if page is None or asked != self.asked:
            return  # something else was asked for in the meantime: that is drawn, and nothing over it
        self.view.page = page.page
        self.table.clear()
        with self.table:
            self._above(page)
            if not page.rows:
                tag("p", self.words("none_found"), "soft")
                return
            with box("div", "scroll", tabindex="0", role="region", aria_label=self.words("table")):
                self._rows(page)
            if page.pages > 1:
                self._pager(page)

    def _above(self, page: Page) -> None:
        with box("div", "row"):
            searching = bool(self.view.query.strip())
            found = self.words("n_considered", n=page.total, taken=page.taken)
            tag("p", found if searching else self.words("n_memories", n=page.total), "soft", aria_live="polite")
            self.merge_button = button(self.words("merge"), self.merge, "push")
            self.merge_button.set_visibility(False)

    def _rows(self, page: Page) -> None:
        searching = bool(self.view.query.strip())
        with box("table", "list cards"):
            with box("thead"), box("tr"):
                if self.visit.may_change:
                    with box("th", "narrow"):
                        tag("span", self.words("choose"), "hidden-words")
                for column in COLUMNS:
                    self._head(column, sorts=not searching)
            with box("tbody"):
                for row in page.rows:
                    self._row(row, searching)

    def _head(self, column: Column, *, sorts: bool) -> None:
        here = self.view.sort == column
        order = {"aria-sort": "descending" if self.view.descending else "ascending"} if here and sorts else {}
        look = "" if column == "text" else "narrow wide" if column in ("importance", "used") else "narrow"
        with box("th", look, scope="col", **order):
            if not sorts:
                tag("span", self.words("column_" + column))
                return
            arrow = (" ↓" if self.view.descending else " ↑") if here else ""
            other = not self.view.descending if here else column != "text"
            button(self.words("column_" + column) + arrow, lambda: self.set(sort=column, descending=other), "plain")

    def _row(self, row: Row, searching: bool) -> None:
        record = row.record
        with box("tr", "" if record.is_current and row.taken else "gone"):
            if self.visit.may_change:
                with box("td", "tick"):
                    label = self.words("choose_one", text=record.text[:60])
                    tick(label, record.id in self.chosen, lambda on: self._choose(record.id, on), hide_label=True)
            with box("td", "says"):
                button(record.text[:240], lambda: self.panel.open(record.id), "link")
                if record.pinned:
                    tag("span", self.words("pinned"), "badge")
                if not record.is_current:
                    tag("span", self.words("shown_" + record.status), "badge note")
                if searching:
                    self._why(row)
            tag("td", self.words("kind_" + record.kind), "narrow")
            tag("td", f"{on_the_wall(record.created):%Y-%m-%d}", "num")
            tag("td", f"{record.importance:.2f}", "num wide")
            tag("td", str(record.times_used), "num wide")

    def _why(self, row: Row) -> None:
        taken = self.words("would_be_recalled") if row.taken else self.words.told(row.reason)
        with fold(f"{row.score or 0.0:.2f} · {taken}", classes="why"):
            meters(row.parts, self.words)

    def _pager(self, page: Page) -> None:
        with box("nav", "row", aria_label=self.words("paging")):
            first = {"disabled": "disabled"} if page.page == 0 else {}
            last = {"disabled": "disabled"} if page.page == page.pages - 1 else {}
            button("«", lambda: self.set(page=0), aria_label=self.words("first_page"), **first)
            button(self.words("previous"), lambda: self.set(page=page.page - 1), **first)
            tag("span", self.words("page_of", page=page.page + 1, pages=page.pages), "soft")
            button(self.words("next"), lambda: self.set(page=page.page + 1), **last)
            button("»", lambda: self.set(page=page.pages - 1), aria_label=self.words("last_page"), **last)

    def _choose(self, id: str, on: bool) -> None:
        self.chosen.pop(id, None)
        if on:
            self.chosen[id] = id
        self.merge_button.set_visibility(len(self.chosen) > 1)

    async def merge(self) -> None:
        """Make one of the chosen ones."""
        ids = list(self.chosen)
        merged = await self.visit.change(lambda: self.visit.memory.merge(ids), self.words("merged"))
        if merged is not None:
            await self.changed(*ids)
