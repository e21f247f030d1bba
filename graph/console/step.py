"""The page to run a thread on node by node, to change its state in between, to go back, to fork, and to compare."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from nicegui import ui

from graph.console.comparing import compare
from graph.console.forks import due
from graph.console.looks import Entry, Visit, address, box, button, choice, fold, frame, link, tag
from graph.console.picture import LABELS, layout_of, to_svg
from graph.console.stepping import Stepper, id_of, just_ran
from graph.console.talk import ThreadList, waiting_calls
from graph.console.turn import wording

if TYPE_CHECKING:
    from langgraph.types import StateSnapshot

MAX_SHOWN = 60


class StepPage:
    """One browser's hand on a thread."""

    def __init__(self, visit: Visit, thread_id: str) -> None:
        self.visit, self.words = visit, visit.words
        self.stepper = Stepper(visit.agent, visit.user_id, thread_id)
        self.layout = layout_of(visit.agent.graph)
        self.picked: dict[str, str] = {}
        self.picks: list[tuple[str, str, ui.element]] = []
        self.busy = False

    async def build(self) -> None:
        """Draw the page."""
        visit = self.visit
        threads = await visit.ask(ThreadList(visit.agent, visit.user_id).read) or []
        if not self.stepper.thread_id:
            new = threads[0].id if threads else visit.agent.new_thread()
            self.stepper = Stepper(visit.agent, visit.user_id, new)
        here = self.stepper.thread_id
        names = {t.id: t.title for t in threads}
        names.setdefault(here, self.words("new_thread"))
        with frame(visit, "step"), box("div", "step"):
            with box("div", "side"):
                choice(self.words("thread"), names, here, lambda id: visit.go(address("/step", thread=id)))
                with box("div", "row"):
                    link(self.words("to_chat"), address("/", thread=here), "soft")
                    if visit.may_change:
                        new_address = address("/step", thread=visit.agent.new_thread())
                        link(self.words("new_thread"), new_address, "soft")
                self.picture = ui.html("", sanitize=False).classes("card")
                self.controls = box("section", "card stack", aria_label=self.words("run"))
                with box("section", "card stack", aria_label=self.words("checkpoints")):
                    tag("h2", self.words("checkpoints"))
                    self.history = box("div")
            with box("div", "side"):
                self.difference = box("div")
                self.state = box("section", "stack", aria_label=self.words("state"))
        await self.refresh()

    async def refresh(self) -> None:
        """Draw where the thread stands."""
        snapshot = await self.visit.ask(self.stepper.now)
        checkpoints = await self.visit.ask(self.stepper.checkpoints)
        if snapshot is None or checkpoints is None:
            return
        following = due(snapshot)
        self.picture.set_content(
            to_svg(self.layout, lit=following, title=self.words("graph_next", node=following or self.words("at_rest")))
        )
        self._controls(snapshot)
        self._state(snapshot)
        self._history(checkpoints)

    # ---- running
    def _controls(self, snapshot: StateSnapshot) -> None:
        self.controls.clear()
        with self.controls:
            following = due(snapshot)
            if following:
                tag("h2", self.words("next_is", node=following), aria_live="polite")
            else:
                tag("h2", self.words("at_rest"), aria_live="polite")
            if not self.visit.may_change:
                return
            if waiting := waiting_calls(snapshot):
                for call in waiting:
                    tag("pre", f"{call['name']}\n{json.dumps(call['args'], ensure_ascii=False, indent=2)}", "pre mono")
                with box("div", "row"):
                    button(self.words("approve"), lambda: self.run(decision=True), "main")
                    button(self.words("refuse"), lambda: self.run(decision=False), "danger")
            elif following:
                with box("div", "row"):
                    button(self.words("run_node"), self.run, "main")
                    button(self.words("run_rest"), lambda: self.run(to_the_end=True))
            else:
                entry = Entry(self.words("say"), rows=2)
                button(self.words("bring_in"), lambda: self.say(entry.value), "main")

    async def run(self, *, decision: Any = None, to_the_end: bool = False) -> None:
        """Run the next node, or all that are left until an approval is asked for."""
        if self.busy or not self.visit.may_change:
            return
        self.busy = True
        try:
            await self.stepper.step(decision)
            while to_the_end and due(now := self.stepper.now()) and not waiting_calls(now):
                await self.stepper.step()
        except (ValueError, RuntimeError, OSError) as error:
            self.visit.tell(str(error), bad=True)
        finally:
            self.busy = False
        await self.refresh()

    async def say(self, text: str) -> None:
        """Bring a message in, and stop before the first node."""
        if self.busy or not self.visit.may_change:
            return
        try:
            await self.stepper.say(text)
        except (ValueError, RuntimeError, OSError) as error:
            self.visit.tell(str(error), bad=True)
        await self.refresh()

    # ---- the state
    def _state(self, snapshot: StateSnapshot) -> None:
        values = snapshot.values
        messages = values.get("messages", [])
        self.state.clear()
        with self.state:
            tag("h2", self.words("state"))
            with fold(self.words("messages"), is_open=True, note=f"({len(messages)})"):
                for message in messages:
                    with fold(self.words("role_" + message.type), note=wording(message)[:90]):
                        if not self.visit.may_change or wording(message) != message.text:
                            tag("pre", wording(message), "pre mono")
                        if self.visit.may_change:
                            self._editor(
                                self.words("text"), message.text,
                                lambda text, id=message.id: self.stepper.set_message(id, text),
                            )  # fmt: skip
            with fold(self.words("summary"), note=f"({len(values.get('summary') or '')})"):
                self._editor(self.words("summary"), values.get("summary") or "", self.stepper.set_summary)
            with fold(self.words("recalled"), note=f"({len(values.get('recalled') or [])})"):
                text = json.dumps(values.get("recalled") or [], ensure_ascii=False, indent=2)
                self._editor(self.words("recalled"), text, self.stepper.set_recalled)
            rest = {k: v for k, v in values.items() if k not in ("messages", "summary", "recalled")}
            with fold(self.words("the_rest"), note=", ".join(sorted(rest))):
                tag("pre", json.dumps(rest, ensure_ascii=False, indent=2, default=str), "pre mono")

    def _editor(self, label: str, value: str, keep: Any) -> None:
        if not self.visit.may_change:
            tag("pre", value, "pre mono")
            return
        entry = Entry(label, value, rows=min(max(value.count("\n") + 2, 2), 14))

        async def save() -> None:
            if await self.visit.carry_out(lambda: keep(entry.value)):
                await self.refresh()
                self.visit.tell(self.words("state_kept"))

        button(self.words("put_in"), save)

    # ---- history
    def _history(self, checkpoints: list[StateSnapshot]) -> None:
        self.history.clear()
        self.picks.clear()
        with self.history, box("ul", "stack"):
            for place, snapshot in enumerate(checkpoints[:MAX_SHOWN]):
                with box("li"):
                    self._checkpoint(snapshot, is_head=place == 0)
        if not checkpoints:
            with self.history:
                tag("p", self.words("no_checkpoints"), "soft")

    def _checkpoint(self, snapshot: StateSnapshot, *, is_head: bool) -> None:
        id, when = id_of(snapshot), (snapshot.created_at or "")[11:19]
        what = self._where(snapshot)
        count = len(snapshot.values.get("messages", []))
        tag("div", f"{what} · {self.words('n_messages', n=count)} · {when}", "soft")
        with box("div", "row tight"):
            if is_head:
                tag("span", self.words("head"), "badge")
            elif self.visit.may_change:
                button(self.words("go_back"), lambda: self.go_back(id), "plain")
            if self.visit.may_change:
                button(self.words("fork"), lambda: self.fork(id), "plain")
            for side in ("left", "right"):
                pressed = "true" if self.picked.get(side) == id else "false"
                name = {"aria-label": self.words("compare_" + side), "aria-pressed": pressed}
                pick = button(self.words(side), lambda side=side: self.pick(side, id), "plain", **name)
                self.picks.append((side, id, pick))

    def _where(self, snapshot: StateSnapshot) -> str:
        following = due(snapshot)
        if following == "__start__":
            return self.words("before_turn")
        node = just_ran(snapshot)
        return self.words("after_node", node=LABELS.get(node, node)) if following else self.words("at_rest")

    async def go_back(self, id: str) -> None:
        """Make a copy of a checkpoint the thread's head."""
        if await self.visit.carry_out(lambda: self.stepper.go_back(id)):
            await self.refresh()
            self.visit.tell(self.words("went_back"))

    async def fork(self, id: str) -> None:
        """Start a new thread from a checkpoint, and go there."""
        if new := await self.visit.change(lambda: self.stepper.fork(id)):
            self.visit.go(address("/step", thread=new))

    async def pick(self, side: str, id: str) -> None:
        """Choose one of two checkpoints; with two, show how they differ."""
        self.picked[side] = id
        if len(self.picked) == 2:
            both = await self.visit.ask(lambda: [self.stepper.at(self.picked[s]).values for s in ("left", "right")])
            if both:
                self._differ(compare(*both))
        for of, checkpoint, pressed in self.picks:
            pressed.props["aria-pressed"] = "true" if self.picked.get(of) == checkpoint else "false"

    def _differ(self, lines: list[Any]) -> None:
        self.difference.clear()
        with self.difference, box("section", "card stack", aria_label=self.words("difference")):
            with box("div", "row"):
                tag("h2", self.words("difference"))
                button(self.words("close"), self.difference.clear, "plain push")
            if all(line.where == "both" for line in lines):
                tag("p", self.words("no_difference"), "soft")
            with box("div", "diff"):
                for line in lines:
                    with box("div", line.where):
                        tag("div", line.text if line.where != "right" else "", "cell")
                        tag("div", line.text if line.where != "left" else "", "cell")
