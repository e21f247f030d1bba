"""What is particular to checkpoints on PostgreSQL."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest
from chatty_graph import at, chatty_graph, say
from postgres_server import postgres_url

from memory.checkpoints import open_postgres
from memory.errors import CheckpointError, CheckpointKeyError


def everything_in(url: str) -> str:
    """Give every row of every table as text."""
    with psycopg.connect(url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        rows = [connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables]
    return repr(rows)


def test_with_a_key_no_value_of_the_state_is_in_clear() -> None:
    url = postgres_url()
    with open_postgres(url, key="a secret") as checkpoints:
        graph = chatty_graph(checkpoints)
        graph.invoke(say("the hidden question", "ann"), at("t"))
        graph.update_state(at("t"), {"summary": "the hidden summary"})
        assert graph.get_state(at("t")).values["summary"] == "the hidden summary"
        assert graph.get_state(at("t")).values["user_id"] == "ann"
    held = everything_in(url)
    assert "hidden" not in held
    assert "HumanMessage" not in held
    with pytest.raises(CheckpointKeyError, match="does not open"):
        open_postgres(url, key="wrong")
    with pytest.raises(CheckpointKeyError, match="are encrypted and no key was given"):
        open_postgres(url)


def test_a_key_for_checkpoints_that_are_not_encrypted_is_refused() -> None:
    url = postgres_url()
    with open_postgres(url) as checkpoints:
        chatty_graph(checkpoints).invoke(say("hello"), at("t"))
    with pytest.raises(CheckpointKeyError, match="which are not encrypted"):
        open_postgres(url, key="a secret")


def test_a_deleted_user_is_in_no_row() -> None:
    url = postgres_url()
    with open_postgres(url) as checkpoints:
        graph = chatty_graph(checkpoints)
        for number in range(3):
            graph.invoke(say(f"planted {number}", "ann"), at(f"hers {number}"))
        graph.invoke(say("his own", "bob"), at("his"))
        counts = checkpoints.delete_user("ann")
        assert counts["threads"] == 3
        assert counts["checkpoints"] == 21
    held = everything_in(url)
    assert "planted" not in held
    assert "hers" not in held
    assert "his own" in held


def test_pruned_turns_leave_no_blobs_and_no_writes_behind() -> None:
    url = postgres_url()
    with open_postgres(url, keep_turns=2) as checkpoints:
        graph = chatty_graph(checkpoints)
        counts = []
        for number in range(9):
            graph.invoke(say(f"question {number}"), at("t"))
            with psycopg.connect(url) as connection:
                tables = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
                counts.append([connection.execute(f"SELECT count(*) FROM {t}").fetchone() for t in tables])
        assert counts[-1] == counts[-2] == counts[3]


def test_a_server_that_cannot_be_reached_is_named_without_the_password() -> None:
    with pytest.raises(CheckpointError, match=r"db on 127\.0\.0\.1 cannot be used now") as refused:
        open_postgres("postgresql://me:hunter2@127.0.0.1:1/db")
    assert "hunter2" not in str(refused.value)
    with pytest.raises(CheckpointError, match="address cannot be read; expected postgresql://") as refused:
        open_postgres("not an address hunter2")
    assert "hunter2" not in str(refused.value)


def test_processes_that_open_a_new_database_at_once_do_not_trip_over_each_other() -> None:
    url = postgres_url()
    failures: list[BaseException] = []

    def open_and_chat(number: int) -> None:
        try:
            with open_postgres(url) as checkpoints:
                chatty_graph(checkpoints).invoke(say("hello"), at(f"t{number}"))
        except BaseException as error:  # noqa: BLE001  handed to the test
            failures.append(error)

    threads = [threading.Thread(target=open_and_chat, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_connection_that_breaks_is_made_anew() -> None:
    url = postgres_url()
    with open_postgres(url) as checkpoints:
        graph = chatty_graph(checkpoints)
        graph.invoke(say("before"), at("t"))
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        graph.invoke(say("after"), at("t"))
        assert len(graph.get_state(at("t")).values["messages"]) == 8


def test_a_backup_of_a_shared_database_is_left_to_its_own_tools(tmp_path: Path) -> None:
    with open_postgres(postgres_url()) as checkpoints, pytest.raises(CheckpointError, match="run pg_dump"):
        checkpoints.backup(tmp_path / "copy")


def test_nothing_of_the_driver_is_imported_before_a_database_is_opened() -> None:
    script = "import sys, memory.checkpoints, memory.turns, memory.outbox; assert 'psycopg' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)
