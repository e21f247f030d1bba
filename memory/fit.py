"""Make a request fit that cannot: cut it, visibly, where it hurts least.

A window keeps what must stay even when that alone is over budget (one message longer than the whole of it). Sent as it
is, the provider refuses it. `fit` cuts inside text, in this order, oldest first, until the request fits: tool results;
other messages; the arguments of their calls; whole old groups, once nothing but their cut marks is left; system
messages; and last the newest user message. Each cut says in the text how much went: `… [1,234 tokens cut] …`.
Every cut is reported. The list that was given is not touched, so nothing is lost: only this request is short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from memory.messages.calls import has_calls, is_pinned
from memory.messages.groups import groups
from memory.shortening import notice, shorten, shorten_leaves, texts, with_texts
from memory.window import CountTokens

FLOOR_TOKENS = 100
"""What a message keeps of its text in the first round, before any is cut to its mark alone."""

What = Literal["tool_result", "message", "arguments", "group", "system", "newest_user"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One thing that was cut."""

    what: What
    index: int
    """Its place in the list that was given."""
    message_id: str | None
    tokens_before: int
    tokens_after: int
    """0 where it is gone whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A request that fits, and what it cost."""

    messages: list[BaseMessage]
    cuts: list[Cut]
    tokens: int
    """What it counts now."""
    fits: bool
    """False when even so it is over: pictures in the newest message, or a budget below the bare frame."""


def fit(messages: Sequence[BaseMessage], *, max_tokens: int, count: CountTokens) -> Fitted:
    """Give the request cut to `max_tokens` by the rules above; one that fits comes back as it is, without cuts.

    `count` takes a list of messages. Where it anchors on usage that answers report, the cut request is counted without
    those reports, in proportion, and carries none: they tell of the request before the cut.
    """
    given = list(messages)
    tokens = count(given)
    if tokens <= max_tokens:
        return Fitted(messages=given, cuts=[], tokens=tokens, fits=True)
    bare = [_without_usage(m) for m in given]
    plain = count(bare)
    limit = max_tokens if plain >= tokens else int(max_tokens * plain / tokens)
    return _Fitting(bare, limit, count).done()


class _Fitting:
    """The list while it is being cut."""

    def __init__(self, messages: list[BaseMessage], limit: int, count: CountTokens) -> None:
        self.messages: list[BaseMessage | None] = list(messages)
        self.before = list(messages)
        self.limit = limit
        self.count = count
        self.newest_user = max((i for i, m in enumerate(messages) if isinstance(m, HumanMessage)), default=-1)
        self.what: dict[int, What] = {}

    def done(self) -> Fitted:
        for step in self._steps():
            over = self._over()
            if over <= 0:
                break
            step(over)
        left = [m for m in self.messages if m is not None]
        tokens = self.count(left)
        cuts = [
            Cut(
                what=what,
                index=i,
                message_id=self.before[i].id,
                tokens_before=self._one(self.before[i]),
                tokens_after=0 if (now := self.messages[i]) is None else self._one(now),
            )
            for i, what in sorted(self.what.items())
        ]
        return Fitted(messages=left, cuts=cuts, tokens=tokens, fits=tokens <= self.limit)

    def _steps(self) -> Iterator[Callable[[int], None]]:
        """Every cut there is, in the order in which they are tried."""
        all_of = sorted(range(len(self.before)), key=lambda i: (is_pinned(self.before[i]), i))
        results = [i for i in all_of if isinstance(self.before[i], ToolMessage)]
        system = [i for i in all_of if isinstance(self.before[i], SystemMessage)]
        others = [i for i in all_of if i not in results and i not in system and i != self.newest_user]
        for floor in (FLOOR_TOKENS, 0):
            yield from (self._text(i, "tool_result", floor) for i in results)
            yield from (self._text(i, "message", floor) for i in others)
            yield from (self._arguments(i) for i in others if has_calls(self.before[i]))
        yield from self._groups()
        yield from (self._text(i, "system", FLOOR_TOKENS) for i in system)
        yield self._text(self.newest_user, "newest_user", 0)
        yield from (self._text(i, "system", 0) for i in system)

    def _text(self, index: int, what: What, floor: int) -> Callable[[int], None]:
        def cut(over: int) -> None:
            message = self.messages[index] if index >= 0 else None
            if message is None:
                return
            share = 0.3 if what == "newest_user" else 0.65
            target = max(self._one(message) - over, floor + self._one(with_texts(message, [""] * len(texts(message)))))
            self._put(index, shorten(message, target, self._one, head_share=share), what)

        return cut

    def _arguments(self, index: int) -> Callable[[int], None]:
        def cut(over: int) -> None:
            message = self.messages[index]
            if isinstance(message, AIMessage):
                self._put(index, _with_short_arguments(message, self._one(message) - over, self._one), "arguments")

        return cut

    def _groups(self) -> Iterator[Callable[[int], None]]:
        """Old groups, whole; never a pinned one, the newest, or the newest user message."""
        for group in groups(self.before)[:-1]:
            span = range(group.start, group.start + len(group.messages))
            if isinstance(group.messages[0], SystemMessage) or group.is_pinned or self.newest_user in span:
                continue
            yield self._drop(span)

    def _drop(self, span: range) -> Callable[[int], None]:
        def cut(_: int) -> None:
            for i in span:
                self.messages[i] = None
                self.what[i] = "group"

        return cut

    def _put(self, index: int, message: BaseMessage, what: What) -> None:
        if message is not self.messages[index]:
            self.messages[index] = message
            self.what[index] = what

    def _over(self) -> int:
        return self.count([m for m in self.messages if m is not None]) - self.limit

    def _one(self, message: BaseMessage) -> int:
        return self.count([message])


def _without_usage(message: BaseMessage) -> BaseMessage:
    if isinstance(message, AIMessage) and message.usage_metadata:
        return message.model_copy(update={"usage_metadata": None})
    return message


def _with_short_arguments(message: AIMessage, target: int, one: Callable[[BaseMessage], int]) -> AIMessage:
    """The message with the texts inside its calls' arguments cut, so far as the target asks; they still parse."""

    def at(chars: int) -> AIMessage:
        parsed: list[Any] = [{**c, "args": shorten_leaves(c["args"], chars)} for c in message.tool_calls]
        broken = [{**c, "args": shorten_leaves(c["args"], chars)} for c in message.invalid_tool_calls]
        kept = {k: v for k, v in message.additional_kwargs.items() if k != "tool_calls"}
        return message.model_copy(
            update={"tool_calls": parsed, "invalid_tool_calls": broken, "additional_kwargs": kept}
        )

    longest = max((len(str(c["args"])) for c in (*message.tool_calls, *message.invalid_tool_calls)), default=0)
    smallest = len(notice(0)) * 2
    if longest <= smallest:
        return message
    low, high = smallest, longest
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one(at(middle)) <= target else (low, middle - 1)
    return at(low) if one(at(low)) < one(message) else message
