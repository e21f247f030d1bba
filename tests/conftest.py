"""What every test stands on: strict state, and nothing inherited from the machine's own settings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from strict_endpoint import StrictEndpoint

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
for name in [n for n in os.environ if n.startswith("BETHINK_")]:
    del os.environ[name]
for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
    os.environ.pop(name, None)


@pytest.fixture
def strict_endpoint() -> Iterator[StrictEndpoint]:
    """A strict OpenAI endpoint on loopback, for one test."""
    from strict_endpoint import StrictEndpoint

    with StrictEndpoint() as endpoint:
        yield endpoint
