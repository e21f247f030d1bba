"""What is saved of a damaged checkpoint file."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest
from chatty_graph import at, chatty_graph, say

from memory.checkpoints import mend, open_sqlite
from memory.errors import CheckpointDamaged, CheckpointError, CheckpointKeyError

THREADS = [f"thread {n}" for n in range(6)]


def fill(path: Path, key: str | None = None) -> None:
    with open_sqlite(path, key=key, keep_turns=2) as checkpoints:
        graph = chatty_graph(checkpoints)
        for number in range(3):
            for thread in THREADS:
                graph.invoke(say(f"question {number} of {thread}", f"user of {thread}"), at(thread))


def test_a_whole_file_is_left_alone(tmp_path: Path) -> None:
    fill(tmp_path / "file")
    before = (tmp_path / "file").read_bytes()
    mended = mend(tmp_path / "file")
    assert (mended.threads, mended.lost_checkpoints, mended.lost_values, mended.aside) == (6, 0, 0, None)
    assert mended.checkpoints > 60
    assert (tmp_path / "file").read_bytes() == before


@pytest.mark.parametrize("key", [None, "a key"])
def test_bad_pages_cost_what_was_on_them_and_every_thread_goes_on(tmp_path: Path, key: str | None) -> None:
    fill(tmp_path / "whole", key)
    content = (tmp_path / "whole").read_bytes()
    saved = []
    for seed in range(6 if key is None else 2):
        pick = random.Random(seed)
        harmed = bytearray(content)
        for page in pick.sample(range(20, len(content) // 4096), 3):
            harmed[page * 4096 : page * 4096 + 4096] = pick.randbytes(4096)
        path = tmp_path / f"file {seed}"
        path.write_bytes(harmed)
        mended = mend(path, key=key)
        with open_sqlite(path, key=key, keep_turns=2) as checkpoints:
            assert checkpoints.check() == []
            graph = chatty_graph(checkpoints)
            assert len(checkpoints.threads()) == mended.threads
            for thread in checkpoints.threads():
                list(graph.get_state_history(at(thread.thread_id)))
                graph.invoke(say("and on"), at(thread.thread_id))
            saved.append(sum(thread.thread_id in THREADS for thread in checkpoints.threads()))
            assert not set(mended.lost_threads) & {thread.thread_id for thread in checkpoints.threads()}
            if mended.aside is not None:
                assert mended.aside.read_bytes() == bytes(harmed)
    assert max(saved) == 6
    assert min(saved) >= 2


def test_one_unreadable_message_is_left_out_and_the_rest_of_its_thread_stays(tmp_path: Path) -> None:
    fill(tmp_path / "file")
    with sqlite3.connect(tmp_path / "file") as db:
        (piece,) = db.execute(
            "SELECT id FROM pieces WHERE thread = (SELECT id FROM threads WHERE thread_id = 'thread 2') ORDER BY id "
            "LIMIT 1 OFFSET 9"
        ).fetchone()
        db.execute("DELETE FROM pieces WHERE id = ?", (piece,))
    db.close()
    with open_sqlite(tmp_path / "file") as checkpoints:
        assert checkpoints.check() != []
    mended = mend(tmp_path / "file")
    assert mended.lost_values > 0
    assert (mended.threads, mended.lost_checkpoints) == (6, 0)
    with open_sqlite(tmp_path / "file") as checkpoints:
        assert checkpoints.check() == []
        assert len(chatty_graph(checkpoints).get_state(at("thread 2")).values["messages"]) in (11, 12)
        assert checkpoints.owner("thread 2") == "user of thread 2"
        assert len(chatty_graph(checkpoints).get_state(at("thread 3")).values["messages"]) == 12


def test_what_cannot_be_mended_says_so_and_is_left_as_it_was(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="there is no file"):
        mend(tmp_path / "nowhere")
    (tmp_path / "noise").write_bytes(b"\x01" * 9000)
    with pytest.raises(CheckpointDamaged, match="no checkpoint can be read"):
        mend(tmp_path / "noise")
    fill(tmp_path / "sealed", key="right")
    with pytest.raises(CheckpointKeyError):
        mend(tmp_path / "sealed", key="wrong")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["noise", "sealed"]
