"""The lexical index: words of both languages, right after every change, in every process, and nothing left behind."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lexical_records import SAID, record, talk

from memory.errors import StoreDamaged
from memory.lexical import Lexicon, content_words, words
from memory.lexical.entry import Entry, hashed
from memory.lexical.lexicon import _entry
from memory.lexical.postings import Postings
from memory.record import MemoryRecord


def found(lexicon: Lexicon, query: str, user: str = "u") -> list[str]:
    """Give the ids of the records that share a word with the query, best first."""
    index = lexicon.user(user)
    asked = np.array([hashed(w) for w in words(query)], np.uint64)
    scores = index.words_of(asked, np.ones(len(asked), np.float32))
    return [index.ids[s] for s in np.argsort(-scores, kind="stable") if scores[s] > 0]


@pytest.fixture(params=["memory", "file"])
def lexicon(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Lexicon]:
    with Lexicon(None if request.param == "memory" else tmp_path / "lexicon.sqlite3") as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("She runs a bakery", "who is running bakeries?"),
        ("I bought a camera", "CAMERA"),
        ("It's Anna's dog", "Anna dog"),
        ("我买了一台照相机", "照相机"),
        ("我买了一台照相机", "相机"),
        ("我们去了绿禾公园", "公园"),
        ("我叫张曼婷", "曼婷"),
        ("naïve café", "café"),
        ("ＡＢＣ１２３", "abc123"),
        ("東京に行きました", "東京"),
        ("서울에 살아요", "서울"),
    ],
)
def test_a_word_is_found_in_another_form_and_in_any_script(lexicon: Lexicon, text: str, query: str) -> None:
    lexicon.add("u", [record(text), record("something else 别的事情", position=1)])
    assert found(lexicon, query)[:1] == [record(text).id]


def test_function_words_carry_no_meaning_and_two_chinese_characters_do() -> None:
    assert content_words("what did you do to the dog?") == ["dog"]
    assert "w什么" not in content_words("我的狗叫什么") and "w什么" in words("我的狗叫什么")
    assert "公园" in words("绿禾公园")


def test_speaker_and_date_can_be_asked_for(lexicon: Lexicon) -> None:
    said = record("hello", speaker="Caroline")
    lexicon.add("u", [said, record("hello", speaker="Melanie", position=1, said=SAID + timedelta(days=60))])
    assert found(lexicon, "Caroline") == [said.id]
    assert found(lexicon, "8 May 2023")[0] == said.id


def test_adding_again_replaces(lexicon: Lexicon) -> None:
    first = record("a red bicycle", id="x")
    lexicon.add("u", [first])
    lexicon.add("u", [replace(first, text="a blue car")])
    assert found(lexicon, "bicycle") == [] and found(lexicon, "car") == ["x"]
    assert lexicon.count("u") == 1


def test_removing_takes_out_and_an_unknown_id_is_no_error(lexicon: Lexicon) -> None:
    lexicon.add("u", [record("a red bicycle", id="x"), record("a blue bicycle", id="y")])
    lexicon.remove("u", ["x", "never there"])
    assert found(lexicon, "bicycle") == ["y"]
    lexicon.add("u", [record("a red bicycle", id="x")])
    assert sorted(found(lexicon, "bicycle")) == ["x", "y"]


def test_one_user_never_sees_anothers_words(lexicon: Lexicon) -> None:
    lexicon.add("u1", [record("a secret garden", user="u1")])
    lexicon.add("u10", [record("a public garden", user="u10")])
    assert len(found(lexicon, "garden", "u1")) == 1
    assert found(lexicon, "garden", "u") == [] and found(lexicon, "secret", "u10") == []


def test_forgetting_gives_the_count_and_leaves_the_others(lexicon: Lexicon) -> None:
    lexicon.add("u1", [record("a garden", user="u1"), record("a house", user="u1", position=1)])
    lexicon.add("u2", [record("a garden", user="u2")])
    assert lexicon.forget("u1") == 2
    assert found(lexicon, "garden", "u1") == [] and len(found(lexicon, "garden", "u2")) == 1
    assert lexicon.forget("u1") == 0


def test_the_file_holds_no_text_and_forgetting_leaves_no_byte_of_the_user(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.sqlite3"
    with Lexicon(path) as lexicon:
        lexicon.add("quetzalcoatl", [record(f"marmalade {n}", user="quetzalcoatl", position=n) for n in range(200)])
        key = hashed("marmalad").to_bytes(8, "little")
        assert b"marmalade" not in raw(tmp_path) and key in raw(tmp_path)
        lexicon.forget("quetzalcoatl")
        assert b"quetzalcoatl" not in raw(tmp_path) and key not in raw(tmp_path)


def raw(folder: Path) -> bytes:
    return b"".join(p.read_bytes() for p in folder.iterdir())


def test_another_handle_sees_what_this_one_writes(tmp_path: Path) -> None:
    with Lexicon(tmp_path / "l.sqlite3") as here, Lexicon(tmp_path / "l.sqlite3") as there:
        assert found(there, "bicycle") == []
        here.add("u", [record("a red bicycle", id="x")])
        assert found(there, "bicycle") == ["x"]


def test_another_handle_that_has_read_a_record_sees_it_removed(tmp_path: Path) -> None:
    with Lexicon(tmp_path / "l.sqlite3") as here, Lexicon(tmp_path / "l.sqlite3") as there:
        here.add("u", [record("a red bicycle", id="x"), record("a blue bicycle", id="y", position=1)])
        assert sorted(found(here, "bicycle")) == sorted(found(there, "bicycle")) == ["x", "y"]
        there.remove("u", ["x"])
        assert found(here, "bicycle") == found(there, "bicycle") == ["y"]


def test_another_handle_that_has_read_a_user_sees_them_forgotten(tmp_path: Path) -> None:
    with Lexicon(tmp_path / "l.sqlite3") as here, Lexicon(tmp_path / "l.sqlite3") as there:
        here.add("u", [record("a red bicycle", id="x")])
        assert found(here, "bicycle") == found(there, "bicycle") == ["x"]
        there.forget("u")
        assert found(here, "bicycle") == found(there, "bicycle") == []


def _add(path: str, first: int) -> None:
    with Lexicon(path) as lexicon:
        for n in range(first, first + 20):
            lexicon.add("u", [record(f"bicycle number {n}", id=f"r{n}")])


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite3"
    with Lexicon(path) as lexicon:
        assert found(lexicon, "bicycle") == []
        context = multiprocessing.get_context("spawn")
        workers = [context.Process(target=_add, args=(str(path), 100 * n)) for n in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert [w.exitcode for w in workers] == [0, 0]
        assert len(found(lexicon, "bicycle")) == 40


def test_threads_share_one_handle(tmp_path: Path) -> None:
    with Lexicon(tmp_path / "l.sqlite3") as lexicon:
        threads = [
            threading.Thread(target=lambda n=n: lexicon.add("u", [record(f"bicycle {n}", id=f"r{n}")]))
            for n in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found(lexicon, "bicycle")) == 8


def test_memory_is_bounded_over_users(tmp_path: Path) -> None:
    with Lexicon(tmp_path / "l.sqlite3", max_cached=10) as lexicon:
        for user in range(8):
            lexicon.add(f"u{user}", [record(f"bicycle {n}", user=f"u{user}", position=n) for n in range(4)])
            assert len(found(lexicon, "bicycle", f"u{user}")) == 4
        assert sum(len(i.ids) for i in lexicon._users.values()) <= 10
        assert len(found(lexicon, "bicycle", "u0")) == 4


def test_a_query_reads_only_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []

    def noted(row: Any) -> Entry | None:
        read.append(row)
        return _entry(row)

    monkeypatch.setattr("memory.lexical.lexicon._entry", noted)
    with Lexicon(tmp_path / "l.sqlite3") as lexicon:
        lexicon.add("u", [record(f"bicycle {n}", position=n) for n in range(50)])
        lexicon.user("u")
        read.clear()
        lexicon.add("u", [record("bicycle last", position=50)])
        assert len(lexicon.user("u").ids) == 51
        assert len(read) == 1
        assert lexicon.user("u") is lexicon.user("u")


def test_an_index_of_dead_slots_is_read_afresh(tmp_path: Path) -> None:
    with Lexicon(tmp_path / "l.sqlite3") as lexicon:
        for round_ in range(120):
            lexicon.add("u", [record(f"bicycle {round_}", id="x")])
            assert found(lexicon, "bicycle") == ["x"]
        assert lexicon.user("u").dead < 70


def test_it_opens_again_after_closing_and_keeps_what_it_had(tmp_path: Path) -> None:
    lexicon = Lexicon(tmp_path / "deep" / "l.sqlite3")
    lexicon.add("u", [record("a red bicycle", id="x")])
    lexicon.close()
    assert found(lexicon, "bicycle") == ["x"]
    lexicon.close()


def test_a_file_that_is_no_database_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite3"
    path.write_bytes(b"this is no database, " * 500)
    with pytest.raises(StoreDamaged, match="rebuilt from the store"), Lexicon(path) as lexicon:
        lexicon.user("u")


def test_token_states_come_back_as_they_went_in(lexicon: Lexicon) -> None:
    from memory.lexical.states import DIMS, token_states

    kept = record("a red bicycle", id="x")
    lexicon.add("u", [kept])
    (states,) = token_states([kept.text])
    back = lexicon.states("u", ["x", "absent"])
    assert list(back) == ["x"] and back["x"].vectors.shape[1] == DIMS
    assert np.array_equal(back["x"].pieces, states.pieces) and np.array_equal(back["x"].vectors, states.vectors)


@pytest.mark.parametrize(
    ("word", "near", "far"),
    [("dog", "狗", "car"), ("job", "work", "dog"), ("推荐", "suggest", "医院"), ("movie", "电影", "hospital")],
)
def test_a_word_is_nearer_to_its_synonym_and_translation_than_to_another(word: str, near: str, far: str) -> None:
    from memory.lexical.states import to_units, token_states

    one, synonym, other = (to_units(s.vectors).mean(axis=0) for s in token_states([word, near, far]))
    assert float(one @ synonym) > float(one @ other) + 0.15


@pytest.mark.parametrize("text", ["", " ", "的", "\x00", "\ud800", "a" * 9000, "🙂" * 50])
def test_no_text_breaks_it(lexicon: Lexicon, text: str) -> None:
    lexicon.add("u", [record(text, id="x"), record("a red bicycle", id="y")])
    assert found(lexicon, "bicycle") == ["y"] and lexicon.count("u") == 2


def test_passages_reach_two_turns_either_side_and_not_into_another_session(lexicon: Lexicon) -> None:
    lines = [("a", "apples"), ("b", "pears"), ("a", "plums"), ("b", "grapes"), ("a", "figs")]
    lexicon.add("u", [*talk(*lines), *talk(("a", "dates"), thread="other")])
    index = lexicon.user("u")
    asked = np.array([hashed(w) for w in words("apples")], np.uint64)
    scores = index.passages_of(asked, np.ones(1, np.float32))
    reached = {index.ids[s] for s in np.flatnonzero(scores > 0)}
    assert reached == {r.id for r in talk(*lines)[:3]}


def test_what_was_said_before_counts_when_it_is_no_record(lexicon: Lexicon) -> None:
    lexicon.add("u", [record("yes, I do", id="x", context="do you like figs?"), record("no", id="y", thread="o")])
    index = lexicon.user("u")
    scores = index.passages_of(np.array([hashed("fig")], np.uint64), np.ones(1, np.float32))
    assert [index.ids[s] for s in np.flatnonzero(scores > 0)] == ["x"]


PAIRS = st.lists(st.lists(st.integers(0, 6), max_size=6), max_size=12)


@given(PAIRS, PAIRS)
@settings(max_examples=50, deadline=None)
def test_layers_added_one_by_one_score_like_one_layer(first: list[list[int]], second: list[list[int]]) -> None:
    documents = first + second
    asked = np.arange(7, dtype=np.uint64)
    alive = np.ones(len(documents), np.bool_)
    whole, parts = Postings(), Postings()
    _fill(whole, documents, 0)
    for place, document in enumerate(documents):
        _fill(parts, [document], place)
    one, many = (p.bm25(asked, np.ones(7, np.float32), alive, k1=0.9, b=0.4) for p in (whole, parts))
    assert np.allclose(one, many, atol=1e-5)
    assert np.array_equal(whole.frequency(asked, alive), [sum(n in d for d in documents) for n in range(7)])


def _fill(postings: Postings, documents: list[list[int]], base: int) -> None:
    flat = np.array([w for d in documents for w in d], np.uint64)
    lengths = np.array([len(d) for d in documents], np.int32)
    slots = np.repeat(np.arange(base, base + len(documents), dtype=np.int32), lengths)
    postings.add(flat, slots, lengths.astype(np.float32))


def test_records_keep_their_type() -> None:
    assert isinstance(record("x"), MemoryRecord)
