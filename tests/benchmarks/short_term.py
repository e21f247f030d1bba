"""What an append costs, beside `add_messages` followed by `trim_messages`: same history, same counter, same run.

    python tests/benchmarks/short_term.py [--json FILE]

A thread of so many messages of history gets one more message, again and again. The other way holds the whole list in
state and trims a view of it for the model; ours trims as it appends, so the state is the view. Both cut to the same
window. Times are medians of single appends.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage, trim_messages
from langgraph.graph.message import add_messages

from memory.short_term import ShortTermMemory
from memory.tokens import TokenCounter

HISTORIES = (100, 1_000, 10_000)
MAX_MESSAGES = 40
MAX_TOKENS = 4_000
APPENDS = {100: 60, 1_000: 30, 10_000: 8}
"""How many appends are timed at each length; the other way takes long at the last."""
CHARTS = [
    {
        "rows": "appends", "x": "history", "y": "times_cheaper", "by": "counter", "log": True,
        "title": "An append: how many times less than add_messages and trim_messages",
    }
]  # fmt: skip


def message_at(number: int) -> BaseMessage:
    """Give the n-th message of a conversation with tools, in English and Chinese."""
    turn, place = divmod(number, 4)
    if place == 0:
        return HumanMessage(
            f"Question {turn}: what is the weather in city {turn % 97}? 第{turn}个问题", id=f"h{number}"
        )
    if place == 1:
        call = {"name": "get_weather", "args": {"city": f"city {turn % 97}"}, "id": f"c{turn}"}
        return AIMessage("", tool_calls=[call], id=f"a{number}")
    if place == 2:
        text = f"{turn % 40} degrees, wind from the north, humidity {turn % 100} %, " + "clear sky, " * 8
        return ToolMessage(text, tool_call_id=f"c{turn}", id=f"t{number}")
    return AIMessage(f"In city {turn % 97} it is {turn % 40} degrees and clear. 天气晴朗。", id=f"b{number}")


def words(messages: Sequence[BaseMessage]) -> int:
    """Count the words of a list: the cheapest counter there is, which favours the other way."""
    return sum(len(m.text.split()) for m in messages)


def counter_named(name: str) -> Callable[[list[BaseMessage]], int]:
    """Give a fresh counter, so that neither way finds the other's counts."""
    return words if name == "words" else TokenCounter("gpt-4o").count_messages


def timed(append: Callable[[list[BaseMessage], BaseMessage], list[BaseMessage]], history: int) -> float:
    """Give the median milliseconds of one append to a thread of so many messages."""
    state: list[BaseMessage] = append([message_at(i) for i in range(history - 1)], message_at(history - 1))
    took = []
    for number in range(history, history + APPENDS[history]):
        message = message_at(number)
        start = time.perf_counter()
        state = append(state, message)
        took.append((time.perf_counter() - start) * 1000)
    return statistics.median(took)


def theirs(count: Callable[[list[BaseMessage]], int]) -> Callable[[list[BaseMessage], BaseMessage], list[BaseMessage]]:
    """`add_messages` keeps everything; before each call of the model `trim_messages` makes the window."""

    def append(state: list[BaseMessage], message: BaseMessage) -> list[BaseMessage]:
        merged: Any = add_messages(state, [message])  # type: ignore[arg-type]  # its own list type is invariant
        trim_messages(
            merged, max_tokens=MAX_TOKENS, token_counter=count, strategy="last", start_on="human", include_system=True
        )
        return list(merged)

    return append


def ours(count: Callable[[list[BaseMessage]], int]) -> Callable[[list[BaseMessage], BaseMessage], list[BaseMessage]]:
    """The reducer, its state bounded by the window."""
    return ShortTermMemory(max_messages=MAX_MESSAGES, max_tokens=MAX_TOKENS, count_tokens=count)


def run() -> dict[str, Any]:
    """Give the figures: by counter and length of history, the milliseconds of an append and how many times cheaper."""
    found: dict[str, Any] = {"window": {"max_messages": MAX_MESSAGES, "max_tokens": MAX_TOKENS}, "appends": []}
    for name in ("words", "tokens"):
        for history in HISTORIES:
            one = timed(ours(counter_named(name)), history)
            other = timed(theirs(counter_named(name)), history)
            found["appends"].append(
                {
                    "counter": name,
                    "history": history,
                    "short_term_ms": round(one, 4),
                    "add_and_trim_ms": round(other, 4),
                    "times_cheaper": round(other / one, 1),
                }
            )
    found["machine"] = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return found


def table(found: dict[str, Any]) -> str:
    """Give the figures as a table."""
    lines = [
        f"One append, window of {MAX_MESSAGES} messages and {MAX_TOKENS:,} tokens ({found['machine']}).",
        "",
        f"{'counter':8} {'history':>8} {'ShortTermMemory':>16} {'add + trim':>12} {'cheaper':>9}",
    ]
    lines += [
        f"{r['counter']:8} {r['history']:>8,} {r['short_term_ms']:>13.3f} ms {r['add_and_trim_ms']:>9.2f} ms "
        f"{r['times_cheaper']:>7.0f} x"
        for r in found["appends"]
    ]
    return "\n".join(lines)


def main() -> None:
    """Print the table; with --json, write the figures too."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="where to write the figures")
    given = parser.parse_args()
    found = run()
    print(table(found))
    if given.json:
        given.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
