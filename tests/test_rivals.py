"""What a turn is held against is found by few reads, however much the user has, and whoever wrote it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from counted_database import count_calls
from word_embeddings import WordEmbeddings

from memory.attributes import ATTRIBUTES
from memory.chroma_store import ChromaStore
from memory.extraction import Candidate
from memory.lexical import Lexicon
from memory.long_term import LongTermMemory
from memory.long_term.rivals import LOOKED_THROUGH, NEAREST, look_up
from memory.record import FILTERED, MemoryRecord, record_id
from memory.scope import Scope

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def record(text: str, number: int, kind: str = "episode", **known: str) -> MemoryRecord:
    when = datetime(2025, 1, 1 + number // 1000, number // 60 % 24, number % 60, tzinfo=UTC)
    return MemoryRecord(
        id=record_id("u", text, str(number)), user_id="u", kind=kind, text=text,  # type: ignore[arg-type]
        created=when, updated=when, valid_from=when, **known,  # type: ignore[arg-type]
    )  # fmt: skip


def rivals(scope: Scope, text: str, *, corrects: bool = False, attribute: str = "") -> list[str]:
    candidate = Candidate(
        text=text, kind="fact", attribute=attribute, corrects=corrects, only_changes=corrects, message_id="m"
    )
    return [r.text for r in look_up(scope, [candidate], ATTRIBUTES, ids=["none"]).rivals.values()]


def test_a_turn_is_held_against_what_is_known_by_one_search_and_one_read(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), tagged=FILTERED) as store:
        scope = LongTermMemory(store, user_id="u").scope
        scope.put([record(f"the kite {n} is red", n, "fact") for n in range(NEAREST)])
        scope.put([record(f"the kite {n} flew", n) for n in range(2 * LOOKED_THROUGH)])
        rivals(scope, "the kite is blue")  # the index is read the first time
        counted = count_calls(store)
        assert len(rivals(scope, "the kite is blue")) == NEAREST
        assert counted.calls == ["query", "get"]


def test_a_statement_is_found_near_beneath_any_number_of_episodes(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), tagged=FILTERED) as store:
        scope = LongTermMemory(store, user_id="u").scope
        scope.put([record(f"a kite flew, and kite {n} fell", n) for n in range(2 * LOOKED_THROUGH)])
        scope.put([record(f"boat {n} is green", 300 + n, "fact") for n in range(2 * NEAREST)])
        scope.put([record("the kite has a tail and a name", 900, "preference")])
        found = rivals(scope, "a kite flew, and a kite fell")
        assert "the kite has a tail and a name" in found
        assert len(found) == NEAREST


def test_a_bare_correction_meets_the_newest_of_many_statements(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), tagged=FILTERED) as store:
        scope = LongTermMemory(store, user_id="u").scope
        scope.put([record(f"thing {n} is so", n, "fact") for n in range(700)])
        found = rivals(scope, "Lausanne", corrects=True)
        assert "thing 699 is so" in found
        assert "thing 1 is so" not in found


def test_what_another_process_has_written_since_is_met(tmp_path: Path) -> None:
    """Two lexicons stand for two processes: the second has not seen what the first one wrote."""
    with (
        ChromaStore.at(tmp_path / "chroma", embeddings=WordEmbeddings(), tagged=FILTERED) as store,
        Lexicon(tmp_path / "one.sqlite3") as one,
        Lexicon(tmp_path / "two.sqlite3") as two,
    ):
        here, there = Scope(store, "u", lexical=one), Scope(store, "u", lexical=two)
        here.put([record("User lives in Rome", 1, "fact", attribute="home", value="Rome")])
        assert rivals(there, "User lives in Oslo", attribute="home") == ["User lives in Rome"]
        here.put([record("User lives in Pisa", 2, "fact", attribute="home", value="Pisa")])
        assert set(rivals(there, "a word of its own", attribute="home")) == {"User lives in Rome", "User lives in Pisa"}


def test_a_store_with_other_tags_is_searched_kind_by_kind(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), tagged=("status",)) as store:
        scope = LongTermMemory(store, user_id="u").scope
        scope.put([record("a kite flew, and a kite fell", n) for n in range(2 * LOOKED_THROUGH)])
        scope.put([record("the kite has a tail", 900, "preference")])
        assert rivals(scope, "a kite flew, and a kite fell") == ["the kite has a tail"]


def test_an_index_that_took_part_from_the_first_write_is_in_step(tmp_path: Path) -> None:
    with (
        ChromaStore.at(tmp_path / "chroma", embeddings=WordEmbeddings(), tagged=FILTERED) as store,
        Lexicon(tmp_path / "one.sqlite3") as lexicon,
    ):
        scope = Scope(store, "u", lexical=lexicon)
        assert lexicon.stamp("u") is None
        for number in range(2):
            scope.put([record("the kite is red", number, "fact")])
            assert lexicon.stamp("u") == scope.stamp()
