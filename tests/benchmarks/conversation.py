"""Tokens sent over a 300-turn conversation at equal answerability, beside full history, last 40, and summarise-only.

    python tests/benchmarks/conversation.py

Every turn states a fact that no other does; at the end facts from all over the conversation are asked back. A question
counts as answerable when the fact stands in the request: what the model is not shown it cannot say. Every request is
counted by the same counter, those for summaries and extraction too. All ways have the same model, whose summaries hold
as many of the facts they were shown as 1,500 characters take, the newest first.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from graph.bench import failed, figure

sys.path.append(str(Path(__file__).resolve().parent))
systems: Any = import_module("systems")

ASKED = 30
WINDOW = 40
QUICK = {"turns": 60, "runs": 1}
CHARTS = [
    {"rows": "rows", "y": "tokens_a_question", "by": "system", "title": "Tokens sent for each answerable question"},
    {"rows": "rows", "y": "answerable", "by": "system", "title": "Share of the facts asked back that stood in view"},
]


class LastForty(systems.Bare):  # type: ignore[misc]  # its base is imported by name
    """`create_agent` with `trim_messages` before every call of the model."""

    def middleware(self) -> list[Any]:
        from langchain.agents.middleware import wrap_model_call
        from langchain_core.messages import trim_messages

        @wrap_model_call
        def trimming(request: Any, handler: Any) -> Any:
            kept = trim_messages(
                request.messages, max_tokens=WINDOW, token_counter=len, strategy="last", start_on="human"
            )
            return handler(request.override(messages=kept))

        return [trimming]


class SummariseOnly(systems.Bare):  # type: ignore[misc]  # the same
    """`create_agent` with SummarizationMiddleware."""

    def middleware(self) -> list[Any]:
        from langchain.agents.middleware import SummarizationMiddleware

        return [SummarizationMiddleware(self.model, trigger=("messages", WINDOW), keep=("messages", WINDOW // 2))]


WAYS: dict[str, type[Any]] = {
    "Bethink": systems.Ours,
    "full history": systems.Bare,
    "last 40 messages": LastForty,
    "summarise only": SummariseOnly,
}


def converse(way: type[Any], turns: int) -> dict[str, float]:
    """Hold the conversation one way; give tokens sent and the share of facts that stood in view when asked."""
    from memory.tokens import TokenCounter

    count = TokenCounter("gpt-4o").count_messages
    with tempfile.TemporaryDirectory() as folder:
        system = way(Path(folder))
        sent = system.model.record()
        for turn in range(turns):
            system.turn(systems.said(turn), user="u", thread="t")
        last = len(sent)
        held = 0
        for week in range(0, turns, max(turns // ASKED, 1)):
            system.turn(f"What did I eat in week {week}, and where was it?", user="u", thread="t")
            held += shown(sent[-1], week)
        system.stack.close()
    if len(sent) < turns:
        raise RuntimeError(f"{len(sent)} requests for {turns} turns: it did not do the work")
    asked = len(range(0, turns, max(turns // ASKED, 1)))
    side = sum(count(request) for kind, each in system.model.sent.items() if kind != "answer" for request in each)
    answers = sum(count(request) for request in sent)
    return {
        "answerable": held / asked,
        "tokens": answers + side,
        "of_them_summaries_and_extraction": side,
        "largest_request": max(count(request) for request in sent[:last]),
        "tokens_a_question": (answers + side) / max(held, 1),
    }


def shown(request: Sequence[Any], week: int) -> bool:
    """True when what was said in that week stands in the request."""
    fact = systems.FACT.search(systems.said(week))
    return any(f"In week {week} I ate" in m.text for m in request) and fact is not None


def run(turns: int = 300, runs: int = 1) -> dict[str, Any]:
    """Hold it every way, in turn; nothing is random, so that one run says it."""
    rows = []
    for name, way in WAYS.items():
        try:
            each = [converse(way, turns) for _ in range(runs)]
        except (RuntimeError, ImportError) as error:
            rows.append(failed(name, error))
            continue
        rows.append({"system": name, **{key: figure([e[key] for e in each]) for key in each[0]}})
    return {"rows": rows, "turns": turns}


def main() -> None:
    from graph.bench.tables import tables_in

    print("\n\n".join(tables_in(run())))


if __name__ == "__main__":
    main()
