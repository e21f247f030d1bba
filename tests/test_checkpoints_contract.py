"""LangGraph's own conformance suite, whole, over every saver of ours."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.conformance import checkpointer_test, validate
from langgraph.checkpoint.conformance.initializer import RegisteredCheckpointer
from postgres_server import postgres_url

from memory.checkpoints import open_in_memory, open_postgres, open_sqlite


async def _conforms(make: RegisteredCheckpointer) -> None:
    report = await validate(make)
    assert len(report.results) == 8
    for capability, result in report.results.items():
        assert result.detected, capability
        assert result.passed, (capability, result.failures)


async def test_the_sqlite_saver_conforms_whole(tmp_path: Path) -> None:
    @checkpointer_test(name="sqlite")
    async def saver() -> AsyncGenerator[BaseCheckpointSaver[int], None]:
        with open_sqlite(tmp_path / "checkpoints.sqlite") as checkpoints:
            yield checkpoints

    await _conforms(saver)


async def test_the_encrypted_sqlite_saver_conforms_whole(tmp_path: Path) -> None:
    @checkpointer_test(name="encrypted")
    async def saver() -> AsyncGenerator[BaseCheckpointSaver[int], None]:
        with open_sqlite(tmp_path / "checkpoints.sqlite", key="a secret") as checkpoints:
            yield checkpoints

    await _conforms(saver)


async def test_the_saver_in_memory_conforms_whole() -> None:
    @checkpointer_test(name="memory")
    async def saver() -> AsyncGenerator[BaseCheckpointSaver[int], None]:
        with open_in_memory() as checkpoints:
            yield checkpoints

    await _conforms(saver)


async def test_the_postgres_saver_conforms_whole() -> None:
    url = postgres_url()

    @checkpointer_test(name="postgres")
    async def saver() -> AsyncGenerator[BaseCheckpointSaver[str], None]:
        with open_postgres(url) as checkpoints:
            yield checkpoints

    await _conforms(saver)


async def test_the_encrypted_postgres_saver_conforms_whole() -> None:
    url = postgres_url()

    @checkpointer_test(name="encrypted postgres")
    async def saver() -> AsyncGenerator[BaseCheckpointSaver[str], None]:
        with open_postgres(url, key="a secret") as checkpoints:
            yield checkpoints

    await _conforms(saver)
