"""Checkpoint files: keys, versions, damage, erasure, copies."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import zlib
from pathlib import Path

import pytest
from chatty_graph import at, chatty_graph, say, text
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import empty_checkpoint

import memory.checkpoints.sqlite as sqlite_room
from memory.checkpoints import open_sqlite
from memory.checkpoints.packing import DICTIONARY, unsqueeze
from memory.checkpoints.schema import CHECKPOINT_FILE
from memory.errors import CheckpointDamaged, CheckpointError, CheckpointKeyError, CheckpointVersionError

SECRETS = [f"planted-{n:03d}-{word}" for n, word in enumerate(["milk", "龙井茶", "Zürich", "秘密", "pin 4711"] * 10)]


def fill(path: Path, turns: int = 4, key: str | None = None, said: str = "question", user_id: str = "u") -> None:
    with open_sqlite(path, key=key) as checkpoints:
        graph = chatty_graph(checkpoints)
        for number in range(turns):
            graph.invoke(say(f"{said} {number}", user_id), at("t"))


def everything_in(folder: Path) -> bytes:
    """Give the bytes of all files, and of every compressed column, opened."""
    content = b"".join(file.read_bytes() for file in sorted(folder.iterdir()))
    with sqlite3.connect(folder / "checkpoints") as db:
        for table in ("checkpoints", "pieces", "writes", "threads", "facts"):
            for row in db.execute(f"SELECT * FROM {table}"):
                for value in row:
                    if isinstance(value, bytes):
                        try:
                            content += unsqueeze(value)
                        except zlib.error:
                            content += value
    db.close()
    return content


def holds(content: bytes, text: str) -> bool:
    return text.encode() in content or text.encode("utf-16-le") in content or text.encode("utf-16-be") in content


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


# ---- damage
def test_a_file_that_is_no_database_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "checkpoints").write_bytes(os.urandom(9000))
    with pytest.raises(CheckpointDamaged, match=r"is damaged .* expected a whole database; put a backup in its place"):
        open_sqlite(tmp_path / "checkpoints")


def use(path: Path, key: str | None) -> None:
    with open_sqlite(path, key=key) as checkpoints:
        graph = chatty_graph(checkpoints)
        values = graph.get_state(at("t")).values
        assert values == {} or [m.content for m in values["messages"][::4]] == [f"question {n}" for n in range(4)]
        list(graph.get_state_history(at("t")))
        checkpoints.check()
        checkpoints.threads()
        graph.invoke(say("and on"), at("t"))
        checkpoints.delete_user("u")


def whole_file(folder: Path, key: str | None = None) -> bytes:
    if not (folder / "whole").exists():
        fill(folder / "whole", key=key)
    return (folder / "whole").read_bytes()


def harmed(whole: bytes, harm: str, seed: object) -> bytes:
    pick = random.Random(f"{harm} {seed}")
    content = bytearray(whole)
    place = pick.randrange(len(content))
    if harm == "cut":
        del content[max(place, 1) :]
    elif harm == "flip":
        content[place] ^= 1 << pick.randrange(8)
    else:
        content[place : place + 4096] = bytes(min(4096, len(content) - place))
    return bytes(content)


@pytest.mark.parametrize("key", [None, "a key"])
@pytest.mark.parametrize("harm", ["cut", "flip", "zero"])
def test_a_damaged_file_gives_a_clear_error_or_a_right_answer(tmp_path: Path, harm: str, key: str | None) -> None:
    whole = whole_file(tmp_path, key)
    outcomes = []
    for seed in range(12 if key is None else 6):
        path = tmp_path / f"{seed}"
        path.write_bytes(harmed(whole, harm, seed))
        try:
            use(path, key)
            outcomes.append("right")
        except CheckpointError as error:
            assert str(error).count(";") >= 2, error
            outcomes.append("clear")
    assert "clear" in outcomes or key is not None  # few of the few bytes that change matter


@pytest.mark.slow
def test_no_damage_of_many_gives_a_wrong_answer(tmp_path: Path) -> None:
    for harm in ("cut", "flip", "zero"):
        for number in range(300):
            path = tmp_path / f"{number}"
            path.write_bytes(harmed(whole_file(tmp_path), harm, f"slow {number}"))
            with contextlib.suppress(CheckpointError):
                use(path, None)
            path.unlink()


def test_the_check_finds_a_changed_message(tmp_path: Path) -> None:
    fill(tmp_path / "checkpoints")
    with sqlite3.connect(tmp_path / "checkpoints") as db:
        number, data = db.execute("SELECT id, data FROM pieces ORDER BY id DESC LIMIT 1").fetchone()
        db.execute("UPDATE pieces SET data = ? WHERE id = ?", (data[:-1] + bytes([data[-1] ^ 1]), number))
    db.close()
    with open_sqlite(tmp_path / "checkpoints") as checkpoints:
        assert any("is damaged" in problem for problem in checkpoints.check())


def test_the_check_finds_messages_that_changed_places(tmp_path: Path) -> None:
    fill(tmp_path / "checkpoints")
    with sqlite3.connect(tmp_path / "checkpoints") as db:
        (a, first), (b, second) = db.execute("SELECT id, data FROM pieces ORDER BY id DESC LIMIT 2")
        db.executemany("UPDATE pieces SET data = ? WHERE id = ?", [(second, a), (first, b)])
    db.close()
    with open_sqlite(tmp_path / "checkpoints") as checkpoints:
        assert any("is not what it was stored as" in problem for problem in checkpoints.check())


def test_pruned_turns_leave_nothing_behind_and_the_file_stays_small(tmp_path: Path) -> None:
    with open_sqlite(tmp_path / "checkpoints", keep_turns=2) as checkpoints:
        graph = chatty_graph(checkpoints)
        counts = []
        for number in range(24):
            graph.invoke(say(text(number)), at("t"))
            with sqlite3.connect(tmp_path / "checkpoints") as db:
                tables = ("checkpoints", "pieces", "writes")
                counts.append([db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables])
            db.close()
        assert counts[-1][0] == counts[14][0]
        assert all(abs(last - before) <= 3 for last, before in zip(counts[-1], counts[14], strict=True))
        assert checkpoints.size_bytes() < 1_000_000
    assert (tmp_path / "checkpoints").stat().st_size < 160_000


def test_a_full_disk_loses_nothing_and_says_so(tmp_path: Path) -> None:
    fill(tmp_path / "checkpoints")
    with open_sqlite(tmp_path / "checkpoints") as checkpoints:
        graph = chatty_graph(checkpoints)
        with checkpoints._file.read() as db:
            pages = db.execute("PRAGMA page_count").fetchone()[0]
        checkpoints._file._live().execute(f"PRAGMA max_page_count = {pages}").fetchall()
        noise = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=400_000))
        with pytest.raises(CheckpointError, match=r"full.*free some and try again"):
            graph.update_state(at("t"), {"messages": [HumanMessage(noise)]})
        assert len(graph.get_state(at("t")).values["messages"]) == 16
        checkpoints._file._live().execute("PRAGMA max_page_count = 1000000").fetchall()
        graph.invoke(say("room again"), at("t"))
        assert len(graph.get_state(at("t")).values["messages"]) == 20
        assert checkpoints.check() == []


READ_ONLY = """
import os, sys
from memory.checkpoints import open_in_memory, open_sqlite
from memory.errors import CheckpointError
open_in_memory().close()  # what is imported late is imported while the interpreter can still be read
if os.getuid() == 0:
    os.setgid(65534), os.setuid(65534)
try:
    open_sqlite(sys.argv[1])
except CheckpointError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs permissions as Unix has them")
@pytest.mark.parametrize("exists", [False, True])
def test_a_folder_that_cannot_be_written_to_is_refused_by_name(exists: bool) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if exists:
            fill(folder / "checkpoints")
            (folder / "checkpoints").chmod(0o444)
        folder.chmod(0o555)
        command = [sys.executable, "-c", READ_ONLY, str(folder / "checkpoints")]
        done = subprocess.run(command, capture_output=True, text=True)
        folder.chmod(0o755)
    assert "cannot be opened (Permission denied); expected a folder to write in; choose" in done.stdout, done.stderr


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
