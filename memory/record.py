"""The memory record: one thing known about one user, with where it comes from and when it holds.

A record is a value: every change makes a new one. `to_value` and `from_value` are exact inverses between a
record and the JSON object that a `BaseStore` keeps.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, get_args

Kind = Literal["profile", "preference", "fact", "task_experience", "episode", "session_summary"]
"""What a record is: typed facts (the first four), or a layer of what was said (the last two)."""
KINDS: tuple[Kind, ...] = get_args(Kind)

STATEMENTS: tuple[Kind, ...] = KINDS[:4]
"""The kinds that statements are kept as; episodes and summaries are never rivals of a statement.

They are asked for by kind, one after the other: a condition costs Chroma a walk through what fulfils it, and "no
episode" is fulfilled by everything else.
"""

Status = Literal["current", "superseded", "cold"]
"""Whether recall may use it: current; replaced by a later truth; or faded into cold storage."""

SCHEMA_VERSION = 1

FILTERED = (
    "kind", "subject", "attribute", "status", "superseded_by", "episode", "of", "cause", "change",
)  # fmt: skip
"""The fields by which anybody looks for records, or for versions of them: a store may index these alone."""

USE_EVERY = timedelta(days=1)
"""A use counts once in this time, and not so soon after the words: a life is counted in days, and each count is a write
of the row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a record comes from."""

    thread_id: str = ""
    """The thread (and for episodes: the session) it was said in."""
    message_ids: tuple[str, ...] = ()
    """The messages it rests on, in order."""
    speaker: str = "user"
    """Who said it: `user`, `assistant`, a tool's name, or a person's name in an imported conversation."""
    position: int = -1
    """The place of the first such message in its thread, counted from 0 over the thread's life; -1: unknown."""
    episode_id: str = ""
    """The episode record that holds the words themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRecord:
    """One thing known about one user."""

    id: str
    """Unique among this user's records."""
    user_id: str
    """The owner; never changes."""
    kind: Kind
    text: str
    """In the user's own language."""
    subject: str = ""
    """Whom or what it is about: `user`, or a name."""
    attribute: str = ""
    """What about it: `name`, `home`, `employer`, `seat_preference` …; empty when it is none of the known ones."""
    value: str = ""
    """The words that fill the attribute, where they are known: `Berlin`, 「靠窗」."""
    importance: float = 0.5
    """0 to 1; decides ties and how long it stays."""
    created: datetime
    """When it was said, where that is known, else when it was stored; aware, UTC."""
    updated: datetime
    """When it last changed, aware, UTC."""
    valid_from: datetime
    """Since when it holds."""
    valid_to: datetime | None = None
    """Until when it held; None: it still does."""
    superseded_by: str = ""
    """The id of the record that replaced it."""
    status: Status = "current"
    source: Source = Source()
    context: str = ""
    """For episodes: what was said just before, the second key that recall searches."""
    times_used: int = 0
    """On how many days after it was last changed recall has put it in front of the model."""
    last_used: datetime | None = None
    """When a use was last counted."""
    pinned: bool = False
    """A pinned record never fades."""
    links: tuple[str, ...] = ()
    """Ids of records it is explicitly linked to."""

    @property
    def is_current(self) -> bool:
        """True when recall may use it now."""
        return self.status == "current"

    @property
    def touched(self) -> datetime:
        """When it last changed or was used."""
        return max(self.updated, self.last_used or self.updated)

    def used(self, now: datetime) -> MemoryRecord:
        """Give it with one use more, or itself when that does not count yet."""
        if not use_counts(self.touched, now):
            return self
        return replace(self, times_used=self.times_used + 1, last_used=now)

    def held_at(self, moment: datetime) -> bool:
        """True when it was held true at that moment."""
        return self.valid_from <= moment and (self.valid_to is None or moment < self.valid_to)

    def to_value(self) -> dict[str, Any]:
        """Give the JSON object that a store keeps. `from_value` is its exact inverse."""
        out: dict[str, Any] = {"schema": SCHEMA_VERSION}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, datetime):
                value = value.astimezone(UTC).isoformat()
            elif isinstance(value, Source):
                value = {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
            out[field.name] = _plain(value)
        return out

    @classmethod
    def from_value(cls, value: dict[str, Any]) -> MemoryRecord:
        """Give the record that `to_value` made this object from; keys of a newer version are ignored."""
        data = {k: v for k, v in value.items() if k in _FIELDS}
        for name in ("created", "updated", "valid_from", "valid_to", "last_used"):
            if isinstance(data.get(name), str):
                data[name] = datetime.fromisoformat(data[name])
        source = data.get("source") or {}
        if isinstance(source, dict):
            kept = {name: source[name] for name in _SOURCE_FIELDS if name in source}
            kept["message_ids"] = tuple(kept.get("message_ids", ()))
            data["source"] = Source(**kept)
        data["links"] = tuple(data.get("links", ()))
        return cls(**data)


_FIELDS = frozenset(f.name for f in fields(MemoryRecord))
_SOURCE_FIELDS = tuple(f.name for f in fields(Source))


def use_counts(touched: datetime, now: datetime) -> bool:
    """True when a use now counts, of a record that was last changed or used at `touched`."""
    return now - touched >= USE_EVERY


def record_id(user_id: str, *parts: str) -> str:
    """Give the id that these parts always give, so that writing them twice is writing them once."""
    digest = hashlib.sha256("\x1f".join((user_id, *parts)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
