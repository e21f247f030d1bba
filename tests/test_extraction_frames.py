"""The same statement in every frame that people put it in: the grid finds what single examples do not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from langchain_core.messages import HumanMessage
from langgraph.store.memory import InMemoryStore
from statement_frames import CHANGES, FRAMES, OTHERS, STATEMENTS

from memory.extraction import Candidate, extract
from memory.long_term import LongTermMemory, Utterance
from memory.record import MemoryRecord

NOW = datetime(2025, 6, 4, 9, tzinfo=UTC)
PEOPLE = {"family", "friend", "partner"}
"""What naming somebody tells about the user."""


def said(text: str) -> list[Candidate]:
    """Give what is read in one message."""
    return extract([HumanMessage(text, id="m")], now=NOW)


@pytest.mark.parametrize("language", sorted(STATEMENTS))
def test_a_statement_is_read_in_nearly_every_frame(language: str) -> None:
    grid = [(frame.format(said), name) for frame in FRAMES[language] for said, name in STATEMENTS[language].items()]
    missed = [t for t, name in grid if not any(c.attribute == name and c.subject == "user" for c in said(t))]
    assert len(grid) >= 300
    assert len(missed) <= len(grid) * 0.01, missed


@pytest.mark.parametrize("language", sorted(OTHERS))
def test_what_is_said_of_somebody_else_is_read_as_theirs_alone(language: str) -> None:
    who, what = OTHERS[language]
    wrong = []
    for person in who:
        for statement, name in what.items():
            found = said(person.format(statement))
            theirs = any(c.attribute == name and c.subject != "user" for c in found)
            mine = [c for c in found if c.subject == "user" and c.attribute not in PEOPLE]
            if mine or not theirs:
                wrong.append(person.format(statement))
    assert not wrong


def told(*texts: str) -> list[MemoryRecord]:
    """Tell these to a fresh memory, three weeks apart, and give its records."""
    moment = [NOW]
    memory = LongTermMemory(InMemoryStore(), user_id="u", clock=lambda: moment[0])
    for place, text in enumerate(texts):
        moment[0] += timedelta(days=20)
        id = str(place)
        episode = Utterance(text=text, speaker="user", said_at=moment[0], thread_id="t", message_id=id, position=place)
        found = extract([HumanMessage(text, id=id)], now=moment[0])
        memory.absorb(episodes=[episode], candidates=found, turn_id=id)
    return [r for r in memory.scope.records() if r.kind != "episode"]


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(CHANGES))
def test_a_change_in_nearly_every_wording_leaves_the_new_value_alone(language: str) -> None:
    count, wrong = 0, []
    for attribute, (statement, wordings, values) in CHANGES[language].items():
        for wording in wordings:
            for old, new in ((values[0], values[1]), (values[-1], values[0])):
                count += 1
                turns = (statement.format(old), wording.format(o=old, n=new))
                current = [r for r in told(*turns) if r.is_current and r.attribute == attribute and r.subject == "user"]
                if len(current) != 1 or new.lower() not in current[0].value.lower():
                    wrong.append(turns)
    assert count >= 120
    assert len(wrong) <= count * 0.03, wrong
