"""`bethink ask`: one question, one answer."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph.settings import Settings


def run_ask(settings: Settings, text: str, *, user_id: str, thread_id: str, as_json: bool, approve: bool) -> None:
    """Run one turn and print its answer; calls that wait for approval are approved or refused as asked."""
    from rich.console import Console

    from graph.agent import open_agent
    from graph.cli.options import own_thread
    from graph.reading import TurnReader

    console = Console(highlight=False, markup=False, soft_wrap=True)
    with open_agent(settings) as agent:
        thread_id = own_thread(agent, user_id, thread_id)
        reader = TurnReader(user_id, thread_id)
        for event in agent.stream(text, user_id=user_id, thread_id=thread_id):
            reader.note(event)
        while reader.approval:
            reader.approval.clear()
            for event in agent.resume(user_id=user_id, thread_id=thread_id, decision=approve):
                reader.note(event)
        answer = reader.answer()
    if as_json:
        console.print(json.dumps(asdict(answer), ensure_ascii=False, indent=2))
    else:
        console.print(answer.text)
