"""No key, password or card number is stored, whoever writes, in whatever words it came."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from long_term_places import CountingStore, Ticking
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore
from memory.long_term import LongTermMemory, Utterance
from memory.outbox import Outbox
from nodes.keeping import Keepsake, put_aside

KEY, CARD, WORD = "sk-proj-abcdefghijklmnopqrstuvwxyz1234567890", "4111 1111 1111 1111", "hunter2-xyz"
TOLD = [
    f"My key is {KEY}. I live in Berlin.",
    f"卡号是{CARD}，我住在柏林。",
    f"my wifi password is {WORD}, and I live in Berlin",
]


def utterance(text: str, context: str = "") -> Utterance:
    said_at = datetime(2026, 1, 1, tzinfo=UTC)
    return Utterance(
        text=text, speaker="user", said_at=said_at, thread_id="t", message_id=f"m{len(text)}", position=0,
        context=context,
    )  # fmt: skip


def everything(memory: LongTermMemory) -> str:
    return json.dumps([i.value for i in memory.scope.everything()], ensure_ascii=False)


@pytest.mark.parametrize("text", TOLD)
def test_what_was_said_is_archived_without_its_secret(text: str) -> None:
    memory = LongTermMemory(CountingStore(), user_id="u", clock=Ticking())
    memory.absorb(episodes=[utterance(text), utterance("And then?", context=text)], candidates=[], turn_id="1")
    kept = everything(memory)
    assert not any(secret in kept for secret in (KEY, CARD, WORD))
    assert "Berlin" in kept or "柏林" in kept


@pytest.mark.parametrize("text", TOLD)
def test_no_secret_goes_to_the_embedder_of_an_archive_either(tmp_path: Path, text: str) -> None:
    embedder = WordEmbeddings()
    with ChromaStore.at(tmp_path, embeddings=embedder) as store:
        memory = LongTermMemory(store, user_id="u", clock=Ticking())
        memory.absorb(episodes=[utterance(text), utterance("And then?", context=text)], candidates=[], turn_id="1")
    embedded = "\n".join(text for call in embedder.calls for text in call)
    assert "And then?" in embedded
    assert not any(secret in embedded for secret in (KEY, CARD, WORD))


def test_neither_remembering_nor_editing_nor_importing_stores_one(tmp_path: Path) -> None:
    memory = LongTermMemory(CountingStore(), user_id="u", clock=Ticking())
    one = memory.remember(TOLD[0]).record
    memory.remember("I keep it in a drawer", kind="session_summary", subject="session")
    memory.edit(one.id, text=TOLD[2])
    foreign = tmp_path / "mem0.json"
    foreign.write_text(json.dumps({"results": [{"id": "1", "memory": TOLD[1], "user_id": "u"}]}), encoding="utf-8")
    memory.import_(foreign)
    kept = everything(memory)
    assert not any(secret in kept for secret in (KEY, CARD, WORD))
    assert kept.count("[…]") >= 3


def test_what_is_given_back_is_what_is_stored_and_a_repetition_is_known() -> None:
    clock = Ticking()
    memory = LongTermMemory(CountingStore(), user_id="u", clock=clock)
    first = memory.remember(TOLD[2])
    clock.forward(days=1)
    again = memory.remember(TOLD[2])
    assert WORD not in first.record.text
    assert again.action == "reinforced"
    edited = memory.edit(first.record.id, text=TOLD[0])
    assert edited == memory.get(first.record.id) and KEY not in edited.text


def test_a_turn_that_waits_waits_without_its_secret(tmp_path: Path) -> None:
    with Outbox(tmp_path / "outbox.sqlite3") as outbox:
        keepsake = Keepsake(turn_id="1", thread_id="t", episodes=(utterance(TOLD[0], context=TOLD[2]),))
        assert put_aside(keepsake, "u", outbox)
    written = b"".join(p.read_bytes() for p in tmp_path.iterdir())
    assert b"Berlin" in written
    assert not any(secret.encode() in written for secret in (KEY, WORD))
