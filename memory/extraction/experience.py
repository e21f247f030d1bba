"""What a finished piece of tool work teaches: which tools, in which order, served which request, and what failed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from memory.extraction.candidate import Candidate
from memory.extraction.screen import screen
from memory.extraction.speech import without_recalled, words_of

OWN_TOOLS = frozenset({"search_memory", "save_memory", "forget_memory", "read_tool_result"})
"""Tools of the memory itself: using them is no experience."""

MAX_REQUEST_CHARS = 120
MAX_STEPS = 8


def task_experience(turn_messages: Sequence[BaseMessage]) -> Candidate | None:
    """Give what the turn's tool work teaches; None when there is nothing to learn.

    Worth keeping is work of two calls or more, and a call that failed; one look-up that worked teaches nothing. Only
    finished work counts: an answer without calls must close it. Results are not kept, they go stale.
    """
    asked = next((m for m in turn_messages if isinstance(m, HumanMessage)), None)
    if asked is None or not _is_finished(turn_messages):
        return None
    steps = _steps(turn_messages)
    failed = [name for name, problem in steps if problem]
    if len(steps) < 2 and not failed:
        return None
    request = screen(" ".join(without_recalled(words_of(asked)).split()))
    if request.kind == "instruction":
        return None
    wanted = request.text[:MAX_REQUEST_CHARS]
    chinese = bool(re.search(r"[\u4e00-\u9fff]", wanted))
    path = " → ".join(
        f"{name}{('（失败：' if chinese else ' (failed: ') + problem + ('）' if chinese else ')') if problem else ''}"
        for name, problem in steps[:MAX_STEPS]
    )
    solved = not steps[-1][1]
    if chinese:
        text = f"任务「{wanted}」：依次用了 {path}，{'完成' if solved else '没有完成'}。"
    else:
        text = f'Task "{wanted}": used {path}; {"it worked" if solved else "it did not work"}.'
    if screen(text).kind == "instruction":
        return None
    return Candidate(
        text=text,
        kind="task_experience",
        subject="task",
        importance=0.5 if failed else 0.4,
        message_id=asked.id or "",
        quote=words_of(asked)[:MAX_REQUEST_CHARS],
    )


def _is_finished(messages: Sequence[BaseMessage]) -> bool:
    last = next((m for m in reversed(messages) if isinstance(m, AIMessage | ToolMessage)), None)
    return isinstance(last, AIMessage) and not last.tool_calls and bool(words_of(last).strip())


def _steps(messages: Sequence[BaseMessage]) -> list[tuple[str, str]]:
    names: dict[str, str] = {}
    out: list[tuple[str, str]] = []
    for message in messages:
        if isinstance(message, AIMessage):
            names.update({call["id"] or "": call["name"] for call in message.tool_calls})
        elif isinstance(message, ToolMessage):
            name = names.get(message.tool_call_id) or message.name or "tool"
            if name not in OWN_TOOLS:
                out.append((name, _problem(message)))
    return out


def _problem(message: ToolMessage) -> str:
    if message.status != "error":
        return ""
    return screen(" ".join(words_of(message).split())).text[:60] or "error"
