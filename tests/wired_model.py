"""Chat models that are wired to the strict endpoint, and keep what they would have slept."""

from __future__ import annotations

from typing import Any

from pydantic import SecretStr
from strict_endpoint import StrictEndpoint

from graph.models import open_chat_model
from graph.settings import Settings


def settings_for(endpoint: StrictEndpoint, **given: Any) -> Settings:
    """Give settings that name the endpoint."""
    values = {"model": endpoint.model, "base_url": endpoint.base_url, "api_key": SecretStr(endpoint.key), **given}
    return Settings(_env_file=None, **values)


class Waits(list[float]):
    """Keeps what would have been slept."""

    def __call__(self, seconds: float) -> None:
        """Keep the wait of a sync try."""
        self.append(seconds)

    async def later(self, seconds: float) -> None:
        """Keep the wait of an async try."""
        self.append(seconds)


def model_for(endpoint: StrictEndpoint, waits: Waits | None = None, **given: Any) -> Any:
    """Give the model that the settings open, without real waits."""
    model: Any = open_chat_model(settings_for(endpoint, **given))
    waits = Waits() if waits is None else waits
    return model.model_copy(update={"sleep": waits, "asleep": waits.later, "jitter": lambda: 0.0})
