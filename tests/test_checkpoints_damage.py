"""Checkpoint files that are damaged, full, or not to be written to."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from chatty_graph import at, chatty_graph, say, text
from checkpoint_files import fill
from langchain_core.messages import HumanMessage

from memory.checkpoints import open_sqlite
from memory.errors import CheckpointDamaged, CheckpointError


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
