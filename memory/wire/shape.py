"""The order of roles that a provider wants, reached without losing a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from memory.wire.form import REASONING
from memory.wire.parts import text_of
from memory.wire.profiles import Profile

BEGINNING = "(The conversation began earlier.)"
CONTINUE = "(Please continue.)"
NO_ANSWER = "(No answer was given.)"
EMPTY_MESSAGE = "(empty message)"
EMPTY_RESULT = "(no output)"


def is_blank(message: BaseMessage) -> bool:
    """Whether a message says and shows nothing; calls are not looked at."""
    if isinstance(message.content, str):
        return not message.content.strip()
    shows = any(isinstance(part, dict) and part.get("type") not in ("text", "refusal") for part in message.content)
    return not shows and not text_of(message.content).strip()


def fill_blanks(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Give the list without messages that say nothing: a blank answer or system message goes, others say so."""
    out: list[BaseMessage] = []
    for message in messages:
        if isinstance(message.content, list):
            parts = [part for part in message.content if not _is_blank_part(part)]
            if len(parts) < len(message.content):
                message = message.model_copy(update={"content": parts or ""})
        if not is_blank(message):
            out.append(message)
        elif isinstance(message, AIMessage) and _has_calls(message):
            out.append(message.model_copy(update={"content": ""}) if message.content else message)
        elif isinstance(message, (HumanMessage, ToolMessage)):
            words = EMPTY_RESULT if isinstance(message, ToolMessage) else EMPTY_MESSAGE
            out.append(message.model_copy(update={"content": words}))
    return out


def _is_blank_part(part: Any) -> bool:
    words = part.get("text") if isinstance(part, dict) and part.get("type") == "text" else part
    return isinstance(words, str) and not words.strip()


def _has_calls(message: AIMessage) -> bool:
    return bool(message.tool_calls or message.invalid_tool_calls)


def join_content(first: Any, second: Any) -> Any:
    """Give two contents as one: text with a blank line between, or the parts of both."""
    if not first or not second:
        return first or second
    if isinstance(first, str) and isinstance(second, str):
        return f"{first}\n\n{second}"
    parts = [
        [{"type": "text", "text": content}] if isinstance(content, str) else content for content in (first, second)
    ]
    return [*parts[0], *parts[1]]


def gather_system(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Give the list with one system message, first, that says what all of them said, in order."""
    systems = [message for message in messages if isinstance(message, SystemMessage)]
    rest = [message for message in messages if not isinstance(message, SystemMessage)]
    if not systems:
        return rest
    content: Any = ""
    for message in systems:
        content = join_content(content, message.content)
    head = systems[0].model_copy(update={"content": content, "additional_kwargs": {}, "name": None})
    return [head, *rest]


def order_roles(messages: Sequence[BaseMessage], profile: Profile) -> list[BaseMessage]:
    """Give the list in the provider's order of roles, with placeholders where somebody must have spoken."""
    out: list[BaseMessage] = []
    for message in messages:
        before = out[-1] if out else None
        if isinstance(message, HumanMessage) and isinstance(before, HumanMessage) and profile.alternate:
            out[-1] = _joined(before, message)
            continue
        if isinstance(message, HumanMessage) and isinstance(before, ToolMessage) and profile.answer_before_user:
            out.append(AIMessage(NO_ANSWER))
        if isinstance(message, AIMessage) and (profile.alternate or (profile.words_join_calls and _has_calls(message))):
            while out and isinstance(last := out[-1], AIMessage) and not _has_calls(last):
                message = _joined(out.pop(), message)
        if (
            isinstance(message, AIMessage)
            and profile.words_leave_calls
            and _has_calls(message)
            and not is_blank(message)
        ):
            out.append(_words_of(message))
            message = message.model_copy(update={"content": ""})
        out.append(message)
    return _bracketed(out, profile)


def _bracketed(messages: list[BaseMessage], profile: Profile) -> list[BaseMessage]:
    at = next((at for at, message in enumerate(messages) if not isinstance(message, SystemMessage)), len(messages))
    opens_wrong = at < len(messages) and not isinstance(messages[at], HumanMessage)
    says_nothing = at == len(messages) and bool(messages) and profile.first_user
    if (opens_wrong and profile.first_user) or says_nothing:
        messages = [*messages[:at], HumanMessage(BEGINNING if opens_wrong else CONTINUE), *messages[at:]]
    if profile.last_user_or_tool and messages and not isinstance(messages[-1], (HumanMessage, ToolMessage)):
        messages = [*messages, HumanMessage(CONTINUE)]
    return messages


def _joined(first: BaseMessage, second: BaseMessage) -> BaseMessage:
    update: dict[str, Any] = {"content": join_content(first.content, second.content)}
    update["name"] = first.name if first.name == second.name else None
    reasons = [message.additional_kwargs.get(REASONING) for message in (first, second)]
    if any(reasons):
        together = "\n\n".join(str(reason) for reason in reasons if reason)
        update["additional_kwargs"] = {**second.additional_kwargs, REASONING: together}
    return second.model_copy(update=update)


def _words_of(message: AIMessage) -> AIMessage:
    extra = {key: value for key, value in message.additional_kwargs.items() if key not in ("tool_calls", REASONING)}
    nothing: dict[str, Any] = {"tool_calls": [], "invalid_tool_calls": [], "additional_kwargs": extra, "id": None}
    return message.model_copy(update=nothing)
