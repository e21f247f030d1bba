"""A plugin for the tests in a browser: the browser, a console of the module's own, and a page that watches itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from console_browser import Running, open_browser, running_console, watched_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def console(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running_console(tmp_path_factory.mktemp("console")) as running:
        yield running


@pytest.fixture
def page(browser: Browser, console: Running) -> Iterator[Page]:
    with watched_page(browser, console.base) as opened:
        opened.goto(console.links[-1])
        console.next_link()
        opened.wait_for_selector("#say")
        yield opened
