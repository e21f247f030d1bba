"""Doctor, backup and restore, as their users run them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from chroma_process import chroma_server
from postgres_server import postgres_url
from strict_endpoint import StrictEndpoint
from typer.testing import CliRunner, Result

from graph.cli.main import app

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("BETHINK_CHROMA", "alone")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def run_command(*arguments: str, data: str = "data", **settings: str) -> Result:
        monkeypatch.setenv("BETHINK_DATA_DIR", str(tmp_path / data))
        for name, value in settings.items():
            monkeypatch.setenv(f"BETHINK_{name.upper()}", value)
        return CliRunner().invoke(app, list(arguments))

    return run_command


def findings(out: Result) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for finding in json.loads(out.output):
        told.setdefault(finding["part"], []).append(finding["state"])
    return told


def test_doctor_finds_a_fresh_directory_sound(run: Run) -> None:
    out = run("doctor", "--json")
    assert out.exit_code == 0
    told = findings(out)
    assert set(told) == {"versions", "directory", "tokenizer", "model", "embedder", "store", "checkpoints", "outbox"}
    assert not [part for part, states in told.items() if "bad" in states]


def test_doctor_names_a_damaged_checkpoint_file(run: Run, tmp_path: Path) -> None:
    run("ask", "hello")
    file = tmp_path / "data" / "checkpoints.sqlite3"
    file.write_bytes(b"not a database at all" * 500)
    out = run("doctor", "--json")
    assert out.exit_code == 1
    assert "bad" in findings(out)["checkpoints"]
    assert "Traceback" not in out.output


def test_doctor_names_an_endpoint_that_is_down_and_hides_the_key(run: Run) -> None:
    out = run("doctor", "--json", base_url="http://127.0.0.1:9/v1", api_key="sk-very-secret", model="m")
    assert out.exit_code == 1
    assert findings(out)["model"] == ["bad"]
    assert "sk-very-secret" not in out.output


def test_doctor_names_another_embedder_with_the_command_that_mends_it(
    run: Run, strict_endpoint: StrictEndpoint
) -> None:
    run("ask", "My name is Ann")
    other = {
        "embedder": "openai", "embedding_base_url": strict_endpoint.base_url,
        "embedding_api_key": strict_endpoint.key,
    }  # fmt: skip
    out = run("doctor", "--json", **other)
    assert "bad" in findings(out)["store"]
    assert "bethink reindex" in out.output
    assert run("reindex", **other).exit_code == 0
    assert "bad" not in findings(run("doctor", "--json", **other))["store"]


def test_what_was_backed_up_is_restored_whole(run: Run, tmp_path: Path) -> None:
    run("ask", "My name is Ann and I like window seats", "--user", "ann", "--thread", "t")
    run("memories", "add", "I live in Berlin", "--attribute", "home", "--user", "ann")
    run("memories", "add", "I live in Rome", "--attribute", "home", "--user", "ann")
    before = run("memories", "list", "--all", "--json", "--user", "ann").output
    saved = run("backup", str(tmp_path / "all.zip"))
    assert saved.exit_code == 0, saved.output
    assert run("restore", str(tmp_path / "all.zip"), data="new").exit_code == 0
    after = run("memories", "list", "--all", "--json", "--user", "ann", data="new").output
    assert sorted(after.splitlines()) == sorted(before.splitlines())
    again = run("ask", "What did I say my name was?", "--user", "ann", "--thread", "t", data="new")
    assert "Ann" in again.output
    assert "Berlin" in run("memories", "history", "Rome", "--user", "ann", data="new").output


def test_a_backup_is_never_written_over_and_a_restore_never_over_data(run: Run, tmp_path: Path) -> None:
    run("ask", "hello")
    target = tmp_path / "all.zip"
    target.write_text("mine")
    refused = run("backup", str(target))
    assert refused.exit_code == 2
    assert target.read_text() == "mine"
    run("backup", str(tmp_path / "b.zip"))
    over = run("restore", str(tmp_path / "b.zip"))
    assert over.exit_code == 2
    assert "holds" in over.output
    assert run("restore", str(target), data="new").exit_code == 2


def test_doctor_saves_what_can_be_read_of_a_damaged_checkpoint_file(run: Run, tmp_path: Path) -> None:
    for thread in ("one", "two"):
        run("ask", "What is 6 * 7?", "--thread", thread)
    assert "whole" in run("doctor", "--mend").output
    file = tmp_path / "data" / "checkpoints.sqlite3"
    content = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'checkpoints_by_run'").fetchone()
        size = db.execute("PRAGMA page_size").fetchone()[0]
    content[(root - 1) * size : root * size] = b"\xff" * size
    file.write_bytes(content)
    assert "bethink doctor --mend" in run("doctor", "--json").output
    out = run("doctor", "--mend")
    assert "saved 2 threads" in " ".join(out.output.split())
    assert "bad" not in findings(run("doctor", "--json"))["checkpoints"]
    assert list(file.parent.glob("checkpoints.sqlite3.damaged-*"))
    assert run("ask", "What is 6 * 8?", "--thread", "one").exit_code == 0


def test_doctor_says_when_nothing_can_be_saved(run: Run, tmp_path: Path) -> None:
    run("ask", "hello")
    file = tmp_path / "data" / "checkpoints.sqlite3"
    file.write_bytes(b"not a database at all" * 500)
    out = run("doctor", "--mend")
    assert out.exit_code == 4
    assert "Traceback" not in out.output
    assert file.exists(), "the damaged file stays where it is"


def test_a_part_at_which_doctor_falls_over_does_not_hide_the_others(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def falls_over(*_: object, **__: object) -> None:
        raise TypeError("unsupported operand type(s) for +: 'int' and 'NoneType'")

    run("ask", "My name is Ann")
    monkeypatch.setattr("memory.chroma_store.upkeep.check", falls_over)
    out = run("doctor", "--json")
    told = findings(out)
    assert out.exit_code == 1
    assert told["store"] == ["bad"]
    assert told["outbox"] == ["ok"]
    assert "NoneType" in out.output


@pytest.mark.slow
def test_doctor_and_reindex_look_at_the_server_that_the_settings_name(
    run: Run, tmp_path: Path, strict_endpoint: StrictEndpoint
) -> None:
    with chroma_server(tmp_path / "server") as port:
        server = {"chroma": "server", "chroma_port": str(port)}
        run("ask", "My name is Ann", **server)
        told = json.loads(run("doctor", "--json").output)
        assert any("items, 0 without a vector" in f["text"] for f in told if f["part"] == "store")
        assert "embedded by" in run("doctor", "--rebuild").output
        run(
            "reindex",
            embedder="openai",
            embedding_base_url=strict_endpoint.base_url,
            embedding_api_key=strict_endpoint.key,
        )
        assert "bad" not in findings(run("doctor", "--json"))["store"]
    assert not (tmp_path / "data" / "chroma").exists()


def test_doctor_looks_at_memories_in_postgres(run: Run, tmp_path: Path) -> None:
    run("ask", "My name is Ann", chroma="postgres", database_url=postgres_url())
    out = run("doctor", "--json")
    assert (out.exit_code, findings(out)["store"], findings(out)["checkpoints"]) == (0, ["ok"], ["ok"])
    for command in (("reindex",), ("doctor", "--rebuild"), ("doctor", "--mend"), ("backup", "b.zip")):
        refused = run(*command)
        assert refused.exit_code == 2, command
        assert "PostgreSQL" in refused.output
