"""What a turn may use, opened by the floor above and handed to every node: nodes open nothing themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from langchain_core.language_models import BaseChatModel
from langchain_core.tools import BaseTool

from memory.clock import Clock, system_clock

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore

    from memory.long_term import LongTermMemory
    from memory.outbox import Outbox
    from memory.tokens import TokenCounter

MemoryOpener = Callable[["BaseStore", str], "LongTermMemory"]
"""Gives the long-term memory of one user in a store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much of everything a turn may take."""

    max_messages: int = 40
    """Messages kept in the window."""
    max_tokens: int = 16_000
    """Tokens of one request: system message, history, memories and tool schemas."""
    max_tool_rounds: int = 8
    """Tool rounds of one turn; afterwards the model answers without tools."""
    max_tool_result_tokens: int = 1_500
    """Tokens of one tool result in the list; the rest is archived."""
    recall_k: int = 8
    recall_tokens: int = 500
    fold_at: float = 0.9
    """Share of a budget at which old turns are folded into the summary."""
    fold_to: float = 0.35
    """Share of a budget that folding leaves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything outside the state that the nodes use."""

    model: BaseChatModel
    tools: Sequence[BaseTool]
    counter: TokenCounter
    memory_for: MemoryOpener
    system_prompt: str
    provider: str = "openai"
    """Whose rules the request follows (`memory.wire`)."""
    budget: Budget = field(default_factory=Budget)
    outbox: Outbox | None = None
    """Where a write waits when the store is down; None: it is reported as lost."""
    model_extracts: bool = False
    """True: memories are extracted by the model, and by rules where it fails; False: by rules alone."""
    model_folds: bool = True
    """True: the model writes the summary, extractively where it fails."""
    remembers: bool = True
    """False: short-term memory only, even where a store is at hand."""
    clock: Clock = system_clock
