"""What is worth another try, and how long to wait for it: decisions only, no waiting and no asking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import openai

from memory.errors import ModelAnswerUnusable

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0
LONGEST_ASKED_WAIT_S = 60.0
"""A server that asks for a longer wait is not waited for: the turn ends with its words, and can be resumed."""


def is_worth_retrying(error: BaseException) -> bool:
    """Whether the same request may succeed at another moment: too many requests, a server's fault, a lost connection,
    an unusable answer; never what the request itself, the key or the model's name is at fault for.
    """
    if isinstance(error, ModelAnswerUnusable):
        return True
    if isinstance(error, openai.APIStatusError):
        if error.status_code == 429:
            return error.code != "insufficient_quota"
        return error.status_code == 408 or error.status_code >= 500
    # What is left is a connection, a timeout, or an error in the middle of a stream.
    return isinstance(error, openai.APIError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """How often, and how long between."""

    most: int
    """Further tries after the first."""

    def waits(self, jitter: float = 0.0) -> Iterator[float]:
        """Give the seconds before each further try, doubling; `jitter` from 0 to 1 shortens them by up to a quarter."""
        for attempt in range(self.most):
            yield min(LONGEST_WAIT_S, FIRST_WAIT_S * 2**attempt) * (1 - jitter / 4)


def wait_before_retry(error: BaseException, own_wait_s: float) -> float | None:
    """Give the seconds to wait before the next try, as long as the server asks for, or None when that is too long."""
    asked = _asked_wait(error)
    if asked is None:
        return own_wait_s
    return max(asked, own_wait_s) if asked <= LONGEST_ASKED_WAIT_S else None


def _asked_wait(error: BaseException) -> float | None:
    headers: Mapping[str, str] = error.response.headers if isinstance(error, openai.APIStatusError) else {}
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name)
        if not value:
            continue
        try:
            return max(0.0, float(value) * unit)
        except ValueError:
            pass
        try:
            # The server's own clock, from its Date header: this machine's may differ.
            return max(0.0, (parsedate_to_datetime(value) - parsedate_to_datetime(headers["date"])).total_seconds())
        except (ValueError, KeyError, TypeError):
            continue
    return None
