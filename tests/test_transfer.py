"""A memory goes out to a file and comes back whole, and comes in from other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from langgraph.store.base import BaseStore
from long_term_places import PLACES, T0, Ticking, Words, in_memory

from memory.errors import ImportFormatError
from memory.extraction.candidate import Candidate
from memory.forgetting import sweep
from memory.long_term import LongTermMemory, Utterance


@pytest.fixture(params=PLACES, ids=lambda place: place.__name__)
def long_term_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BaseStore]:
    with request.param(tmp_path) as store:
        yield store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[BaseStore]:
    with in_memory(tmp_path) as store:
        yield store


def filled(store: BaseStore, user_id: str = "u") -> LongTermMemory:
    clock = Ticking()
    memory = LongTermMemory(store, user_id=user_id, clock=clock, lexical=Words())
    memory.absorb(
        episodes=[
            Utterance(
                text="我住在北京。\n“真的”", speaker="user", said_at=T0, thread_id="t", message_id="m", position=0
            )
        ],
        candidates=[Candidate(text="用户住在北京", kind="profile", attribute="home", message_id="m")],
        turn_id="1",
    )
    clock.forward(days=1)
    memory.remember("User lives in Paris", kind="profile", attribute="home")
    cat = memory.remember("User has a cat \U0001f408", pinned=True).record
    memory.edit(cat.id, "User has two cats")
    memory.delete(memory.remember("User owns a kite").record.id)
    memory.remember("Filed the tax return with the new form", kind="task_experience")
    clock.forward(days=2000)
    sweep(memory.scope, clock())
    return memory


def contents(memory: LongTermMemory) -> dict[tuple[str, str], object]:
    return {(i.namespace[2], i.key): i.value for i in memory.scope.everything() if i.namespace[2] != "meta"}


def test_what_goes_out_comes_back_whole(long_term_store: BaseStore, tmp_path: Path) -> None:
    memory = filled(long_term_store)
    before, file = contents(memory), tmp_path / "out.jsonl"
    assert {shelf for shelf, _ in before} >= {"records", "cold", "versions"}
    assert memory.export(file) == len(before)
    memory.forget_everything()
    assert contents(memory) == {}
    assert memory.import_(file).added == len(before)
    assert contents(memory) == before


def test_the_same_file_again_changes_nothing(store: BaseStore, tmp_path: Path) -> None:
    memory, file = filled(store), tmp_path / "out.jsonl"
    count = memory.export(file)
    before = contents(memory)
    done = memory.import_(file)
    assert (done.added, done.updated, done.unchanged) == (0, 0, count)
    assert contents(memory) == before


def test_a_later_state_here_is_not_overwritten(store: BaseStore, tmp_path: Path) -> None:
    memory, file = filled(store), tmp_path / "out.jsonl"
    memory.export(file)
    record = memory.current(attribute="home")[0] if memory.current(attribute="home") else memory.current()[0]
    memory.edit(record.id, "User has three cats")
    memory.import_(file)
    assert memory.get(record.id).text == "User has three cats"


def test_an_earlier_state_here_is_replaced_and_kept(store: BaseStore, tmp_path: Path) -> None:
    memory, file = filled(store), tmp_path / "out.jsonl"
    record = memory.current()[0]
    before = memory.get(record.id)
    memory.edit(record.id, "User has three cats")
    memory.export(file)
    memory.undo(record.id)
    assert memory.get(record.id).text == before.text
    assert memory.import_(file).updated == 1
    assert memory.get(record.id).text == "User has three cats"
    assert memory.undo(record.id).text == before.text


def test_a_file_may_go_to_another_user(store: BaseStore, tmp_path: Path) -> None:
    memory, file = filled(store), tmp_path / "out.jsonl"
    memory.export(file)
    other = LongTermMemory(store, user_id="v")
    other.import_(file)
    assert [r.text for r in other.current()] == [r.text for r in memory.current()]
    assert {r.user_id for r in other.scope.records()} == {"v"}
    assert {v.record.user_id for r in other.scope.records() for v in other.history(r.id) if v.record} == {"v"}


def test_progress_is_told(store: BaseStore, tmp_path: Path) -> None:
    memory, file, told = filled(store), tmp_path / "out.jsonl", []
    count = memory.export(file, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (count, 0)
    memory.import_(file, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (count, count)


def test_only_the_owner_may_read_an_export(store: BaseStore, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    filled(store).export(file)
    assert file.stat().st_mode & 0o077 == 0
    assert [p.name for p in tmp_path.iterdir()] == ["out.jsonl"]


@pytest.mark.parametrize("broken", ["{not json", '{"shelf": "records"}', "[]", '{"shelf":"meta","key":"a","value":{}}'])
def test_a_broken_line_is_named_and_nothing_is_written(store: BaseStore, tmp_path: Path, broken: str) -> None:
    memory, file = filled(store), tmp_path / "out.jsonl"
    memory.export(file)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:2], broken, *lines[3:]]) + "\n")
    other = LongTermMemory(store, user_id="v")
    with pytest.raises(ImportFormatError, match="line 3"):
        other.import_(file)
    assert contents(other) == {}
    done = other.import_(file, skip_broken=True)
    assert done.added == len(lines) - 3
    assert [line.split(":")[0] for line in done.broken] == ["line 3"]


def test_a_cut_file_is_told(store: BaseStore, tmp_path: Path) -> None:
    memory, file = filled(store), tmp_path / "out.jsonl"
    memory.export(file)
    file.write_text("\n".join(file.read_text().splitlines()[:-2]) + "\n")
    with pytest.raises(ImportFormatError, match="it was cut"):
        LongTermMemory(store, user_id="v").import_(file)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "holds no memories"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b'{"format":"bethink-memories","version":99}\n', "version 99"),
        (b"hello\nworld\n", "holds no memories"),
        (b'"a text"', "holds no memories"),
    ],
)
def test_a_file_of_no_known_form_is_refused(store: BaseStore, tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "in"
    file.write_bytes(content)
    with pytest.raises(ImportFormatError, match=told):
        LongTermMemory(store, user_id="u").import_(file)


def test_a_missing_file_is_refused_by_name(store: BaseStore, tmp_path: Path) -> None:
    with pytest.raises(ImportFormatError, match="cannot be opened"):
        LongTermMemory(store, user_id="u").import_(tmp_path / "none")


MEM0 = [
    {
        "id": "f38b689d",
        "memory": "travelling to Paris",
        "user_id": "alex",
        "hash": "62bc",
        "metadata": None,
        "created_at": "2023-02-25T23:57:00.108347-07:00",
        "updated_at": "2024-07-25T23:57:00.108367-07:00",
    },
    {"id": "2", "memory": "Travelling to Paris.", "user_id": "alex", "created_at": None, "updated_at": None},
    {"id": "3", "memory": "喜欢爬山", "user_id": "alex", "metadata": {"k": 1}, "created_at": "2024-01-01T00:00:00Z"},
]


@pytest.mark.parametrize("form", ["results", "list", "lines", "paged"])
def test_a_mem0_export_comes_in_each_text_once(store: BaseStore, tmp_path: Path, form: str) -> None:
    file = tmp_path / "mem0.json"
    paged = {"count": 3, "next": None, "previous": None, "results": MEM0}
    whole: object = {"results": {"results": MEM0}, "list": MEM0, "paged": paged, "lines": None}[form]
    file.write_text("\n".join(json.dumps(m) for m in MEM0) if form == "lines" else json.dumps(whole))
    memory = LongTermMemory(store, user_id="someone")
    assert memory.import_(file).added == 2
    again = memory.import_(file)
    assert (again.added, again.updated, again.unchanged) == (0, 0, 2)
    newest, oldest = memory.current()
    assert (newest.text, oldest.text) == ("喜欢爬山", "travelling to Paris")
    assert oldest.created.isoformat() == "2023-02-26T06:57:00.108347+00:00"


def test_of_several_users_only_the_one_that_is_meant_comes_in(store: BaseStore, tmp_path: Path) -> None:
    file = tmp_path / "mem0.json"
    file.write_text(json.dumps([*MEM0, {"id": "9", "memory": "keeps bees", "user_id": "bo"}]))
    bo = LongTermMemory(store, user_id="bo")
    bo.import_(file)
    assert [r.text for r in bo.current()] == ["keeps bees"]
    with pytest.raises(ImportFormatError, match="2 users"):
        LongTermMemory(store, user_id="cy").import_(file)


def test_a_dump_of_a_langgraph_store_comes_in(store: BaseStore, tmp_path: Path) -> None:
    items = [
        {"namespace": ["memories", "u"], "key": "a", "value": {"text": "User likes jazz"}, "created_at": "2024-01-01"},
        {
            "namespace": ["memories", "u"],
            "key": "b",
            "value": {"kind": "Memory", "content": {"content": "User is tall"}},
        },
        {"namespace": ["memories", "u2"], "key": "c", "value": {"text": "User keeps bees"}},
        {"namespace": ["memories", "u"], "key": "d", "value": {"likes": ["tea"]}},
    ]
    file = tmp_path / "dump.jsonl"
    file.write_text("\n".join(map(json.dumps, items)))
    memory = LongTermMemory(store, user_id="u", clock=Ticking())
    assert memory.import_(file).added == 3
    assert {r.text for r in memory.current()} == {"User likes jazz", "User is tall", '{"likes": ["tea"]}'}
    assert memory.import_(file).unchanged == 3


def test_a_broken_item_of_another_program_is_named(store: BaseStore, tmp_path: Path) -> None:
    file = tmp_path / "mem0.json"
    file.write_text(json.dumps([*MEM0, {"id": "9", "user_id": "alex", "memory": ""}, 7]))
    with pytest.raises(ImportFormatError, match=r"line 4.*line 5"):
        LongTermMemory(store, user_id="u").import_(file)
