"""Tool calls that wait for a person: each shown whole, with its own yes and no; when all are answered it goes on."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from graph.console.looks import Visit, box, button, tag

ANSWERS = ((True, "approve", "main"), (False, "refuse", "danger"))


def approval_card(
    visit: Visit, calls: list[dict[str, Any]], go_on: Callable[[dict[str, bool]], Awaitable[None]]
) -> None:
    """Draw the card; `go_on` is called once, with the answer to each call by its id."""
    words = visit.words
    decided: dict[str, bool] = {}

    def deciding(id: str, answer: bool, row: Any) -> Callable[[], Awaitable[None]]:
        async def decide() -> None:
            decided[id] = answer
            row.clear()
            with row:
                tag("span", words("approved" if answer else "refused"), f"badge {'good' if answer else 'bad'}")
            if len(decided) == len(calls):
                card.delete()
                await go_on(decided)

        return decide

    with box("section", "card stack", aria_label=words("approval")) as card:
        tag("h3", words("approval"))
        for call in calls:
            tag("pre", f"{call['name']}\n{json.dumps(call['args'], ensure_ascii=False, indent=2)}", "pre mono")
            if visit.may_change:
                with box("div", "row") as row:
                    for answer, word, look in ANSWERS:
                        button(words(word), deciding(str(call["id"]), answer, row), look)
