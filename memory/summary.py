"""The running summary: what leaves the window, told shortly. What is planned here asks no model.

`plan_fold` says what to fold, `split_for` in which pieces, `summary_request` what to ask a model, `accept_summary`
whether its answer may replace history, `extractive_summary` does without a model. The caller removes the folded
messages only with an accepted summary in hand: a failed or empty one removes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.messages import BaseMessage, HumanMessage, RemoveMessage, SystemMessage

from memory.digest import extractive_summary
from memory.fit import fit
from memory.messages.groups import groups, turns
from memory.transcript import REQUESTS, transcript
from memory.window import CachedCount, CountTokens

__all__ = ["FoldPlan", "accept_summary", "extractive_summary", "plan_fold", "split_for", "summary_request"]

MIN_CHARS = 12
"""A summary shorter than this says nothing (Chinese says much in little)."""
SHRINK = 0.1
"""A new summary shorter than this share of a long previous one has lost it."""
LONG_CHARS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldPlan:
    """What goes into the summary, and what stays."""

    fold: list[BaseMessage]
    """Whole turns, oldest first, without what is pinned in them."""
    keep: list[BaseMessage]
    remove: list[RemoveMessage]
    """The update that takes the folded messages out of the channel."""
    tokens_before: int
    """What messages and summary count now."""
    tokens_after: int
    """What they will count, with the summary as it is now."""


def plan_fold(
    messages: Sequence[BaseMessage],
    *,
    summary: str,
    count: CountTokens,
    max_tokens: int | None,
    max_messages: int | None,
    fold_at: float = 0.9,
    fold_to: float = 0.5,
    overhead_tokens: int = 0,
) -> FoldPlan | None:
    """Give what to fold when messages and summary fill `fold_at` of a budget, oldest whole turns down to `fold_to`.

    System messages, the newest turn and pinned groups never fold. `overhead_tokens` is what else the request carries
    (tool schemas, the prompt). None when there is room, and None when nothing that may fold is left, so that a tail
    which is large by itself is folded around once, not at every call.
    """
    weight = CachedCount(count)
    shown = list(messages)
    told = weight.one(SystemMessage(summary)) if summary else 0
    sizes = {id(m): weight.one(m) for m in shown}
    tokens = weight.base + sum(sizes.values()) + told + overhead_tokens
    number = len(shown)

    def above(share: float) -> bool:
        return (max_tokens is not None and tokens > share * max_tokens) or (
            max_messages is not None and number > share * max_messages
        )

    before = tokens
    if not above(fold_at):
        return None
    fold: list[BaseMessage] = []
    for turn in turns(shown)[:-1]:
        if not above(fold_to):
            break
        gone = [m for g in turn.groups if not g.is_pinned for m in g.messages]
        fold.extend(gone)
        tokens -= sum(sizes[id(m)] for m in gone)
        number -= len(gone)
    if not fold:
        return None
    folded = set(map(id, fold))
    return FoldPlan(
        fold=fold,
        keep=[m for m in shown if id(m) not in folded],
        remove=[RemoveMessage(id=m.id) for m in fold if m.id],
        tokens_before=before,
        tokens_after=tokens,
    )


def split_for(messages: Sequence[BaseMessage], max_tokens: int, count: CountTokens) -> list[list[BaseMessage]]:
    """Give the messages in pieces of whole groups that count `max_tokens` at most, in order, none left out.

    A group that is larger by itself is a piece of its own, cut visibly (`memory.fit`).
    """
    weight = CachedCount(count)
    pieces: list[list[BaseMessage]] = []
    for group in groups(messages):
        together = [*pieces[-1], *group.messages] if pieces else []
        if together and weight.whole(together) <= max_tokens:
            pieces[-1] = together
            continue
        alone = list(group.messages)
        if weight.whole(alone) > max_tokens:
            alone = fit(alone, max_tokens=max_tokens, count=count).messages
        pieces.append(alone)
    return pieces


def summary_request(part: Sequence[BaseMessage], previous: str, *, language: str) -> list[BaseMessage]:
    """Give the request that asks a model to fold this part into the previous summary.

    `language` is that of the instructions (`zh…`, else English); the summary is asked for in the conversation's own.
    The transcript is fenced and named as data: an instruction inside it is told about, not followed.
    """
    words = REQUESTS["zh" if language.startswith("zh") else "en"]
    told = words.previous.format(summary=_unfenced(previous)) if previous else words.no_previous
    body = words.body.format(previous=told, transcript=_unfenced(transcript(part)))
    return [SystemMessage(words.system), HumanMessage(body)]


def _unfenced(text: str) -> str:
    return re.sub(r"</?(transcript|previous_summary)>", lambda m: m[0].replace("<", "‹").replace(">", "›"), text)


_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.S | re.I)
_FENCE = re.compile(r"\A```\w*\n(.*?)\n?```\Z", re.S)
_LEAD = re.compile(
    r"\A(?:(?:sure|certainly|of course|okay)[^\n]{0,60}\n+)?"
    r"(?:\**(?:here(?:'s| is) (?:the|a|an) (?:\w+ ){0,3}summary[^\n:]*:|(?:updated |new )?summary:"
    r"|(?:更新后的|新的)?摘要[:：])\**\s*)?",
    re.I,
)
_STUB = re.compile(
    r"\A(?:n/?a|none|null|nothing(?: to summari[sz]e)?|no summary\b.*|empty|\W*|无|没有|暂无.*|空|没有内容.*)\Z"
    r"|\A(?:i(?:'m| am) sorry|sorry|i can(?:'|no)t|i am unable|as an ai|抱歉|对不起|我无法|很抱歉)",
    re.I | re.S,
)


def accept_summary(text: str, *, previous: str) -> str | None:
    """Give the summary that a model's answer holds, without its thoughts, fence and lead-in; None if it may not stand.

    Empty, a refusal, a stub, or what has lost nearly all of a long previous summary: history is not traded for that.
    """
    plain = _THOUGHT.sub("", text).strip()
    plain = (_FENCE.sub(r"\1", plain)).strip()
    plain = _LEAD.sub("", plain, count=1).strip()
    if len(plain) < MIN_CHARS or _STUB.match(plain):
        return None
    if len(previous) >= LONG_CHARS and len(plain) < SHRINK * len(previous):
        return None
    return plain
