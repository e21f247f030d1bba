"""Killed at one chosen point of a turn, the thread resumes: nothing is lost, nothing runs or is written twice."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import fault_points
import pytest
from fault_points import FILL, POINTS, SAID, open_scripted

from memory.messages import find_problems

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="kills by SIGKILL")]

UNKEPT = ("inside:checkpoint", "after:checkpoint", "inside:tool_saved")
"""Points that may be reached before the message is on disk, since it is saved beside the run: the user, who has seen
no answer, says it again."""
Kill = Callable[[str], Path]


@pytest.fixture(scope="module")
def killed_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kill]:
    """Give what lives through one turn that is killed at a point, in a directory of its own."""
    root = tmp_path_factory.mktemp("points")
    environment = {**os.environ, "LANGGRAPH_STRICT_MSGPACK": "true"}
    command = [sys.executable, fault_points.__file__, str(root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:

        def live(folder: str, point: str) -> int:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{folder} {point}\n".encode())
            process.stdin.flush()
            return int(process.stdout.readline())

        def kill(point: str) -> Path:
            folder = f"at-{point.replace(':', '-')}"
            shutil.copytree(root / FILL, root / folder)
            ended = live(folder, point)
            assert ended == (0 if point == "-" else -signal.SIGKILL), f"{point} was not reached"
            return root / folder

        assert live(FILL, FILL) == 0
        yield kill
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.parametrize("point", [*POINTS, "-"])
def test_a_turn_killed_anywhere_is_finished_once(killed_at: Kill, point: str) -> None:
    data_dir = killed_at(point)
    with open_scripted(data_dir) as agent:
        if agent.state(user_id="ann", thread_id="t").next:
            for _ in agent.resume(user_id="ann", thread_id="t"):
                pass
        elif not any(m.text.startswith("Done: ") for m in agent.state(user_id="ann", thread_id="t").values["messages"]):
            assert point in UNKEPT, "a turn that had begun is there to be resumed"
            agent.ask(SAID, user_id="ann", thread_id="t")
        agent.ask("And now?", user_id="ann", thread_id="t")
        values = agent.state(user_id="ann", thread_id="t").values
        assert find_problems(values["messages"]) == []
        assert agent.state(user_id="ann", thread_id="t").next == ()
        memory = agent.memory("ann")
        episodes = list(memory.scope.records(filter={"kind": "episode"}))
        times = Counter(e.text for e in episodes)
        assert times[SAID] == 1 or (point in UNKEPT and times[SAID] == 2), "what was said is kept, once"
        assert max(Counter((e.source.message_ids, e.source.speaker) for e in episodes).values()) == 1
        assert [r.text for r in memory.current() if r.kind == "fact"] == ["my locker is number 4711"]
        answers = [text for text in times if text.startswith("Done: ")]
        assert len(answers) == 1
    effects = Counter((data_dir / "effects").read_text().split())
    assert effects["once"] <= 1, "a tool that must not run twice did not"
    assert effects["once"] == 1 or (point == "inside:steady" and "not known" in answers[0]), (
        "it ran, but where the kill came from its neighbour between its beginning and its deed, which the model is told"
    )
    again = point in ("inside:steady", "inside:once", "after:execute_tools", *UNKEPT)
    assert effects["steady"] <= (2 if again else 1), "a finished tool whose result was saved does not run again"
    if point == "inside:once":
        assert "not known" in answers[0], "the model is told that nobody knows what became of the call"
    assert values["summary"], "the turn folded"
