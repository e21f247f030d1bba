"""The frame of every page, and the few elements that pages are made of: plain HTML that keyboards and readers know."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from urllib.parse import quote

from nicegui import run, ui

from graph.console.access import Seat
from graph.console.words import Words
from memory.errors import BethinkError

if TYPE_CHECKING:
    from nicegui import Client

    from graph.agent import Agent
    from memory.long_term import LongTermMemory

T = TypeVar("T")
Handler = Callable[[], Any] | Callable[[], Awaitable[Any]]
PAGES = (("/", "chat"), ("/step", "step"), ("/memories", "memories"), ("/health", "health"))


@dataclass(slots=True)
class Visit:
    """One browser on one page: who looks, through which agent, in which language."""

    agent: Agent
    seat: Seat
    client: Client | None = None
    """The browser's end of the page, once the frame is drawn."""

    @property
    def words(self) -> Words:
        """The words of this visit's language."""
        return Words(self.seat.language)

    @property
    def user_id(self) -> str:
        """Whose threads and memories are shown."""
        return self.seat.user_id

    @property
    def may_change(self) -> bool:
        """False for a console that only looks."""
        return not self.seat.read_only

    @property
    def memory(self) -> LongTermMemory:
        """This user's long-term memory."""
        return self.agent.memory(self.user_id)

    async def ask(self, do: Callable[[], T]) -> T | None:
        """Do something that reads the stores, beside the loop; a fault is told on the page, and None given."""
        try:
            return await run.io_bound(do)
        except (BethinkError, ValueError, OSError) as error:
            self.tell(str(error), bad=True)
            return None

    async def carry_out(self, do: Callable[[], object], done: str = "") -> bool:
        """Do something that changes them and gives nothing; True when it was done."""
        return await self.change(lambda: (do(),), done) is not None

    async def change(self, do: Callable[[], T], done: str = "") -> T | None:
        """Do something that changes them; a console that only looks refuses."""
        if not self.may_change:
            self.tell(self.words("only_looking"), bad=True)
            return None
        given = await self.ask(do)
        if given is not None and done:
            self.tell(done)
        return given

    def tell(self, text: str, *, bad: bool = False) -> None:
        """Show a line at the page's edge for a while."""
        kind: Literal["negative", "positive"] = "negative" if bad else "positive"
        text = self.words.told(text)
        with self.client or nullcontext():  # what was pressed may be gone by now
            ui.notify(text[:600], type=kind, position="bottom", multi_line=len(text) > 80)

    def go(self, to: str) -> None:
        """Lead the browser to another page of the console."""
        with self.client or nullcontext():
            ui.navigate.to(to)


# ---- elements
def tag(name: str, text: str = "", classes: str = "", **attributes: str) -> ui.html:
    """Give an HTML element with this text."""
    element = ui.html(escape(text), sanitize=False, tag=name).classes(classes)
    element.props.update({key.replace("_", "-"): value for key, value in attributes.items()})
    return element


def box(name: str = "div", classes: str = "", **attributes: str) -> ui.element:
    """Give an HTML element that holds others."""
    element = ui.element(name).classes(classes)
    element.props.update({key.replace("_", "-"): value for key, value in attributes.items()})
    return element


def button(text: str, press: Handler | None = None, classes: str = "", **attributes: str) -> ui.html:
    """Give a button."""
    element = tag("button", text, f"b {classes}", type="button", **attributes)
    if press is not None:
        element.on("click", lambda: press(), [])
    return element


def link(text: str, to: str, classes: str = "", **attributes: str) -> ui.html:
    """Give a link to another page of the console."""
    return tag("a", text, classes, href=to, **attributes)


def address(path: str, **query: str) -> str:
    """Give the address of a page."""
    asked = "&".join(f"{key}={quote(value, safe='')}" for key, value in query.items() if value)
    return f"{path}?{asked}" if asked else path


class Entry:
    """A labelled field whose value is known here as it is typed."""

    def __init__(
        self, label: str, value: str = "", *, rows: int = 0, kind: str = "text", changed: Handler | None = None,
        hide_label: bool = False, hint: str = "",
    ) -> None:  # fmt: skip
        self.value = value
        with box("label", "field") as self.around:
            tag("span", label, "hidden-words" if hide_label else "")
            self.element = box("textarea" if rows else "input", "t", **({} if rows else {"type": kind}))
        # Not `value`: Vue would put it back over what is being typed at each change of the page.
        self.element.props.update({"defaultValue": value, "placeholder": hint, **({"rows": str(rows)} if rows else {})})
        self.element.on("input", self._typed, js_handler="(e) => emit(e.target.value)")
        if changed is not None:
            self.element.on("change", lambda: changed(), [])

    def _typed(self, event: Any) -> None:
        self.value = str(event.args)

    def set(self, value: str) -> None:
        """Put another text in."""
        self.value = value
        self.element.run_method("setRangeText", value, 0, 10_000_000, "end")
        self.element.run_method("focus")


def choice(label: str, options: Mapping[str, str], value: str, changed: Callable[[str], Any]) -> ui.element:
    """Give a labelled list to choose from."""
    with box("label", "field"):
        tag("span", label)
        with box("select", "t") as element:
            for key, text in options.items():
                tag("option", text, value=key, **({"selected": "selected"} if key == value else {}))
    element.on("change", lambda event: changed(str(event.args)), js_handler="(e) => emit(e.target.value)")
    return element


def tick(label: str, value: bool, changed: Callable[[bool], Any], *, hide_label: bool = False) -> ui.element:
    """Give a labelled box to tick."""
    with box("label", "tick"):
        element = box("input", "", type="checkbox", **({"checked": "checked"} if value else {}))
        tag("span", label, "hidden-words" if hide_label else "")
    element.on("change", lambda event: changed(bool(event.args)), js_handler="(e) => emit(e.target.checked)")
    return element


@contextmanager
def fold(title: str, *, is_open: bool = False, note: str = "", classes: str = "") -> Iterator[ui.element]:
    """Give a part that unfolds."""
    with box("details", classes, **({"open": "open"} if is_open else {})):
        with box("summary"):
            tag("span", title)
            if note:
                tag("span", " " + note, "soft")
        with box("div", "inside") as inside:
            yield inside


# ---- the frame
@contextmanager
def frame(visit: Visit, here: str) -> Iterator[None]:
    """Give the page around its content: title, ways to the other pages, language and light."""
    words, seat = visit.words, visit.seat
    code: Literal["zh-CN", "en-US"] = "zh-CN" if words.language == "zh" else "en-US"
    ui.add_head_html(f"<style>{sheet()}</style>")
    client = visit.client = ui.context.client
    client.page = copy(client.page)  # the language of a page belongs to its route; here it belongs to the browser
    client.page.language = code
    ui.page_title(f"{words(here)} · Bethink")
    ui.on_exception(lambda error: visit.tell(words("unforeseen", kind=type(error).__name__), bad=True))
    dark = ui.dark_mode(seat.dark)
    link(words("skip"), "#content", "skip")
    with box("header", "bar"):
        tag("span", "Bethink", "brand")
        with box("nav", aria_label=words("pages")):
            for path, name in PAGES:
                link(words(name), path, **({"aria-current": "page"} if name == here else {}))
        tag("span", words("as_user", user=seat.user_id), "who")
        if seat.read_only:
            tag("span", words("read_only"), "badge note")
        button(
            "English" if words.language == "zh" else "中文",
            lambda: _speak(seat),
            "plain",
            lang="en" if words.language == "zh" else "zh-CN",
        )
        button(words("light_or_dark"), lambda: _turn_light(seat, dark), "plain")
    with box("div", "content", id="content", tabindex="-1"):  # NiceGUI puts the page into <main>
        tag("h1", words(here), "hidden-words")
        yield


@cache
def sheet() -> str:
    """Give the style sheet of every page."""
    return (resources.files("graph.console") / "looks.css").read_text(encoding="utf-8")


def _speak(seat: Seat) -> None:
    seat.language = "en" if seat.language == "zh" else "zh"
    ui.navigate.reload()


async def _turn_light(seat: Seat, dark: ui.dark_mode) -> None:
    is_dark = seat.dark
    if is_dark is None:
        is_dark = bool(await ui.run_javascript("document.body.classList.contains('body--dark')"))
    seat.dark = dark.value = not is_dark
