"""What every SQLite file of ours does: erasing, giving back pages, opening at once."""

from __future__ import annotations

import random
import re
import sqlite3
import threading
from pathlib import Path

import pytest

from memory.errors import StoreDamaged, StoreError, StoreUnavailable
from memory.sqlite_file import SqliteFile
from memory.sqlite_kind import Kind


def _first(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, owner INTEGER, name BLOB, data BLOB, UNIQUE (owner, name))")
    db.execute("CREATE TABLE more (owner INTEGER, name TEXT, data BLOB, PRIMARY KEY (owner, name)) WITHOUT ROWID")


KIND = Kind(
    name="test file",
    application_id=77,
    migrations=(_first,),
    failed=StoreUnavailable,
    damaged=StoreDamaged,
    newer=StoreError,
    mend="make another",
)


def test_wiping_leaves_no_byte_of_what_was_deleted_not_even_in_rearranged_pages(tmp_path: Path) -> None:
    file = SqliteFile(tmp_path / "file", KIND)
    pick = random.Random(1)
    for start in range(0, 3000, 300):
        with file.transaction() as db:
            for number in range(start, start + 300):
                owner = pick.randrange(20)
                said = f"SECRET{owner:02d}-{number:06d}-".encode() * pick.choice([1, 3, 20, 200])
                db.execute("INSERT INTO rows (owner, name, data) VALUES (?, ?, ?)", (owner, pick.randbytes(16), said))
                db.execute("INSERT INTO more VALUES (?, ?, ?)", (owner, str(pick.random()), said[:300]))
                if number % 3 == 0:
                    db.execute("DELETE FROM rows WHERE id = ?", (pick.randrange(number + 1),))
    with file.transaction() as db:
        db.execute("DELETE FROM rows WHERE owner % 2 = 1")
        db.execute("DELETE FROM more WHERE owner % 2 = 1")
    file.wipe_traces()
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert re.findall(rb"SECRET\d[13579]-\d+", content) == []
    assert len(set(re.findall(rb"SECRET\d[02468]-\d+", content))) > 1000
    file.close()


def test_traces_that_could_not_be_wiped_are_wiped_at_the_next_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SqliteFile(tmp_path / "file", KIND)
    with file.transaction() as db:
        for number in range(300):
            db.execute("INSERT INTO more VALUES (?, ?, ?)", (number % 2, str(number), f"SECRET {number} ".encode() * 9))
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt), file.erasure() as db:
        db.execute("DELETE FROM more WHERE owner = 1")
        patched.setattr(file, "wipe_traces", interrupted)
    file.close()
    SqliteFile(tmp_path / "file", KIND).close()
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert re.findall(rb"SECRET \d*[13579] ", content) == []
    assert b"SECRET 8 " in content
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_erasing_nothing_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = SqliteFile(tmp_path / "file", KIND)
    monkeypatch.setattr(file, "wipe_traces", interrupted)
    with file.erasure() as db:
        db.execute("DELETE FROM more")
    file.close()


def interrupted() -> None:
    raise KeyboardInterrupt


def test_free_pages_are_given_back(tmp_path: Path) -> None:
    file = SqliteFile(tmp_path / "file", KIND)
    with file.transaction() as db:
        db.executemany("INSERT INTO more VALUES (1, ?, ?)", [(str(n), bytes(3000)) for n in range(500)])
    file.wipe_traces()
    full = file.size_bytes()
    with file.transaction() as db:
        db.execute("DELETE FROM more")
    file.give_back_free_pages()
    file.wipe_traces()
    assert file.size_bytes() < full / 20
    file.close()


def test_a_transaction_that_fails_leaves_nothing(tmp_path: Path) -> None:
    file = SqliteFile(tmp_path / "file", KIND)
    with pytest.raises(KeyboardInterrupt), file.transaction() as db:
        db.execute("INSERT INTO more VALUES (1, 'a', x'00')")
        raise KeyboardInterrupt
    with file.read() as db:
        assert db.execute("SELECT count(*) FROM more").fetchone() == (0,)
    file.close()


def test_many_can_open_a_new_file_at_once(tmp_path: Path) -> None:
    opened: list[SqliteFile] = []
    failures: list[Exception] = []
    gate = threading.Barrier(8)

    def open_and_write(number: int) -> None:
        gate.wait()
        try:
            opened.append(SqliteFile(tmp_path / "file", KIND))
            with opened[-1].transaction() as db:
                db.execute("INSERT INTO more VALUES (?, 'a', x'00')", (number,))
        except Exception as error:  # noqa: BLE001  handed to the test
            failures.append(error)

    threads = [threading.Thread(target=open_and_write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with opened[0].read() as db:
        assert db.execute("SELECT count(*) FROM more").fetchone() == (8,)
    for file in opened:
        file.close()


def test_a_lock_that_is_held_too_long_is_a_clear_error(tmp_path: Path) -> None:
    holder = SqliteFile(tmp_path / "file", KIND)
    waiter = SqliteFile(tmp_path / "file", KIND, busy_timeout_s=0.05)
    with holder.transaction() as db:
        db.execute("INSERT INTO more VALUES (1, 'a', x'00')")
        with pytest.raises(StoreUnavailable, match="expected its lock within the waiting time; find the process"), \
                waiter.transaction():  # fmt: skip
            pass
    holder.close()
    waiter.close()
