"""Going another way from an earlier point of a thread: answer again, or say something else instead.

A fork copies an earlier checkpoint to the thread's head; the abandoned checkpoints stay in the history. What the
abandoned turns left in long-term memory is taken back as well, undoably: it was said in words that no longer stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AnyMessage, HumanMessage

from memory.errors import InvalidId, MemoryNotFound, NothingToUndo

if TYPE_CHECKING:
    from langgraph.types import StateSnapshot

    from graph.agent import Agent
    from memory.long_term import LongTermMemory


def history(agent: Agent, user_id: str, thread_id: str) -> Iterator[StateSnapshot]:
    """Give the thread's checkpoints, the newest first.

    Raises:
        ThreadOwnedByAnother: the thread is another user's.
    """
    agent.state(user_id=user_id, thread_id=thread_id)
    yield from agent.graph.get_state_history({"configurable": {"thread_id": thread_id}})


def due(snapshot: StateSnapshot) -> str:
    """Give the node that a checkpoint stands before, or the empty string at rest.

    `snapshot.next` leaves out a node that has run and whose result is not in the state yet, so that it is empty in a
    turn that was stopped between two nodes.
    """
    return snapshot.tasks[0].name if snapshot.tasks else ""


def answer_again(agent: Agent, user_id: str, thread_id: str, turn_id: str) -> None:
    """Set the thread back to where this turn's message had just come in; `resume` then answers it anew.

    Raises:
        InvalidId: that checkpoint is no longer kept.
    """
    snapshots = list(history(agent, user_id, thread_id))
    back = next((s for s in snapshots if due(s) == "retrieve_memory" and _turn(s) == turn_id), None)
    if back is None:
        raise InvalidId(_gone(turn_id))
    _take_back(agent, user_id, thread_id, snapshots, turn_id, with_words=False)
    copy_to_head(agent, thread_id, back)


def before_turn(agent: Agent, user_id: str, thread_id: str, turn_id: str) -> None:
    """Set the thread back to before this turn's message, so that another can be said in its place.

    Raises:
        InvalidId: that checkpoint is no longer kept.
    """
    snapshots = list(history(agent, user_id, thread_id))
    place = next((i for i, s in enumerate(snapshots) if _opens(s, turn_id)), None)
    if place is None:
        raise InvalidId(_gone(turn_id))
    ended = next((s for s in snapshots[place + 1 : place + 2] if not due(s)), snapshots[place])
    _take_back(agent, user_id, thread_id, snapshots, turn_id, with_words=True)
    copy_to_head(agent, thread_id, ended)


def copy_to_head(agent: Agent, thread_id: str, snapshot: StateSnapshot) -> None:
    """Make a copy of this checkpoint the newest of its thread, once no turn runs."""
    with agent.parts.claims.hold(thread_id, wait=True):
        agent.graph.update_state(snapshot.config, None, as_node="__copy__")


def can_go_back(snapshots: Sequence[StateSnapshot]) -> set[str]:
    """Give the turns whose beginning is still kept."""
    return {turn for s in snapshots if due(s) == "retrieve_memory" and (turn := _turn(s))}


def _gone(turn_id: str) -> str:
    return (
        f"the beginning of turn {turn_id!r:.60} is no longer kept; expected one of the newest turns; "
        "say it anew, or raise BETHINK_KEEP_TURNS for later"
    )


def _turn(snapshot: StateSnapshot) -> str:
    return newest_user_id(snapshot.values.get("messages", []))


def newest_user_id(messages: Sequence[AnyMessage]) -> str:
    """Give the id of the newest user message, or the empty string."""
    return next((m.id or "" for m in reversed(messages) if isinstance(m, HumanMessage)), "")


def _opens(snapshot: StateSnapshot, turn_id: str) -> bool:
    """True for the checkpoint at which this turn's message came in, not yet in the list."""
    if due(snapshot) != "__start__":
        return False
    given = [m for task in snapshot.tasks for m in ((task.result or {}).get("messages") or ())]
    return any(getattr(m, "id", None) == turn_id for m in given)


def _take_back(
    agent: Agent, user_id: str, thread_id: str, snapshots: Sequence[StateSnapshot], turn_id: str, *, with_words: bool
) -> None:
    """Take back what this turn and the later ones left in long-term memory, the newest first.

    `with_words=False` keeps what the user said in this turn, and what was learnt from it: it still stands.
    """
    if not agent.remembers or not snapshots:
        return
    messages = snapshots[0].values.get("messages", [])
    start = next((i for i, m in enumerate(messages) if m.id == turn_id), len(messages))
    abandoned = messages[start:] if with_words else messages[start + 1 :]
    memory = agent.memory(user_id)
    for later in reversed([m.id or "" for m in abandoned if isinstance(m, HumanMessage)]):
        ended = next((s for s in snapshots if not due(s) and _turn(s) == later), None)
        for wrote in reversed((ended.values.get("report") or {}).get("written", []) if ended else []):
            _undo(memory, wrote)
    from memory.long_term.episodes import episode_id

    for message in abandoned:
        _delete(memory, episode_id(user_id, thread_id, message.id or ""))


def _undo(memory: LongTermMemory, wrote: dict[str, Any]) -> None:
    if wrote.get("action") == "added":
        _delete(memory, str(wrote["id"]))
    elif wrote.get("action") in ("superseded", "forgotten"):
        try:
            memory.undo(str(wrote["id"]))
        except (MemoryNotFound, NothingToUndo):
            return  # somebody has changed it since: theirs stands


def _delete(memory: LongTermMemory, id: str) -> None:
    try:
        memory.delete(id)
    except MemoryNotFound:
        return  # a message without words, or gone already
