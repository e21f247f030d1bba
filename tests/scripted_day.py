"""A day of turns, run in a process of its own that may be killed at any moment: `python scripted_day.py DIR`.

It loads what is slow to load once, then reads from standard input the number of a turn to begin with, forks, and lets
the child live that day until it is killed. The child prints what it has reached: `open`, then the number of each turn
that was answered (an acknowledgement), and `invalid …` for a request that no provider would take.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from everything_loaded import load_everything

THREADS = ("morning", "noon", "night")

LINES = (
    "My name is Ann",
    "What is {n} * 7?",
    "I live in Berlin",
    "What is the weather in Paris?",
    "Please remember that parcel {n} goes to gate {n}",
    "帮我查一下成都天气",
    "我喜欢靠窗的座位",
    "Find me a flight from Beijing to Shenzhen tomorrow",
    "Remark {n}: some words that only fill the window of this conversation, nothing more than that",
)


def line(number: int) -> str:
    """Give what is said in the turn of this number."""
    return LINES[number % len(LINES)].format(n=number)


def thread(number: int) -> str:
    """Give the thread of the turn of this number."""
    return THREADS[number % len(THREADS)]


def live(data_dir: Path, start: int) -> None:
    """Say one line after another until killed."""
    from graph import open_agent
    from graph.offline_model import OfflineChatModel

    _watch(OfflineChatModel)
    with open_agent(data_dir=data_dir, chroma="alone", max_messages=16, keep_turns=4) as agent:
        _tell("open")
        number = start
        while True:
            agent.ask(line(number), user_id="ann", thread_id=thread(number))
            _tell(str(number))
            number += 1


def _watch(model: Any) -> None:
    """Tell of every request that is no valid list."""
    from memory.messages import find_problems

    answer = model._generate

    def watched(self: Any, messages: Any, *args: Any, **kwargs: Any) -> Any:
        if problems := find_problems(messages):
            _tell(f"invalid {problems[0]}")
        return answer(self, messages, *args, **kwargs)

    model._generate = watched


def _tell(what: str) -> None:
    os.write(1, f"{what}\n".encode())


def main(data_dir: Path) -> None:
    """Fork a child for each number read, tell its process, and wait for its end."""
    load_everything()
    for said in sys.stdin:
        child = os.fork()
        if child == 0:
            live(data_dir, int(said))
        _tell(f"child {child}")
        os.waitpid(child, 0)
        _tell("ended")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
