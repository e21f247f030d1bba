"""Small stories of how what is known about somebody changes, and how they are judged.

A line of `update_stories.jsonl` is a story: what the user says on which day, what must be current then (subject and
attribute, and words that its text or value holds), what must have been superseded, what must still stand, and what must
be gone without a trace. Stories marked `held_out` were written before any rule was fitted to the others and are not to
be fitted to; their share right is reported apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from langchain_core.messages import HumanMessage
from langgraph.store.memory import InMemoryStore

from memory.extraction import extract
from memory.long_term import LongTermMemory, Utterance
from memory.record import MemoryRecord
from memory.subjects import subject_named

PATH = Path(__file__).with_suffix(".jsonl")


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """One story."""

    id: str
    held_out: bool
    turns: tuple[tuple[str, str], ...]
    current: dict[str, str | list[str]]
    superseded: tuple[str, ...]
    untouched: tuple[str, ...]
    erased: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a story."""

    wrong: tuple[str, ...]
    """What is not as it should be; empty: the story is right."""
    collateral: tuple[str, ...]
    """Records that a later turn superseded and that it should not have. Within one turn the last word holds."""


def stories() -> Iterator[Story]:
    """Give every story."""
    for line in PATH.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        yield Story(
            id=told["id"],
            held_out=told["held_out"],
            turns=tuple((day, text) for day, text in told["turns"]),
            current=told["current"],
            superseded=tuple(told["superseded"]),
            untouched=tuple(told["untouched"]),
            erased=tuple(told["erased"]),
        )


def tell(story: Story) -> list[MemoryRecord]:
    """Tell the story to a fresh memory by rules alone, and give every record of it afterwards, episodes apart."""
    moment = [datetime.now(UTC)]
    memory = LongTermMemory(InMemoryStore(), user_id="u", clock=lambda: moment[0])
    for place, (day, text) in enumerate(story.turns):
        moment[0] = datetime.fromisoformat(f"{day}T12:{place:02}:00+00:00")
        id = f"m{place}"
        said = Utterance(text=text, speaker="user", said_at=moment[0], thread_id="t", message_id=id, position=2 * place)
        found = extract([HumanMessage(text, id=id)], now=moment[0])
        memory.absorb(episodes=[said], candidates=found, turn_id=id)
    return [r for r in memory.scope.records() if r.kind != "episode"]


def judge(story: Story, records: list[MemoryRecord]) -> Outcome:
    """Hold what became of the story against what should have."""
    standing = [r for r in records if r.is_current]
    ended = [r for r in records if r.status == "superseded"]
    wrong: list[str] = []
    for about, words in story.current.items():
        subject, _, attribute = about.rpartition(".")
        texts = [
            f"{r.value} {r.text}"
            for r in standing
            if subject_named(r.subject) == subject_named(subject) and r.attribute == attribute
        ]
        for word in [words] if isinstance(words, str) else words:
            if not any(word.casefold() in t.casefold() for t in texts):
                wrong.append(f"{about} should hold {word}: {texts}")
    for words in story.superseded:
        if not any(words in r.text for r in ended):
            wrong.append(f"{words} should be superseded: {[r.text for r in standing]}")
    for words in story.untouched:
        if not any(words in r.text for r in standing):
            wrong.append(f"{words} should still stand: {[r.text for r in standing]}")
    wrong.extend(f"{words} should be gone" for words in story.erased if any(words in r.text for r in records))
    created = {r.id: r.created for r in records}
    replaced = [r for r in ended if created.get(r.superseded_by, r.created) > r.created]
    collateral = tuple(r.text for r in replaced if not any(words in r.text for words in story.superseded))
    return Outcome(wrong=tuple(wrong), collateral=collateral)
