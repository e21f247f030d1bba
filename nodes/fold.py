"""Fold the oldest turns into the running summary when the window is nearly full.

Deciding is `memory.summary`'s; this room only asks. A failed or empty summary removes nothing that the extractive one
cannot carry: where the model fails the fold is extractive, and where that is empty too, the list stays as it is.
"""

from __future__ import annotations

import logging
from typing import Any

from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import run_in_executor

from memory.summary import FoldPlan, accept_summary, extractive_summary, plan_fold, split_for, summary_request
from nodes.asking import NoAnswer, Questions, aask, ask
from nodes.prompts import language_of
from nodes.services import Services
from nodes.state import State

log = logging.getLogger(__name__)

SUMMARY_SHARE = 0.15
"""How much of the request's budget the summary may take."""


def fold(state: State, services: Services, config: RunnableConfig) -> dict[str, Any]:
    """Give what folding changes: `messages` to remove, `summary`, how many were `folded`; empty: nothing to do."""
    plan = plan_of(state, services)
    if plan is None:
        return {}
    summary = ask(summarising(plan, state, services), services.model, config)
    return _update(plan, summary)


async def afold(state: State, services: Services, config: RunnableConfig) -> dict[str, Any]:
    """`fold` for a running loop."""
    plan = await run_in_executor(config, plan_of, state, services)
    if plan is None:
        return {}
    summary = await aask(summarising(plan, state, services), services.model, config)
    return _update(plan, summary)


def plan_of(state: State, services: Services) -> FoldPlan | None:
    """Give what to fold, or None: the window is far from full, or nothing new came since the last fold."""
    budget, count = services.budget, services.counter.count_messages
    prompt = services.counter.count_text(services.system_prompt)
    tools = count([], tools=services.tools) if services.tools else 0
    return plan_fold(
        state.get("messages", []),
        summary=state.get("summary", ""),
        count=count,
        max_tokens=budget.max_tokens,
        max_messages=budget.max_messages,
        fold_at=budget.fold_at,
        fold_to=budget.fold_to,
        overhead_tokens=prompt + tools + budget.recall_tokens,
    )


def summarising(plan: FoldPlan, state: State, services: Services) -> Questions[str]:
    """Ask for the new summary, piece by piece where the history does not fit one request."""
    previous, room = state.get("summary", ""), int(services.budget.max_tokens * SUMMARY_SHARE)
    count = services.counter.count_messages
    summary = previous
    if services.model_folds:
        try:
            for part in split_for(plan.fold, services.budget.max_tokens - 2 * room, count):
                reply = yield summary_request(part, summary, language=language_of(part))
                accepted = accept_summary(reply, previous=summary)
                if accepted is None:
                    raise NoAnswer("the model gave no summary")
                summary = services.counter.cut_text(accepted, room)
        except NoAnswer as failed:
            log.warning("the model could not fold, the fold is extractive: %s", failed)
        else:
            return summary
    return extractive_summary(plan.fold, previous, max_tokens=room, count=count)


def _update(plan: FoldPlan, summary: str) -> dict[str, Any]:
    if not summary.strip():
        return {}
    return {"messages": plan.remove, "summary": summary, "folded": len(plan.fold)}
