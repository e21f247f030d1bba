"""Checkpoint files: keys, versions, damage, erasure, copies."""

from __future__ import annotations

import dataclasses
import os
import sqlite3
import sys
import threading
import zlib
from pathlib import Path

import pytest
from chatty_graph import at, chatty_graph, say
from checkpoint_files import everything_in, fill, holds
from langgraph.checkpoint.base import empty_checkpoint

import memory.checkpoints.sqlite as sqlite_room
from memory.checkpoints import open_sqlite
from memory.checkpoints.packing import DICTIONARY
from memory.checkpoints.schema import CHECKPOINT_FILE
from memory.errors import CheckpointError, CheckpointKeyError, CheckpointVersionError

SECRETS = [f"planted-{n:03d}-{word}" for n, word in enumerate(["milk", "龙井茶", "Zürich", "秘密", "pin 4711"] * 10)]


# ---- keys
def test_with_a_key_nothing_that_was_said_is_in_the_file(tmp_path: Path) -> None:
    fill(tmp_path / "checkpoints", key="a long secret", said="the hidden question")
    content = everything_in(tmp_path)
    for word in ("the hidden question", "calculator", "HumanMessage", "turn_number"):
        assert not holds(content, word)
    with open_sqlite(tmp_path / "checkpoints", key="a long secret") as checkpoints:
        assert len(chatty_graph(checkpoints).get_state(at("t")).values["messages"]) == 16
        assert checkpoints.check() == []


def test_a_key_that_is_wrong_missing_or_not_needed_is_told_apart(tmp_path: Path) -> None:
    fill(tmp_path / "sealed", key="right")
    fill(tmp_path / "open")
    with pytest.raises(CheckpointKeyError, match="does not open"):
        open_sqlite(tmp_path / "sealed", key="wrong")
    with pytest.raises(CheckpointKeyError, match="is encrypted and no key was given"):
        open_sqlite(tmp_path / "sealed")
    with pytest.raises(CheckpointKeyError, match="which is not encrypted"):
        open_sqlite(tmp_path / "open", key="right")
    with pytest.raises(CheckpointKeyError, match="is empty"):
        open_sqlite(tmp_path / "new", key="")
    with open_sqlite(tmp_path / "sealed", key=b"right"):
        pass


def test_a_file_opens_while_another_process_writes(tmp_path: Path) -> None:
    for key in (None, "a key"):
        fill(tmp_path / f"{key}", key=key)
        with open_sqlite(tmp_path / f"{key}", key=key) as writer, writer._file.transaction() as db:
            db.execute("UPDATE threads SET turns = turns")
            with open_sqlite(tmp_path / f"{key}", key=key) as reader:
                assert len(reader.threads()) == 1


# ---- versions
def test_a_file_of_a_newer_version_is_refused_by_name(tmp_path: Path) -> None:
    fill(tmp_path / "checkpoints")
    with sqlite3.connect(tmp_path / "checkpoints") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(CheckpointVersionError, match=r"has version 99; expected at most \d; install the newer"):
        open_sqlite(tmp_path / "checkpoints")


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other") as db:
        db.execute("CREATE TABLE theirs (x)")
    db.close()
    with pytest.raises(CheckpointVersionError, match="is a database of another program"):
        open_sqlite(tmp_path / "other")
    with sqlite3.connect(tmp_path / "other") as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("theirs",)]
    db.close()


def test_an_older_file_is_brought_to_the_present_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path / "checkpoints")

    def second(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE threads ADD COLUMN title TEXT NOT NULL DEFAULT 'none'")

    def failing(db: sqlite3.Connection) -> None:
        second(db)
        raise RuntimeError("killed in the middle")

    for step in (failing, second):
        kind = dataclasses.replace(CHECKPOINT_FILE, migrations=(*CHECKPOINT_FILE.migrations, step))
        monkeypatch.setattr(sqlite_room, "CHECKPOINT_FILE", kind)
        if step is failing:
            with pytest.raises(RuntimeError):
                open_sqlite(tmp_path / "checkpoints")
    with open_sqlite(tmp_path / "checkpoints") as checkpoints:
        assert len(chatty_graph(checkpoints).get_state(at("t")).values["messages"]) == 16
    with sqlite3.connect(tmp_path / "checkpoints") as db:
        assert db.execute("SELECT title FROM threads").fetchall() == [("none",)]
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
    db.close()


def test_the_form_of_the_file_is_never_changed_by_accident() -> None:
    assert zlib.crc32(DICTIONARY) == 3918749498  # another dictionary cannot read yesterday's files


# ---- order
def test_the_newest_checkpoint_is_the_last_to_come_also_when_the_clock_goes_back(tmp_path: Path) -> None:
    with open_sqlite(tmp_path / "checkpoints") as checkpoints:
        config = {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}
        for number in range(9, 0, -1):
            checkpoint = {**empty_checkpoint(), "id": f"1f00000{number}-0000-6000-8000-000000000000"}
            checkpoint["channel_values"] = {"n": number}
            config = checkpoints.put(config, checkpoint, {"source": "loop", "step": -number, "parents": {}}, {})  # type: ignore[arg-type, assignment]
        newest = checkpoints.get_tuple(at("t"))
        assert newest is not None
        assert newest.checkpoint["channel_values"] == {"n": 1}
        assert [c.checkpoint["channel_values"]["n"] for c in checkpoints.list(at("t"))] == list(range(1, 10))
        older = checkpoints.list(at("t"), before=at("t", "1f000005-0000-6000-8000-000000000000"))
        assert [c.checkpoint["channel_values"]["n"] for c in older] == [6, 7, 8, 9]


# ---- erasure
def test_a_deleted_user_leaves_no_byte_and_others_lose_nothing(tmp_path: Path) -> None:
    with open_sqlite(tmp_path / "checkpoints") as checkpoints:
        graph = chatty_graph(checkpoints)
        for number in range(0, len(SECRETS), 5):
            said = [secret * (1 + number % 30) for secret in SECRETS[number : number + 5]]
            graph.invoke(say(" ".join(said), "ann"), at(f"ann {number % 3}"))
            graph.invoke(say(f"his {number}", "bob"), at("bob"))
        before = list(graph.get_state_history(at("bob")))
        assert all(holds(everything_in(tmp_path), secret) for secret in SECRETS[-20:])
        checkpoints.delete_user("ann")
        content = everything_in(tmp_path)
        assert not [secret for secret in SECRETS if holds(content, secret)]
        assert list(graph.get_state_history(at("bob"))) == before
        checkpoints.delete_thread("bob")
        assert not holds(everything_in(tmp_path), "his 45")


# ---- copies
def test_a_backup_is_of_one_moment_while_others_write(tmp_path: Path) -> None:
    with open_sqlite(tmp_path / "checkpoints") as checkpoints:
        graph = chatty_graph(checkpoints)
        graph.invoke(say("first"), at("t"))
        stop = threading.Event()

        def write() -> None:
            while not stop.is_set():
                graph.invoke(say("more"), at("t"))

        writer = threading.Thread(target=write)
        writer.start()
        for number in range(4):
            checkpoints.backup(tmp_path / f"backup {number}")
        stop.set()
        writer.join()
        with pytest.raises(FileExistsError):
            checkpoints.backup(tmp_path / "backup 0")
    for number in range(4):
        with open_sqlite(tmp_path / f"backup {number}") as copy:
            assert copy.check() == []
            values = chatty_graph(copy).get_state(at("t")).values
            assert values["messages"][0].content in ("first", "more")


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_forked_child_uses_the_file_without_harm(tmp_path: Path) -> None:
    fill(tmp_path / "checkpoints")
    with open_sqlite(tmp_path / "checkpoints") as checkpoints:
        graph = chatty_graph(checkpoints)
        assert graph.get_state(at("t")).values
        child = os.fork()
        if child == 0:
            code = 1
            try:
                graph.update_state(at("t"), {"summary": "by the child"})
                code = 0
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0
        assert graph.get_state(at("t")).values["summary"] == "by the child"
        graph.update_state(at("t"), {"summary": "by the parent"})
        assert checkpoints.check() == []


def test_a_closed_saver_says_so(tmp_path: Path) -> None:
    checkpoints = open_sqlite(tmp_path / "checkpoints")
    checkpoints.close()
    checkpoints.close()
    with pytest.raises(CheckpointError, match="is closed; expected an open one; open it again"):
        checkpoints.threads()


def test_the_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    fill(tmp_path / "new folder" / "checkpoints")
    assert (tmp_path / "new folder" / "checkpoints").stat().st_mode & 0o077 == 0
