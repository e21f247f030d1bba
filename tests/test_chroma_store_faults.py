"""Damaged files, cut files, a full disk, a killed writer: a clear error or a right answer, never a dead process."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import PutOp
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore, check, rebuild
from memory.errors import StoreDamaged, StoreUnavailable

HERE = Path(__file__).parent


def filled(path: Path, count: int = 300) -> Path:
    """Fill a store, and give Chroma's folder in it."""
    with ChromaStore.at(path, embeddings=WordEmbeddings(), shards=2) as store:
        store.batch([PutOp(("m", "u"), f"k{n}", {"key": f"word{n} word{n + 1}"}) for n in range(count)])
    return path / "chroma"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def overwritten(path: Path) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[:20_000] + b"\xff" * 60_000 + raw[80_000:])


BREAKINGS: dict[str, Callable[[Path], object]] = {
    "garbage": lambda path: path.write_bytes(b"garbage" * 10_000),
    "cut": cut,
    "overwritten": overwritten,
    "empty": lambda path: path.write_bytes(b""),
    "gone": lambda path: path.unlink(),
}


@pytest.mark.parametrize("breaking", BREAKINGS)
def test_damaged_records_are_named_with_what_mends_them_each_time(tmp_path: Path, breaking: str) -> None:
    files = filled(tmp_path)
    BREAKINGS[breaking](files / "chroma.sqlite3")
    for _ in range(2):
        with pytest.raises(StoreDamaged, match="bethink restore"):
            ChromaStore.at(tmp_path, embeddings=WordEmbeddings())
    if breaking == "cut":  # what the server finds at its start reaches its client
        with pytest.raises(StoreDamaged, match="bethink restore"):
            ChromaStore.shared(tmp_path, embeddings=WordEmbeddings())


@pytest.mark.parametrize(
    ("name", "breaking"),
    [
        ("data_level0.bin", "cut"),
        ("header.bin", "gone"),
        *(
            pytest.param(name, breaking, marks=pytest.mark.slow)
            for name in ("data_level0.bin", "header.bin", "length.bin")
            for breaking in ("cut", "empty", "gone")
            if (name, breaking) not in (("data_level0.bin", "cut"), ("header.bin", "gone"))
        ),
    ],
)
def test_a_damaged_index_is_named_before_chroma_dies_of_it_and_is_rebuilt(
    tmp_path: Path, name: str, breaking: str
) -> None:
    files = filled(tmp_path, count=1200)
    index = max(files.glob("*/data_level0.bin"), key=lambda path: path.stat().st_size).parent
    BREAKINGS[breaking](index / name)
    if breaking == "gone" and name == "header.bin":  # for Chroma there is no index then
        shutil.rmtree(index)
        assert not check(tmp_path).is_sound
    else:
        with pytest.raises(StoreDamaged, match="--rebuild"):
            ChromaStore.at(tmp_path, embeddings=WordEmbeddings())
        assert check(tmp_path).unreadable == (index.name,)
    assert rebuild(tmp_path, WordEmbeddings()).items == 1200
    assert check(tmp_path).is_sound
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        assert store.search(("m", "u"), query="word7 word8", limit=1)[0].key == "k7"


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from typing import Any
from langgraph.store.base import PutOp
from memory.chroma_store import ChromaStore
from memory.errors import StoreUnavailable
from word_embeddings import WordEmbeddings

store = ChromaStore.at(sys.argv[1], embeddings=WordEmbeddings())
store.put(("m", "u"), "before", {"key": "before"})
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = Path(sys.argv[1], "chroma", "chroma.sqlite3").stat().st_size
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 8192, hard))
try:
    for n in range(50):
        store.batch([PutOp(("m", "u"), f"{n}-{k}", {"key": "x" * 500}) for k in range(50)])
    sys.exit("the disk was never full")
except StoreUnavailable as error:
    assert "cannot be written" in str(error), error
assert store.get(("m", "u"), "before") is not None
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
store.put(("m", "u"), "after", {"key": "after"})
assert store.search(("m", "u"), query="after", limit=1)[0].key == "after"
store.close()
"""


def program(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=HERE.parent,
        env={**os.environ, "PYTHONPATH": str(HERE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="this system cannot limit the size of files")
def test_a_full_disk_is_named_and_the_store_goes_on_when_there_is_room(tmp_path: Path) -> None:
    full = program(FULL_DISK, str(tmp_path))
    _, err = full.communicate(timeout=120)
    assert full.returncode == 0, err
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        assert {"before", "after"} <= {i.key for i in store.search(("m", "u"), limit=5000)}


def test_a_directory_that_went_away_takes_no_write(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path / "data", embeddings=WordEmbeddings()) as store:
        store.put(("m", "u"), "k", {"key": "hello"})
        shutil.rmtree(tmp_path / "data")
        with pytest.raises(StoreUnavailable, match=r"cannot be written|directory that exists"):
            store.put(("m", "u"), "k2", {"key": "hello"})


WRITER = """
import sys
from langgraph.store.base import PutOp
from memory.chroma_store import ChromaStore
from word_embeddings import WordEmbeddings

with ChromaStore.at(sys.argv[1], embeddings=WordEmbeddings(), shards=1) as store:
    first = int(sys.argv[2])
    for n in range(first, first + 10_000):
        store.batch([PutOp(("m", "u"), f"{n}-{k}", {"key": f"word{n} x{k}"}) for k in range(25)])
        print(n, flush=True)
"""


@pytest.mark.parametrize("kills", [1, pytest.param(12, marks=pytest.mark.slow)])
def test_a_killed_writer_loses_nothing_acknowledged_and_leaves_a_sound_store(tmp_path: Path, kills: int) -> None:
    chance = random.Random(kills)
    done: list[int] = []
    for _ in range(kills):
        writing = program(WRITER, str(tmp_path), str(done[-1] + 2 if done else 0))
        assert writing.stdout is not None and writing.stderr is not None
        done.append(int(writing.stdout.readline()))
        time.sleep(chance.random() * (0.5 if kills == 1 else 3.0))  # somewhere in a write, not after one
        os.kill(writing.pid, signal.SIGKILL)
        done.extend(int(line) for line in writing.stdout.read().split())
        writing.wait(timeout=20)
        writing.stdout.close()
        writing.stderr.close()
        health = check(tmp_path)
        assert health.is_sound, health
        with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
            keys = {i.key for i in store.search(("m", "u"), limit=100_000)}
            assert {f"{n}-{k}" for n in done for k in range(25)} <= keys
            assert store.search(("m", "u"), query=f"word{done[-1]} x3", limit=1)[0].key == f"{done[-1]}-3"


def test_a_row_that_was_replaced_while_it_was_read_is_read_again(tmp_path: Path) -> None:
    """Chroma's index may name a row a moment before its records have it; what stays so is damage."""
    from chromadb.errors import InternalError

    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        store.put(("m", "u"), "k", {"key": "tea"})
        database: Any = store._database
        asked = []

        def meets(fails: int) -> Any:
            def ask(collection: Any) -> int:
                asked.append(collection.name)
                if len(asked) <= fails:
                    raise InternalError("Error executing plan: Internal error: Error finding id")
                return int(collection.count())

            return ask

        (name,) = [c for c in database.collections() if ".g1." in c]
        assert database._read(name, meets(2), 0) == 1
        asked.clear()
        with pytest.raises(StoreDamaged, match="doctor --rebuild"):
            database._read(name, meets(9), 0)
        assert len(asked) == 3
