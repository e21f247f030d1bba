"""A log's lines: JSON, one object a line, made of named figures alone, so that no text can slip in unasked.

What other packages log (a request's body, a key in an address, the words of an error) is not passed on: of such a
record only who logged it, where, how loud, and the kinds of the errors behind it. With `content` the words come too,
keys masked.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

if TYPE_CHECKING:
    from graph.settings import Settings

FIELDS = "bethink"
"""The attribute of a record that holds the figures of an event of ours."""
MASK = "********"
MIN_SECRET_CHARS = 4
"""A shorter value is nobody's key, and masking it would eat words."""
MAX_CAUSES = 5
LOOKS_SECRET = (
    (re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|ghp)[-_][\w-]{8,}"), MASK),
    (re.compile(r"(?i)\b(bearer|basic|api[-_ ]?key|token)(\W{1,3})[\w.~+/=-]{8,}"), rf"\1\2{MASK}"),
    (re.compile(r"(://[^/\s:@]*:)[^@\s/]+@"), rf"\1{MASK}@"),
)
"""Keys that are not among the settings: an endpoint's own words may name one."""


def known_as(id: str) -> str:
    """Give the short name under which an id stands in a log: the same for the same id, and no way back to it."""
    return hashlib.sha256(id.encode()).hexdigest()[:12] if id else ""


def secrets_of(settings: Settings) -> frozenset[str]:
    """Give every value among the settings that a log must never hold."""
    found: set[str] = set()
    for name in type(settings).model_fields:
        found.update(_secrets(getattr(settings, name)))
    for server in settings.mcp_servers.values():
        for part in ("env", "headers"):
            given = server.get(part)
            found.update(str(v) for v in (given.values() if isinstance(given, dict) else ()))
    return frozenset(s for s in found if len(s) >= MIN_SECRET_CHARS)


class Lines(logging.Formatter):
    """Makes a line of a record."""

    def __init__(self, *, secrets: Iterable[str] = (), content: bool = False) -> None:
        super().__init__()
        self.content = content
        self.secrets = sorted(secrets, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """Give the line, without a line end."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower()}
        fields = getattr(record, FIELDS, None)
        line |= {"event": record.msg, **fields} if isinstance(fields, dict) else self._foreign(record)
        return json.dumps(self.masked(line), ensure_ascii=False, default=lambda value: type(value).__name__)

    def masked(self, value: Any) -> Any:
        """Give a value with every key in it masked."""
        if isinstance(value, str):
            for secret in self.secrets:
                value = value.replace(secret, MASK)
            for looks, mask in LOOKS_SECRET:
                value = looks.sub(mask, value)
            return value
        if isinstance(value, dict):
            return {key: self.masked(one) for key, one in value.items()}
        return [self.masked(one) for one in value] if isinstance(value, list | tuple) else value

    def _foreign(self, record: logging.LogRecord) -> dict[str, Any]:
        line: dict[str, Any] = {
            "event": "other",
            "logger": record.name,
            "where": f"{record.module}:{record.lineno}",
        }
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line["errors"] = kinds_of(error)
        if self.content:
            line["message"] = record.getMessage()
            if error is not None:
                line["said"] = str(error)
        return line


def kinds_of(error: BaseException) -> list[str]:
    """Give the kinds of an error and of what caused it, never their words."""
    out: list[str] = []
    step: BaseException | None = error
    while step is not None and len(out) < MAX_CAUSES:
        out.append(type(step).__name__)
        step = step.__cause__ or step.__context__
    return out


def _secrets(value: Any) -> set[str]:
    if isinstance(value, SecretStr):
        return {value.get_secret_value()}
    if isinstance(value, dict):
        return {s for one in value.values() for s in _secrets(one)}
    return set()
