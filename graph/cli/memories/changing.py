"""Commands that change one memory: add, edit, delete, undo, pin, merge, erase."""

from __future__ import annotations

from typing import Annotated

import typer

from graph.cli.memories.opening import Meant, agent_of, app, kind_of, memory_of, one, say
from graph.cli.options import DataDir, User, default_user


@app.command()
def add(
    text: str,
    user: User = "",
    data_dir: DataDir = None,
    kind: Annotated[str, typer.Option("--kind")] = "fact",
    subject: Annotated[str, typer.Option("--subject", help="Whom it is about.")] = "user",
    attribute: Annotated[str, typer.Option("--attribute", help="What about them: home, employer, diet …")] = "",
    pinned: Annotated[bool, typer.Option("--pinned", help="Never fades.")] = False,
) -> None:
    """Remember something."""
    with memory_of(user, data_dir) as memory:
        written = memory.remember(text, kind=kind_of(kind), subject=subject, attribute=attribute, pinned=pinned)
        say(f"{written.action}: {written.record.id[:8]} {written.record.text}")
        if written.action == "superseded" and written.previous is not None:
            say(f"  instead of: {written.previous.text}")


@app.command()
def edit(memory_id: Meant, text: str, user: User = "", data_dir: DataDir = None) -> None:
    """Change a memory's text; the earlier one stays in its history."""
    with memory_of(user, data_dir) as memory:
        record = memory.edit(one(memory, memory_id).id, text)
        say(f"edited: {record.id[:8]} {record.text}")


@app.command()
def delete(memory_id: Meant, user: User = "", data_dir: DataDir = None) -> None:
    """Take a memory out; `undo` brings it back, `erase` leaves nothing."""
    with memory_of(user, data_dir) as memory:
        record = memory.delete(one(memory, memory_id).id)
        say(f"deleted: {record.id} {record.text}")


@app.command()
def undo(memory_id: Meant, user: User = "", data_dir: DataDir = None) -> None:
    """Take back the last change of a memory; a deleted one is named by its whole id."""
    with memory_of(user, data_dir) as memory:
        found = memory.find(memory_id)
        record = memory.undo(found[0].id if len(found) == 1 else memory_id)
        say(f"undone: {record.id[:8]} {record.text}")


@app.command()
def pin(
    memory_id: Meant,
    user: User = "",
    data_dir: DataDir = None,
    off: Annotated[bool, typer.Option("--off", help="Let it go again.")] = False,
) -> None:
    """Pin a memory so that it never fades."""
    with memory_of(user, data_dir) as memory:
        record = memory.pin(one(memory, memory_id).id, not off)
        say(f"{'pinned' if record.pinned else 'unpinned'}: {record.id[:8]} {record.text}")


@app.command()
def merge(
    memory_ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Two or more.")],
    user: User = "",
    data_dir: DataDir = None,
) -> None:
    """Make one memory of several that say the same; the first stays."""
    with memory_of(user, data_dir) as memory:
        record = memory.merge([one(memory, name).id for name in memory_ids])
        say(f"merged: {record.id[:8]} {record.text}")


@app.command()
def erase(memory_id: Meant, user: User = "", data_dir: DataDir = None) -> None:
    """Delete a memory and its words for good, in threads too; a deleted one is named by its whole id."""
    with agent_of(data_dir) as agent:
        owner = user or default_user()
        memory = agent.memory(owner)
        record_id = one(memory, memory_id).id if memory.find(memory_id) else memory_id
        counts = agent.forget_record(user_id=owner, record_id=record_id)
        say(f"erased: {record_id[:8]}, {', '.join(f'{count} in {place}' for place, count in counts.items() if count)}")
