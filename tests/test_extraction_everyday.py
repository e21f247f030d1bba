"""What is read generously, because it may end or correct something known, changes nothing in everyday talk."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from langchain_core.messages import HumanMessage
from langgraph.store.memory import InMemoryStore

from memory.conflict import decide
from memory.extraction import Candidate, extract
from memory.long_term import LongTermMemory

NOW = datetime(2025, 6, 4, 9, tzinfo=UTC)
CORPUS = Path(__file__).parent / "everyday_utterances.txt"
EVERYDAY = [line for line in CORPUS.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def said(text: str) -> list[Candidate]:
    return extract([HumanMessage(text.replace("\\n", "\n"), id="m")], now=NOW)


KNOWN = (
    "I work at Google. I live in Berlin. I'm vegetarian. I love jazz and hiking. My dog is called Rex. I'm Anna.",
    "I play tennis every Sunday. I drive a Tesla. I'm learning Spanish. I have a meeting with Bob on Friday.",
    "我老婆在百度上班。我喜欢喝咖啡。我打算四月去日本旅游。我每天跑步。我对花生过敏。",
)


def test_small_talk_ends_and_corrects_nothing_that_is_known() -> None:
    memory = LongTermMemory(InMemoryStore(), user_id="u", clock=lambda: NOW - timedelta(days=9))
    for place, text in enumerate(KNOWN):
        told = extract([HumanMessage(text, id=f"k{place}")], now=NOW - timedelta(days=9))
        memory.absorb(episodes=[], candidates=told, turn_id=f"k{place}")
    known = list(memory.scope.records())
    assert len(known) >= 14
    changed = {text: d.reason for text in EVERYDAY for c in said(text) if (d := decide(c, known, now=NOW)).targets}
    assert changed == {}
