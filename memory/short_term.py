"""The reducer that keeps a thread's message list within a window that every provider accepts.

    messages: Annotated[list[AnyMessage], ShortTermMemory(max_messages=40, max_tokens=16000)]

Usable alone: it needs nothing else of this project. Its promises are tested one by one in `tests/test_short_term.py`:

1. What it returns is accepted by the provider, unless the newest tool group is still open.
2. A tool group goes or stays whole.
3. The list is repaired to a fixpoint (`memory.messages.repair`).
4. System messages stand at the head in order, counted, never trimmed; the newest user message and what is pinned stay.
5. Of the rest the longest suffix of whole groups that fits is kept, with the user message of a turn that is cut
   (`memory.window`). What must stay stays over budget too, and `overflow` tells by how much.
6. Kept messages are what they were; inputs are never mutated; reducing twice is reducing once.
7. No update raises that can be read as messages (`memory.messages.coerce`, `memory.messages.merge`).
8. The cost of an append does not grow with the thread: the window is bounded, and counts are cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, final

from langchain_core.messages import BaseMessage, RemoveMessage, SystemMessage

from memory.errors import SettingsError
from memory.messages import as_messages, merge, repair
from memory.messages.merge import NewId, random_id, replayed_id
from memory.window import Budget, CachedCount, CountTokens, cut, excess

MAX_MESSAGES = 40


@final
class ShortTermMemory:
    """A reducer `(left, right) -> list` for a message channel.

    Equal arguments give one and the same object, since LangGraph compares reducers by identity: two schemas that use
    equal ones agree. `delta` is the same reducer in the form that a `DeltaChannel` takes.

    `max_messages` and `max_tokens` bound what is kept (None: not). `count_tokens` takes a list of messages and gives an
    int; by default `memory.tokens` counts. `trim_to` is a low-water mark, so that the head of the prompt does not move
    with every turn: once the budget is passed, the list is cut to that many messages (an int) or to that share of both
    budgets (a float between 0 and 1). `pin_first_user` pins the first user message, where the task is often set.

    Raises:
        SettingsError: a budget or mark that cannot be one.
    """

    __slots__ = (
        "__name__",
        "__weakref__",
        "_arguments",
        "_count",
        "_low",
        "budget",
        "count_tokens",
        "delta",
        "pin_first_user",
        "trim_to",
    )

    def __new__(
        cls,
        *,
        max_messages: int | None = MAX_MESSAGES,
        max_tokens: int | None = None,
        trim_to: float | None = None,
        pin_first_user: bool = False,
        count_tokens: CountTokens | None = None,
    ) -> ShortTermMemory:
        """Give the one reducer with these arguments."""
        return _only(max_messages, max_tokens, trim_to, pin_first_user, count_tokens)

    def _open(self, budget: Budget, trim_to: float | None, pin_first_user: bool, count: CountTokens | None) -> None:
        self.__name__ = "short_term_memory"
        self.budget = budget
        self.trim_to = trim_to
        self.pin_first_user = pin_first_user
        self.count_tokens = count
        self._low = _low_water(budget, trim_to)
        self._count: CachedCount | None = None
        self._arguments = (budget.max_messages, budget.max_tokens, trim_to, pin_first_user, count)
        self.delta = _Delta(self)

    def __call__(self, left: Any, right: Any) -> list[BaseMessage]:
        """Give the list with the update merged in, mended, and cut to the budget."""
        return self._reduced(left, right, random_id)

    def trim(self, messages: Sequence[BaseMessage]) -> list[BaseMessage]:
        """Give a list mended and cut to the budget, as the reducer would keep it."""
        return self._reduced([], list(messages), random_id)

    def overflow(self, messages: Sequence[BaseMessage]) -> int:
        """Give by how much a list is over budget: tokens where it is over in tokens, else messages; 0 when it fits.

        After a reduction it is above 0 only where what must stay is larger than the budget.
        """
        return excess(messages, self.budget, self._counter())

    def _reduced(self, left: Any, right: Any, new_id: NewId) -> list[BaseMessage]:
        merged = merge(left, right, new_id=new_id)
        head = [m for m in merged if m.type == "system"]
        mended = [*head, *repair([m for m in merged if m.type != "system"])]
        kept = cut(mended, self.budget, self._counter(), pin_first_user=self.pin_first_user)
        if len(kept) < len(mended) and self._low is not None:
            kept = cut(mended, self._low, self._counter(), pin_first_user=self.pin_first_user)
        return kept

    def _counter(self) -> CachedCount | None:
        if self.budget.max_tokens is None:
            return None
        if self._count is None:
            self._count = CachedCount(self.count_tokens or _default_counter())
        return self._count

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, ShortTermMemory) and self._arguments == other._arguments)

    def __hash__(self) -> int:
        return hash(self._arguments[:4])

    def __repr__(self) -> str:
        names = ("max_messages", "max_tokens", "trim_to", "pin_first_user", "count_tokens")
        given = ", ".join(f"{n}={v!r}" for n, v in zip(names, self._arguments, strict=True) if v not in (None, False))
        return f"ShortTermMemory({given})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_only, self._arguments)


class _Delta:
    """The reducer as a `DeltaChannel` takes it: `(list, [write, ...]) -> list`, folded write by write.

    A channel that replays its writes must come to the same list each time, so a message without an id gets one that
    follows from the list it is written to.
    """

    __slots__ = ("__name__", "_memory")

    def __init__(self, memory: ShortTermMemory) -> None:
        self.__name__ = "short_term_memory_delta"
        self._memory = memory

    def __call__(self, left: Any, writes: Sequence[Any]) -> list[BaseMessage]:
        messages: list[BaseMessage] = as_messages(left)
        for write in writes:
            messages = self._memory._reduced(messages, write, replayed_id)
        return messages


def clear_non_system(messages: Sequence[BaseMessage]) -> list[RemoveMessage]:
    """Give the update that removes every message but the system's; messages without an id are not in a channel."""
    return [RemoveMessage(id=m.id) for m in messages if m.id and not isinstance(m, SystemMessage)]


def _only(
    max_messages: int | None,
    max_tokens: int | None,
    trim_to: float | None,
    pin_first_user: bool,
    count_tokens: CountTokens | None,
) -> ShortTermMemory:
    try:
        hash(count_tokens)
    except TypeError:  # a counter that cannot be hashed: an object of its own, equal by its arguments
        return _made(max_messages, max_tokens, trim_to, pin_first_user, count_tokens)
    return _kept(max_messages, max_tokens, trim_to, pin_first_user, count_tokens)


def _made(
    max_messages: int | None,
    max_tokens: int | None,
    trim_to: float | None,
    pin_first_user: bool,
    count_tokens: CountTokens | None,
) -> ShortTermMemory:
    for name, value in (("max_messages", max_messages), ("max_tokens", max_tokens)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise SettingsError(f"{name}={value!r} is no budget; expected a whole number from 1, or None for no bound")
    memory = object.__new__(ShortTermMemory)
    memory._open(Budget(max_messages=max_messages, max_tokens=max_tokens), trim_to, pin_first_user, count_tokens)
    return memory


_kept = lru_cache(maxsize=256, typed=True)(_made)


def _low_water(budget: Budget, trim_to: float | None) -> Budget | None:
    if trim_to is None:
        return None
    most = budget.max_messages
    if isinstance(trim_to, float) and 0 < trim_to < 1:
        return budget.scaled(trim_to)
    if isinstance(trim_to, int) and most is not None and 1 <= trim_to <= most:
        return Budget(max_messages=trim_to, max_tokens=budget.max_tokens)
    raise SettingsError(
        f"trim_to={trim_to!r} is no low-water mark; expected a number of messages up to max_messages={most!r}, or a "
        "share of the budget between 0 and 1; give trim_to=0.5 to halve the window when it is full"
    )


def _default_counter() -> CountTokens:
    from memory.tokens import TokenCounter

    return TokenCounter("gpt-4o").count_messages
