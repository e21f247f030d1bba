"""`bethink chat`: the conversation at the terminal."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rich.console import Console

from graph.cli.faults import exit_code, tell
from graph.cli.lines import Lines, open_lines
from graph.cli.options import own_thread
from graph.cli.words import COMMANDS, Words, interface_language
from memory.errors import BethinkError

if TYPE_CHECKING:
    from graph.agent import Agent
    from graph.events import Event
    from graph.settings import Settings

PROMPT = "› "


@dataclass(slots=True, kw_only=True)
class Conversation:
    """One terminal's conversation: who speaks, in which thread, and where it is shown."""

    agent: Agent
    user_id: str
    thread_id: str
    lines: Lines
    runner: asyncio.Runner
    """Runs the turns: a cancelled turn ends its request at once, which a thread would not."""
    words: Words
    console: Console = field(default_factory=lambda: Console(highlight=False, markup=False, soft_wrap=True))
    code: int = 0
    """The exit code so far: the last fault's."""
    failed: bool = False
    """True when the newest turn failed and can be tried again."""

    def dim(self, text: str) -> None:
        """Print a line that is about the conversation, not part of it."""
        self.console.print(text, style="dim")


def run_chat(settings: Settings, *, user_id: str, thread_id: str) -> int:
    """Talk until the user leaves or the input ends; give the exit code."""
    from graph.agent import open_agent
    from graph.erasing import history_of

    words = Words(interface_language(settings.language))
    with open_agent(settings) as agent, asyncio.Runner() as runner:
        thread_id = own_thread(agent, user_id, thread_id)
        talk = Conversation(
            agent=agent, user_id=user_id, thread_id=thread_id, words=words, runner=runner,
            lines=open_lines(history_of(settings.data_dir, user_id), COMMANDS),
        )  # fmt: skip
        model = words("offline") if settings.offline else settings.model_name
        if settings.short_term_only:
            model += " · " + words("short_only")
        talk.dim(words("hello", user=user_id, thread=thread_id, model=model))
        while (line := next_line(talk)) is not None:
            if line.startswith("/"):
                from graph.cli.commands import run_command

                if not run_command(talk, line):
                    break
            elif line.strip():
                take_turn(talk, agent.astream(line, user_id=talk.user_id, thread_id=talk.thread_id))
        talk.dim(words("bye"))
        return talk.code


def next_line(talk: Conversation) -> str | None:
    """Give the next line; Ctrl-C at the prompt says how to leave."""
    while True:
        try:
            return talk.lines.read(PROMPT)
        except KeyboardInterrupt:
            talk.dim(talk.words("leave_hint"))


def take_turn(talk: Conversation, events: AsyncIterator[Event]) -> None:
    """Show a turn as it happens. Ctrl-C stops the answer; a fault is told, and the message stays."""
    try:
        waiting = talk.runner.run(show(talk, events))
        while waiting:
            decision = {str(call["id"]): approved(talk, call) for call in waiting}
            resumed = talk.agent.aresume(user_id=talk.user_id, thread_id=talk.thread_id, decision=decision)
            waiting = talk.runner.run(show(talk, resumed))
        talk.failed = False
    except KeyboardInterrupt:
        talk.console.print()
        talk.dim(talk.words("stopped"))
    except BethinkError as error:
        tell(error)
        talk.code, talk.failed = exit_code(error), True
        talk.dim(talk.words("try_again"))


async def show(talk: Conversation, events: AsyncIterator[Event]) -> list[dict[str, Any]]:
    """Print a run's events; give the calls that wait for approval."""
    waiting: list[dict[str, Any]] = []
    streamed = False
    async for event in events:
        if event.kind == "token":
            talk.console.print(event.text, end="")
            streamed = True
        elif event.kind == "restart":
            talk.console.print()
            talk.dim(talk.words("restarted"))
            streamed = False
        elif event.kind in ("tool_call", "tool_result", "approval"):
            if streamed:
                talk.console.print()
                streamed = False
            if event.kind == "approval":
                waiting.extend(event.data["calls"])
            else:
                talk.dim(tool_line(event))
        elif event.kind == "answer":
            talk.console.print("" if streamed else event.text)
            streamed = False
        elif event.kind == "report" and not waiting:
            talk.dim(report_line(talk.words, event.data))
    return waiting


def tool_line(event: Event) -> str:
    """Give the line that shows a tool call or its result."""
    name = event.data["name"]
    if event.kind == "tool_call":
        return f"⚙ {name}({arguments(event.data['args'])})"
    first = " ".join(event.text.split())
    mark = "✗" if event.data.get("status") == "error" else "→"
    return f"  {mark} {first[:160]}{'…' if len(first) > 160 else ''}"


def arguments(args: dict[str, Any]) -> str:
    """Give a call's arguments as they would be written in Python."""
    return ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in args.items())


def report_line(words: Words, report: dict[str, Any]) -> str:
    """Give the one line under an answer."""
    parts = [
        words(
            "turn",
            messages=report.get("messages", 0), tokens=report.get("tokens", 0), budget=report.get("budget", 0),
            recalled=report.get("recalled", 0), written=len(report.get("written", [])),
        )
    ]  # fmt: skip
    if report.get("folded"):
        parts.append(words("folded", n=report["folded"]))
    if report.get("cuts"):
        parts.append(words("cut", n=len(report["cuts"])))
    if report.get("recall_error"):
        parts.append(words("recall_failed", error=report["recall_error"]))
    if report.get("write_error"):
        parts.append(words("write_waits"))
    return " · ".join(parts)


def approved(talk: Conversation, call: dict[str, Any]) -> bool:
    """Ask whether a call may run; anything but yes is no."""
    try:
        said = talk.lines.read(talk.words("approve", call=f"{call['name']}({arguments(call['args'])})"))
    except KeyboardInterrupt:
        said = None
    yes = (said or "").strip().lower() in ("y", "yes", "是", "好", "可以", "同意", "批准")
    if not yes:
        talk.dim(talk.words("declined"))
    return yes
