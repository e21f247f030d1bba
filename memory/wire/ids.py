"""Call ids and names that a provider accepts: the same ones every time, so that its prompt cache stays warm."""

from __future__ import annotations

import hashlib
import re
import string
from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from memory.messages.calls import calls_of, with_call_ids
from memory.messages.groups import groups
from memory.wire.profiles import Profile

_ALPHABET = string.digits + string.ascii_letters
_FUNCTION = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_NAME = re.compile(r"[^\s<|\\/>]{1,64}")


def rewrite_ids(messages: Sequence[BaseMessage], profile: Profile) -> list[BaseMessage]:
    """Give the list with every call id legal for the provider, call and answer together; legal ids stay."""
    found = groups(messages)
    reserved = {call.id for group in found for call in group.calls if _legal(call.id, profile)}
    used: set[str] = set()
    out: list[BaseMessage] = []
    for group in found:
        first, calls = group.messages[0], group.calls
        if not isinstance(first, AIMessage) or not calls:
            out.extend(group.messages)
            continue
        taken = used if profile.unique_ids else set()
        ids: list[str] = []
        for call in calls:
            fresh = call.id if _legal(call.id, profile) and call.id not in taken else ""
            turn = 0
            while not fresh:
                made = _made(call.id, turn, profile)
                fresh = "" if made in taken or made in reserved else made
                turn += 1
            taken.add(fresh)
            ids.append(fresh)
        if ids == [call.id for call in calls]:
            out.extend(group.messages)
            continue
        waiting: dict[str, list[str]] = {}
        for call, fresh in zip(calls, ids, strict=True):
            waiting.setdefault(call.id, []).append(fresh)
        out.append(with_call_ids(first, ids))
        for answer in group.messages[1:]:
            fits = waiting.get(answer.tool_call_id) if isinstance(answer, ToolMessage) else None
            out.append(answer.model_copy(update={"tool_call_id": fits.pop(0)}) if fits else answer)
    return out


def _legal(call_id: str, profile: Profile) -> bool:
    if not call_id or len(call_id) > profile.max_id_chars:
        return False
    return profile.id_pattern is None or re.fullmatch(profile.id_pattern, call_id) is not None


def _made(call_id: str, turn: int, profile: Profile) -> str:
    """Give an id that depends on the old one and on how often it was already taken, nothing else."""
    digest = hashlib.sha256(f"{call_id}\x1f{turn}".encode("utf-8", "surrogatepass")).digest()
    if profile.id_pattern is None:
        return f"call_{digest.hex()[:24]}"
    number = int.from_bytes(digest, "big")
    out = ""
    for _ in range(9):
        number, at = divmod(number, len(_ALPHABET))
        out += _ALPHABET[at]
    return out


def legal_function_name(name: str) -> str:
    """Give a function name that every provider accepts: the name itself where it is one."""
    if _FUNCTION.fullmatch(name):
        return name
    kept = re.sub(r"[^a-zA-Z0-9_-]+", "_", name).strip("_")[:48]
    # What was cut off may be all that told two tools apart.
    return f"{kept or 'tool'}_{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def legal_name(name: str | None) -> str | None:
    """Give a message's name without what providers refuse in one, or None where nothing is left."""
    if not name or _NAME.fullmatch(name):
        return name or None
    return re.sub(r"[\s<|\\/>]+", "_", name).strip("_")[:64] or None


def rewrite_names(message: BaseMessage, profile: Profile) -> BaseMessage:
    """Give the message with legal names: its own, and those of the functions that it calls."""
    update: dict[str, object] = {}
    role = {"human": "user", "ai": "assistant"}.get(message.type, message.type)
    name = legal_name(message.name) if role in profile.names_on or role == "tool" else None
    if name != message.name:
        update["name"] = name
    if isinstance(message, AIMessage) and not all(_FUNCTION.fullmatch(call.name) for call in calls_of(message)):
        update["tool_calls"] = [{**call, "name": legal_function_name(call["name"])} for call in message.tool_calls]
        update["invalid_tool_calls"] = [
            {**call, "name": legal_function_name(call["name"] or "")} for call in message.invalid_tool_calls
        ]
    return message.model_copy(update=update) if update else message
