"""Starts `bethink console` as its users do, and a Chromium before it that notes every fault and every address."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WAIT_MS = 30_000


@dataclass(slots=True)
class Running:
    """A console that runs."""

    process: subprocess.Popen[str]
    links: list[str] = field(default_factory=list)

    @property
    def base(self) -> str:
        """The address without the token."""
        return self.links[0].split("/?")[0]

    def next_link(self) -> str:
        """Give the next link that the console prints."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://\S+token=\S+", line):
                self.links.append(found[0])
                return found[0]
        raise AssertionError(f"the console ended with {self.process.wait()} before it printed a link")


@contextmanager
def running_console(data_dir: Path, *options: str, user: str = "ann", language: str = "en") -> Iterator[Running]:
    """Run the command on a free port until the block ends."""
    keep = {k: v for k, v in os.environ.items() if not k.startswith("BETHINK_")}
    env = {**keep, "BETHINK_CHROMA": "alone", "BETHINK_LANGUAGE": language, "PYTHONUNBUFFERED": "1"}
    code = "import sys; from graph.cli import main; main()"
    command = [sys.executable, "-c", code, "console", "--user", user, "--data-dir", str(data_dir), "--port", "0"]
    process = subprocess.Popen(
        [*command, "--no-open", *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env,
        cwd=data_dir,
    )  # fmt: skip
    try:
        console = Running(process)
        console.next_link()
        yield console
    finally:
        process.terminate()
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()


@dataclass(slots=True)
class Seen:
    """What a browser noted while it was used."""

    faults: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Give Debian's Chromium, or skip the test, saying what it needs."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="NOT CHECKED: the console in a browser; no playwright")
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("NOT CHECKED: the console in a browser; no Chromium here: apt-get install chromium fonts-noto-cjk")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def watched_page(browser: Browser, base: str, **options: Any) -> Iterator[Page]:
    """Give a page; afterwards no fault was told by its console, and nothing was asked of another host."""
    seen = Seen()
    context: BrowserContext = browser.new_context(**{"viewport": {"width": 1400, "height": 950}, **options})
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    page.on("console", lambda m: seen.faults.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: seen.faults.append(str(error)))
    own = (base, base.replace("http", "ws"), "data:", "blob:")
    page.on("request", lambda r: None if r.url.startswith(own) else seen.outside.append(r.url))
    page.on("websocket", lambda w: None if w.url.startswith(own) else seen.outside.append(w.url))
    try:
        yield page
    finally:
        context.close()
    assert not seen.faults, seen.faults
    assert not seen.outside, seen.outside


def say(page: Page, text: str) -> None:
    """Say something on the chat page, and wait until the answer stands."""
    answers = page.locator(".said.assistant .acts").count()
    page.fill("#say", text)
    page.press("#say", "Enter")
    page.wait_for_function(
        "n => document.querySelectorAll('.said.assistant .acts').length > n || document.querySelector('.log section')",
        arg=answers,
    )


def newest_answer(page: Page) -> str:
    """Give the words of the newest answer."""
    return page.locator(".said.assistant").last.inner_text()


def new_thread(page: Page, console: Running) -> None:
    page.goto(console.base + "/")
    page.get_by_role("button", name="New thread").click()
    page.wait_for_url("**/?thread=*")
    page.wait_for_selector("#say")
