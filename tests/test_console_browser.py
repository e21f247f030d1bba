"""The console in a real browser: the whole tour, in both languages, by keyboard, with nothing asked of anybody."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from console_browser import Running, new_thread, newest_answer, say, watched_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest_plugins = ["console_fixtures"]
pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(600)]
VIOLATIONS = """axe.run().then(r => r.violations.map(
    v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | ')))"""
PAGES = ("/", "/step", "/memories", "/health")


def open_memory(page: Page, console: Running, text: str) -> None:
    page.goto(console.base + "/memories")
    page.get_by_role("button", name=text, exact=True).click()
    page.get_by_role("heading", name="Its life").wait_for()


def test_a_memory_is_recalled_edited_deleted_and_brought_back(page: Page, console: Running) -> None:
    new_thread(page, console)
    say(page, "I live in Berlin")
    new_thread(page, console)
    say(page, "Where do I live?")
    assert "Berlin" in newest_answer(page)
    page.locator("aside summary", has_text="Recalled (").wait_for()
    assert page.locator("aside details[open] a", has_text="I live in Berlin").count() >= 1

    open_memory(page, console, "I live in Berlin")
    page.get_by_label("Text").fill("I live in Lisbon")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("until it was edited").wait_for()
    new_thread(page, console)
    say(page, "Where do I live?")
    assert "Lisbon" in newest_answer(page)

    open_memory(page, console, "I live in Lisbon")
    page.get_by_role("button", name="Delete").click()
    page.locator("section.card .badge", has_text="deleted").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("section.card .badge", has_text="current").wait_for()
    page.keyboard.press("Escape")
    assert page.get_by_role("button", name="I live in Lisbon", exact=True).count() == 1


def test_a_tool_is_approved_by_a_button_and_can_be_refused(page: Page, console: Running) -> None:
    for press, mark in (("Approve", "✓"), ("Refuse", "✗")):
        new_thread(page, console)
        say(page, "Find flights from Beijing to Shanghai tomorrow")
        page.fill("#say", "Book the first one")
        page.press("#say", "Enter")
        page.get_by_role("button", name=press).click()
        page.locator("summary", has_text=f"book_flight {mark}").wait_for()


def test_another_thing_is_said_instead_and_an_answer_given_again(page: Page, console: Running) -> None:
    new_thread(page, console)
    say(page, "I like green tea")
    page.get_by_role("button", name="Say something else").click()
    page.locator(".q-dialog textarea").fill("I like black coffee")
    page.locator(".q-dialog").get_by_role("button", name="Send").click()
    page.locator(".said.user", has_text="black coffee").wait_for()
    page.get_by_role("button", name="Answer again").click()
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Answer again").wait_for()
    assert page.locator(".said.user").count() == 1
    assert page.get_by_text("green tea").count() == 0
    page.goto(console.base + "/memories")
    page.get_by_role("button", name="I like black coffee", exact=True).wait_for()
    assert page.get_by_role("button", name="I like green tea", exact=True).count() == 0


def test_a_thread_is_stepped_changed_forked_and_compared(page: Page, console: Running) -> None:
    page.goto(console.base + "/step")
    page.get_by_role("link", name="New thread").click()
    page.get_by_label("Your message").fill("What's the weather in Chengdu?")
    page.get_by_role("button", name="Bring it in, and stop").click()
    for node in ("retrieve_memory", "call_model", "execute_tools", "call_model"):
        page.get_by_role("heading", name=f"Next: {node}").wait_for()
        page.get_by_role("button", name="Run this node").click()
    page.get_by_role("heading", name="Next: write_back").wait_for()
    page.locator("details", has_text="Summary").last.locator("summary").first.click()
    page.get_by_label("Summary").fill("put in by hand")
    page.locator("details[open]", has_text="Summary").last.get_by_role("button", name="Put into the state").click()
    page.get_by_text("The state was changed.").wait_for()
    page.get_by_role("button", name="Run to the end").click()
    page.get_by_role("heading", name="At rest").wait_for()
    rows = page.locator("section[aria-label=Checkpoints] li")
    rows.nth(0).get_by_role("button", name="Compare: right").click()
    rows.nth(4).get_by_role("button", name="Compare: left").click()
    page.get_by_role("heading", name="Left and right").wait_for()
    assert page.locator(".diff .right").count() > 0
    here = page.url
    rows.nth(4).get_by_role("button", name="Fork").click()
    page.wait_for_url(lambda url: url != here)
    page.get_by_role("button", name="Run this node").wait_for()


def test_everything_can_be_done_by_keyboard_alone(page: Page, console: Running) -> None:
    page.goto(console.base + "/?thread=by-keyboard")
    page.wait_for_selector("#say")
    page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.id") == "say":
            break
        page.keyboard.press("Tab")
    page.keyboard.type("I like strong coffee", delay=15)
    assert page.input_value("#say") == "I like strong coffee"
    page.keyboard.press("Enter")
    page.locator(".said.assistant .acts").wait_for()
    assert page.input_value("#say") == ""
    page.keyboard.press("Control+Home")
    focus_on(page, "Memories")
    page.keyboard.press("Enter")
    page.wait_for_url("**/memories")
    page.get_by_role("button", name="I like strong coffee", exact=True).wait_for()
    focus_on(page, "I like strong coffee")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Its life").wait_for()
    focus_on(page, "Pin")
    page.keyboard.press("Enter")
    page.locator("section.card .badge", has_text="pinned").wait_for()
    page.keyboard.press("Escape")
    page.locator("section.card .badge", has_text="pinned").wait_for(state="hidden")


def focus_on(page: Page, text: str) -> None:
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == text:
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"{text} does not show that it has the focus"
            return
    raise AssertionError(f"{text} cannot be reached by Tab")


def test_both_languages_are_spoken_and_both_lights_shine(page: Page, console: Running) -> None:
    page.get_by_role("button", name="中文").click()
    page.get_by_role("link", name="记忆", exact=True).wait_for()
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    page.goto(console.base + "/?thread=zhongwen")
    page.wait_for_selector("#say")
    say(page, "我叫小明")
    assert "小明" in newest_answer(page)
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="浅色 / 深色").click()
    page.wait_for_function("c => getComputedStyle(document.body).backgroundColor != c", arg=before)
    for path in PAGES:
        page.goto(console.base + path)
        page.get_by_role("button", name="English").wait_for()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="中文").wait_for()


def test_a_phone_shows_every_page_without_scrolling_sideways(browser: Browser, console: Running) -> None:
    with watched_page(browser, console.base, viewport={"width": 375, "height": 740}) as page:
        page.goto(console.links[-1])
        console.next_link()
        for path in PAGES:
            page.goto(console.base + path)
            page.wait_for_timeout(800)
            assert page.evaluate("document.documentElement.scrollWidth") <= 375, path


def test_a_link_is_good_once_and_another_site_cannot_look(browser: Browser, console: Running) -> None:
    context = browser.new_context()
    page = context.new_page()
    used = page.goto(console.links[0])
    assert used is not None and used.status == 403
    assert page.get_by_text("used before").count() == 1
    other = context.request.get(console.base + "/", headers={"origin": "http://evil.example"})
    assert other.status == 403
    context.close()


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("axe")
    try:
        subprocess.run(["npm", "pack", "axe-core@4"], cwd=folder, check=True, capture_output=True, timeout=60)
        (packed,) = folder.glob("axe-core-*.tgz")
        subprocess.run(["tar", "xzf", packed.name], cwd=folder, check=True)
    except (OSError, subprocess.SubprocessError):
        pytest.skip("NOT CHECKED: accessibility; axe-core could not be had from npm")
    return (Path(folder) / "package" / "axe.min.js").read_text(encoding="utf-8")


def test_axe_finds_nothing_on_any_page_in_either_language_or_light(page: Page, console: Running, axe: str) -> None:
    new_thread(page, console)
    say(page, "What's the weather in Chengdu? I live in Oslo")
    found: dict[str, list[str]] = {}
    for language, light in (("English", "light"), ("中文", "dark")):
        page.goto(console.base + "/")
        page.wait_for_selector("#say")
        if page.get_by_role("button", name=language).count():
            page.get_by_role("button", name=language).click()
            page.wait_for_timeout(800)
        dark = page.evaluate("document.body.classList.contains('body--dark')")
        if dark != (light == "dark"):
            page.locator("header button").last.click()
            page.wait_for_timeout(300)
        for path in PAGES:
            page.goto(console.base + path)
            page.wait_for_timeout(700)
            page.locator("h1").wait_for(state="attached")
            page.evaluate("document.querySelectorAll('main details').forEach(d => { d.open = true })")
            if path == "/memories":
                page.locator("button.link").first.click()
                page.wait_for_timeout(900)
            page.evaluate(axe)
            broken = page.evaluate(VIOLATIONS)
            if broken:
                found[f"{path} {language} {light}"] = broken
    assert not found, "\n".join(f"{where}: {what}" for where, what in found.items())
