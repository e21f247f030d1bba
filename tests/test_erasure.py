"""Erased through the door, a user, a thread or a record leaves no word in any file, and the others lose nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from planted import found_in
from survival_figures import note

from graph import Agent, open_agent
from graph.erasing import AUDIT, digest, history_of
from memory.errors import ThreadOwnedByAnother
from memory.outbox import Outbox

SIZE = int(os.environ.get("ERASURE", "60"))
"""Turns and memories of the user who is erased; `ERASURE=500` for the whole."""
OTHERS = 10
SECRETS = [
    *(f"the blue parcel {n} lies in vault {n}-Q{n * 7}X" for n in range(40)),
    *(f"第{n}号储物柜的暗语是雪山飞狐{n}号" for n in range(10)),
]
"""Fifty texts that must be gone."""


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    with open_agent(data_dir=tmp_path, chroma="alone") as opened:
        yield opened


def said_by(agent: Agent, user_id: str) -> list[str]:
    """Give all that is kept of a user, in words."""
    records = sorted(r.text for r in agent.memory(user_id).scope.records())
    messages = [
        m.text
        for t in agent.threads(user_id)
        for m in agent.state(user_id=user_id, thread_id=t.thread_id).values["messages"]
    ]
    return [*records, *messages]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("chroma", ["alone", "embedded"])
def test_a_user_among_ten_others_is_erased_to_the_last_byte(tmp_path: Path, chroma: str) -> None:
    size = SIZE if chroma == "alone" else SIZE // 3
    with open_agent(data_dir=tmp_path, chroma=chroma, max_messages=12, keep_turns=3) as agent:
        others = [f"other-{n}" for n in range(OTHERS)]
        for n, other in enumerate(others):
            agent.ask(f"My name is Bob{n} and I live in Berlin", user_id=other, thread_id=f"of-{other}")
            agent.memory(other).remember(f"Bob{n} has {n} green boats")
        gone = "gone@example.org"
        memory = agent.memory(gone)
        for n in range(size):
            secret = SECRETS[n % len(SECRETS)]
            agent.ask(f"Please remember that {secret}", user_id=gone, thread_id=f"g{n % 4}")
            memory.remember(f"{secret}, noted {n} times", kind="fact")
            if n % 10 == 0:
                memory.edit(memory.remember(f"a draft: {secret} {n}").record.id, f"edited: {secret} {n}")
                memory.delete(memory.remember(f"to go: {secret} {n}").record.id)
        agent.parts.outbox.put("keepsake", gone, {"text": SECRETS[0]}, key="g0/waits")
        history_of(tmp_path, gone).write_text(f"\n# 2026-01-01\n+{SECRETS[1]}\n", encoding="utf-8")
        agent.clear(user_id=gone, thread_id="g3")
        assert len(found_in(tmp_path, SECRETS)) == len(SECRETS[:size]), "the texts are there to be found before"
        before = {other: said_by(agent, other) for other in others}
        counts = agent.forget_everything(gone)
        left = found_in(tmp_path, [*SECRETS, gone])
        note(f"erasure, {chroma}", turns=size, others=OTHERS, texts=len(SECRETS), found=len(left), **counts)
        assert left == {}
        assert {other: said_by(agent, other) for other in others} == before
        assert "Bob3" in agent.ask("What is my name?", user_id="other-3", thread_id="new").text
        assert set(agent.forget_everything(gone).values()) == {0}, "verified empty"
    assert found_in(tmp_path, [*SECRETS, gone]) == {}
    assert {"threads", "checkpoints", "outbox", "records", "versions", "lexical", "typed lines"} <= counts.keys()
    assert counts["threads"] == 4
    assert counts["outbox"] == 1


def test_an_erasure_leaves_an_audit_line_without_words(agent: Agent, tmp_path: Path) -> None:
    agent.ask("Please remember that my locker is number 4711QX7", user_id="gone", thread_id="t")
    agent.forget_everything("gone")
    (line,) = [json.loads(text) for text in (tmp_path / AUDIT).read_text().splitlines()]
    assert line["what"] == "forget_everything"
    assert line["user"] == digest("gone")
    assert line["erased"]["threads"] == 1
    assert found_in(tmp_path, ["4711QX7", "gone"]) == {}


def test_one_thread_goes_with_all_that_was_learned_in_it(agent: Agent, tmp_path: Path) -> None:
    agent.ask("Please remember that my locker is number 4711QX7", user_id="u", thread_id="a")
    agent.ask("Please remember that my boat is called Susi", user_id="u", thread_id="b")
    agent.parts.outbox.put("keepsake", "u", {"text": "4711QX7"}, key="a/1")
    agent.parts.outbox.put("keepsake", "u", {"text": "Susi"}, key="ab/1")
    assert found_in(tmp_path, ["4711QX7"])
    counts = agent.forget_thread(user_id="u", thread_id="a")
    assert counts["threads"] == 1
    assert counts["outbox"] == 1
    assert found_in(tmp_path, ["4711QX7"]) == {}
    assert [t.thread_id for t in agent.threads("u")] == ["b"]
    assert [e.key for e in agent.parts.outbox.pending("u")] == ["ab/1"]
    assert "Susi" in " ".join(r.text for r in agent.memory("u").current())


def test_one_thread_may_go_while_what_was_learned_stays(agent: Agent) -> None:
    agent.ask("My name is Ann", user_id="u", thread_id="a")
    agent.forget_thread(user_id="u", thread_id="a", memories=False)
    assert agent.threads("u") == []
    assert [r.kind for r in agent.memory("u").scope.records()] == ["profile"]
    assert "Ann" in agent.ask("What is my name?", user_id="u", thread_id="b").text


def test_another_users_thread_is_not_erased(agent: Agent) -> None:
    agent.ask("My name is Ann", user_id="u", thread_id="a")
    with pytest.raises(ThreadOwnedByAnother):
        agent.forget_thread(user_id="v", thread_id="a")
    assert [t.thread_id for t in agent.threads("u")] == ["a"]


def test_one_record_is_erased_from_the_memory_to_the_last_byte(agent: Agent, tmp_path: Path) -> None:
    memory = agent.memory("u")
    written = memory.remember("my locker is number 4711QX7")
    memory.edit(written.record.id, "my locker is number 4711QX7 or 4712QX7")
    memory.erase(written.record.id)
    assert found_in(tmp_path, ["4711QX7", "4712QX7"]) == {}


def test_an_erasure_waits_for_the_users_turn_to_end(agent: Agent) -> None:
    agent.ask("My name is Ann", user_id="u", thread_id="a")
    begun, held = threading.Event(), threading.Event()

    def hold() -> None:
        with agent.parts.claims.hold("a"):
            begun.set()
            held.wait(30)

    turn = threading.Thread(target=hold)
    turn.start()
    begun.wait(30)
    erasing = threading.Thread(target=agent.forget_everything, args=("u",))
    erasing.start()
    erasing.join(0.3)
    assert erasing.is_alive()
    assert agent.threads("u") != []
    held.set()
    erasing.join(30)
    turn.join(30)
    assert agent.threads("u") == []


def test_without_long_term_memory_in_use_what_an_earlier_run_kept_is_erased_too(tmp_path: Path) -> None:
    with open_agent(data_dir=tmp_path, chroma="alone") as agent:
        agent.memory("u").remember("my locker is number 4711QX7")
    with open_agent(data_dir=tmp_path, chroma="alone", short_term_only=True) as agent:
        agent.forget_everything("u")
    assert found_in(tmp_path, ["4711QX7"]) == {}


def test_the_outbox_is_forgotten_by_thread(tmp_path: Path) -> None:
    with Outbox(tmp_path / "outbox") as outbox:
        for key in ("t/1", "t/2", "t%/1", "tt/1"):
            outbox.put("keepsake", "u", {}, key=key)
        assert outbox.forget("u", under="t/") == 2
        assert [e.key for e in outbox.pending()] == ["t%/1", "tt/1"]


@pytest.mark.slow
def test_threads_are_listed_and_deleted_by_command(tmp_path: Path) -> None:
    def bethink(*arguments: str) -> str:
        command = [str(Path(sys.executable).with_name("bethink"))]
        environment = {**os.environ, "BETHINK_DATA_DIR": str(tmp_path), "BETHINK_CHROMA": "alone"}
        done = subprocess.run([*command, *arguments], env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    bethink("ask", "My locker is number 4711QX7", "--user", "u", "--thread", "a")
    assert json.loads(bethink("threads", "list", "--user", "u", "--json"))[0]["thread"] == "a"
    assert "a" in bethink("threads", "summarize", "--user", "u", "--idle", "0")
    assert "threads" in bethink("threads", "delete", "a", "--user", "u", "--yes")
    assert json.loads(bethink("threads", "list", "--user", "u", "--json")) == []
    assert found_in(tmp_path, ["4711QX7"]) == {}
