"""Save a session as one memory: what a thread was about, before it is emptied or when it has gone quiet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from langchain_core.messages import SystemMessage

from memory.record import Source
from memory.summary import accept_summary, extractive_summary, split_for, summary_request
from nodes.asking import NoAnswer, Questions, ask
from nodes.prompts import language_of
from nodes.services import Services

if TYPE_CHECKING:
    from memory.long_term import LongTermMemory, Written

SESSION_TOKENS = 300
"""The longest session summary."""


def save_session(
    values: dict[str, Any], memory: LongTermMemory, services: Services, *, thread_id: str
) -> Written | None:
    """Keep a summary of the thread as a memory; None when there is nothing to say of it."""
    messages = [m for m in values.get("messages", []) if not isinstance(m, SystemMessage)]
    text = ask(_summarising(messages, values.get("summary", ""), services), services.model, {})
    if not text.strip():
        return None
    ids = tuple(m.id for m in messages if m.id)
    source = Source(thread_id=thread_id, message_ids=ids[-1:], speaker="summary")
    return memory.remember(text, kind="session_summary", subject="session", source=source)


def _summarising(messages: list[Any], previous: str, services: Services) -> Questions[str]:
    count, summary = services.counter.count_messages, previous
    if services.model_folds:
        try:
            for part in split_for(messages, services.budget.max_tokens // 2, count):
                summary = (
                    accept_summary((yield summary_request(part, summary, language=language_of(part))), previous=summary)
                    or summary
                )
        except NoAnswer:
            pass
        else:
            return services.counter.cut_text(summary, SESSION_TOKENS)
    return extractive_summary(messages, previous, max_tokens=SESSION_TOKENS, count=count)
