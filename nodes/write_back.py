"""Keep what is worth keeping of the turn, and fold old turns when the window is nearly full.

The user has read the answer before this runs. It writes every turn of the window that has not been written yet, so a
turn whose run died before this node is written by the next one; ids derive from thread and message, so writing twice is
writing once. A write that fails waits in the outbox, and the report counts it: the turn stands.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import run_in_executor
from langgraph.errors import GraphBubbleUp
from langgraph.runtime import Runtime

from nodes.asking import aask, ask
from nodes.context import Context
from nodes.extracting import extracting
from nodes.fold import afold, fold
from nodes.keeping import Keepsake, finished_turns, put_aside, refused
from nodes.services import Services
from nodes.speaker import user_of
from nodes.state import State

if TYPE_CHECKING:
    from memory.long_term import Written

log = logging.getLogger(__name__)


def write_back(state: State, runtime: Runtime[Context], services: Services, config: RunnableConfig) -> dict[str, Any]:
    """Write what is new to long-term memory, fold the window, and close the turn's report."""
    kept, told = [], dict[str, Any]()
    if remembering(runtime, services):
        for keepsake in finished_turns(state, runtime, services.clock):
            with failing_open(told, "extract_error"):
                keepsake = keepsake.with_candidates(
                    ask(extracting(keepsake.messages, services), services.model, config)
                )
            kept.append(keepsake)
    told |= write(kept, runtime, services) | _told_refused(kept)
    folded: dict[str, Any] = {}
    with failing_open(told, "fold_error"):
        folded = fold(state, services, config)
    return _update(state, told, folded)


async def awrite_back(
    state: State, runtime: Runtime[Context], services: Services, config: RunnableConfig
) -> dict[str, Any]:
    """`write_back` for a running loop."""
    kept, told = [], dict[str, Any]()
    if remembering(runtime, services):
        for keepsake in finished_turns(state, runtime, services.clock):
            with failing_open(told, "extract_error"):
                keepsake = keepsake.with_candidates(
                    await aask(extracting(keepsake.messages, services), services.model, config)
                )
            kept.append(keepsake)
    told |= await run_in_executor(config, write, kept, runtime, services)
    told |= _told_refused(kept)
    folded: dict[str, Any] = {}
    with failing_open(told, "fold_error"):
        folded = await afold(state, services, config)
    return _update(state, told, folded)


@contextmanager
def failing_open(told: dict[str, Any], what: str) -> Iterator[None]:
    """Note in the report that a step failed, and go on: the user has the answer, and the thread must not hang on it."""
    try:
        yield
    except GraphBubbleUp:
        raise
    except Exception as error:  # noqa: BLE001  # whatever it is, it is told in the report, and the turn stands
        log.warning("%s: %s", what, type(error).__name__)
        told[what] = f"{type(error).__name__}: {error}"[:500]


def remembering(runtime: Runtime[Context], services: Services) -> bool:
    """True when there is a long-term memory to write to."""
    return services.remembers and runtime.store is not None and user_of(runtime, services) is not None


def write(kept: Sequence[Keepsake], runtime: Runtime[Context], services: Services) -> dict[str, Any]:
    """Write the keepsakes, one batched write each; give what the report says of it.

    Where one fails, it and those after it wait in the outbox, in order; where they cannot, the next turn tries again.
    """
    user_id = user_of(runtime, services)
    if not kept or user_id is None or runtime.store is None:
        return {}
    memory = services.memory_for(runtime.store, user_id)
    written: list[Written] = []
    for index, keepsake in enumerate(kept):
        failed: dict[str, Any] = {}
        with failing_open(failed, "write_error"):
            written.extend(keepsake.absorb(memory))
        if failed:
            failed["waits"] = False
            with failing_open(failed, "outbox_error"):
                failed["waits"] = all(put_aside(late, user_id, services.outbox) for late in kept[index:])
            until = {"until": kept[-1].turn_id} if failed["waits"] else {}
            return {"written": _told(written), **failed, **until}
    return {"written": _told(written), "until": kept[-1].turn_id}


def _told(written: Sequence[Written]) -> list[dict[str, Any]]:
    """Give what the report says of writes: facts by their words; episodes are the archive, not news."""
    return [
        {
            "action": w.action,
            "id": w.record.id,
            "kind": w.record.kind,
            "text": w.record.text,
            **({"instead_of": w.previous.text} if w.previous is not None else {}),
        }
        for w in written
        if w.record.kind != "episode" and w.action != "ignored"
    ]


def _told_refused(kept: Sequence[Keepsake]) -> dict[str, Any]:
    return {"refused": out} if (out := refused(kept)) else {}


def _update(state: State, written: dict[str, Any], folded: dict[str, Any]) -> dict[str, Any]:
    report = dict(state.get("report", {}))
    out: dict[str, Any] = {}
    if until := written.pop("until", None):
        out["written_until"] = until
    report.update(written)
    report["messages"] = len(state.get("messages", [])) - len(folded.get("messages", ()))
    if folded:
        report["folded"] = folded["folded"]
        out["messages"], out["summary"] = folded["messages"], folded["summary"]
    return {**out, "report": report}
