"""Ten thousand memories are read once, by whoever comes first, and turned over without reading again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from console_desk import NOW, fact

from graph.console.listing import PAGE_SIZE, Listing, View
from memory.long_term import LongTermMemory
from memory.scope import Scope

MANY = 10_000


class Read:
    """How often a shelf of records was read whole."""

    def __init__(self) -> None:
        self.times = 0


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    """Ten thousand records on the shelf, and a count of how often they are asked for."""
    counted = Read()
    many = [fact(n, f"The shelf holds box number {n}") for n in range(MANY)]

    def records(self: Scope, *, shelf: str = "records", filter: Any = None) -> Iterator[Any]:
        counted.times += shelf == "records"
        yield from many if shelf == "records" else []

    monkeypatch.setattr(Scope, "records", records)
    return counted


@pytest.fixture
def listing() -> Listing:
    from langgraph.store.memory import InMemoryStore

    return Listing(LongTermMemory(InMemoryStore(), user_id="ann", clock=lambda: NOW))


def test_pages_are_turned_sorted_and_filtered_without_reading_again(listing: Listing, read: Read) -> None:
    views = [View(), View(page=7), View(sort="text"), View(kinds=("profile",)), View(within_days=30), View(page=10**6)]
    pages = [listing.page(view) for view in views]
    assert read.times == 1 and pages[0].total == MANY and len(pages[0].rows) == PAGE_SIZE
    assert pages[-1].page == pages[0].pages - 1 and pages[3].total == 0
    listing.sources()
    assert read.times == 1


def test_many_browsers_at_once_read_once(listing: Listing, read: Read) -> None:
    ready = threading.Barrier(6)

    def look() -> None:
        ready.wait()
        listing.page(View())

    browsers = [threading.Thread(target=look) for _ in range(6)]
    for one in browsers:
        one.start()
    for one in browsers:
        one.join()
    assert read.times == 1


def test_a_write_elsewhere_is_read_before_the_next_page_is_shown(listing: Listing, read: Read) -> None:
    listing.page(View())
    listing.memory.remember("I live in Oslo")
    before = read.times
    listing.page(View())
    assert read.times == before + 1
