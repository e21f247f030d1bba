"""What every test stands on: strict state, and nothing inherited from the machine's own settings."""

from __future__ import annotations

import os
import time
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

BEGUN = time.monotonic()

# A test is never timed: on a busy machine a right answer may come late.
settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the slow profile be bounded."""
    parser.addoption("--slow-budget", type=float, default=None, help="seconds after which slow tests are left out")


@pytest.fixture(autouse=True)
def slow_tests_within_their_budget(request: pytest.FixtureRequest) -> None:
    """Leave a slow test out, and say so, once the profile's time is used up; a test that has begun is finished."""
    budget = request.config.getoption("--slow-budget")
    if budget is not None and "slow" in request.keywords and time.monotonic() - BEGUN > budget:
        pytest.skip(f"the slow profile's {budget:.0f} s are used up: `make slow-all` runs this one too")


@pytest.fixture
def strict_endpoint() -> Iterator[StrictEndpoint]:
    """A strict OpenAI endpoint on loopback, for one test."""
    from strict_endpoint import StrictEndpoint

    with StrictEndpoint() as endpoint:
        yield endpoint
