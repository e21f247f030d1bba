"""What a request weighs: our count and LangChain's approximation beside the truth, and what counting costs.

    python tests/benchmarks/tokens.py [--json FILE]

The truth for OpenAI's models is tiktoken's own count of every text that is sent, in the frame that OpenAI publishes.
For a tool-heavy request the frame of calls is not published; the texts alone are a floor. Speed stands beside
tiktoken's own on the same texts: below it no counter can go that tokenizes anew, and ours goes below it because it
does not.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.messages.utils import count_tokens_approximately
from langchain_core.tools import tool

from memory.tokens import TokenCounter
from memory.vocabulary import load_encoding

ENGLISH = "I'd like a window seat on the morning flight to Shenzhen, and please remember that I'm allergic to peanuts. "
CHINESE = "我喜欢靠窗的座位，明天早上飞深圳，另外请记住我对花生过敏，价格最好不要超过一千五百元。"

CHARTS = [{"rows": "speed", "y": "again_ms", "by": "request", "title": "Counting a request once more (ms)"}]


def flights(count: int) -> str:
    """Give what a flight search returns."""
    found = [
        {"flight_no": f"CA{1301 + n}", "from": "北京", "to": "深圳", "departure": f"2026-12-01T{6 + n % 16:02d}:35",
         "price": 880 + 37 * n, "seats": ["window", "aisle"], "left": n % 9}
        for n in range(count)
    ]  # fmt: skip
    return json.dumps(found, ensure_ascii=False)


@tool
def search_flights(origin: str, destination: str, date: str, seat: str = "any") -> str:
    """Search flights between two cities on a day, with a wish for the seat."""
    return ""


def chat(text: str, turns: int = 10) -> list[BaseMessage]:
    """Give a conversation in that text."""
    out: list[BaseMessage] = [SystemMessage("You are a helpful assistant.")]
    for turn in range(turns):
        out += [HumanMessage(f"{turn}. {text * 2}"), AIMessage(f"{turn}: {text * 3}")]
    return out


def tool_heavy(turns: int = 6) -> list[BaseMessage]:
    """Give a conversation of calls and their results."""
    out: list[BaseMessage] = [SystemMessage("You are a helpful assistant.")]
    for turn in range(turns):
        args = {"origin": "北京", "destination": "深圳", "date": f"2026-12-{turn + 1:02d}", "seat": "window"}
        calls = [
            {"id": f"call_{turn}_{n}", "name": "search_flights", "args": args, "type": "tool_call"} for n in (0, 1)
        ]
        out += [HumanMessage(f"第{turn}天的航班？"), AIMessage("", tool_calls=calls)]
        out += [ToolMessage(flights(10 + 2 * turn + n), tool_call_id=f"call_{turn}_{n}") for n in (0, 1)]
        out.append(AIMessage("CA1301 is the cheapest, with a window seat. 最便宜的是 CA1301。"))
    return out


REQUESTS: dict[str, tuple[list[BaseMessage], list[Any]]] = {
    "English chat": (chat(ENGLISH), []),
    "Chinese chat": (chat(CHINESE), []),
    "JSON results": (chat(flights(10), turns=4), []),
    "tool-heavy": (tool_heavy(), [search_flights]),
}


def truth_of(messages: Sequence[BaseMessage], tools: Sequence[Any], encoding_name: str) -> int:
    """Give the tokens of all texts that are sent, in the published frame; the tools by the counter's published rule."""
    encoding = load_encoding(encoding_name)
    assert encoding is not None
    total = 3 + TokenCounter("gpt-4o" if encoding_name == "o200k_base" else "gpt-4").count_tools(tools)
    for message in messages:
        total += 3 + 1 + len(encoding.encode_ordinary(message.text))
        for call in message.tool_calls if isinstance(message, AIMessage) else ():
            spelt = json.dumps(call["args"], ensure_ascii=False)
            total += 3 + len(encoding.encode_ordinary(call["name"])) + len(encoding.encode_ordinary(spelt))
    return total


def seconds(work: Callable[[], object], times: int = 15) -> float:
    """Give the median time of a piece of work."""
    taken: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def run() -> dict[str, Any]:
    """Measure, and give every figure."""
    counts: list[dict[str, Any]] = []
    for model, encoding_name in (("gpt-4o", "o200k_base"), ("gpt-4", "cl100k_base")):
        for name, (messages, tools) in REQUESTS.items():
            truth = truth_of(messages, tools, encoding_name)
            ours = TokenCounter(model).count_messages(messages, tools=tools)
            theirs = count_tokens_approximately(messages, tools=tools or None)
            counts.append({"model": model, "request": name, "truth": truth, "ours": ours, "approximately": theirs})
    speed: list[dict[str, Any]] = []
    encoding = load_encoding("o200k_base")
    assert encoding is not None
    for name, (messages, _) in REQUESTS.items():
        texts = [message.text for message in messages]
        warm = TokenCounter("gpt-4o")
        warm.count_messages(messages)
        grown = [*messages, HumanMessage("and one more message, which nobody has counted yet")]
        speed.append(
            {
                "request": name,
                "tiktoken_ms": 1e3 * seconds(lambda texts=texts: [len(encoding.encode_ordinary(t)) for t in texts]),  # type: ignore[misc]
                "first_ms": 1e3 * seconds(lambda m=messages: TokenCounter("gpt-4o").count_messages(m)),  # type: ignore[misc]
                "again_ms": 1e3 * seconds(lambda m=grown, c=warm: c.count_messages(m)),  # type: ignore[misc]
                "approximately_ms": 1e3 * seconds(lambda m=messages: count_tokens_approximately(m)),  # type: ignore[misc]
            }
        )
    return {"counts": counts, "speed": speed}


def main() -> None:
    """Print the tables; with `--json FILE` also write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = run()
    print("| model | request | truth | ours | ours / truth | count_tokens_approximately | approx. / truth |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for row in found["counts"]:
        ours, theirs = row["ours"] / row["truth"], row["approximately"] / row["truth"]
        print(
            f"| {row['model']} | {row['request']} | {row['truth']:,} | {row['ours']:,} | {ours:.2f} | "
            f"{row['approximately']:,} | {theirs:.2f} |"
        )
    print("\n| request | tiktoken alone, ms | ours, first time | ours, one message more | approximately |")
    print("|---|---:|---:|---:|---:|")
    for row in found["speed"]:
        figures = (row["tiktoken_ms"], row["first_ms"], row["again_ms"], row["approximately_ms"])
        print(f"| {row['request']} | {' | '.join(f'{figure:.2f}' for figure in figures)} |")
    if given.json:
        given.json.write_text(json.dumps(found, indent=1), "utf-8")


if __name__ == "__main__":
    main()
