"""Save a summary of threads that have gone quiet, once each, so that what they were about can be recalled."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from langchain_core.messages import SystemMessage

from memory.errors import TurnInProgress
from nodes.session import save_session

if TYPE_CHECKING:
    from graph.agent import Agent
    from memory.long_term import Written


def summarize_idle(agent: Agent, *, older_than_h: float = 24.0, user_id: str | None = None) -> list[Written]:
    """Summarise the threads, of one user or all, that nothing was said in for so long; give what was saved.

    A thread is summarised once for what it holds: again only after something new was said. A thread in which a turn
    runs is not idle and is left out. The thread itself is not changed.
    """
    if not agent.remembers:
        return []
    before = agent.parts.services.clock() - timedelta(hours=older_than_h)
    saved = []
    for thread in agent.parts.checkpoints.threads(user_id):
        if thread.user_id and thread.updated <= before:
            written = _summarize(agent, thread.user_id, thread.thread_id)
            saved += [written] if written is not None else []
    return saved


def _summarize(agent: Agent, user_id: str, thread_id: str) -> Written | None:
    try:
        with agent.parts.claims.hold(thread_id, wait=False):
            values = agent.state(user_id=user_id, thread_id=thread_id).values
            newest = next(
                (m.id for m in reversed(values.get("messages", [])) if not isinstance(m, SystemMessage)), None
            )
            memory = agent.memory(user_id)
            known = memory.scope.records(filter={"kind": "session_summary"})
            done = {r.source.message_ids[-1:] for r in known if r.source.thread_id == thread_id}
            if newest is None or (newest,) in done:
                return None
            return save_session(values, memory, agent.parts.services, thread_id=thread_id)
    except TurnInProgress:
        return None
