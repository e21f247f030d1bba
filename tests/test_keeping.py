"""What a finished turn leaves in long-term memory, and what it does not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.store.memory import InMemoryStore

from memory.extraction import extract
from memory.long_term import LongTermMemory
from nodes.keeping import Keepsake, _keepsake

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def kept(turn: list[AnyMessage]) -> Keepsake:
    keepsake = _keepsake(turn, "t", 1, None, NOW)
    return keepsake.with_candidates(extract(turn, now=NOW))


def told(keepsake: Keepsake) -> list[str]:
    memory = LongTermMemory(InMemoryStore(), user_id="u", clock=lambda: NOW)
    keepsake.absorb(memory)
    return [r.text for r in memory.scope.records()]


@pytest.mark.parametrize(
    ("wish", "answer", "word"),
    [
        ("Please forget that I like wine.", "Done, I have forgotten: you like wine.", "wine"),
        ("请忘掉我喜欢红酒", "好的，已经忘掉：你喜欢红酒。", "红酒"),
    ],
)
def test_the_answer_to_a_wish_to_forget_does_not_bring_back_what_was_forgotten(
    wish: str, answer: str, word: str
) -> None:
    by_rule: list[AnyMessage] = [HumanMessage(wish, id="m1"), AIMessage(answer, id="m2")]
    assert not any(word in text for text in told(kept(by_rule)))
    call = {"name": "forget_memory", "args": {"text_or_id": word}, "id": "c1"}
    by_tool: list[AnyMessage] = [
        HumanMessage("Do as I said.", id="m1"),
        AIMessage("", tool_calls=[call]),
        ToolMessage("forgotten", tool_call_id="c1", name="forget_memory"),
        AIMessage(answer, id="m2"),
    ]
    assert not any(word in text for text in told(kept(by_tool)))


def test_any_other_answer_is_kept_beside_what_the_user_said() -> None:
    turn: list[AnyMessage] = [HumanMessage("I like wine.", id="m1"), AIMessage("Wine it is.", id="m2")]
    assert {"I like wine.", "Wine it is."} <= set(told(kept(turn)))
