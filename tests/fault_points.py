"""A turn in a process of its own that kills itself at one point: `python fault_points.py DIR`, forking as asked.

Each line of standard input is a point at which the forked child kills itself (`-`: nowhere) on its way through one turn
with two tools, a memory and a fold. `Steady` tools may run again, `once` must not; each running leaves a line in the
file `effects`.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from everything_loaded import load_everything
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

NODES = ("retrieve_memory", "call_model", "execute_tools", "write_back")
POINTS = [
    *(f"{when}:{node}" for node in NODES for when in ("before", "after")),
    "inside:retrieve_memory", "inside:call_model", "inside:steady", "inside:once", "inside:second_answer",
    "before:store_write", "after:store_write", "after:words", "inside:fold", "after:fold",
    "inside:checkpoint", "after:checkpoint", "inside:tool_saved",
]  # fmt: skip
SAID = "Please remember that my locker is number 4711. Then go."
FILL = "fill"
"""Instead of a point: only the turns before, which nearly fill the window."""
FILLERS = 5


def die() -> None:
    """End as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


def fatal(function: Callable[..., Any], *, before: bool, nth: int = 1) -> Callable[..., Any]:
    """Give the function, with the end of the process before or after its nth call."""
    calls = 0

    def wrapped(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if before and calls == nth:
            die()
        given = function(*args, **kwargs)
        if not before and calls == nth:
            die()
        return given

    return wrapped


def script(messages: list[BaseMessage]) -> AIMessage:
    """Call both tools, then say so."""
    last = messages[-1]
    if isinstance(last, HumanMessage) and "Then go." in last.text:
        calls = [{"name": name, "args": {"n": 1}, "id": f"call_{name}"} for name in ("steady", "once")]
        return AIMessage("", tool_calls=calls)
    if isinstance(last, ToolMessage):
        return AIMessage("Done: " + " | ".join(m.text for m in messages[-2:]))
    return AIMessage("Noted.")


def plant(point: str) -> None:
    """Put the end of the process at this point of the turn that is about to begin."""
    import graph.build
    import nodes.call_model
    import nodes.fold
    from memory.checkpoints import writing
    from memory.chroma_store import ChromaStore
    from memory.lexical import Lexicon
    from memory.long_term import LongTermMemory

    when, _, where = point.partition(":")
    before = when == "before"
    places: dict[str, tuple[Any, str, bool, int]] = {
        **{f"{w}:{node}": (graph.build, node, w == "before", 1) for node in NODES for w in ("before", "after")},
        "inside:retrieve_memory": (LongTermMemory, "recall", False, 1),
        "inside:call_model": (nodes.call_model, "_update", True, 1),
        "inside:second_answer": (nodes.call_model, "_update", True, 2),
        "before:store_write": (ChromaStore, "batch", before, 0),
        "after:store_write": (ChromaStore, "batch", before, 0),
        "after:words": (Lexicon, "add", False, 1),
        "inside:fold": (nodes.fold, "extractive_summary", True, 1),
        "after:fold": (nodes.fold, "extractive_summary", False, 1),
        "inside:checkpoint": (writing, "store_pieces", False, 3),
        "after:checkpoint": (writing, "store", False, 3),
        "inside:tool_saved": (writing, "store_writes", True, 4),
    }
    if where in ("steady", "once") or point == "-":
        return  # planted in the tools, or nowhere
    owner, name, at_start, nth = places[point]
    function = getattr(owner, name)
    if where == "store_write":

        def batch(self: Any, ops: Any) -> Any:
            wanted = list(ops)
            writes = any(type(op).__name__ == "PutOp" for op in wanted)
            if writes and before:
                die()
            given = function(self, wanted)
            if writes:
                die()
            return given

        setattr(owner, name, batch)
        return
    setattr(owner, name, fatal(function, before=at_start, nth=nth))


def open_scripted(data_dir: Path, point: str = "-") -> Any:
    """Open an agent whose model follows the script, with the two tools."""
    from langchain_core.tools import tool
    from scripted_model import ScriptedModel

    from graph.agent import Agent
    from graph.open import open_parts
    from graph.settings import Settings

    def effect(name: str) -> str:
        with (data_dir / "effects").open("a") as file:
            file.write(f"{name}\n")
        if point == f"inside:{name}":
            die()
        return f"{name} ran"

    @tool
    def steady(n: int) -> str:
        """May run again."""
        return effect("steady")

    @tool
    def once(n: int) -> str:
        """Must not run again."""
        return effect("once")

    once.metadata = {"idempotent": False}
    settings = Settings(
        _env_file=None, data_dir=data_dir, chroma="alone", max_messages=8, keep_turns=4, durability="sync"
    )
    parts = open_parts(settings, tools=[steady, once])
    object.__setattr__(parts.services, "model", ScriptedModel(script=script))
    return Agent(parts)


def live(data_dir: Path, point: str) -> None:
    """Take the turns that fill the window, or plant the end and take the turn that counts."""
    with open_scripted(data_dir, point) as agent:
        if point == FILL:
            for n in range(FILLERS):
                agent.ask(f"Aunt Mary told me on day {n} that she had bought {n + 2} green boats in Hamburg.",
                          user_id="ann", thread_id="t")  # fmt: skip
            return
        plant(point)
        agent.ask(SAID, user_id="ann", thread_id="t")


def main(root: Path) -> None:
    """Fork a child for each point read, and tell how it ended: the signal that killed it, or 0."""
    load_everything()
    for said in sys.stdin:
        folder, _, point = said.strip().partition(" ")
        child = os.fork()
        if child == 0:
            status = 1
            try:
                live(root / folder, point)
                status = 0
            except Exception:  # noqa: BLE001  # the child must end here, and say why
                traceback.print_exc()
            finally:
                os._exit(status)
        _, ended = os.waitpid(child, 0)
        os.write(1, f"{os.waitstatus_to_exitcode(ended)}\n".encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
