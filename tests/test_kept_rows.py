"""Rows kept in memory are the rows that Chroma holds, whatever was done to them, and by however many threads."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory.chroma_store.database import ChromaDatabase
from memory.chroma_store.kept_rows import MOST_CHARS, KeepingDatabase, KeptRows
from memory.chroma_store.opening import open_embedded

IDS = [f"row {n}" for n in range(6)]
NAMES = ["one-collection", "another-collection"]


class Both:
    """A database that keeps rows, and the same files read afresh each time."""

    def __init__(self, folder: Path) -> None:
        self.keeping = open_embedded(folder, lock_timeout_s=5)
        self.fresh = ChromaDatabase(self.keeping._handle)

    def same(self, name: str, ids: list[str]) -> bool:
        return rows_of(self.keeping, name, ids) == rows_of(self.fresh, name, ids)


def rows_of(database: ChromaDatabase, name: str, ids: list[str]) -> dict[str, tuple[Any, Any]]:
    found = database.get(name, ids=ids)
    return {i: (m, d) for i, m, d in zip(found.ids, found.metadatas, found.documents, strict=True)}


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    opened = Both(tmp_path)
    yield opened
    opened.keeping.close()


def write(database: ChromaDatabase, name: str, ids: list[str], document: str | None, metadata: dict[str, Any]) -> None:
    database.upsert(
        name, ids, [[1.0, float(n), 2.0] for n, _ in enumerate(ids)], [document] * len(ids), [metadata] * len(ids)
    )


@pytest.mark.parametrize("seed", range(6))
def test_what_is_kept_is_what_the_files_hold_after_any_writes(both: Both, seed: int) -> None:
    chance = random.Random(seed)
    for step in range(60):
        name, some = chance.choice(NAMES), chance.sample(IDS, chance.randint(1, 4))
        metadata = {"v": f'{{"n": {step}}}', "ns": ["a", "a/b"], "i": True, "c": step * 10**12,
                    "x": chance.choice([None, 5]), "t": chance.choice([None, 1.5])}  # fmt: skip
        match chance.randint(0, 7):
            case 0 | 1 | 2:
                write(both.keeping, name, some, chance.choice([None, "", "a text", "一段话"]), metadata)
            case 3:
                both.keeping.update(name, some, [metadata] * len(some))
            case 4:
                both.keeping.delete(name, some)
            case 5 if step % 3 == 0:
                both.keeping.drop(name)
            case _:
                pass
        asked = chance.sample(IDS, chance.randint(1, 6))
        assert both.same(name, asked), (seed, step)


def test_a_row_is_read_once_and_one_that_does_not_exist_too(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    write(both.keeping, NAMES[0], IDS[:2], "a text", {"v": "{}"})
    asked: list[Any] = []
    real = ChromaDatabase.get

    def counted(self: ChromaDatabase, name: str, **given: Any) -> Any:
        asked.append(given["ids"])
        return real(self, name, **given)

    monkeypatch.setattr(ChromaDatabase, "get", counted)
    for _ in range(3):
        both.keeping.get(NAMES[0], ids=IDS[:4])
    assert asked == [IDS[:4]]
    write(both.keeping, NAMES[0], IDS[:3], "another", {"v": "{}"})
    assert set(both.keeping.get(NAMES[0], ids=IDS[:4]).documents) == {"another"}
    assert asked == [IDS[:4]], "what was written is known without reading it"


def test_what_is_given_out_may_be_changed_by_who_gets_it(both: Both) -> None:
    write(both.keeping, NAMES[0], IDS[:1], "a text", {"v": "{}"})
    for _ in range(2):
        both.keeping.get(NAMES[0], ids=IDS[:1]).metadatas[0]["v"] = "changed"
    assert both.same(NAMES[0], IDS)


def test_a_write_that_fails_leaves_nothing_kept_of_its_rows(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    write(both.keeping, NAMES[0], IDS, "a text", {"v": "{}"})
    both.keeping.get(NAMES[0], ids=IDS)

    real = ChromaDatabase.upsert

    def fails(self: ChromaDatabase, *written: Any) -> None:
        real(self, *written)  # it was written all the same
        raise OSError("no answer")

    with monkeypatch.context() as patched:
        patched.setattr(ChromaDatabase, "upsert", fails)
        with pytest.raises(OSError, match="no answer"):
            both.keeping.upsert(NAMES[0], IDS[:1], [[1.0, 1.0, 1.0]], ["x"], [{"v": "{}"}])
    assert both.same(NAMES[0], IDS)


def test_a_collection_that_takes_anothers_name_brings_its_rows(both: Both) -> None:
    write(both.keeping, NAMES[0], IDS, "old", {"v": "{}"})
    write(both.keeping, NAMES[1], IDS, "new", {"v": "{}"})
    both.keeping.drop(NAMES[0])
    both.keeping.rename(NAMES[1], NAMES[0])
    assert both.same(NAMES[0], IDS) and both.same(NAMES[1], IDS)
    assert set(both.keeping.get(NAMES[0], ids=IDS).documents) == {"new"}


def test_threads_read_what_they_wrote_and_never_what_was_before(both: Both) -> None:
    wrong: list[str] = []

    def go(own: str) -> None:
        chance = random.Random(own)
        for n in range(40):
            write(both.keeping, NAMES[0], [own], str(n), {"v": "{}"})
            seen = both.keeping.get(NAMES[0], ids=[*chance.sample(IDS, 3), own])
            told = dict(zip(seen.ids, seen.documents, strict=True))
            if told[own] != str(n):
                wrong.append(f"{own} wrote {n} and read {told[own]}")

    threads = [threading.Thread(target=go, args=(own,)) for own in IDS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert both.same(NAMES[0], IDS)
    assert set(both.keeping.get(NAMES[0], ids=IDS).documents) == {"39"}


def test_a_read_that_a_write_overtakes_is_not_kept() -> None:
    kept = KeptRows()
    _, when = kept.find("c", ["a"])
    with kept.writing("c", ["a"]) as (_, written):
        assert kept.find("c", ["a"]) == ({}, None)
        written["a"] = ({"v": "new"}, None)
    kept.learn("c", {"a": ({"v": "old"}, None)}, when)
    assert kept.find("c", ["a"])[0] == {"a": ({"v": "new"}, None)}


def test_no_more_rows_are_kept_than_there_is_room_for_and_no_long_ones() -> None:
    kept = KeptRows(most=3)
    rows: Any = {f"r{n}": ({"v": "{}"}, "text") for n in range(5)}
    kept.learn("c", {**rows, "long": ({"v": "{}"}, "x" * (MOST_CHARS + 1))}, kept.find("c", [])[1])
    assert list(kept.find("c", [*rows, "long"])[0]) == ["r2", "r3", "r4"]


def test_two_stores_on_one_directory_see_each_others_writes(tmp_path: Path) -> None:
    one, two = (open_embedded(tmp_path, lock_timeout_s=5) for _ in range(2))
    assert isinstance(one, KeepingDatabase)
    assert one.get(NAMES[0], ids=IDS).ids == []
    write(two, NAMES[0], IDS[:1], "a text", {"v": "{}"})
    assert one.get(NAMES[0], ids=IDS).ids == IDS[:1]
    one.close()
    two.close()
