"""A turn in a real browser when it does not run through: stopped, gone on with, cleared away, refused by the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from console_browser import Running, new_thread, newest_answer, running_console, say
from strict_endpoint import Fault, StrictEndpoint

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest_plugins = ["console_fixtures"]
pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def endpoint() -> Iterator[StrictEndpoint]:
    with StrictEndpoint() as opened:
        yield opened


@pytest.fixture(scope="module")
def console(browser: Browser, endpoint: StrictEndpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    data = tmp_path_factory.mktemp("turns")
    (data / ".env").write_text(f"BETHINK_API_KEY={endpoint.key}\nBETHINK_MAX_RETRIES=0\n", encoding="utf-8")
    with running_console(data, "--base-url", endpoint.base_url, "--model", endpoint.model) as running:
        yield running


def test_a_turn_is_stopped_and_gone_on_with(page: Page, console: Running, endpoint: StrictEndpoint) -> None:
    new_thread(page, console)
    endpoint.fail(Fault("slow", delay_s=20))
    asked = len(endpoint.requests)
    page.fill("#say", "I live in Oslo")
    page.press("#say", "Enter")
    page.locator(".drawing .lit", has_text="call_model").wait_for()
    while len(endpoint.requests) == asked:
        page.wait_for_timeout(20)
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("This turn was broken off; what you said is kept.").wait_for()
    assert page.locator(".said.user", has_text="I live in Oslo").count() == 1
    page.get_by_role("button", name="Go on").click()
    page.locator(".said.assistant .acts").wait_for()
    assert page.get_by_text("This turn was broken off").count() == 0


def test_a_model_that_fails_is_told_and_the_turn_can_be_gone_on_with(
    page: Page, console: Running, endpoint: StrictEndpoint
) -> None:
    new_thread(page, console)
    endpoint.fail(Fault("500"))
    page.fill("#say", "What is 6 * 7?")
    page.press("#say", "Enter")
    page.locator(".q-notification").wait_for()
    assert endpoint.key not in page.content()
    page.get_by_role("button", name="Go on").click()
    page.locator(".said.assistant .acts").wait_for()


def test_a_thread_is_cleared_by_word_and_by_button(page: Page, console: Running) -> None:
    for press in (False, True):
        new_thread(page, console)
        say(page, "My name is Ann")
        assert newest_answer(page)
        if press:
            page.get_by_role("button", name="Clear").click()
        else:
            page.fill("#say", "/clear")
            page.press("#say", "Enter")
        page.get_by_text("Nothing has been said in this thread yet.").wait_for()
        assert page.locator(".said").count() == 0


def test_the_page_follows_what_is_said(page: Page, console: Running) -> None:
    new_thread(page, console)
    for number in range(7):
        say(page, f"This is sentence number {number}, and it is about nothing in particular.")
    in_sight = "at => at.top > 0 && at.bottom <= document.querySelector('.compose').getBoundingClientRect().top"
    page.wait_for_function(f"({in_sight})(document.querySelector('.log').lastElementChild.getBoundingClientRect())")
