"""Erasing through long-term memory leaves no byte of the text in the store's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.chroma_store import ChromaStore
from memory.embeddings import LocalEmbeddings
from memory.long_term import LongTermMemory

SECRETS = [f"My locker at the station is number {n}77{n}." for n in range(12)] + ["我的储物柜密码是向日葵。"]


def files_with(path: Path, text: str) -> list[str]:
    forms = [text.encode(), text.encode("utf-16-le"), text.encode("utf-16-be")]
    return [f.name for f in path.rglob("*") if f.is_file() for raw in [f.read_bytes()] if any(x in raw for x in forms)]


@pytest.mark.parametrize("share", [False, True], ids=["alone", "shared"])
def test_a_forgotten_user_leaves_no_byte_and_the_others_lose_nothing(tmp_path: Path, share: bool) -> None:
    with ChromaStore(path=tmp_path, share=share, linger_s=0.2, embeddings=LocalEmbeddings()) as store:
        gone, kept = LongTermMemory(store, user_id="gone@x.y"), LongTermMemory(store, user_id="kept")
        for secret in SECRETS:
            gone.remember(secret)
        for n in range(20):
            kept.remember(f"They planted tree number {n} in the garden.")
        before = sorted(r.id for r in kept.current())
        assert files_with(tmp_path, SECRETS[3])
        assert sum(gone.forget_everything().values()) >= len(SECRETS)
        assert [s for s in SECRETS if files_with(tmp_path, s)] == []
        assert sorted(r.id for r in kept.current()) == before
        assert kept.recall("which tree did they plant?")


def test_an_erased_record_leaves_no_byte(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=LocalEmbeddings()) as store:
        memory = LongTermMemory(store, user_id="u")
        written = memory.remember("My locker number is 90210.")
        memory.remember("I like tea.")
        assert written.record is not None
        memory.erase(written.record.id)
        assert files_with(tmp_path, "90210") == []
        assert files_with(tmp_path, "I like tea.")
