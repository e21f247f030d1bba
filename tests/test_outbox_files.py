"""The outbox in a file: killed processes, erasure, damage."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from memory.errors import StoreDamaged, StoreUnavailable
from memory.outbox import Drained, Entry, Outbox

PUT = """
import sys
from memory.outbox import Outbox
outbox = Outbox(sys.argv[1])
number = 0
while True:
    outbox.put("turn", "ann", {"n": number}, key=str(number))
    print(number, flush=True)
    number += 1
"""
HANDLE = """
import sys, time
from memory.outbox import Outbox
def handler(entry):
    print(entry.key, flush=True)
    time.sleep(60)
Outbox(sys.argv[1]).drain(handler)
"""


def test_nothing_that_was_put_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    for round_ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", PUT, str(tmp_path / f"outbox{round_}")], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        for _ in range(20 + 7 * round_):
            process.stdout.readline()
        process.kill()
        put = 20 + 7 * round_ + len(process.communicate()[0].splitlines())
        with Outbox(tmp_path / f"outbox{round_}") as outbox:
            there = [entry.payload["n"] for entry in outbox.pending()]
        assert there[:put] == list(range(put))
        assert len(there) <= put + 1


def test_an_entry_whose_handler_was_killed_is_handled_again_at_once(tmp_path: Path) -> None:
    with Outbox(tmp_path / "outbox") as outbox:
        outbox.put("turn", "ann", {}, key="k")
        process = subprocess.Popen(
            [sys.executable, "-c", HANDLE, str(tmp_path / "outbox")], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "k\n"
        seen: list[Entry] = []
        assert outbox.drain(seen.append) == Drained()
        process.kill()
        process.communicate()
        assert outbox.drain(seen.append) == Drained(done=1)


def test_forgetting_a_user_leaves_no_byte(tmp_path: Path) -> None:
    secrets = [f"planted-secret-{n}-秘密" for n in range(200)]
    with Outbox(tmp_path / "outbox") as outbox:
        for number, secret in enumerate(secrets):
            outbox.put("turn", "ann", {"text": secret * (1 + number % 40)}, key=f"{secret} key")
            outbox.put("turn", "bob", {"text": "his own words " * 30}, key=f"bob {number}")
        done: list[Entry] = []
        outbox.drain(done.append, user_id="ann", limit=50)
        assert outbox.forget("ann") == 150
        assert len(outbox.pending("bob")) == 200
        for file in tmp_path.iterdir():
            content = file.read_bytes()
            assert b"planted-secret" not in content, file
            assert json.dumps("秘密").strip('"').encode() not in content, file
        assert b"his own words" in (tmp_path / "outbox").read_bytes()


def test_a_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    with Outbox(tmp_path / "outbox") as outbox:
        outbox.put("turn", "ann", {}, key="k")
    (tmp_path / "outbox").write_bytes(b"not a database at all" * 400)
    with pytest.raises(StoreDamaged, match=r"is damaged .* expected a whole database; put a backup"):
        Outbox(tmp_path / "outbox")


@pytest.mark.slow
def test_no_damage_of_many_gives_a_wrong_answer(tmp_path: Path) -> None:
    with Outbox(tmp_path / "whole") as outbox:
        for number in range(60):
            outbox.put("turn", f"user {number % 3}", {"text": f"said {number}"}, key=f"key {number}")
    whole = (tmp_path / "whole").read_bytes()
    for seed in range(300):
        pick = random.Random(seed)
        content = bytearray(whole)
        content[pick.randrange(len(content))] ^= 1 << pick.randrange(8)
        (tmp_path / f"{seed}").write_bytes(content[: pick.choice([len(content), pick.randrange(1, len(content))])])
        seen: list[Entry] = []
        try:
            with Outbox(tmp_path / f"{seed}") as outbox:
                outbox.drain(seen.append)
                outbox.forget("user 1")
        except (StoreDamaged, StoreUnavailable) as error:
            assert str(error).count(";") >= 2


def test_an_outbox_in_memory_needs_no_file(tmp_path: Path) -> None:
    seen: list[Entry] = []
    with Outbox(None) as outbox:
        outbox.put("turn", "ann", {}, key="k")
        assert outbox.drain(seen.append) == Drained(done=1)
    assert list(tmp_path.iterdir()) == []
