"""Cut a mended message list to a budget, group by group.

What stays, always: system messages, pinned groups, the newest user message, the newest group. Of the rest, the longest
suffix of whole groups that fits with them. A suffix that begins inside a turn keeps the user message of that turn in
front. Where this does not fit too, the rest of that turn goes if a finished answer is kept behind it; else the turn
gives up more of its older groups, since without it the newest question would stand alone. If what always stays is over
budget, it stays nevertheless, and `excess` says by how much.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from memory.messages.calls import has_calls, is_pinned

CountTokens = Callable[[list[BaseMessage]], int]
"""Counts a list of messages; for most counters the sum over its messages and a constant."""

CHECK_FROM = 0.8
"""From this share of the budget on, a sum of cached counts is checked against a count of the whole list."""
CACHED_COUNTS = 16384
"""Counts kept by what a message says: a thread that is loaded again is not counted again."""
CACHED_OBJECTS = 512
"""Counts kept by the message object itself, which spares the hashing; held alive, so few."""


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
        self._seen: dict[int, tuple[BaseMessage, object, int]] = {}
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
            one = self._own(blank) if self._own else self._count([blank, blank]) - self._count([blank])
            self._base = self._count([blank]) - one
        return self._base

    def one(self, message: BaseMessage) -> int:
        """Give the message's own part of a list's count."""
        return self.each([message])[0]

    def each(self, messages: Sequence[BaseMessage]) -> list[int]:
        """Give the messages' own parts of a list's count."""
        seen, out = self._seen, []
        for message in messages:
            known = seen.get(id(message))
            if known is None or known[0] is not message or known[1] is not message.content:
                known = (message, message.content, self._by_words(message))
                if len(seen) >= CACHED_OBJECTS:
                    seen.clear()
                seen[id(message)] = known
            out.append(known[2])
        return out

    def _by_words(self, message: BaseMessage) -> int:
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
        return self.base + sum(self.each(messages)) if self._own else self._count(list(messages))


def _said(message: BaseMessage) -> int:
    """A hash of all that a counter may look at (64 bits: two of a billion messages agree once in 37 histories)."""
    content = message.content if isinstance(message.content, str) else repr(message.content)
    parts: list[object] = [message.type, content, message.name]
    if message.additional_kwargs:
        parts.append(repr(message.additional_kwargs))
    if isinstance(message, AIMessage):
        parts.append(repr((message.tool_calls, message.invalid_tool_calls)) if has_calls(message) else "")
    elif isinstance(message, ToolMessage):
        parts.extend((message.tool_call_id, message.status))
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
    """One list laid out for cutting: its head, its groups, and which of them must stay.

    In a mended list an answer always stands in its call's group, so a group begins wherever no answer stands.
    """

    def __init__(
        self, messages: Sequence[BaseMessage], budget: Budget, count: CachedCount | None, *, pin_first_user: bool
    ) -> None:
        kinds = [m.type for m in messages]
        head = next((i for i, kind in enumerate(kinds) if kind != "system"), len(kinds))
        starts = [i for i in range(head, len(kinds)) if kinds[i] != "tool"]
        self.messages = messages
        self.head = head
        self.starts = starts
        self.ends = [*starts[1:], len(kinds)]
        self.budget = budget
        self.count = count if budget.max_tokens is not None else None
        self.users = [g for g, start in enumerate(starts) if kinds[start] == "human"]
        pinned = [i for i, m in enumerate(messages) if m.additional_kwargs and is_pinned(m)]
        self.always = {bisect_right(starts, i) - 1 for i in pinned if i >= head}
        self.always.update(self.users[-1:], self.users[:1] if pin_first_user else ())

    def kept(self) -> list[BaseMessage]:
        if len(self.starts) < 2:
            return list(self.messages)
        counts = self.count.each(self.messages) if self.count is not None else []
        upto = [0, *accumulate(counts)]
        base = self.count.base if self.count is not None else 0

        def fits_by_sum(start: int, user: int | None) -> bool:
            before = [i for i in self.always if i < start] + ([user] if user is not None else [])
            messages = self.head + len(self.messages) - self.starts[start]
            messages += sum(self.ends[i] - self.starts[i] for i in before)
            if not counts:
                return self._holds(messages, 0)
            tokens = base + upto[self.head] + upto[-1] - upto[self.starts[start]]
            return self._holds(messages, tokens + sum(upto[self.ends[i]] - upto[self.starts[i]] for i in before))

        def fits_by_list(start: int, user: int | None) -> bool:
            chosen = self._from(start, user)
            return self._holds(len(chosen), self.count.whole(chosen) if self.count is not None else 0)

        kept = self._from(*self._start(fits_by_sum))
        everything = base + upto[-1]
        if self.count is None or self.count.is_sum or everything <= CHECK_FROM * (self.budget.max_tokens or 0):
            return kept
        is_sum = all(self.count.whole(m) == base + sum(self.count.each(m)) for m in (self.messages, kept))
        return kept if is_sum else self._from(*self._start(fits_by_list))

    def _start(self, fits: Callable[[int, int | None], bool]) -> tuple[int, int | None]:
        """The group that the suffix begins with, and the user message that stays in front of it, if it is not there."""
        last = len(self.starts) - 1
        start = bisect_left(range(last), True, key=lambda i: fits(i, None))
        user = max((u for u in self.users if u < start), default=None) if start not in self.users else None
        if user is None or user in self.always or fits(start, user):
            return start, user
        turn_end = next((u for u in self.users if u > start), last)
        if self._has_finished_turn(turn_end):
            return turn_end, None
        return next(((i, user) for i in range(start + 1, turn_end) if fits(i, user)), (turn_end, None))

    def _has_finished_turn(self, start: int) -> bool:
        """Whether the assistant has spoken, without calling, from this group on."""
        behind = (self.messages[i] for i in self.starts[start:])
        return any(isinstance(m, AIMessage) and not has_calls(m) for m in behind)

    def _from(self, start: int, user: int | None) -> list[BaseMessage]:
        """What stays when the suffix begins with this group, this user message in front of it."""
        kept = list(self.messages[: self.head])
        for group in sorted({i for i in self.always if i < start} | ({user} if user is not None else set())):
            kept.extend(self.messages[self.starts[group] : self.ends[group]])
        kept.extend(self.messages[self.starts[start] :])
        return kept

    def _holds(self, messages: int, tokens: int) -> bool:
        most, budget = self.budget.max_messages, self.budget.max_tokens
        return (most is None or messages <= most) and (self.count is None or budget is None or tokens <= budget)
