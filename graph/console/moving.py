"""Taking memories out, bringing them in, tidying, and forgetting a user: each with its progress and its counts."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from nicegui import ui

from graph.console.looks import Entry, Visit, box, button, tag

MAX_IMPORT_BYTES = 200_000_000
T = TypeVar("T")


class MovingPanel:
    """Export, import, sweep and forget."""

    def __init__(self, visit: Visit, changed: Callable[..., Awaitable[Any]]) -> None:
        self.visit, self.words, self.changed = visit, visit.words, changed
        self.done, self.total = 0, 0

    def build(self, inside: ui.element) -> None:
        """Draw the panel."""
        with box("div", "row"):
            button(self.words("export"), self.export)
            if self.visit.may_change:
                button(self.words("sweep"), self.sweep, title=self.words("sweep_hint"))
        self.state = tag("p", "", "soft", role="status")
        if not self.visit.may_change:
            return
        tag("h2", self.words("import"))
        tag("p", self.words("import_hint"), "soft")
        self.upload = upload = ui.upload(auto_upload=True, max_file_size=MAX_IMPORT_BYTES, on_upload=self.take_in)
        upload.props("accept=.jsonl,.json").style("display:none")
        choose = tag("button", self.words("import"), "b", type="button")
        choose.on("click", js_handler=f"() => runMethod({upload.id}, 'pickFiles', [])")
        with box("section", "card stack", aria_label=self.words("forget_user")):
            tag("h2", self.words("forget_user"))
            tag("p", self.words("forget_hint", user=self.visit.user_id), "soft")
            typed = Entry(self.words("type_user"))
            button(self.words("forget_user"), lambda: self.forget(typed.value), "danger")
        with inside:
            self.counts = box("div")

    async def export(self) -> None:
        """Write everything to a file, and hand it to the browser."""
        memory = self.visit.memory
        with tempfile.TemporaryDirectory(prefix="bethink-") as folder:
            path = Path(folder) / "memories.jsonl"
            lines = await self._watched(lambda: self.visit.ask(lambda: memory.export(path, progress=self._note)))
            if lines is not None:
                ui.download.content(path.read_bytes(), "bethink-memories.jsonl", "application/x-ndjson")
                self._say(self.words("exported", n=lines))

    async def take_in(self, event: Any) -> None:
        """Read an uploaded file."""
        memory, words = self.visit.memory, self.words
        with tempfile.TemporaryDirectory(prefix="bethink-") as folder:
            path = Path(folder) / "given.jsonl"
            await event.file.save(path)
            done = await self._watched(lambda: self.visit.change(lambda: memory.import_(path, progress=self._note)))
        self.upload.reset()  # it takes no file that it has seen, not even one that was mended since
        if done is not None:
            self._say(words("imported", added=done.added, updated=done.updated, unchanged=done.unchanged))
            await self.changed()

    async def sweep(self) -> None:
        """Move what has faded to cold storage, and let go what the policy says."""
        from memory.forgetting import sweep

        memory = self.visit.memory
        done = await self._watched(
            lambda: self.visit.change(lambda: sweep(memory.scope, memory.clock(), progress=self._note))
        )
        if done is not None:
            self._say(self.words("swept", cooled=done.cooled, deleted=done.deleted, ended=done.ended, kept=done.kept))
            await self.changed()

    async def forget(self, typed: str) -> None:
        """Erase the user everywhere, once the name was typed."""
        agent, user = self.visit.agent, self.visit.user_id
        if typed.strip() != user:
            self.visit.tell(self.words("name_differs"), bad=True)
            return
        counts = await self.visit.change(lambda: agent.forget_everything(user), self.words("forgotten"))
        if counts is None:
            return
        self.counts.clear()
        with self.counts, box("table", "list"), box("tbody"):
            for place, count in counts.items():
                with box("tr"):
                    tag("th", self.words("place_" + place.replace(" ", "_"), fallback=place), scope="row")
                    tag("td", f"{count:,}", "num")
        await self.changed()

    async def _watched(self, work: Callable[[], Awaitable[T | None]]) -> T | None:
        self.done = self.total = 0
        timer = ui.timer(0.3, self._show_progress)
        try:
            return await work()
        finally:
            timer.cancel()

    def _note(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def _show_progress(self) -> None:
        if self.done:
            self._say(self.words("progress", done=self.done, total=self.total or "?"))

    def _say(self, text: str) -> None:
        self.state.set_content(text.replace("&", "&amp;").replace("<", "&lt;"))
