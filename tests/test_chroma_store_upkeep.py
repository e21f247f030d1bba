"""Another embedder, a damaged index, and what a deletion leaves behind."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import PutOp
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore, check, rebuild, reindex
from memory.chroma_store.database import ChromaDatabase, Rows
from memory.chroma_store.layout import meta
from memory.errors import EmbedderMismatch, StoreDamaged, StoreLocked

WORDS = ["cats sleep", "dogs bark", "猫 睡觉", "trains run late", "soup is hot"]


def fill(path: Path, embedder: WordEmbeddings, count: int = 30) -> None:
    with ChromaStore.at(path, embeddings=embedder, shards=4) as store:
        store.batch([PutOp(("m", f"u{n % 5}"), f"k{n}", {"key": f"{WORDS[n % 5]} {n}", "n": n}) for n in range(count)])
        store.put(("m", "u0"), "plain", {"text": "not indexed"}, index=False)


class Interrupting(WordEmbeddings):
    """Embeds some texts, then breaks off as a killed process would."""

    def __init__(self, *, texts: int, seed: str) -> None:
        super().__init__(seed=seed)
        self.left = texts

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if len(texts) > 1 or not texts[0].startswith("The cat slept"):
            self.left -= len(texts)
            if self.left < 0:
                raise KeyboardInterrupt
        return super().embed_documents(texts)


def test_another_embedder_of_the_same_dimension_is_refused_with_the_command_that_helps(tmp_path: Path) -> None:
    fill(tmp_path, WordEmbeddings())
    with pytest.raises(EmbedderMismatch, match="bethink reindex"):
        ChromaStore.at(tmp_path, embeddings=WordEmbeddings(seed="another"))
    with pytest.raises(EmbedderMismatch):
        ChromaStore.at(tmp_path, embeddings=WordEmbeddings(dims=32))


def test_a_store_can_be_read_without_its_embedder(tmp_path: Path) -> None:
    fill(tmp_path, WordEmbeddings())
    with ChromaStore.at(tmp_path) as store:
        assert len(store.search(("m",), limit=100)) == 31
        store.delete(("m", "u0"), "plain")
        with pytest.raises(EmbedderMismatch):
            store.search(("m", "u0"), query="cats")
        with pytest.raises(EmbedderMismatch):
            store.put(("m", "u0"), "x", {"key": "cats"})


def test_reindex_lets_another_embedder_take_over_and_loses_nothing(tmp_path: Path) -> None:
    fill(tmp_path, WordEmbeddings())
    with ChromaStore.at(tmp_path) as store:
        before = {(i.namespace, i.key): (i.value, i.created_at, i.updated_at) for i in store.search((), limit=100)}
    steps: list[tuple[int, int]] = []
    other = WordEmbeddings(dims=32, seed="another")
    done = reindex(tmp_path, other, progress=lambda n, total: steps.append((n, total)))
    assert (done.items, done.embedded) == (31, 31)
    assert steps[-1] == (31, 31) and steps == sorted(steps)
    with ChromaStore.at(tmp_path, embeddings=other) as store:
        after = {(i.namespace, i.key): (i.value, i.created_at, i.updated_at) for i in store.search((), limit=100)}
        assert after == before
        assert store.search(("m", "u2"), query="猫 睡觉 7", limit=1)[0].key == "k7"
    assert check(tmp_path).leftovers == ()
    assert reindex(tmp_path, other).embedded == 0


def test_a_broken_off_reindex_goes_on_whatever_was_written_in_between(tmp_path: Path) -> None:
    first = WordEmbeddings()
    fill(tmp_path, first)
    with pytest.raises(KeyboardInterrupt):
        reindex(tmp_path, Interrupting(texts=20, seed="another"))
    with ChromaStore.at(tmp_path, embeddings=first) as store:
        assert store.search(("m", "u1"), query="dogs bark 1", limit=1)[0].key == "k1"
        store.put(("m", "u0"), "k0", {"key": "changed meanwhile"})
        store.put(("m", "u1"), "new", {"key": "added meanwhile"})
        store.delete(("m", "u2"), "k2")
    other = WordEmbeddings(seed="another")
    assert 2 <= reindex(tmp_path, other).embedded < 31
    with ChromaStore.at(tmp_path, embeddings=other) as store:
        assert len(store.search(("m",), limit=100)) == 31
        assert store.get(("m", "u2"), "k2") is None
        assert store.search(("m", "u0"), query="changed meanwhile", limit=1)[0].score == pytest.approx(1, abs=1e-3)
        assert store.search(("m", "u1"), query="added meanwhile", limit=1)[0].key == "new"


def test_reindex_waits_for_nobody_to_use_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.chroma_store.upkeep.LOCK_TIMEOUT_S", 0.1)
    with ChromaStore.shared(tmp_path, embeddings=WordEmbeddings(), linger_s=0.2), pytest.raises(StoreLocked):
        reindex(tmp_path, WordEmbeddings(seed="another"))


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[Path]:
    """A store whose index of one collection was lost: more rows than Chroma keeps in its queue, and no index files."""
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), shards=2) as store:
        store.batch([PutOp(("m", "u"), f"k{n}", {"key": f"word{n} word{n + 1}", "n": n}) for n in range(1200)])
        store.put(("m", "u"), "late", {"key": "late words"})
    for index in (tmp_path / "chroma").glob("*/header.bin"):
        shutil.rmtree(index.parent)
    yield tmp_path


def test_a_lost_index_is_named_as_damage_and_rebuilt_from_the_records(damaged: Path) -> None:
    with ChromaStore.at(damaged, embeddings=WordEmbeddings()) as store:
        assert len(store.search(("m", "u"), limit=2000)) == 1201
        with pytest.raises(StoreDamaged, match="--rebuild"):
            store.search(("m", "u"), query="word7 word8")
    health = check(damaged)
    assert not health.is_sound and health.items == 1201 and health.without_vector
    with pytest.raises(EmbedderMismatch):
        rebuild(damaged, WordEmbeddings(seed="another"))
    assert rebuild(damaged, WordEmbeddings()).items == 1201
    assert check(damaged).is_sound
    with ChromaStore.at(damaged, embeddings=WordEmbeddings()) as store:
        assert store.search(("m", "u"), query="word7 word8", limit=1)[0].key == "k7"
        assert len(store.search(("m", "u"), limit=2000)) == 1201


def test_a_sound_store_is_found_sound(tmp_path: Path) -> None:
    fill(tmp_path, WordEmbeddings())
    health = check(tmp_path)
    assert health.is_sound and health.items == 31 and health.embedder.startswith("WordEmbeddings")


def files_with(path: Path, planted: str) -> list[str]:
    found = [f for f in path.rglob("*") if f.is_file() and planted.encode() in f.read_bytes()]
    return [f.name for f in found]


@pytest.mark.parametrize("share", [False, True])
def test_scrub_leaves_no_byte_of_what_was_deleted_and_nobody_elses_items_change(tmp_path: Path, share: bool) -> None:
    embedder = WordEmbeddings()
    with ChromaStore(path=tmp_path, share=share, linger_s=0.2, embeddings=embedder, shards=2) as store:
        puts = [
            PutOp(("m", "gone"), f"k{n}", {"key": f"planted{n} 植入的秘密 {n}", "n": "planted"}) for n in range(600)
        ]
        store.batch([*puts, PutOp(("m", "gone"), "plain", {"text": "planted 植入的秘密"}, False)])
        store.batch([PutOp(("m", f"u{n % 7}"), f"k{n}", {"key": f"kept{n}", "n": n}) for n in range(100)])
        kept = [i for i in store.search(("m",), limit=1000) if i.namespace != ("m", "gone")]
        store.batch([PutOp(("m", "gone"), i.key, None) for i in store.search(("m", "gone"), limit=1000)])
        assert files_with(tmp_path, "planted")
        assert store.scrub(("m", "gone"))
        assert files_with(tmp_path, "planted") == files_with(tmp_path, "植入的秘密") == []
        assert files_with(tmp_path, "m/gone") == []
        after = store.search(("m",), limit=1000)
        assert sorted(after, key=lambda i: i.key) == sorted(kept, key=lambda i: i.key)
        assert store.search(("m", "u3"), query="kept3", limit=1)[0].key == "k3"
    assert files_with(tmp_path, "planted") == []


def test_what_a_crash_left_of_a_rewriting_is_put_right_at_the_next_opening(tmp_path: Path) -> None:
    fill(tmp_path, WordEmbeddings())
    with ChromaStore.at(tmp_path) as store:
        database = store._database
        name = next(c for c in sorted(database.collections()) if ".g1." in c)
        rows = database.get(name, include=("documents", "metadatas", "embeddings"))
        database.upsert(f"{name}.copy", rows.ids, rows.vectors, rows.documents, rows.metadatas)
        database.drop(name)
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        assert len(store.search(("m",), limit=100)) == 31
        store._database.upsert(f"{name}.copy", rows.ids[:1], rows.vectors[:1], rows.documents[:1], rows.metadatas[:1])
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        assert len(store.search(("m",), limit=100)) == 31
        assert not [c for c in store._database.collections() if c.endswith(".copy")]


def test_nobody_looks_for_what_has_expired_where_nothing_can(tmp_path: Path) -> None:
    def asked_at_opening() -> bool:
        looked = []
        inner = ChromaDatabase.get

        def noted(self: ChromaDatabase, name: str, **options: Any) -> Rows:
            looked.append("x" in (options.get("where") or {}))
            return inner(self, name, **options)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ChromaDatabase, "get", noted)
            with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
                store.list_namespaces()
                return any(looked)

    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        store.put(("m", "u"), "k", {"key": "tea"})
        layout = store._layout
    assert not asked_at_opening()
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:  # as an older version made it
        found = {k: v for k, v in layout.to_metadata().items() if k != "expires"}
        store._database.relabel(meta(layout.name), found)
    assert asked_at_opening()
    assert not asked_at_opening()
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        store.put(("m", "u"), "brief", {"key": "rain"}, ttl=1)
    assert asked_at_opening()
