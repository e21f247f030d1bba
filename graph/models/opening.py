"""Opens what settings name; nothing heavy is imported before it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory.errors import SettingsError
from memory.wire import guess_provider

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel

    from graph.settings import Settings

NO_KEY = "not-needed"
"""What a server of one's own gets for a key when none is set: the client insists on one."""
OPENAI_URL = "https://api.openai.com/v1"


def provider_of(settings: Settings) -> str:
    """Give whose rules the requests follow: as set, or guessed from address and model."""
    return settings.provider or guess_provider(settings.base_url, settings.model_name)


def open_chat_model(settings: Settings) -> BaseChatModel:
    """Open the chat model; without a key and an address it is the offline one. Nothing is sent yet.

    Raises:
        SettingsError: the provider's name is not known, or the address is none.
    """
    if settings.offline:
        from graph.offline_model import OfflineChatModel

        return OfflineChatModel()
    from pydantic import SecretStr

    from graph.models.compatible import CompatibleChatOpenAI
    from memory.wire import profile_of

    profile = profile_of(provider_of(settings))
    key = settings.api_key.get_secret_value() or NO_KEY
    return CompatibleChatOpenAI(
        model=settings.model_name,
        base_url=_address(settings.base_url),
        api_key=SecretStr(key),
        temperature=settings.temperature,
        timeout=settings.timeout_s,
        max_completion_tokens=settings.max_answer_tokens,
        provider=profile.name,
        retries=settings.max_retries,
    )


def open_embeddings(settings: Settings) -> Embeddings:
    """Open the embedder: the local one, or an OpenAI-compatible endpoint's. Nothing is loaded or sent yet.

    Raises:
        SettingsError: the address is none.
    """
    if settings.embedder == "local":
        from memory.embeddings import LocalEmbeddings

        return LocalEmbeddings()
    from memory.embeddings import openai_compatible_embeddings

    key = settings.embedding_api_key.get_secret_value() or settings.api_key.get_secret_value()
    return openai_compatible_embeddings(
        model=settings.embedding_model,
        base_url=_address(settings.embedding_base_url),
        api_key=key or NO_KEY,
        timeout_s=settings.timeout_s,
        max_retries=settings.max_retries,
    )


def _address(url: str) -> str:
    """Give an endpoint's address, OpenAI's own for none: what the environment says is read by settings alone."""
    if not url:
        return OPENAI_URL
    if not url.startswith(("http://", "https://")):
        raise SettingsError(
            f"endpoint address {url!r}; expected a URL such as https://api.deepseek.com/v1; "
            f"put http:// or https:// in front of it"
        )
    return url.rstrip("/")
