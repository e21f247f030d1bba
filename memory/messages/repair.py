"""Mend a message list so that every call is answered right behind it, once.

Promises, each a law in the tests:

- an answer without its call goes;
- a late answer moves up to its call, and whatever stood between moves behind the answers;
- a call that something newer follows gets a marked answer, which a late real answer replaces;
- of two answers to one call the last stays, and a marked one never replaces a real one;
- two calls of one message that share an id are made distinct together with their answers, call by call;
- a message with more calls than a provider takes becomes several groups, once all its answers are there;
- the newest group is left open while nothing newer follows it: its tools are about to run;
- a list with nothing wrong comes back as it was, and mending twice is mending once.
"""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage, RemoveMessage, ToolMessage

from memory.messages.calls import (
    MAX_CALLS,
    Call,
    call_ids,
    calls_of,
    derived_id,
    has_calls,
    is_no_result,
    no_result,
    with_call_ids,
    with_calls,
)

TWIN = "_twin"
"""What stands between a doubled id and its number: `c1`, `c1_twin2`; letters that every provider allows in an id."""


class _Exchange:
    """A call message while its answers are gathered."""

    __slots__ = ("answers", "calls", "message")

    def __init__(self, message: AIMessage, index: int) -> None:
        self.message: AIMessage = _distinct(message, index)
        self.calls: list[Call] = calls_of(self.message)
        self.answers: dict[str, ToolMessage] = {}

    def settled_by(self, call_id: str) -> list[str]:
        """The calls, in order, that an answer to this id may settle: it and its twins, or any for an answer to none."""
        return [c.id for c in self.calls if not call_id or c.id == call_id or c.id.startswith(call_id + TWIN)]

    def take(self, call_id: str, answer: ToolMessage) -> None:
        if answer.tool_call_id != call_id:
            answer = answer.model_copy(update={"tool_call_id": call_id})
        self.answers[call_id] = answer

    def close(self) -> None:
        for call in self.calls:
            if call.id not in self.answers:
                self.answers[call.id] = no_result(self.message, call)

    def messages(self) -> list[BaseMessage]:
        """The call message and its answers; in several groups where no provider takes so many calls in one."""
        if len(self.calls) <= MAX_CALLS or len(self.answers) < len(self.calls):
            return [self.message, *self.answers.values()]
        out: list[BaseMessage] = []
        for start in range(0, len(self.calls), MAX_CALLS):
            part = range(start, min(start + MAX_CALLS, len(self.calls)))
            message = with_calls(self.message, part)
            if start:
                first = self.message.id
                fresh = derived_id("part", first, str(start)) if first else None
                message = message.model_copy(update={"id": fresh, "content": "", "usage_metadata": None})
            out.append(message)
            out.extend(self.answers[self.calls[i].id] for i in part)
        return out


_Slot = tuple[_Exchange, str]


def repair(messages: Sequence[BaseMessage], *, close_newest: bool = False) -> list[BaseMessage]:
    """Give the list mended by the promises above; no message is changed in place.

    `close_newest` also answers the open calls of the newest group, for a request that must go out now.
    """
    if _is_sound(messages, close_newest=close_newest):
        return list(messages)
    out: list[BaseMessage | _Exchange] = []
    exchanges: list[_Exchange] = []
    run: list[ToolMessage] = []
    for index, message in enumerate(messages):
        if isinstance(message, ToolMessage):
            run.append(message)
            continue
        if run:
            _settle(run, exchanges)
            run = []
        if isinstance(message, RemoveMessage):
            continue
        if isinstance(message, AIMessage) and has_calls(message):
            exchanges.append(_Exchange(message, index))
            out.append(exchanges[-1])
        else:
            out.append(message)
    if run:
        _settle(run, exchanges)
    newest = out[-1] if out and not close_newest else None
    for exchange in exchanges:
        if exchange is not newest:
            exchange.close()
    mended: list[BaseMessage] = []
    for item in out:
        mended.extend(item.messages() if isinstance(item, _Exchange) else (item,))
    return mended


def _is_sound(messages: Sequence[BaseMessage], *, close_newest: bool) -> bool:
    """Whether there is nothing to mend; nearly every list is sound, and this is told in one cheap pass."""
    waiting: list[str] = []
    for message in messages:
        kind = message.type
        if kind == "tool":
            answered = message.tool_call_id if isinstance(message, ToolMessage) else ""
            if answered not in waiting:
                return False
            waiting.remove(answered)
        elif waiting or kind == "remove":
            return False
        elif kind != "human" and (ids := call_ids(message)):
            if not all(ids) or len(set(ids)) < len(ids) or len(ids) > MAX_CALLS:
                return False
            waiting = ids
    return not (waiting and close_newest)


def _settle(run: list[ToolMessage], exchanges: list[_Exchange]) -> None:
    """Give each answer of an unbroken run to its call.

    The n real answers with one id settle the n nearest calls before them that have none, in order: the first answer
    the earliest call. What is left over replaces marked answers, nearest first, and then the last of it replaces the
    nearest real one. A marked answer settles only a call that has nothing else.
    """
    by_id: dict[str, list[ToolMessage]] = {}
    for answer in run:
        by_id.setdefault(answer.tool_call_id, []).append(answer)
    for call_id, answers in by_id.items():
        left = [a for a in answers if not is_no_result(a)]
        for state in ("bare", "marked"):
            slots = _nearest(exchanges, call_id, len(left), state)
            for (exchange, settled), answer in zip(slots, left, strict=False):
                exchange.take(settled, answer)
            left = left[len(slots) :]
        if left and call_id:
            for exchange in reversed(exchanges):
                if any(c.id == call_id for c in exchange.calls):
                    exchange.take(call_id, left[-1])
                    break
        marked = [a for a in answers if is_no_result(a)]
        for (exchange, settled), answer in zip(_nearest(exchanges, call_id, len(marked), "bare"), marked, strict=False):
            exchange.take(settled, answer)


def _nearest(exchanges: list[_Exchange], call_id: str, wanted: int, state: str) -> list[_Slot]:
    """The nearest `wanted` calls that this id may settle and that have no answer, or only a marked one, in order."""
    slots: list[_Slot] = []
    for exchange in reversed(exchanges):
        if len(slots) >= wanted:
            break
        fitting = []
        for settled in exchange.settled_by(call_id):
            known = exchange.answers.get(settled)
            if known is None if state == "bare" else known is not None and is_no_result(known):
                fitting.append((exchange, settled))
        slots[:0] = fitting[: wanted - len(slots)]
    return slots


def _distinct(message: AIMessage, index: int) -> AIMessage:
    """Give the message with an id for every call, none of them twice."""
    old = [c.id for c in calls_of(message)]
    if all(old) and len(set(old)) == len(old):
        return message
    taken = set(old)
    new: list[str] = []
    for position, call_id in enumerate(old):
        fresh = call_id or "call_" + derived_id(message.id or str(index), str(position)).replace("-", "")[:24]
        number = 2
        while fresh in new or (fresh != call_id and fresh in taken):
            fresh, number = f"{call_id or 'call'}{TWIN}{number}", number + 1
        new.append(fresh)
    return with_call_ids(message, new)
