"""Memories in a real browser: pinned, merged, reviewed, walked, taken out, brought in, erased, and only looked at."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from console_browser import Running, running_console, watched_page
from console_desk import NOW, fact

from graph import open_agent

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest_plugins = ["console_fixtures"]
pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def filled(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a data directory with memories that were never said in a turn: doubled, contradicting, many."""
    data = tmp_path_factory.mktemp("memories")
    with open_agent(data_dir=data, chroma="alone") as agent:
        homes = [fact(n, f"I live in {c}", attribute="home", kind="profile") for n, c in ((2, "Bonn"), (1, "Rome"))]
        twice = [fact(4, "My sister Mia plays chess"), fact(5, "My sister Mia plays chess!")]
        many = [fact(n + 10, f"The shelf holds box number {n}", links=()) for n in range(60)]
        agent.memory("ann").scope.put([*homes, *twice, *many])
        agent.ask("I like rye bread", user_id="ann", thread_id="breakfast")
    return data


@pytest.fixture(scope="module")
def console(filled: Path) -> Iterator[Running]:
    with running_console(filled) as running:
        yield running


def memories(page: Page, console: Running) -> None:
    page.goto(console.base + "/memories")
    page.locator("tbody tr").first.wait_for()


def unfold(page: Page, title: str) -> None:
    page.locator("main details > summary", has_text=title).first.click()


def test_the_table_is_paged_sorted_filtered_and_searched_as_recall_does(page: Page, console: Running) -> None:
    memories(page, console)
    assert page.locator("tbody tr").count() == 25
    page.get_by_text("page 1 of 3").wait_for()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("page 2 of 3").wait_for()
    page.get_by_role("button", name="Memory", exact=True).click()
    page.locator("th[aria-sort=ascending]", has_text="Memory").wait_for()
    page.get_by_label("Kind").select_option("preference")
    page.get_by_text("1 memory", exact=True).wait_for()
    page.get_by_label("Kind").select_option("")
    page.get_by_label("Source").select_option("breakfast")
    page.get_by_text("1 memory", exact=True).wait_for()
    page.get_by_label("Source").select_option("")
    page.get_by_role("searchbox").fill("Where do I live?")
    page.get_by_role("searchbox").press("Enter")
    page.get_by_text("would be recalled, ").wait_for()
    page.locator("tbody summary", has_text="would be recalled").first.click()
    page.locator("tbody details[open] .meter").first.wait_for()


def test_memories_are_pinned_merged_and_reviewed(page: Page, console: Running) -> None:
    memories(page, console)
    unfold(page, "To be looked at")
    page.get_by_role("button", name="Look for them").click()
    page.get_by_text("2 found").wait_for()
    contradiction = page.get_by_role("region", name="Only one can hold")
    contradiction.locator(".row", has_text="I live in Rome").get_by_role("button", name="Keep this one").click()
    contradiction.wait_for(state="hidden")
    duplicate = page.get_by_role("region", name="Say the same")
    duplicate.get_by_role("button", name="Leave as they are").click()
    duplicate.wait_for(state="hidden")
    page.get_by_label("Kind").select_option("profile")
    page.get_by_text("1 memory", exact=True).wait_for()
    assert page.get_by_role("button", name="I live in Rome", exact=True).count() == 1

    page.get_by_label("Kind").select_option("")
    for text in ("My sister Mia plays chess", "My sister Mia plays chess!"):
        page.get_by_label(f"Choose: {text}", exact=True).check()
    page.get_by_role("button", name="Merge the chosen").click()
    page.get_by_text("Merged; undo takes it back.").first.wait_for()
    page.get_by_text("63 memories").wait_for()
    page.get_by_role("button", name="I like rye bread", exact=True).click()
    page.get_by_role("heading", name="Its life").wait_for()
    page.get_by_role("button", name="Pin").click()
    page.locator("section.card .badge", has_text="pinned").wait_for()
    page.get_by_role("link", name="Open the thread breakfast").click()
    page.locator(".said.user", has_text="rye bread").wait_for()
    page.locator("aside details[open] a", has_text="I like rye bread").wait_for()
    memories(page, console)
    assert page.locator("tbody tr").first.locator(".badge", has_text="pinned").count() == 1, "pinned ones stand first"


def test_the_links_are_drawn_and_walked(page: Page, console: Running) -> None:
    memories(page, console)
    unfold(page, "How they hang together")
    page.get_by_role("button", name="Draw").click()
    page.locator("main canvas").first.wait_for()
    page.locator("li.row button").first.click()
    dialog = page.get_by_role("dialog")
    dialog.locator("summary", has_text="Belongs with").click()
    dialog.locator("details[open] button.link").first.click()
    dialog.get_by_role("heading", name="Its life").wait_for()


def test_the_page_of_health_says_what_doctor_says_and_draws_the_gate(page: Page, console: Running) -> None:
    page.goto(console.base + "/health")
    doctor = page.get_by_role("region", name="What doctor says")
    for part in ("versions", "directory", "tokenizer", "model", "embedder", "store", "checkpoints", "outbox"):
        doctor.locator(".badge", has_text=part).first.wait_for()
    assert doctor.locator(".badge.bad").count() == 0, doctor.inner_text()
    page.get_by_role("button", name="Draw").click()
    page.get_by_text("In force:").wait_for()
    page.get_by_role("img", name="The gate").locator("canvas").wait_for()
    assert page.get_by_role("region", name="How much there is").get_by_text("current memories").count() == 1


def test_memories_go_out_come_in_and_a_user_is_forgotten(page: Page, console: Running, tmp_path: Path) -> None:
    memories(page, console)
    before = page.locator("main p.soft", has_text="memories").first.inner_text()
    unfold(page, "Export, import, tidy, forget")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    path = tmp_path / "ann.jsonl"
    download.value.save_as(path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 60

    page.get_by_label("Type the user's name to confirm").fill("bob")
    page.get_by_role("button", name="Forget this user").click()
    page.get_by_text("nothing was erased").first.wait_for()
    page.get_by_label("Type the user's name to confirm").fill("ann")
    page.get_by_role("button", name="Forget this user").click()
    page.get_by_text("Forgotten.").first.wait_for()
    page.get_by_text("No memories", exact=True).wait_for()
    assert page.locator("main td.num", has_text="6").count() >= 1, "the counts are shown"

    for done in (re.compile(r"Imported: [1-9]\d* added"), "Imported: 0 added"):  # the same file again changes nothing
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Import a file").click()
        chooser.value.set_files(path)
        page.get_by_text(done).wait_for()
        page.get_by_text(before, exact=True).wait_for()
    page.get_by_role("button", name="Tidy").click()
    page.get_by_text("went cold").wait_for()


def test_a_console_that_only_looks_shows_everything_and_changes_nothing(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = tmp_path_factory.mktemp("looked_at")
    with open_agent(data_dir=data, chroma="alone") as agent:
        agent.ask("I live in Oslo", user_id="ann", thread_id="t")
        agent.memory("ann").scope.put([fact(1, "put in", valid_from=NOW - timedelta(days=9))])
    with (
        running_console(data, "--read-only") as looking,
        watched_page(browser, looking.base, viewport={"width": 375, "height": 740}) as page,
    ):
        page.goto(looking.links[-1])
        page.get_by_text("read only").wait_for()
        page.locator(".said.assistant .acts").wait_for()
        assert page.locator("textarea").count() == 0
        for path, shows in (("/step", "Checkpoints"), ("/memories", "I live in Oslo"), ("/health", "What doctor says")):
            page.goto(looking.base + path)
            page.get_by_text(shows).first.wait_for()
            for change in ("Save", "Delete", "Fork", "Go back here", "Put into the state", "Add a memory", "Tidy"):
                assert page.get_by_role("button", name=change, exact=True).count() == 0, change
            assert page.evaluate("document.documentElement.scrollWidth") <= 375, path
