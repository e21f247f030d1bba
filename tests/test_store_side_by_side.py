"""Several programs of one user on one data directory, as real processes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from langgraph.store.base import PutOp
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore, check, reindex, wire
from memory.chroma_store.lease import dismiss
from memory.chroma_store.server import ADDRESS
from memory.errors import EmbedderMismatch, StoreLocked, StoreUnavailable

PROGRAM = """
import sys
from langgraph.store.base import PutOp
from memory.chroma_store import ChromaStore
from word_embeddings import WordEmbeddings

directory, who, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
with ChromaStore.shared(directory, embeddings=WordEmbeddings(), linger_s=1.0) as store:
    for n in range(rounds):
        store.batch([PutOp(("m", who), f"{n}-{k}", {"key": f"{who} said w{n}x{k}"}) for k in range(5)])
        assert store.search(("m", who), query=f"{who} said w{n}x0", limit=1)[0].key == f"{n}-0"
    print(len(store.search(("m", who), limit=1000)))
"""


def start(directory: Path, who: str, rounds: int) -> subprocess.Popen[str]:
    here = Path(__file__).parent
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(directory), who, str(rounds)],
        cwd=here.parent,
        env={**os.environ, "PYTHONPATH": str(here)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def server_pid(directory: Path) -> int:
    return int(json.loads((directory / ADDRESS).read_text())["pid"])


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A directory whose server stays between tests."""
    directory = tmp_path_factory.mktemp("served")
    yield directory
    dismiss(directory)


def wait_until(holds: Callable[[], bool], *, timeout_s: float = 20) -> bool:
    deadline = time.monotonic() + timeout_s
    while not (found := holds()) and time.monotonic() < deadline:  # asked once more, what held may hold no longer
        time.sleep(0.05)
    return found


def test_programs_at_once_lose_nothing_and_share_one_server(tmp_path: Path) -> None:
    programs = [start(tmp_path, f"user{n}", 3) for n in range(3)]
    with ChromaStore.shared(tmp_path, embeddings=WordEmbeddings(), linger_s=1.0) as store:
        for program in programs:
            out, err = program.communicate(timeout=120)
            assert (program.returncode, out.strip()) == (0, "15"), err
        assert len(store.search(("m",), limit=1000)) == 45
    assert wait_until(lambda: not (tmp_path / ADDRESS).exists()), "the server did not leave"
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        assert len(store.search(("m",), limit=1000)) == 45
        assert store.search(("m", "user2"), query="user2 said w2x4", limit=1)[0].key == "2-4"


@pytest.mark.slow
def test_two_long_programs_and_eight_short_ones_lose_nothing(tmp_path: Path) -> None:
    programs = [start(tmp_path, f"long{n}", 120) for n in range(2)] + [start(tmp_path, f"ask{n}", 2) for n in range(8)]
    for program in programs:
        _, err = program.communicate(timeout=240)
        assert program.returncode == 0, err
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:
        assert len(store.search(("m",), limit=5000)) == 2 * 600 + 8 * 10


def test_a_check_goes_beside_programs_that_share_the_store(served: Path) -> None:
    with ChromaStore.shared(served, embeddings=WordEmbeddings(), name="checked", linger_s=30) as store:
        store.put(("m", "u"), "k", {"key": "hello"})
        health = check(served, name="checked")
        assert health.is_sound and health.items == 1


def test_a_killed_server_is_replaced_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    with ChromaStore.shared(tmp_path, embeddings=WordEmbeddings(), linger_s=0.5) as store:
        done = threading.Event()

        def write() -> None:
            n = 0
            while not done.is_set() or n < 30:
                store.put(("m", "u"), f"k{n}", {"key": f"word{n}"})
                acknowledged.append(f"k{n}")
                n += 1

        with ThreadPoolExecutor(1) as pool:
            writing = pool.submit(write)
            for _ in range(1):
                before = len(acknowledged)
                assert wait_until(lambda before=before: len(acknowledged) > before + 10)  # type: ignore[misc]
                os.kill(server_pid(tmp_path), signal.SIGKILL)
            done.set()
            writing.result(timeout=60)
        found = {i.key for i in store.search(("m", "u"), limit=5000)}
        assert found >= set(acknowledged)
        last = acknowledged[-1]
        assert store.search(("m", "u"), query=f"word{last[1:]}", limit=1)[0].key == last


@pytest.mark.slow
def test_a_program_alone_keeps_others_out_and_they_are_told_who_it_is(tmp_path: Path) -> None:
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()):
        with pytest.raises(StoreLocked, match=f"alone.*process {os.getpid()}"):
            ChromaStore.shared(tmp_path, embeddings=WordEmbeddings(), lock_timeout_s=0.2)
        with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as second:  # one process may open it twice
            second.put(("m", "u"), "k", {"key": "hello"})
    with (
        ChromaStore.shared(tmp_path, embeddings=WordEmbeddings(), linger_s=60) as shared,
        pytest.raises(StoreLocked, match="server that programs share"),
    ):
        assert len(shared.search(("m",))) == 1
        ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), lock_timeout_s=0.2)
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), lock_timeout_s=5) as alone:  # the idle server made way
        assert len(alone.search(("m",))) == 1


def test_only_this_user_can_read_the_servers_token(served: Path) -> None:
    with ChromaStore.shared(served, embeddings=WordEmbeddings(), linger_s=30):
        assert stat.S_IMODE((served / ADDRESS).stat().st_mode) == 0o600


def test_a_token_that_others_can_read_is_said_aloud(served: Path, caplog: pytest.LogCaptureFixture) -> None:
    with ChromaStore.shared(served, embeddings=WordEmbeddings(), linger_s=30):
        assert "other users" not in caplog.text
        (served / ADDRESS).chmod(0o644)
        with ChromaStore.shared(served, embeddings=WordEmbeddings(), linger_s=30):
            assert "other users of this machine" in caplog.text
        (served / ADDRESS).chmod(0o600)


def test_who_does_not_know_the_token_gets_no_answer(served: Path) -> None:
    with ChromaStore.shared(served, embeddings=WordEmbeddings(), linger_s=30) as store:
        real = wire.Address.read(served / ADDRESS)
        assert real is not None
        stranger = wire.Address(pid=real.pid, port=real.port, token="guessed")
        assert wire.connect(stranger) is None
        with socket.create_connection(("127.0.0.1", real.port), timeout=5) as rude:
            rude.sendall(b"GET / HTTP/1.1\r\n\r\n" + b"x" * 100)
            rude.recv(32)
            with contextlib.suppress(ConnectionResetError):
                assert rude.recv(32) == b""
        store.put(("m", "u"), "k", {"key": "still here"})


def test_a_program_that_took_the_servers_port_is_not_believed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as impostor:
        address = wire.Address(pid=1, port=impostor.getsockname()[1], token="secret")
        heard: list[bytes] = []

        def pose() -> None:
            connection, _ = impostor.accept()
            with connection:
                connection.sendall(b"n" * 32)
                heard.append(connection.recv(4096))
                connection.sendall(b"p" * 32)

        with ThreadPoolExecutor(1) as pool:
            posing = pool.submit(pose)
            assert wire.connect(address) is None
            posing.result(timeout=5)
        assert b"secret" not in b"".join(heard)


def test_a_server_of_another_version_is_named(served: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ChromaStore.shared(served, embeddings=WordEmbeddings(), linger_s=30):
        spoken = wire.PROTOCOL
        monkeypatch.setattr(wire, "PROTOCOL", 99)
        with pytest.raises(StoreUnavailable, match=f"version {spoken}"):
            ChromaStore.shared(served, embeddings=WordEmbeddings())


@pytest.mark.slow
def test_a_directory_that_was_deleted_while_open_is_named(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    with ChromaStore.shared(directory, embeddings=WordEmbeddings(), linger_s=0.1) as store:
        store.put(("m", "u"), "k", {"key": "hello"})
        pid = server_pid(directory)
        for path in sorted(directory.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        directory.rmdir()
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(StoreUnavailable, match="deleted"):
            store.put(("m", "u"), "k2", {"key": "hello"})
        with (
            ChromaStore.shared(directory, embeddings=WordEmbeddings(), linger_s=0.1),
            pytest.raises(StoreUnavailable, match="made anew"),
        ):
            store.put(("m", "u"), "k2", {"key": "hello"})


@pytest.mark.slow
def test_a_store_that_was_reindexed_while_its_server_was_gone_takes_no_write_of_the_old_embedder(
    tmp_path: Path,
) -> None:
    with ChromaStore.shared(tmp_path, embeddings=WordEmbeddings(), linger_s=0.1) as store:
        store.put(("m", "u"), "k", {"key": "hello"})
        os.kill(server_pid(tmp_path), signal.SIGKILL)
        reindex(tmp_path, WordEmbeddings(seed="another"))
        with pytest.raises(EmbedderMismatch):
            store.put(("m", "u"), "k2", {"key": "hello"})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_child_speaks_on_its_own_connection(served: Path) -> None:
    with ChromaStore.shared(served, embeddings=WordEmbeddings(), linger_s=30) as store:
        store.put(("m", "u"), "k", {"key": "hello"})
        child = os.fork()
        if child == 0:
            try:
                store.put(("m", "u"), "child", {"key": "hello"})
                os._exit(0)
            finally:
                os._exit(1)
        for n in range(20):
            store.put(("m", "u"), f"k{n}", {"key": f"hello {n}"})
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert store.get(("m", "u"), "child") is not None


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for share in (False, True):
        with pytest.raises(StoreUnavailable, match="cannot be written"):
            ChromaStore(path=tmp_path / "file" / "data", share=share, embeddings=WordEmbeddings())


def test_an_idle_server_leaves_when_it_is_asked_and_a_used_one_stays(tmp_path: Path) -> None:
    with ChromaStore.shared(tmp_path, embeddings=WordEmbeddings(), linger_s=60) as store:
        assert not dismiss(tmp_path)
        store.batch([PutOp(("m", "u"), "k", {"key": "hello"})])
    assert wait_until(lambda: dismiss(tmp_path) or not (tmp_path / ADDRESS).exists())
    assert wait_until(lambda: not (tmp_path / ADDRESS).exists())
