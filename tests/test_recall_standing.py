"""What holds for every request of a kind comes to mind though no word of it is in the request."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from langgraph.store.memory import InMemoryStore

from memory.embeddings import LocalEmbeddings
from memory.long_term import LongTermMemory
from memory.recall.standing import TOPICS, bears
from memory.record import Kind

Told = tuple[str, Kind, str]
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def memory_with(*told: Told) -> LongTermMemory:
    embeddings = LocalEmbeddings()
    store = InMemoryStore(index={"dims": 512, "embed": embeddings, "fields": ["key"]})
    memory = LongTermMemory(store, user_id="u", clock=lambda: NOON)
    for text, kind, attribute in told:
        memory.remember(text, kind=kind, attribute=attribute)
    return memory


WINDOW: Told = ("我喜欢靠窗的座位", "preference", "seat_preference")
PEANUTS: Told = ("I'm allergic to peanuts", "profile", "allergy")
CHINESE: Told = ("以后都用中文回答", "preference", "reply_language")


@pytest.mark.parametrize(
    ("query", "recalled"),
    [
        ("帮我查一下明天北京飞深圳的机票", {WINDOW[0]}),
        ("Book me a train to Paris", {WINDOW[0]}),
        ("推荐一家餐厅", {PEANUTS[0]}),
        ("what should I cook tonight?", {PEANUTS[0]}),
        ("讲个笑话", set()),
        ("What is 2 + 2?", set()),
        ("hello", set()),
    ],
)
def test_a_request_calls_to_mind_what_bears_on_it_and_nothing_else(query: str, recalled: set[str]) -> None:
    memory = memory_with(WINDOW, PEANUTS)
    assert {r.record.text for r in memory.recall(query)} == recalled


def test_how_to_answer_bears_on_every_request() -> None:
    memory = memory_with(CHINESE, WINDOW)
    assert [r.record.text for r in memory.recall("hello")] == [CHINESE[0]]


def test_the_reason_is_shown() -> None:
    (found,) = memory_with(WINDOW).recall("帮我查一下明天北京飞深圳的机票")
    assert found.parts["standing"] == 1.0


def test_what_another_person_likes_bears_on_nothing() -> None:
    memory = memory_with()
    memory.remember("My sister likes aisle seats", kind="preference", subject="sister", attribute="seat_preference")
    assert memory.recall("Find me a flight to Rome") == []


def test_what_was_replaced_bears_on_nothing() -> None:
    memory = memory_with(WINDOW)
    memory.remember("我现在喜欢靠过道的座位", kind="preference", attribute="seat_preference")
    assert [r.record.text for r in memory.recall("帮我查一下明天北京飞深圳的机票")] == ["我现在喜欢靠过道的座位"]


def test_every_topic_speaks_both_languages() -> None:
    for attribute, topics in TOPICS.items():
        if topics != "*":
            assert any("\u4e00" <= c <= "\u9fff" for c in topics), attribute
            assert any(c.isascii() and c.isalpha() for c in topics), attribute
            assert all(bears(attribute, word) for word in topics.split()), attribute


def test_of_few_memories_only_those_that_bear_on_it_are_shown() -> None:
    memory = memory_with(
        ("My name is Ann", "profile", "name"), ("I live in Berlin", "profile", "home"), PEANUTS,
        ("I run every Sunday", "fact", "habit"), ("My sister Clara lives in Rome", "fact", ""),
    )  # fmt: skip
    shown = [r.record.text for r in memory.recall("What is my name?")]
    assert shown[0] == "My name is Ann"
    assert not {PEANUTS[0], "I run every Sunday", "I live in Berlin"} & set(shown)
    reasons = {w.record.text: w.reason for w in memory.why("What is my name?") if not w.taken}
    assert "no nearer to it than the average memory" in reasons["I run every Sunday"]


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        (("I moved to Munich", "profile", "home"), "Where do I live?"),
        (("I moved to Rome", "profile", "home"), "What is my home?"),
        (("我搬到杭州了", "profile", "home"), "我现在住哪里"),
        (("跳槽到字节了", "profile", "employer"), "我在哪家公司上班？"),
        (("Everybody calls me Bob", "profile", "name"), "what's my name"),
    ],
)
def test_what_is_asked_for_by_its_attribute_comes_to_mind(told: Told, asked: str) -> None:
    memory = memory_with(told, WINDOW)
    assert told[0] in [r.record.text for r in memory.recall(asked)]
    assert told[0] not in [r.record.text for r in memory.recall("How does the stock market work?")]


def test_where_one_lives_is_not_what_one_does_for_a_living() -> None:
    home: Told = ("I moved to Munich", "profile", "home")
    job: Told = ("I became an engineer", "profile", "job_title")
    for asked, meant in (("Where do I live?", home), ("What do I do for a living?", job)):
        ranked = memory_with(home, job).why(asked)
        assert [w.record.text for w in ranked if w.parts.get("standing")] == [meant[0]]
