"""The page to talk on: threads at the side, the conversation, and beside it the turn looked through."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TYPE_CHECKING

from nicegui import background_tasks, ui

from graph.console import forks
from graph.console.approving import approval_card
from graph.console.looks import Entry, Visit, address, box, button, fold, frame, link, tag
from graph.console.prose import to_html
from graph.console.talk import Call, Said, ThreadList, conversation, waiting_calls
from graph.console.xray import XrayPanel
from memory.errors import BethinkError

if TYPE_CHECKING:
    from graph.events import Event

FLUSH_S = 0.06
"""How often a streamed answer is drawn anew at most."""
AFTER = {"retrieve_memory": "call_model", "execute_tools": "call_model", "call_model": "write_back"}
SEND_ON_ENTER = "(e) => { if (!e.isComposing && !e.shiftKey) { e.preventDefault(); emit(); } }"
"""Enter sends, Shift+Enter breaks the line, and an Enter that chooses Chinese characters does neither."""

TO_THE_XRAY = "if (matchMedia('(max-width:1180px)').matches) document.querySelector('aside.side')?.scrollIntoView()"


class ChatPage:
    """One browser's conversation."""

    def __init__(self, visit: Visit, thread_id: str, message_id: str = "") -> None:
        self.visit, self.words = visit, visit.words
        self.thread_id = thread_id
        self.message_id = message_id
        """The message to show first; empty: the newest."""
        self.threads = ThreadList(visit.agent, visit.user_id)
        self.running: asyncio.Task[None] | None = None

    async def build(self) -> None:
        """Draw the page."""
        threads = await self.visit.ask(self.threads.read) or []
        self.thread_id = self.thread_id or (threads[0].id if threads else self.visit.agent.new_thread())
        with frame(self.visit, "chat"), box("div", "chat"):
            self.list = box("div", "threads stack")
            with box("section", "talk", aria_label=self.words("conversation")):
                with box("div", "row"):
                    self.title = tag("h2")
                    link(self.words("to_step"), address("/step", thread=self.thread_id), "push soft")
                    if self.visit.may_change:
                        button(self.words("clear"), self.clear, "plain", title=self.words("clear_hint"))
                self.log = box("div", "log", role="log", aria_live="polite", aria_label=self.words("messages"))
                self._compose()
            with box("aside", "side", aria_label=self.words("xray")):
                self.xray = XrayPanel(self.visit, self.thread_id)
        await self.refresh()

    def _compose(self) -> None:
        if not self.visit.may_change:
            return
        with box("div", "compose"), box("div", "box"):
            self.entry = Entry(self.words("say"), rows=1, hide_label=True, hint=self.words("say_hint"))
            self.entry.around.style("flex:1")
            self.entry.element.on("keydown.enter", self.send, js_handler=SEND_ON_ENTER)
            self.entry.element.props.update({"autofocus": True, "id": "say"})
            self.send_button = button(self.words("send"), self.send, "main")
            self.stop_button = button(self.words("stop"), self.stop, "danger")
            self.stop_button.set_visibility(False)

    # ---- drawing
    async def refresh(self) -> None:
        """Draw what the thread holds now."""
        visit = self.visit
        snapshot = await visit.ask(lambda: visit.agent.state(user_id=visit.user_id, thread_id=self.thread_id))
        if snapshot is None:
            return
        snapshots = await visit.ask(lambda: list(forks.history(visit.agent, visit.user_id, self.thread_id))) or []
        self.back = forks.can_go_back(snapshots)
        said = conversation(snapshot.values.get("messages", []))
        self.log.clear()
        with self.log:
            if summary := snapshot.values.get("summary"):
                with fold(self.words("folded_away")):
                    tag("p", summary, "pre soft")
            if not said:
                tag("p", self.words("nothing_said"), "soft")
            for one in said:
                self._said(one)
            if waiting := waiting_calls(snapshot):
                approval_card(self.visit, waiting, self.decide)
            elif forks.due(snapshot) and self.running is None:
                self._unfinished()
        here = next((one for one in said if one.message_id == self.message_id), None) if self.message_id else None
        self.message_id = ""  # shown once: what is said from now on is of more interest
        if here is None:
            self._to_the_end()
        else:
            self._to(f"document.getElementById({json.dumps('m-' + here.message_id)})")
        await self._list_threads()
        await self.xray.show(here.turn_id if here is not None else "")

    def _to_the_end(self) -> None:
        self._to("document.querySelector('.log')?.lastElementChild", "nearest")

    def _to(self, element: str, block: str = "center") -> None:
        with self.log:
            # Vue draws what was sent before this only after it.
            ui.run_javascript(f"setTimeout(() => {element}?.scrollIntoView({{block: {json.dumps(block)}}}), 50)")

    async def look_through(self, turn_id: str) -> None:
        """Show a turn beside the conversation, or, where there is no room beside it, go down to it."""
        await self.xray.show(turn_id)
        with self.log:
            ui.run_javascript(TO_THE_XRAY)

    async def _list_threads(self) -> None:
        threads = await self.visit.ask(self.threads.read) or []
        here = next((t.title for t in threads if t.id == self.thread_id), self.words("new_thread"))
        self.title.set_content(here.replace("&", "&amp;").replace("<", "&lt;"))
        self.list.clear()
        with self.list:
            tag("h2", self.words("threads"))
            if self.visit.may_change:
                button(
                    self.words("new_thread"), lambda: self.visit.go(address("/", thread=self.visit.agent.new_thread()))
                )
            with box("nav", aria_label=self.words("threads")), box("ul", tabindex="0"):
                for thread in threads:
                    current = {"aria-current": "true"} if thread.id == self.thread_id else {}
                    with box("li"):
                        about = self.words("thread_about", turns=thread.info.turns, id=thread.id)
                        link(thread.title, address("/", thread=thread.id), title=about, **current)

    def _said(self, said: Said) -> None:
        for call in said.calls:
            self._call(call)
        if not said.text.strip() and said.who == "assistant":
            return
        with box("div", f"said {said.who}", id=f"m-{said.message_id}"):
            if said.who == "user":
                tag("div", said.text, "pre")
            else:
                ui.html(to_html(said.text), sanitize=True)
            with box("div", "acts"):
                if said.who == "assistant":
                    button(self.words("look_through"), lambda: self.look_through(said.turn_id), "plain")
                if self.visit.may_change and said.turn_id in self.back:
                    if said.who == "assistant":
                        button(self.words("again"), lambda: self.answer_again(said.turn_id), "plain")
                    else:
                        button(self.words("say_else"), lambda: self.edit(said), "plain")

    def _call(self, call: Call) -> None:
        state = "…" if call.result is None else ("✗" if call.failed else "✓")
        with fold(f"⚙ {call.name} {state}", note=json.dumps(call.args, ensure_ascii=False)[:160]):
            tag("pre", json.dumps(call.args, ensure_ascii=False, indent=2), "pre mono")
            if call.result is not None:
                tag("pre", call.result, "pre mono")

    def _unfinished(self) -> None:
        with box("div", "card row"):
            tag("span", self.words("unfinished"), "soft")
            if self.visit.may_change:
                button(self.words("go_on"), self.go_on, "main")

    # ---- acting
    async def send(self) -> None:
        """Say what stands in the field."""
        text = self.entry.value
        if not text.strip() or self.running is not None:
            return
        self.entry.set("")
        if text.strip() == "/clear":
            await self.clear()
            return
        with self.log, box("div", "said user"):
            tag("div", text, "pre")
        await self.run(self.visit.agent.astream(text, user_id=self.visit.user_id, thread_id=self.thread_id))

    async def go_on(self) -> None:
        """Go on with a turn that was broken off."""
        await self.run(self.visit.agent.aresume(user_id=self.visit.user_id, thread_id=self.thread_id))

    async def decide(self, decided: dict[str, bool]) -> None:
        """Go on with a turn that waited for these answers."""
        agent, user = self.visit.agent, self.visit.user_id
        await self.run(agent.aresume(user_id=user, thread_id=self.thread_id, decision=decided))

    async def answer_again(self, turn_id: str) -> None:
        """Have a turn answered anew; later turns are abandoned."""
        visit = self.visit
        back = await visit.carry_out(lambda: forks.answer_again(visit.agent, visit.user_id, self.thread_id, turn_id))
        if back and self.running is None:
            await self.go_on()

    def edit(self, said: Said) -> None:
        """Ask for other words, and go on from there."""
        with ui.dialog() as dialog, box("div", "card stack"):
            dialog.props["aria-label"] = self.words("say_else")
            tag("h2", self.words("say_else"))
            tag("p", self.words("say_else_hint"), "soft")
            entry = Entry(self.words("say"), said.text, rows=4, hide_label=True)
            with box("div", "row"):
                button(self.words("send"), lambda: self._say_else(said, entry.value, dialog), "main")
                button(self.words("cancel"), dialog.close)
        dialog.open()

    async def _say_else(self, said: Said, text: str, dialog: ui.dialog) -> None:
        dialog.close()
        visit = self.visit
        if not text.strip() or self.running is not None:
            return
        if await visit.carry_out(lambda: forks.before_turn(visit.agent, visit.user_id, self.thread_id, said.turn_id)):
            await self.refresh()
            with self.log, box("div", "said user"):
                tag("div", text, "pre")
            await self.run(visit.agent.astream(text, user_id=visit.user_id, thread_id=self.thread_id))

    async def clear(self) -> None:
        """Empty the thread; its summary becomes a memory."""
        visit = self.visit
        if self.running is None:
            saved = await visit.change(lambda: (visit.agent.clear(user_id=visit.user_id, thread_id=self.thread_id),))
            if saved:
                visit.tell(
                    self.words("cleared_saved", text=saved[0].record.text[:200]) if saved[0] else self.words("cleared")
                )
            await self.refresh()

    def stop(self) -> None:
        """Break the running turn off; what the user said is kept."""
        if self.running is not None:
            self.running.cancel()

    async def run(self, events: AsyncIterator[Event]) -> None:
        """Show a run's events as they happen, and afterwards what the thread holds."""
        if self.running is not None or not self.visit.may_change:
            return
        self.send_button.set_visibility(False)
        self.stop_button.set_visibility(True)
        self.running = background_tasks.create(self._take(events), name="a turn")
        with suppress(asyncio.CancelledError):
            await asyncio.shield(asyncio.wait([self.running]))
        self.running = None
        self.send_button.set_visibility(True)
        self.stop_button.set_visibility(False)
        await self.refresh()

    async def _take(self, events: AsyncIterator[Event]) -> None:
        with self.log:
            bubble = box("div", "said assistant")
        with bubble:
            shown = tag("div", "…", "pre")
        self._to_the_end()
        text, drawn = "", 0.0
        self.xray.light("retrieve_memory")
        try:
            async for event in events:
                if event.kind == "token":
                    text += event.text
                    if time.monotonic() - drawn > FLUSH_S:
                        drawn = time.monotonic()
                        shown.set_content(text.replace("&", "&amp;").replace("<", "&lt;"))
                        self._to_the_end()
                elif event.kind == "tool_call":
                    self.xray.light("execute_tools")
                    with bubble:
                        tag("div", f"⚙ {event.data['name']}", "soft")
                elif event.kind in ("tool_result", "restart"):
                    text = ""
                elif event.kind == "node":
                    self.xray.ended(event.node, AFTER.get(event.node, "__end__"))
        except BethinkError as error:
            self.visit.tell(str(error), bad=True)
