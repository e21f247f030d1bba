"""Cut a mended message list to a budget, group by group.

What stays, always: system messages, pinned groups, the newest user message, the newest group. Of the rest, the longest
suffix of whole groups that fits with them. A suffix that begins inside a turn keeps the user message of that turn in
front; where this does not fit too, the rest of that turn goes. If what always stays is over budget, it stays
nevertheless, and `excess` says by how much.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from memory.messages.groups import Group, groups

CountTokens = Callable[[list[BaseMessage]], int]
"""Counts a list of messages; for most counters the sum over its messages and a constant."""

CHECK_FROM = 0.8
"""From this share of the budget on, a sum of cached counts is checked against a count of the whole list."""
CACHED_COUNTS = 16384


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much a list may hold; None: any."""

    max_messages: int | None
    max_tokens: int | None

    def scaled(self, share: float) -> Budget:
        """Give this share of it."""
        return Budget(
            max_messages=None if self.max_messages is None else max(1, int(self.max_messages * share)),
            max_tokens=None if self.max_tokens is None else max(1, int(self.max_tokens * share)),
        )


class CachedCount:
    """Counts messages one by one and remembers each count by what the message says, not by its id.

    A counter with a `count_message` of its own (`memory.tokens.TokenCounter`) vouches that a list counts as its
    messages do, and a constant. Any other is asked about the whole list too before the sum is believed.
    """

    def __init__(self, count: CountTokens) -> None:
        self._count = count
        own = getattr(count, "count_message", None) or getattr(getattr(count, "__self__", None), "count_message", None)
        self._own: Callable[[BaseMessage], int] | None = own
        self._known: dict[int, int] = {}
        self._base: int | None = None

    @property
    def is_sum(self) -> bool:
        """True when the counter vouches for it."""
        return self._own is not None

    @property
    def base(self) -> int:
        """What a list counts beside its messages."""
        if self._base is None:
            blank = HumanMessage("")
            self._base = self._count([blank]) - self._own(blank) if self._own else self._count([])
        return self._base

    def one(self, message: BaseMessage) -> int:
        """Give the message's own part of a list's count."""
        key = _said(message)
        known = self._known.get(key)
        if known is None:
            known = self._own(message) if self._own else self._count([message]) - self.base
            if len(self._known) >= CACHED_COUNTS:
                self._known.clear()
            self._known[key] = known
        return known

    def whole(self, messages: Sequence[BaseMessage]) -> int:
        """Give the count of the list: the counter's own word on it, unless it is a sum."""
        return self.base + sum(map(self.one, messages)) if self._own else self._count(list(messages))


def _said(message: BaseMessage) -> int:
    """A hash of all that a counter may look at (64 bits: two of a billion messages agree once in 37 histories)."""
    content = message.content if isinstance(message.content, str) else repr(message.content)
    parts: list[object] = [message.type, content, message.name]
    for extra in ("tool_calls", "invalid_tool_calls", "tool_call_id", "additional_kwargs"):
        value = getattr(message, extra, None)
        if value:
            parts.append(value if isinstance(value, str) else repr(value))
    return hash(tuple(parts))


def excess(messages: Sequence[BaseMessage], budget: Budget, count: CachedCount | None) -> int:
    """Give how far the list is over the budget: tokens where it is over in tokens, else messages; 0 where it fits."""
    if budget.max_tokens is not None and count is not None:
        over = count.whole(messages) - budget.max_tokens
        if over > 0:
            return over
    return max(0, len(messages) - budget.max_messages) if budget.max_messages is not None else 0


def cut(
    messages: Sequence[BaseMessage], budget: Budget, count: CachedCount | None, *, pin_first_user: bool = False
) -> list[BaseMessage]:
    """Give what stays of a mended list whose system messages stand at the head."""
    return _Cut(messages, budget, count, pin_first_user=pin_first_user).kept()


class _Cut:
    """One list laid out for cutting: its head, its groups, and which of them must stay."""

    def __init__(
        self, messages: Sequence[BaseMessage], budget: Budget, count: CachedCount | None, *, pin_first_user: bool
    ) -> None:
        body = next((i for i, m in enumerate(messages) if not isinstance(m, SystemMessage)), len(messages))
        self.head = list(messages[:body])
        self.groups: list[Group] = groups(messages[body:])
        self.budget = budget
        self.count = count if budget.max_tokens is not None else None
        users = [i for i, g in enumerate(self.groups) if isinstance(g.messages[0], HumanMessage)]
        self.users = set(users)
        self.always = {i for i, g in enumerate(self.groups) if g.is_pinned}
        self.always.update(users[-1:], users[:1] if pin_first_user else ())

    def kept(self) -> list[BaseMessage]:
        if len(self.groups) < 2:
            return self._from(0)
        start = self._summed()
        kept = self._from(start)
        if self.count is None or self.count.is_sum or self.budget.max_tokens is None:
            return kept
        summed = self.count.base + sum(map(self.count.one, kept))
        if start == 0 and summed <= CHECK_FROM * self.budget.max_tokens:
            return kept
        return kept if self.count.whole(kept) == summed else self._from(self._searched())

    def _from(self, start: int, *, with_user: bool = True) -> list[BaseMessage]:
        """What stays when the suffix begins with this group."""
        before = {i for i in self.always if i < start}
        user = self._cut_turn(start) if with_user and self.groups else None
        if user is not None:
            before.add(user)
        chosen = [*sorted(before), *range(start, len(self.groups))]
        return [*self.head, *(m for i in chosen for m in self.groups[i].messages)]

    def _summed(self) -> int:
        """The group that the suffix begins with, by the sum of single counts."""
        one = self.count.one if self.count is not None else None
        sizes = [(len(g.messages), sum(map(one, g.messages)) if one else 0) for g in self.groups]
        last = len(sizes) - 1
        messages, tokens = len(self.head), 0
        if self.count is not None:
            tokens = self.count.base + sum(map(self.count.one, self.head))
        for i in self.always | {last}:
            messages, tokens = messages + sizes[i][0], tokens + sizes[i][1]
        start = last
        while start > 0:
            more = (0, 0) if start - 1 in self.always else sizes[start - 1]
            if not self._holds(messages + more[0], tokens + more[1]):
                break
            messages, tokens = messages + more[0], tokens + more[1]
            start -= 1
        user = self._cut_turn(start)
        if user is None or user in self.always or self._holds(messages + sizes[user][0], tokens + sizes[user][1]):
            return start
        return self._whole_turn(start)

    def _searched(self) -> int:
        """The same by counts of whole lists, for a counter that is no sum: it merges messages, or rounds."""
        last = len(self.groups) - 1
        start = bisect_left(range(last), True, key=lambda i: self._fits(self._from(i, with_user=False)))
        if self._cut_turn(start) is None or self._fits(self._from(start)):
            return start
        return self._whole_turn(start)

    def _fits(self, messages: list[BaseMessage]) -> bool:
        return self._holds(len(messages), self.count.whole(messages) if self.count is not None else 0)

    def _holds(self, messages: int, tokens: int) -> bool:
        most, budget = self.budget.max_messages, self.budget.max_tokens
        return (most is None or messages <= most) and (self.count is None or budget is None or tokens <= budget)

    def _cut_turn(self, start: int) -> int | None:
        """The user message of the turn that the suffix begins inside of."""
        return None if start in self.users else max((u for u in self.users if u < start), default=None)

    def _whole_turn(self, start: int) -> int:
        """The next start at which no user message has to be kept besides."""
        while start < len(self.groups) - 1:
            user = self._cut_turn(start)
            if user is None or user in self.always:
                break
            start += 1
        return start
