"""What every test stands on: strict state, and nothing inherited from the machine's own settings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from strict_endpoint import StrictEndpoint

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
for name in [n for n in os.environ if n.startswith("BETHINK_")]:
    del os.environ[name]
for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
    os.environ.pop(name, None)

# A test is never timed: on a busy machine a right answer may come late.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture
def strict_endpoint() -> Iterator[StrictEndpoint]:
    """A strict OpenAI endpoint on loopback, for one test."""
    from strict_endpoint import StrictEndpoint

    with StrictEndpoint() as endpoint:
        yield endpoint
