"""How much of a request a provider's prompt cache can serve: what is byte for byte the head of the last request.

    python tests/benchmarks/cache.py

Our graph runs 100 turns of statements and questions. The same turns, with the same memories recalled, are also put as
others put them: memories in the system prompt, and the history trimmed to the window at every turn. `of_head` is the
share of the last request's part that could come again (all but its newest message) that did come again, byte for
byte; `of_request` the share of all that was sent, new words included.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from langchain_core.messages import BaseMessage, SystemMessage, convert_to_openai_messages

from graph.bench import failed, figure
from nodes.prompts import assemble, memory_block

sys.path.append(str(Path(__file__).resolve().parent))
systems: Any = import_module("systems")

WINDOW = 40
CHARTS = [{"rows": "rows", "y": "of_head", "by": "system", "title": "Share of the head that the cache can serve"}]
QUICK = {"turns": 30, "runs": 1}


def text_of(turn: int) -> str:
    """Give a statement, and at every second turn a question about an earlier one."""
    return f"What did I eat in week {turn * 7 % max(turn, 1)}, and where?" if turn % 2 else str(systems.said(turn))


def requests(turns: int) -> tuple[dict[str, list[list[BaseMessage]]], int]:
    """Give the requests of every way, turn by turn, and at how many turns memories were recalled."""
    found: dict[str, list[list[BaseMessage]]] = {}
    ways: dict[str, Callable[[list[BaseMessage], str, list[Any]], list[BaseMessage]]] = {
        "memories in the system prompt": in_system_prompt,
        "trimmed at every turn": trimmed,
        "memories in the system prompt, trimmed": lambda h, s, r: in_system_prompt(h[-WINDOW:], s, r),
    }
    recalled_at = 0
    with tempfile.TemporaryDirectory() as folder:
        system = systems.Ours(Path(folder))
        sent = system.model.record()
        whole: list[BaseMessage] = []
        for turn in range(turns):
            config = {"configurable": {"thread_id": "t"}}
            before = system.graph.get_state(config).values.get("messages", [])
            system.turn(text_of(turn), user="u", thread="t")
            state = system.graph.get_state(config).values
            recalled = state.get("recalled", [])
            recalled_at += bool(recalled)
            found.setdefault("Bethink", []).append(sent[-1])
            newest = [m for m in state["messages"] if m.id not in {b.id for b in before}]
            for name, way in ways.items():
                history = whole if "trimmed" in name else before
                found.setdefault(name, []).append(way([*history, newest[0]], summary_in(sent[-1]), recalled))
            whole += newest
        system.stack.close()
    return found, recalled_at


def summary_in(request: Sequence[BaseMessage]) -> str:
    """Give the summary that our request carried."""
    return request[0].text.partition("<summary")[2]


def in_system_prompt(history: list[BaseMessage], summary: str, recalled: list[Any]) -> list[BaseMessage]:
    """Put the memories into the system prompt."""
    text = "\n\n".join(t for t in (systems.PROMPT, memory_block(recalled), summary) if t)
    return [SystemMessage(text), *history]


def trimmed(history: list[BaseMessage], summary: str, recalled: list[Any]) -> list[BaseMessage]:
    """Cut the history to the window at every turn; the memories stand in front of the newest message."""
    return assemble(history[-WINDOW:], prompt=systems.PROMPT, recalled=recalled)


def shares(sent: Sequence[list[BaseMessage]]) -> tuple[float, float]:
    """Give the share of the last head, and of the request, that came again byte for byte, over all turns."""
    came, heads, sizes = 0, 0, 0
    for before, now in pairwise(sent):
        last, this = wire(before), wire(now)
        same = next((i for i, (a, b) in enumerate(zip(last, this, strict=False)) if a != b), min(len(last), len(this)))
        head = len(wire(before[:-1]))
        came, heads, sizes = came + min(same, head), heads + head, sizes + len(this)
    return came / heads, came / sizes


def wire(messages: Sequence[BaseMessage]) -> bytes:
    """Give the messages as they go over the wire, one after another."""
    return b"".join(json.dumps(m, ensure_ascii=False).encode() for m in convert_to_openai_messages(list(messages)))


def run(turns: int = 100, runs: int = 2) -> dict[str, Any]:
    """Measure every way over so many turns."""
    found: dict[str, list[tuple[float, float]]] = {}
    recalled = []
    for _ in range(runs):
        sent, recalled_at = requests(turns)
        recalled.append(recalled_at / turns)
        for name, each in sent.items():
            found.setdefault(name, []).append(shares(each))
    if max(recalled) < 0.2:
        return {"rows": [failed("all", f"memories were recalled at {max(recalled):.0%} of turns: nothing is compared")]}
    rows = [
        {"system": name, "of_head": figure([h for h, _ in each]), "of_request": figure([r for _, r in each])}
        for name, each in found.items()
    ]
    return {"rows": rows, "turns": turns, "turns_with_memories": figure(recalled)}


def main() -> None:
    from graph.bench.tables import tables_in

    print("\n\n".join(tables_in(run())))


if __name__ == "__main__":
    main()
