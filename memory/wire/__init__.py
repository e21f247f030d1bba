"""The messages as they go over the wire: OpenAI's dicts, both ways, and what each provider wants of a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from langchain_core.messages import AnyMessage, BaseMessage

from memory.messages.groups import groups
from memory.wire.form import WireMessage, from_dict, to_dict
from memory.wire.ids import rewrite_ids, rewrite_names
from memory.wire.profiles import PROFILES, PROVIDERS, Profile, guess_provider, profile_of
from memory.wire.view import pictures_last, plain, split_calls, view


def to_openai(messages: Sequence[BaseMessage], provider: str = "openai") -> list[WireMessage]:
    """Give the list in OpenAI's dict form, as the provider takes it.

    For `openai` it is the form itself, the exact inverse of `from_openai`: no message is added or left out, and only
    what OpenAI refuses within one is brought into a legal form (ids, names, more than 128 calls, pictures in a tool's
    answer). For every other provider it is the form of its `view`.

    Raises:
        SettingsError: no provider has that name.
    """
    if provider != "openai":
        return [to_dict(message) for message in view(messages, provider)]
    profile = profile_of(provider)
    legal = [rewrite_names(plain(message), profile) for message in messages if message.type != "remove"]
    whole = [message for group in groups(legal) for message in split_calls(pictures_last(group.messages), profile)]
    return [to_dict(message) for message in rewrite_ids(whole, profile)]


def from_openai(wire: Iterable[Mapping[str, Any]]) -> list[AnyMessage]:
    """Give the messages that OpenAI's dicts stand for; never raises for what a provider or a client wrote in them."""
    return [from_dict(message) for message in wire]


__all__ = [
    "PROFILES",
    "PROVIDERS",
    "Profile",
    "from_dict",
    "from_openai",
    "guess_provider",
    "profile_of",
    "to_dict",
    "to_openai",
    "view",
]
