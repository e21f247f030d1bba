"""What each provider wants of a message list, beyond OpenAI's core; the view (`memory.wire.view`) follows it.

The rules are read off the providers' own validators, templates and refusals. A rule that is known to be loosened by
some version of a server stays on: what it asks for is accepted by the loosened version too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import urlsplit

from memory.errors import SettingsError

ROLES = frozenset({"system", "developer", "user", "assistant", "tool"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The rules of one provider; the defaults are those of a careful server behind an open template."""

    name: str
    """What the profile is called in settings."""
    max_id_chars: int = 40
    """The longest call id."""
    id_pattern: str | None = None
    """What a call id must look like, in full."""
    unique_ids: bool = True
    """An id may stand for one call only in the whole list."""
    max_calls: int = 128
    """Calls in one message."""
    one_system: bool = True
    """One system message, first; later ones move there."""
    first_user: bool = True
    """The first message behind the system message is the user's."""
    last_user_or_tool: bool = False
    """The list may not end with the assistant's words."""
    no_blank_text: bool = True
    """No message may say nothing."""
    parse_arguments: bool = True
    """Arguments must be a JSON object."""
    alternate: bool = False
    """No two messages of the user, nor two of the assistant, in a row."""
    words_join_calls: bool = False
    """A message with calls stands behind a user's or a tool's: the assistant's words before it join it."""
    words_leave_calls: bool = False
    """A message has words or calls, not both."""
    answer_before_user: bool = False
    """The assistant must speak between a tool's answer and the user."""
    reasoning: Literal["drop", "calls", "all"] = "calls"
    """Which of the assistant's messages keep their `reasoning_content`."""
    reasoning_required: bool = False
    """In thinking mode a message with calls must carry its reasoning."""
    call_extras: bool = False
    """Keys beside a call's function travel with it (Gemini's thought signatures)."""
    names_on: frozenset[str] = field(default_factory=lambda: ROLES)
    """The roles that may carry a `name`."""


_OPENAI = Profile(
    name="openai",
    unique_ids=False,
    one_system=False,
    first_user=False,
    no_blank_text=False,
    parse_arguments=False,
    reasoning="drop",
)
_STRICT = Profile(name="strict", last_user_or_tool=True)
_MISTRAL = replace(
    _STRICT, name="mistral", id_pattern=r"[a-zA-Z0-9]{9}", reasoning="drop", names_on=frozenset({"tool"})
)

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        _OPENAI,
        replace(_OPENAI, name="azure", names_on=frozenset({"user"})),
        replace(_STRICT, name="anthropic", reasoning="drop", names_on=frozenset()),
        replace(
            _STRICT,
            name="gemini",
            words_join_calls=True,
            reasoning="drop",
            call_extras=True,
            names_on=frozenset({"tool"}),
        ),
        _MISTRAL,
        replace(_MISTRAL, name="mistral_old", words_leave_calls=True, answer_before_user=True),
        Profile(name="deepseek", first_user=False, reasoning_required=True),
        Profile(name="moonshot", first_user=False, reasoning="all", reasoning_required=True),
        replace(_STRICT, name="dashscope"),
        replace(_STRICT, name="qwen_template"),
        replace(_STRICT, name="gemma_template", alternate=True, words_join_calls=True, reasoning="drop"),
        Profile(name="vllm"),
        Profile(name="llamacpp"),
        Profile(name="ollama"),
    )
}
PROVIDERS: tuple[str, ...] = tuple(PROFILES)
"""The names that settings may give."""


def profile_of(provider: str) -> Profile:
    """Give the profile of a provider.

    Raises:
        SettingsError: no profile has that name.
    """
    profile = PROFILES.get(provider)
    if profile is None:
        raise SettingsError(
            f"provider {provider!r}; expected one of {', '.join(PROVIDERS)}; set BETHINK_PROVIDER to one"
        )
    return profile


_HOSTS: tuple[tuple[str, str], ...] = (
    (r"azure\.com|azure-api\.net", "azure"),
    (r"api\.openai\.com", "openai"),
    (r"anthropic\.com", "anthropic"),
    (r"googleapis\.com", "gemini"),
    (r"mistral\.ai", "mistral"),
    (r"deepseek\.com", "deepseek"),
    (r"moonshot\.(cn|ai)|kimi\.com", "moonshot"),
    (r"dashscope|aliyuncs\.com", "dashscope"),
    (r"ollama|:11434", "ollama"),
    (r"llama-?cpp|llama-server", "llamacpp"),
)
_MODELS: tuple[tuple[str, str], ...] = (
    (r"claude", "anthropic"),
    (r"gemini", "gemini"),
    (r"mi[sx]tral|ministral|magistral|codestral|devstral|pixtral", "mistral"),
    (r"deepseek", "deepseek"),
    (r"kimi|moonshot", "moonshot"),
    (r"qwen|qwq|qvq", "qwen_template"),
    (r"gemma", "gemma_template"),
)


def guess_provider(base_url: str | None, model: str = "") -> str:
    """Give the profile that an endpoint's address and a model's name point to.

    Without an address it is OpenAI. A known host decides by itself; behind an unknown one (a gateway, a server of one's
    own) the model's name does, and where that says nothing the careful rules of vLLM stand.
    """
    if not base_url:
        return "openai"
    address = urlsplit(base_url if "//" in base_url else f"//{base_url}")
    where = f"{address.hostname or ''}:{_port(address.netloc)}"
    for pattern, name in _HOSTS:
        if re.search(pattern, where):
            return name
    for pattern, name in _MODELS:
        if re.search(pattern, model.lower()):
            return name
    return "vllm"


def _port(netloc: str) -> str:
    return netloc.rsplit(":", 1)[-1] if ":" in netloc else ""
