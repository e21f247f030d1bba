"""The list as one provider wants to see it: what is sent, never what is stored.

The promises of `view(messages, provider)`:

- what it gives is accepted by the provider, whatever list it was given: pairs are mended first (`memory.messages`);
- it mutates nothing, and a list that needs nothing comes back with the same messages;
- `view(view(x)) == view(x)`, and a longer thread has the shorter one's view at its head wherever nothing new forces
  a change there: ids are derived from what they replace, so that the provider's prompt cache stays warm;
- nothing that was said is left out: words that may not stand where they are move or join their neighbours; pictures in
  a tool's answer follow in a user message behind the answers; arguments that do not parse travel as text in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    BaseMessageChunk,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolCall,
    ToolMessage,
    message_chunk_to_message,
)

from memory.messages.groups import groups
from memory.messages.repair import repair
from memory.wire.form import CONTENT_WAS, DEVELOPER, RAW_CALLS, REASONING
from memory.wire.ids import rewrite_ids, rewrite_names
from memory.wire.parts import PARTS, as_openai, content_for, text_of
from memory.wire.profiles import Profile, profile_of
from memory.wire.shape import fill_blanks, gather_system, is_blank, order_roles

UNREADABLE = "unreadable_arguments"
"""The one argument of a call whose own arguments did not parse: their text."""
NO_REASONING = "(No reasoning was recorded.)"


def view(
    messages: Sequence[BaseMessage], provider: str = "openai", *, thinking: bool | None = None
) -> list[BaseMessage]:
    """Give the list as the provider accepts it; [] for a list that is empty or holds nothing but strays.

    `thinking` says whether the model reasons aloud, so that DeepSeek and Moonshot want the reasoning of every call;
    None reads it off the list.

    Raises:
        SettingsError: no provider has that name.
    """
    profile = profile_of(provider)
    out: list[BaseMessage] = [plain(message) for message in repair(messages, close_newest=True)]
    out = [message for group in groups(out) for message in split_calls(pictures_last(group.messages), profile)]
    if thinking is None:
        thinking = any(message.additional_kwargs.get(REASONING) for message in out)
    out = [_own(message, profile, thinking) for message in out]
    out = rewrite_ids(out, profile)
    if profile.no_blank_text:
        out = fill_blanks(out)
    if profile.one_system:
        out = gather_system(out)
    return order_roles(out, profile)


def plain(message: BaseMessage) -> BaseMessage:
    """Give a message of one of the four kinds for any: chunks whole, other roles by what they stand for."""
    if isinstance(message, BaseMessageChunk):
        message = message_chunk_to_message(message)
    if isinstance(message, FunctionMessage):
        return HumanMessage(f"[{message.name}] {text_of(message.content)}", id=message.id)
    if isinstance(message, ChatMessage):
        kinds: dict[str, type[AIMessage | HumanMessage | SystemMessage]] = {
            "assistant": AIMessage,
            "system": SystemMessage,
            "developer": SystemMessage,
        }
        return kinds.get(message.role, HumanMessage)(content=message.content, id=message.id, name=message.name)
    return message


def _own(message: BaseMessage, profile: Profile, thinking: bool) -> BaseMessage:
    """Give the message with what concerns it alone: content, names, arguments, reasoning, extra keys."""
    message = rewrite_names(message, profile)
    role = {"human": "user", "ai": "assistant"}.get(message.type, message.type)
    content: Any = content_for(role, message.content)
    if profile.no_blank_text and isinstance(content, list):
        # A refusal is a kind of part that OpenAI alone knows.
        content = [
            {"type": "text", "text": str(p.get("refusal") or "")} if p.get("type") == "refusal" else p for p in content
        ]
    update: dict[str, Any] = {} if content == message.content else {"content": content}
    extra = dict(message.additional_kwargs)
    if isinstance(message, AIMessage):
        extra = _assistant_extra(message, extra, profile, thinking)
        refusal = extra.get("refusal")
        if isinstance(refusal, str) and profile.no_blank_text:
            del extra["refusal"]
            if is_blank(message):
                update["content"] = refusal
        if profile.parse_arguments and message.invalid_tool_calls:
            update["tool_calls"] = [*message.tool_calls, *map(_readable, message.invalid_tool_calls)]
            update["invalid_tool_calls"] = []
    elif profile.one_system:
        extra.pop(DEVELOPER, None)
    if extra != message.additional_kwargs:
        update["additional_kwargs"] = extra
    return message.model_copy(update=update) if update else message


def _assistant_extra(message: AIMessage, extra: dict[str, Any], profile: Profile, thinking: bool) -> dict[str, Any]:
    calls = bool(message.tool_calls or message.invalid_tool_calls)
    for key in (CONTENT_WAS, "function_call"):
        extra.pop(key, None)
    if profile.name not in ("openai", "azure"):
        extra.pop("audio", None)
    if profile.reasoning == "drop" or (profile.reasoning == "calls" and not calls):
        extra.pop(REASONING, None)
    elif profile.reasoning_required and thinking and calls and not extra.get(REASONING):
        extra[REASONING] = NO_REASONING
    raw = extra.get(RAW_CALLS)
    if isinstance(raw, list) and not profile.call_extras:
        known = ("id", "type", "function")
        extra[RAW_CALLS] = [{k: v for k, v in call.items() if k in known} for call in raw if isinstance(call, dict)]
    return extra


def _readable(call: Any) -> ToolCall:
    return ToolCall(type="tool_call", id=call["id"], name=call["name"] or "", args={UNREADABLE: call["args"] or ""})


def pictures_last(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Give a group with the pictures, sounds and files of its answers in a user message behind it."""
    moved: list[Any] = []
    out: list[BaseMessage] = []
    for message in messages:
        if isinstance(message, ToolMessage) and isinstance(message.content, list):
            kept: list[Any] = []
            for part in message.content:
                wire = as_openai(part) if isinstance(part, dict) else part
                if isinstance(wire, dict) and wire.get("type") in PARTS["user"] - PARTS["tool"]:
                    moved.append(wire)
                    kept.append({"type": "text", "text": f"[see picture or file {len(moved)} below]"})
                else:
                    kept.append(part)
            if len(moved):
                message = message.model_copy(update={"content": kept})
        out.append(message)
    if moved:
        words = {"type": "text", "text": f"Returned by the tool calls above ({len(moved)}), in order:"}
        out.append(HumanMessage(content=[words, *moved]))
    return out


def split_calls(messages: Sequence[BaseMessage], profile: Profile) -> list[BaseMessage]:
    """Give a group whose message makes more calls than the provider takes as several groups."""
    first = messages[0]
    most = profile.max_calls
    if not isinstance(first, AIMessage) or len(first.tool_calls) + len(first.invalid_tool_calls) <= most:
        return list(messages)
    answers = {message.tool_call_id: message for message in messages[1:] if isinstance(message, ToolMessage)}
    rest = [message for message in messages[1:] if not isinstance(message, ToolMessage)]
    valid, broken = list(first.tool_calls), list(first.invalid_tool_calls)
    out: list[BaseMessage] = []
    while valid or broken:
        now, valid = valid[:most], valid[most:]
        bad, broken = broken[: most - len(now)], broken[most - len(now) :]
        update: dict[str, Any] = {"tool_calls": now, "invalid_tool_calls": bad}
        if out:
            update |= {"content": "", "id": None, "usage_metadata": None}
        out.append(first.model_copy(update=update))
        out.extend(answers[call["id"] or ""] for call in [*now, *bad] if (call["id"] or "") in answers)
    return [*out, *rest]


__all__ = ["UNREADABLE", "plain", "view"]
