"""A correction or an ending that names nothing finds what was said last, however far it is in meaning."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from langchain_core.messages import HumanMessage
from langgraph.store.base import IndexConfig
from langgraph.store.memory import InMemoryStore
from long_term_places import DIMS, embed

from memory.extraction import extract
from memory.long_term import LongTermMemory

CITIES = (
    "Rome",
    "Oslo",
    "Bonn",
    "Turin",
    "Lyon",
    "Porto",
    "Cork",
    "Bern",
    "Graz",
    "Linz",
    "Brno",
    "Riga",
    "Pisa",
    "Bari",
    "Nice",
    "Metz",
    "Kiel",
    "Jena",
    "Ulm",
    "Trier",
)


def far_apart(texts: Sequence[str]) -> list[list[float]]:
    """Put what was said last, and nothing else, where no correction is near."""
    loved = embed("i love")
    return [
        [-x for x in loved]
        if "Geneva" in text or "tennis" in text
        else loved
        if "Lausanne" in text or "gave" in text
        else embed(text)
        for text in texts
    ]


@pytest.mark.parametrize(
    ("told", "then", "stands", "gone"),
    [
        ("I'm from Geneva.", "No, it's Lausanne.", "Lausanne", "Geneva"),
        ("I love tennis.", "I gave it up.", "", "tennis"),
    ],
)
def test_what_was_said_last_is_found_among_many_nearer_facts(told: str, then: str, stands: str, gone: str) -> None:
    moment = [datetime(2025, 1, 6, 12, tzinfo=UTC)]
    index: IndexConfig = {"dims": DIMS, "embed": far_apart, "fields": ["key"]}
    memory = LongTermMemory(InMemoryStore(index=index), user_id="u", clock=lambda: moment[0])
    visits = [f"I love {name}." for name in CITIES]
    for place, text in enumerate((*visits, told, then)):
        moment[0] += timedelta(days=1)
        found = extract([HumanMessage(text, id=f"m{place}")], now=moment[0])
        memory.absorb(episodes=[], candidates=found, turn_id=f"m{place}")
    texts = [r.text for r in memory.scope.records() if r.is_current and r.subject == "user"]
    assert not any(gone in t for t in texts)
    assert any(stands in t for t in texts)
