"""Damaged files, a full disk, a wrong key, strange texts and sizes: a clear error or a right answer, no lost thread."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from scripted_agent import requests_of, scripted_agent

from graph import Agent, open_agent
from memory.errors import BethinkError, CheckpointKeyError, InvalidId
from memory.messages import find_problems

FILES = ["checkpoints.sqlite3", "outbox.sqlite3", "turns.sqlite3", "lexicon.sqlite3", "chroma/chroma/chroma.sqlite3"]
DAMAGES = ["cut", "emptied", "overwritten", "text"]


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with a thread and memories in it."""
    path = tmp_path_factory.mktemp("lived")
    with scripted_agent(path, lambda _: AIMessage("Noted.")) as agent:
        for n in range(4):
            agent.ask(f"Please remember that box {n} is red", user_id="u", thread_id="t")
    return path


def damage(file: Path, how: str) -> None:
    raw = file.read_bytes()
    if how == "cut":
        file.write_bytes(raw[: len(raw) // 2 + 100])
    elif how == "emptied":
        file.write_bytes(b"")
    elif how == "text":
        file.write_bytes(b"this is no database\n" * 1000)
    else:
        rng, spoiled = random.Random(7), bytearray(raw)
        for at in range(4096, len(spoiled), 97):
            spoiled[at] = rng.randrange(256)
        file.write_bytes(bytes(spoiled))


@pytest.mark.slow
@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_told_or_does_no_harm(lived_in: Path, tmp_path: Path, name: str, how: str) -> None:
    data = tmp_path / "data"
    shutil.copytree(lived_in, data)
    for log in (f"{name}-wal", f"{name}-shm"):
        (data / log).unlink(missing_ok=True)
    damage(data / name, how)
    try:
        with scripted_agent(data, lambda _: AIMessage("Noted.")) as agent:
            assert agent.ask("hello", user_id="u", thread_id="t").text == "Noted."
            assert agent.ask("hello", user_id="u", thread_id="another").text == "Noted."
            assert find_problems(agent.state(user_id="u", thread_id="t").values["messages"]) == []
    except BethinkError as error:
        assert str(error).count(";") >= 1, "it says what to do"
    shutil.copy(lived_in / name, data / name)
    with scripted_agent(data, lambda _: AIMessage("Noted.")) as agent:
        assert agent.ask("hello again", user_id="u", thread_id="t").text == "Noted.", "with the file back, it goes on"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="limits file sizes by setrlimit")
@pytest.mark.parametrize("kilobytes", [0, 20, 150, 400])
def test_a_full_disk_is_told_and_the_thread_goes_on_with_room(lived_in: Path, tmp_path: Path, kilobytes: int) -> None:
    data = tmp_path / "data"
    shutil.copytree(lived_in, data)
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({kilobytes * 1024}, {kilobytes * 1024}))\n"
        "sys.argv = ['bethink', 'ask', 'What is 6 * 7?', '--user', 'u', '--thread', 't']\n"
        "from graph.cli import main; main()\n"
    )
    environment = {**os.environ, "BETHINK_DATA_DIR": str(data), "BETHINK_CHROMA": "alone"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)
    assert "Traceback" not in done.stderr
    assert "42" in done.stdout or (done.returncode != 0 and "bethink:" in done.stderr), done.stderr
    with open_agent(data_dir=data, chroma="alone") as agent:
        assert len(agent.state(user_id="u", thread_id="t").values["messages"]) >= 8
        assert "42" in agent.ask("What is 6 * 7?", user_id="u", thread_id="t").text


@pytest.mark.slow
@pytest.mark.parametrize("where", ["/proc/bethink", "/dev/null/bethink"])
@pytest.mark.skipif(sys.platform != "linux", reason="needs directories that nobody can write")
def test_a_directory_that_cannot_be_written_is_told_in_one_line(where: str) -> None:
    bethink = str(Path(sys.executable).with_name("bethink"))
    done = subprocess.run([bethink, "ask", "hi", "--data-dir", where], capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "BETHINK_DATA_DIR" in " ".join(done.stderr.split())


def test_a_wrong_key_is_told_and_the_right_one_opens_the_thread(tmp_path: Path) -> None:
    pytest.importorskip("Crypto")
    with open_agent(data_dir=tmp_path, short_term_only=True, checkpoint_key="right") as agent:
        agent.ask("My name is Ann", user_id="u", thread_id="t")
    for wrong in ("wrong", ""):
        with pytest.raises(CheckpointKeyError):
            open_agent(data_dir=tmp_path, short_term_only=True, checkpoint_key=wrong)
    with open_agent(data_dir=tmp_path, short_term_only=True, checkpoint_key="right") as agent:
        assert "Ann" in agent.ask("What is my name?", user_id="u", thread_id="t").text


def test_a_clock_that_goes_back_loses_nothing(tmp_path: Path) -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)

    def backwards() -> datetime:
        nonlocal now
        now -= timedelta(minutes=7)
        return now

    with scripted_agent(tmp_path, lambda _: AIMessage("Noted."), clock=backwards, keep_turns=2) as agent:
        for n in range(6):
            assert agent.ask(f"number {n}", user_id="u", thread_id="t").text == "Noted."
        messages = agent.state(user_id="u", thread_id="t").values["messages"]
        assert [m.text for m in messages if m.type == "human"] == [f"number {n}" for n in range(6)]
        said = [r for r in agent.memory("u").scope.records(filter={"kind": "episode"}) if r.source.speaker == "user"]
        assert len(said) == 6


HOSTILE = [
    "\ud800 half a character \udfff",
    "nul \x00 in the middle",
    "\u202eright to left\u202c \u2066isolated",
    "é" * 500 + "e\u0301" * 500,
    "👨\u200d👩\u200d👧\u200d👦🏳️\u200d🌈" * 50,
    "\U0010ffff\ufffe\uffff",
    "\u0600" * 300 + "ﷺ" * 300 + "𒐫" * 100,
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!" * 20,
    "\r\n\r\n\x1b[31mred\x1b[0m\x07",
    "{{7*7}} ${jndi:ldap://x} %s %n {0} \\u0000 '; DROP TABLE threads;--",
    "(" * 5000 + ")" * 5000,
    "a" * 100_000,
    "我" * 50_000,
]


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[tuple[Agent, list[str]]]:
    said = [""]

    @tool
    def read_page() -> str:
        """Give a page."""
        return said[0]

    def script(messages: list[BaseMessage]) -> AIMessage:
        last = messages[-1]
        if isinstance(last, HumanMessage):
            return AIMessage("", tool_calls=[{"name": "read_page", "args": {"x": said[0]}, "id": f"c{len(messages)}"}])
        return AIMessage(f"It says: {said[0]}")

    with scripted_agent(tmp_path, script, tools=[read_page]) as agent:
        yield agent, said


@pytest.mark.slow
def test_hostile_texts_from_user_tool_and_model_are_answered(strange: tuple[Agent, list[str]]) -> None:
    agent, said = strange
    for text in HOSTILE:
        said[0] = text
        assert agent.ask(f"read {text}", user_id="u", thread_id="t").text.startswith("It says: "), ascii(text[:40])
        state = agent.state(user_id="u", thread_id="t")
        assert state.next == ()
        assert find_problems(state.values["messages"]) == []
    assert agent.parts.outbox.poisoned() == []
    assert agent.parts.outbox.pending() == []


@pytest.mark.slow
def test_ten_megabytes_are_refused_at_the_door_and_cut_from_a_tool(strange: tuple[Agent, list[str]]) -> None:
    agent, said = strange
    with pytest.raises(InvalidId, match="at most"):
        agent.ask("x" * 10_000_000, user_id="u", thread_id="t")
    said[0] = "word " * 400_000
    agent.ask("read", user_id="u", thread_id="t")
    longest = max(len(m.text) for request in requests_of(agent) for m in request if isinstance(m, ToolMessage))
    assert longest < 20_000
    assert agent.parts.checkpoints.size_bytes() < 20_000_000


@pytest.mark.slow
def test_ten_thousand_calls_in_one_answer_are_bounded(tmp_path: Path) -> None:
    runs = [0]

    @tool
    def step(n: int) -> str:
        """Do one step."""
        runs[0] += 1
        return f"did {n}"

    def script(messages: list[BaseMessage]) -> AIMessage:
        if isinstance(messages[-1], HumanMessage):
            return AIMessage("", tool_calls=[{"name": "step", "args": {"n": n}, "id": f"c{n}"} for n in range(10_000)])
        return AIMessage("Done.")

    with scripted_agent(tmp_path, script, tools=[step], short_term_only=True) as agent:
        assert agent.ask("go", user_id="u", thread_id="t").text == "Done."
        assert 0 < runs[0] <= 128
        assert agent.ask("go on", user_id="u", thread_id="t").text == "Done."
        assert find_problems(agent.state(user_id="u", thread_id="t").values["messages"]) == []
