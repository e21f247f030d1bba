"""The slash commands of a conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.cli.faults import exit_code, tell
from graph.cli.options import own_thread
from graph.cli.tables import print_table
from memory.clock import on_the_wall
from memory.errors import BethinkError

if TYPE_CHECKING:
    from graph.cli.chat import Conversation


def run_command(talk: Conversation, line: str) -> bool:
    """Run one command; give False when the conversation is to end."""
    name, _, rest = line.strip().partition(" ")
    if name in ("/quit", "/exit", "/q"):
        return False
    run = {
        "/help": _help, "/clear": _clear, "/memory": _memory, "/forget": _forget, "/tokens": _tokens,
        "/threads": _threads, "/new": _new, "/retry": _retry, "/graph": _graph,
    }.get(name)  # fmt: skip
    if run is None:
        talk.dim(talk.words("unknown", command=name))
        return True
    try:
        run(talk, rest.strip())
    except BethinkError as error:
        tell(error)
        talk.code = exit_code(error)
    return True


def _help(talk: Conversation, rest: str) -> None:
    for name, text in talk.words.commands().items():
        talk.console.print(f"{name:10}{text}")


def _clear(talk: Conversation, rest: str) -> None:
    written = talk.agent.clear(user_id=talk.user_id, thread_id=talk.thread_id)
    talk.dim(talk.words("cleared"))
    if written is not None:
        talk.dim(talk.words("cleared_saved", text=" ".join(written.record.text.split())[:200]))


def _memory(talk: Conversation, rest: str) -> None:
    if not talk.agent.remembers:
        talk.dim(talk.words("no_long_term"))
        return
    kinds = ("profile", "preference", "fact", "task_experience", "session_summary")
    records = [r for r in talk.agent.memory(talk.user_id).current() if r.kind in kinds]
    if not records:
        talk.dim(talk.words("nothing"))
        return
    print_table(
        ("id", "kind", "since", "memory"),
        [(r.id[:8], r.kind, f"{on_the_wall(r.valid_from):%Y-%m-%d}", r.text) for r in records],
    )


def _forget(talk: Conversation, rest: str) -> None:
    if not talk.agent.remembers:
        talk.dim(talk.words("no_long_term"))
        return
    if not rest:
        talk.dim(talk.words("forget_usage"))
        return
    memory = talk.agent.memory(talk.user_id)
    found = memory.find(rest)
    if not found:
        talk.dim(talk.words("forgot_none", text=rest))
    elif len(found) > 1:
        talk.dim(talk.words("forgot_many"))
        for record in found:
            talk.console.print(f"{record.id[:8]}  {record.text}")
    else:
        memory.delete(found[0].id)
        talk.dim(talk.words("forgot", text=found[0].text))


def _tokens(talk: Conversation, rest: str) -> None:
    from graph.xray import token_parts

    values = talk.agent.state(user_id=talk.user_id, thread_id=talk.thread_id).values
    parts = token_parts(values, talk.agent.parts.services)
    total = sum(parts.values())
    print_table(("part", "tokens"), [*parts.items(), ("total", total), ("budget", talk.agent.settings.max_tokens)])


def _threads(talk: Conversation, rest: str) -> None:
    rows = talk.agent.threads(talk.user_id)
    if not rows:
        talk.dim(talk.words("nothing"))
        return
    print_table(
        ("thread", "turns", "messages", "last"),
        [(_marked(t.thread_id, talk), t.turns, t.messages, f"{on_the_wall(t.updated):%Y-%m-%d %H:%M}") for t in rows],
    )


def _marked(thread_id: str, talk: Conversation) -> str:
    return f"{thread_id} ←" if thread_id == talk.thread_id else thread_id


def _new(talk: Conversation, rest: str) -> None:
    talk.thread_id = own_thread(talk.agent, talk.user_id, rest) if rest else talk.agent.new_thread()
    talk.dim(talk.words("thread_now", thread=talk.thread_id))


def _retry(talk: Conversation, rest: str) -> None:
    from graph.cli.chat import take_turn

    if not talk.agent.state(user_id=talk.user_id, thread_id=talk.thread_id).tasks:  # `next` is empty in between
        talk.dim(talk.words("no_retry"))
        return
    take_turn(talk, talk.agent.aresume(user_id=talk.user_id, thread_id=talk.thread_id))


def _graph(talk: Conversation, rest: str) -> None:
    from graph.draw import to_text

    talk.console.print(to_text(talk.agent.graph))
