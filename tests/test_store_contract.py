"""Every store that long-term memory may stand on keeps one contract."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore
from store_contract import StoreContract
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore

_numbers = count()


@pytest.fixture(scope="module")
def shared_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")


class TestInMemoryStore(StoreContract):
    @pytest.fixture
    def store(self) -> BaseStore:
        return InMemoryStore(index={"dims": 64, "embed": WordEmbeddings(), "fields": ["key"]})


class TestSqliteStore(StoreContract):
    """Without an index: that needs a Python that loads SQLite extensions."""

    searches_by_meaning = False
    works_asynchronously = False

    @pytest.fixture
    def store(self) -> Iterator[BaseStore]:
        connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        store = SqliteStore(connection)
        store.setup()
        yield store
        connection.close()


class TestChromaStoreAlone(StoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[BaseStore]:
        with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as opened:
            yield opened


@pytest.mark.slow
class TestChromaStoreShared(StoreContract):
    @pytest.fixture
    def store(self, shared_directory: Path) -> Iterator[BaseStore]:
        name = f"store{next(_numbers)}"
        with ChromaStore.shared(shared_directory, embeddings=WordEmbeddings(), name=name, linger_s=1.0) as opened:
            yield opened


@pytest.fixture(scope="module")
def chroma_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A `chroma run` of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    command = [sys.executable, "-c", "from chromadb.cli.cli import app; app()", "run"]
    where = ["--path", str(tmp_path_factory.mktemp("server")), "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen([*command, *where], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert time.monotonic() < deadline and server.poll() is None, "chroma run did not start"
                time.sleep(0.1)
        yield port
        server.terminate()


@pytest.mark.slow
class TestChromaStoreOnAServer(StoreContract):
    @pytest.fixture
    def store(self, chroma_server: int) -> Iterator[BaseStore]:
        name = f"store{next(_numbers)}"
        with ChromaStore(host="127.0.0.1", port=chroma_server, embeddings=WordEmbeddings(), name=name) as opened:
            yield opened
