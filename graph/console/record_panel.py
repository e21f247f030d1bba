"""One record in full: its words to be changed, its life as a timeline, where it comes from, what it belongs with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nicegui import ui

from graph.console.looks import Entry, Visit, address, box, button, choice, fold, link, tag
from graph.console.timeline import Bar, bars
from memory.clock import on_the_wall
from memory.errors import MemoryNotFound
from memory.record import KINDS, Kind, MemoryRecord

if TYPE_CHECKING:
    from memory.links import Linked
    from memory.long_term import LongTermMemory, Version


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A record with what is around it."""

    record: MemoryRecord
    is_deleted: bool
    history: list[Version]
    linked: list[Linked]
    said: MemoryRecord | None
    """The episode it rests on."""


def whole(memory: LongTermMemory, id: str) -> Whole:
    """Give a record with its history, its neighbours and the words it rests on; a deleted one as it was.

    Raises:
        MemoryNotFound: this user has none, and had none.
    """
    from memory.links import neighbours

    history = memory.history(id)
    try:
        record, is_deleted = memory.get(id), False
    except MemoryNotFound:
        last = next((v.record for v in reversed(history) if v.of == id and v.record is not None), None)
        if last is None:
            raise
        record, is_deleted = last, True
    episodes = memory.scope.get([record.source.episode_id]) if record.source.episode_id else {}
    said = next(iter(episodes.values()), record if record.kind == "episode" else None)
    linked = [] if is_deleted else neighbours(memory.scope, record)
    return Whole(record=record, is_deleted=is_deleted, history=history, linked=linked, said=said)


class RecordPanel:
    """A dialog for one record after another."""

    def __init__(self, visit: Visit, changed: Callable[..., Awaitable[Any]]) -> None:
        self.visit, self.words, self.changed = visit, visit.words, changed
        with ui.dialog() as self.dialog:
            self.dialog.props["aria-label"] = self.words("memory")
            self.card = box("section", "card stack", aria_label=self.words("memory"))

    async def open(self, id: str) -> None:
        """Show a record."""
        found = await self.visit.ask(lambda: whole(self.visit.memory, id))
        if found is None:
            return
        self.card.clear()
        with self.card:
            self._head(found)
            self._fields(found)
            self._life(found)
            self._source(found)
            self._linked(found)
        self.dialog.open()

    def _head(self, found: Whole) -> None:
        record = found.record
        state = "deleted" if found.is_deleted else record.status
        with box("div", "row head"):
            tag("h2", self.words("memory"))
            tag("span", self.words("kind_" + record.kind), "badge")
            tag("span", self.words("shown_" + state), f"badge {'good' if state == 'current' else 'note'}")
            if record.pinned:
                tag("span", self.words("pinned"), "badge")
            button(self.words("close"), self.dialog.close, "plain push")

    def _fields(self, found: Whole) -> None:
        record, may = found.record, self.visit.may_change
        if not may or found.is_deleted:
            tag("p", record.text, "pre")
        if not may:
            return
        memory = self.visit.memory
        if found.is_deleted:
            button(self.words("undo"), lambda: self._do(lambda: memory.undo(record.id), "undone"), "main")
            return
        entry = Entry(self.words("text"), record.text, rows=3)
        kind: dict[str, str] = {"kind": record.kind}
        with box("div", "row"):
            if record.kind != "episode":
                names: dict[str, str] = {k: self.words("kind_" + k) for k in KINDS if k != "episode"}
                choice(self.words("kind"), names, record.kind, lambda k: kind.update(kind=k))
            weight = Entry(self.words("column_importance"), f"{record.importance:.2f}", kind="number")
            weight.element.props.update({"min": "0", "max": "1", "step": "0.05"})

        def edited() -> MemoryRecord:
            chosen: Any = kind["kind"]
            new: Kind | None = chosen if chosen != record.kind else None
            return memory.edit(record.id, entry.value, kind=new, importance=weight_of(weight.value))

        with box("div", "row"):
            button(self.words("save"), lambda: self._do(edited, "saved"), "main")
            pin = not record.pinned
            button(self.words("pin" if pin else "unpin"), lambda: self._do(lambda: memory.pin(record.id, pin), "saved"))
            button(self.words("undo"), lambda: self._do(lambda: memory.undo(record.id), "undone"))
            if record.status == "cold":
                button(self.words("thaw"), lambda: self._do(lambda: _thaw(memory, record.id), "saved"))
            button(self.words("delete"), lambda: self._do(lambda: memory.delete(record.id), "deleted"), "danger push")

    async def _do(self, act: Callable[[], MemoryRecord], done: str) -> None:
        record = await self.visit.change(act, self.words(done))
        if record is not None:
            await self.changed(record.id)
            await self.open(record.id)

    def _life(self, found: Whole) -> None:
        with box("div", "stack"):
            tag("h3", self.words("life"))
            with box("div", "life", role="list"):
                for bar in bars(found.history, self.visit.memory.clock()):
                    self._bar(bar)

    def _bar(self, bar: Bar) -> None:
        until = f"{on_the_wall(bar.until):%Y-%m-%d %H:%M}" if bar.until else self.words("until_now")
        with box("div", "now" if bar.version.change == "current" else "", role="listitem"):
            tag("div", bar.text or self.words("text_gone"), "pre")
            tag(
                "div",
                f"{self.words('change_' + bar.version.change)} · {on_the_wall(bar.since):%Y-%m-%d %H:%M} – {until}",
                "soft",
            )
            with box("div", "track", aria_hidden="true"):
                box("div").style(f"left:{bar.left:.1%}; width:{bar.width:.1%}")

    def _source(self, found: Whole) -> None:
        source = found.record.source
        with fold(self.words("source"), is_open=True):
            if found.said is not None:
                if found.said.context:
                    tag("p", found.said.context, "pre soft")
                speaker = found.said.source.speaker
                name = self.words("speaker_" + speaker, fallback=speaker)
                tag("p", f"{name}: {found.said.text}", "pre")
                tag("p", f"{on_the_wall(found.said.created):%Y-%m-%d %H:%M}", "soft")
            if source.thread_id:
                said = next(iter(source.message_ids), "")
                link(self.words("to_thread", id=source.thread_id), address("/", thread=source.thread_id, message=said))
            elif found.said is None:
                tag("p", self.words("by_hand"), "soft")

    def _linked(self, found: Whole) -> None:
        with fold(self.words("linked"), note=f"({len(found.linked)})"):
            if not found.linked:
                tag("p", self.words("not_linked"), "soft")
            for one in found.linked:
                why = ", ".join(sorted({self.words("why_" + k.why, what=k.what) for k in one.links}))
                button(one.record.text[:200], lambda id=one.record.id: self.open(id), "link")
                tag("p", why, "soft")


def weight_of(text: str) -> float:
    """Give the importance that was typed.

    Raises:
        ValueError: it is no number.
    """
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"importance {text!r:.40} is no number; expected 0 to 1; choose a number in it") from None


def _thaw(memory: LongTermMemory, id: str) -> MemoryRecord:
    from memory.forgetting import thaw

    return thaw(memory.scope, id, now=memory.clock())
