"""What a provider would refuse in a message list, with where and why.

The rules are those of the OpenAI chat-completions list, and what each provider adds to them. `find_problems` judges the
list as it stands; `memory.wire` makes a view of it that a provider takes, and `repair` mends what no view can.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)

from memory.errors import SettingsError
from memory.messages.calls import MAX_CALLS, Call, call_ids, calls_of

_FUNCTION_NAME = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_NAME = re.compile(r"[^\s<|\\/>]{1,64}")
_NINE = re.compile(r"[a-zA-Z0-9]{9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that the provider would refuse."""

    code: str
    """A word for the kind of it: `orphan_answer`, `unanswered_call`, `open_call` …"""
    index: int | None
    """The message it is about; None for the list as a whole."""
    detail: str

    def __str__(self) -> str:
        return f"{self.code} at {'the list' if self.index is None else self.index}: {self.detail}"


def find_problems(messages: Sequence[BaseMessage], provider: str = "openai") -> list[Problem]:
    """Give everything that the provider would refuse, in message order; [] for a list that it takes.

    An unanswered call of the newest group is an `open_call`: a problem if it were sent now, none while its tools run.

    Raises:
        SettingsError: no provider has that name.
    """
    rules = PROVIDER_RULES.get(provider)
    if rules is None:
        raise SettingsError(f"provider {provider!r}; expected one of {', '.join(PROVIDER_RULES)}; name one of them")
    if not messages:
        return [Problem(code="empty_list", index=None, detail="a request needs a message")]
    found = [*_pairing(messages), *_content(messages)]
    for rule in rules:
        found.extend(RULES[rule](messages))
    return sorted(found, key=lambda p: len(messages) if p.index is None else p.index)


def _pairing(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    at = -1
    ids: list[str] = []
    answered: set[str] = set()
    for i, message in enumerate([*messages, None]):
        if isinstance(message, ToolMessage):
            call_id = message.tool_call_id
            if call_id not in ids or call_id in answered:
                code = "doubled_answer" if call_id in answered and call_id in ids else "orphan_answer"
                yield Problem(code=code, index=i, detail=f"answer to {call_id!r}")
            answered.add(call_id)
            continue
        for call_id in dict.fromkeys(ids):
            if call_id not in answered:
                code = "unanswered_call" if message is not None else "open_call"
                yield Problem(code=code, index=at, detail=f"no answer to {call_id!r}")
        at, ids, answered = i, [] if message is None else call_ids(message), set()
        for call_id in sorted({c for c in ids if ids.count(c) > 1 or not c}):
            code = "doubled_call_id" if call_id else "blank_call_id"
            yield Problem(code=code, index=i, detail=f"{ids.count(call_id)} calls with id {call_id!r}")
        if len(ids) > MAX_CALLS:
            yield Problem(code="too_many_calls", index=i, detail=f"{len(ids)} calls, {MAX_CALLS} allowed")


def _content(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    seen: set[str] = set()
    for i, message in enumerate(messages):
        if isinstance(message, RemoveMessage):
            yield Problem(code="tombstone", index=i, detail=f"a removal of {message.id!r} in the list itself")
        elif not isinstance(message, (SystemMessage, HumanMessage, AIMessage, ToolMessage)):
            yield Problem(code="unknown_role", index=i, detail=message.type)
        if message.id and message.id in seen:
            yield Problem(code="doubled_message_id", index=i, detail=repr(message.id))
        seen.add(message.id or "")
        if message.name is not None and not _NAME.fullmatch(message.name):
            yield Problem(code="illegal_name", index=i, detail=repr(message.name))
        for call in calls_of(message):
            if not _FUNCTION_NAME.fullmatch(call.name):
                yield Problem(code="illegal_function_name", index=i, detail=repr(call.name))


def _each_call(messages: Sequence[BaseMessage]) -> Iterator[tuple[int, Call]]:
    for i, message in enumerate(messages):
        for call in calls_of(message):
            yield i, call


def _long_ids(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    for i, call in _each_call(messages):
        if len(call.id) > 40:
            yield Problem(code="long_call_id", index=i, detail=f"{len(call.id)} characters, 40 allowed")


def _nine_character_ids(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    for i, call in _each_call(messages):
        if call.id and not _NINE.fullmatch(call.id):
            yield Problem(code="call_id_form", index=i, detail=f"{call.id!r} is not nine letters and digits")


def _unique_ids(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    before: set[str] = set()
    for i, message in enumerate(messages):
        ids = {c.id for c in calls_of(message)}
        for call_id in sorted(ids & before - {""}):
            yield Problem(code="reused_call_id", index=i, detail=repr(call_id))
        before |= ids


def _parsed_arguments(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    for i, call in _each_call(messages):
        if not call.is_valid:
            yield Problem(code="unparsed_arguments", index=i, detail=(call.raw or "")[:40])


def _system_at_head(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    body = next((i for i, m in enumerate(messages) if not isinstance(m, SystemMessage)), len(messages))
    for i in range(body, len(messages)):
        if isinstance(messages[i], SystemMessage):
            yield Problem(code="system_not_at_head", index=i, detail="a system message behind the conversation's start")
            return


def _single_system(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    at = [i for i, m in enumerate(messages) if isinstance(m, SystemMessage)]
    if at and (len(at) > 1 or at[0] != 0):
        yield Problem(code="system_not_single_first", index=at[-1], detail="one system message, first, is allowed")


def _no_system_after_answer(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    for i in range(1, len(messages)):
        if isinstance(messages[i], SystemMessage) and isinstance(messages[i - 1], (AIMessage, ToolMessage)):
            yield Problem(code="system_after_assistant", index=i, detail="behind an assistant or tool message")


def _user_first(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    i, first = next(((i, m) for i, m in enumerate(messages) if not isinstance(m, SystemMessage)), (0, None))
    if first is not None and not isinstance(first, HumanMessage):
        yield Problem(code="first_not_user", index=i, detail=f"begins with {first.type}")


def _some_user(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    if not any(isinstance(m, HumanMessage) for m in messages):
        yield Problem(code="no_user", index=None, detail="no user message")


def _some_conversation(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    if all(isinstance(m, SystemMessage) for m in messages):
        yield Problem(code="only_system", index=None, detail="nothing but system messages")


def _user_or_answer_last(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    body = [i for i, m in enumerate(messages) if not isinstance(m, SystemMessage)]
    if body and not isinstance(messages[-1], (HumanMessage, ToolMessage)):
        yield Problem(code="last_not_user_or_answer", index=len(messages) - 1, detail=f"ends with {messages[-1].type}")


def _no_blank_text(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    for i, message in enumerate(messages):
        if isinstance(message.content, str) and not message.content.strip() and not calls_of(message):
            yield Problem(code="blank_text", index=i, detail=message.type)


def _call_after_user_or_answer(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    for i in range(1, len(messages)):
        if calls_of(messages[i]) and not isinstance(messages[i - 1], (HumanMessage, ToolMessage)):
            yield Problem(code="call_not_after_user_or_answer", index=i, detail=f"behind {messages[i - 1].type}")


def _alternating(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    for i in range(1, len(messages)):
        if messages[i].type == messages[i - 1].type and isinstance(messages[i], (HumanMessage, AIMessage)):
            yield Problem(code="roles_do_not_alternate", index=i, detail=f"two {messages[i].type} messages in a row")


def _no_user_after_answer(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    for i in range(1, len(messages)):
        if isinstance(messages[i], HumanMessage) and isinstance(messages[i - 1], ToolMessage):
            yield Problem(code="user_after_answer", index=i, detail="a user message directly behind a tool's answer")


def _words_or_calls(messages: Sequence[BaseMessage]) -> Iterator[Problem]:
    for i, message in enumerate(messages):
        if isinstance(message, AIMessage) and bool(message.text) == bool(calls_of(message)):
            yield Problem(code="words_and_calls", index=i, detail="an assistant message has words or calls, not both")


Rule = Callable[[Sequence[BaseMessage]], Iterator[Problem]]
RULES: dict[str, Rule] = {
    "long_ids": _long_ids,
    "nine_character_ids": _nine_character_ids,
    "unique_ids": _unique_ids,
    "parsed_arguments": _parsed_arguments,
    "system_at_head": _system_at_head,
    "single_system": _single_system,
    "no_system_after_answer": _no_system_after_answer,
    "user_first": _user_first,
    "some_user": _some_user,
    "some_conversation": _some_conversation,
    "user_or_answer_last": _user_or_answer_last,
    "no_blank_text": _no_blank_text,
    "call_after_user_or_answer": _call_after_user_or_answer,
    "alternating": _alternating,
    "no_user_after_answer": _no_user_after_answer,
    "words_or_calls": _words_or_calls,
}
"""What a provider may add to the rules of the OpenAI list, by name."""

_OPENAI = ("long_ids",)
_MISTRAL = ("user_or_answer_last", "nine_character_ids", "no_system_after_answer")
PROVIDER_RULES: dict[str, tuple[str, ...]] = {
    "openai": _OPENAI,
    "azure": _OPENAI,
    "anthropic": ("user_first", "system_at_head", "no_blank_text", "user_or_answer_last", "some_conversation"),
    "gemini": ("user_first", "system_at_head", "some_conversation", "call_after_user_or_answer"),
    "mistral": _MISTRAL,
    "mistral_old": (*_MISTRAL, "no_user_after_answer", "words_or_calls"),
    "deepseek": ("unique_ids",),
    "moonshot": (),
    "dashscope": ("some_user",),
    "qwen_template": ("some_user", "single_system"),
    "gemma_template": ("single_system", "alternating"),
    "vllm": ("parsed_arguments",),
    "llamacpp": ("parsed_arguments",),
    "ollama": ("parsed_arguments",),
}
"""What each provider of `memory.wire.PROVIDERS` adds; the sources stand beside the views there."""
