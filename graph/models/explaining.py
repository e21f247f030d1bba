"""Says in our own words what an endpoint, or the way to it, did wrong, and what to do about it."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

from memory.errors import (
    ModelError,
    ModelKeyRefused,
    ModelNotFound,
    ModelRateLimited,
    ModelRequestRefused,
    ModelUnreachable,
)

if TYPE_CHECKING:
    from graph.settings import Settings

_NO_MODEL = re.compile(
    r"model.{0,80}(not exist|not found|not_found|does not exist)|deploymentnotfound|模型不存在", re.I | re.S
)
_TOO_LONG = re.compile(
    r"context.?length|maximum context|context window|too many tokens|prompt is too long|上下文长度", re.I
)
_NO_MONEY = re.compile(r"insufficient.?(quota|balance)|billing|arrears|余额|欠费", re.I)
_FILTERED = re.compile(r"content.?(filter|management|policy)|data_inspection_failed|内容安全|敏感", re.I)


def explain(error: BaseException, settings: Settings | None = None) -> ModelError | None:
    """Give the error as one of ours, or None for one that no endpoint caused."""
    if isinstance(error, ModelError):
        return error
    openai: Any = sys.modules.get("openai")
    if openai is None:
        return None
    if isinstance(error, openai.APIStatusError):
        return _of_status(error, settings)
    where = _where(settings)
    if isinstance(error, openai.APITimeoutError):
        limit = f"{settings.timeout_s:g} s" if settings is not None else "the time allowed"
        return ModelUnreachable(
            f"{where} gave no answer within {limit}; expected one; try again, or raise BETHINK_TIMEOUT_S"
        )
    if isinstance(error, openai.APIConnectionError) or type(error).__module__.split(".")[0] in ("httpx", "httpx2"):
        cause = str(error.__cause__ or error) or type(error).__name__
        return ModelUnreachable(
            f"{where} cannot be reached ({cause}); expected a running endpoint; check the network, BETHINK_BASE_URL, "
            "and that the server is up"
        )
    if isinstance(error, openai.APIError):
        return ModelUnreachable(f"{where} broke off: {_said(error)}; expected a whole answer; try again")
    if isinstance(error, openai.OpenAIError):
        return ModelKeyRefused(f"no key for {where} ({error}); expected one; set BETHINK_API_KEY or OPENAI_API_KEY")
    return None


def _of_status(error: Any, settings: Settings | None) -> ModelError:
    status, said, where = error.status_code, _said(error), _where(settings)
    code = str(getattr(error, "code", None) or "")
    words = f"{code} {said}"
    model = settings.model_name if settings is not None else "the model"
    if status in (401, 403):
        return ModelKeyRefused(
            f"{where} refused the key ({status}: {said}); expected a valid one that may use {model}; "
            "set BETHINK_API_KEY"
        )
    if status in (402, 429) and _NO_MONEY.search(words):
        return ModelRateLimited(
            f"{where}: the account has no quota left ({status}: {said}); top it up, or use another key"
        )
    if status in (402, 429):
        return ModelRateLimited(
            f"{where} takes no more requests for now ({status}: {said}); expected fewer; wait a little and send it "
            "again"
        )
    if _NO_MODEL.search(words) and status in (400, 404):
        return ModelNotFound(
            f"{where} knows no model {model!r} ({status}: {said}); expected one of its own; set BETHINK_MODEL "
            "to one that its /models lists"
        )
    if status == 404:
        return ModelNotFound(
            f"{where} has nothing at that address ({status}: {said}); expected an OpenAI-compatible API; "
            "BETHINK_BASE_URL usually ends in /v1"
        )
    if status == 408 or status >= 500:
        return ModelUnreachable(f"{where} is failing ({status}: {said}); expected an answer; try again later")
    if _TOO_LONG.search(words):
        return ModelRequestRefused(
            f"{where}: the request is longer than {model} takes ({said}); expected a shorter one; lower "
            "BETHINK_MAX_TOKENS below the model's window"
        )
    if _FILTERED.search(words):
        return ModelRequestRefused(
            f"{where}: the provider's content filter refused the request ({said}); put it in other words"
        )
    return ModelRequestRefused(
        f"{where} refused the request ({status}: {said}); expected one that it accepts; check BETHINK_PROVIDER "
        "and the model's options"
    )


def _said(error: Any) -> str:
    """Give the endpoint's own words, short and in one line."""
    body = getattr(error, "body", None)
    words = body.get("message") if isinstance(body, dict) else None
    text = " ".join(str(words or getattr(error, "message", "") or error).split())
    return text if len(text) <= 300 else f"{text[:297]}..."


def _where(settings: Settings | None) -> str:
    return (settings.base_url if settings is not None else "") or "api.openai.com"
