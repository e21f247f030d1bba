"""Earlier versions of records: kept on a shelf of their own, out of recall, so that every change can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from langgraph.store.base import PutOp

from memory.record import MemoryRecord, record_id
from memory.scope import Scope

Change = Literal["edited", "superseded", "merged", "deleted", "undone", "current"]
"""What ended a version: it was edited, replaced …; `current`: nothing did, it is what stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A record as it was before a change."""

    key: str
    """Its key on the shelf; the same change of the same state always has the same key."""
    change: Change
    """What ended it."""
    at: datetime
    """When."""
    record: MemoryRecord | None
    """The record as it was; None when its text was erased for good."""
    of: str
    """The id of the record."""
    cause: str = ""
    """The id of the record whose forgetting took this one along; undoing that brings this back too."""

    def to_value(self) -> dict[str, Any]:
        """Give the JSON object that a store keeps; `from_value` is its exact inverse."""
        return {
            "of": self.of,
            "change": self.change,
            "at": self.at.astimezone(UTC).isoformat(),
            "record": self.record.to_value() if self.record else None,
            "cause": self.cause,
        }

    @classmethod
    def from_value(cls, key: str, value: dict[str, Any]) -> Version:
        """Give the version that `to_value` made this object from."""
        kept = value.get("record")
        return cls(
            key=key,
            of=value["of"],
            change=value["change"],
            at=datetime.fromisoformat(value["at"]),
            record=MemoryRecord.from_value(kept) if kept else None,
            cause=str(value.get("cause") or ""),
        )


def version_of(record: MemoryRecord, change: Change, at: datetime, *, cause: str = "") -> Version:
    """Give the version to keep before this change of this record."""
    if change == "deleted":
        key = tombstone_key(record.id)
    else:
        key = record_id(record.user_id, "version", record.id, change, record.updated.astimezone(UTC).isoformat())
    return Version(key=key, of=record.id, change=change, at=at, record=record, cause=cause)


def tombstone_key(id: str) -> str:
    """Give the key under which a deleted record is kept: one a record, so that a re-run can see that it went."""
    return f"deleted-{id}"


def keep(scope: Scope, versions: Iterable[Version]) -> list[PutOp]:
    """Give the writes that keep these versions; they belong in the same batch as the change."""
    return [PutOp(scope.namespace("versions"), v.key, v.to_value(), False) for v in versions]


def drop(scope: Scope, keys: Iterable[str]) -> list[PutOp]:
    """Give the writes that drop versions by key."""
    return [PutOp(scope.namespace("versions"), key, None) for key in keys]


def versions_of(scope: Scope, id: str) -> list[Version]:
    """Give the kept versions of one record, oldest first."""
    found = [Version.from_value(i.key, i.value) for i in scope.items("versions", filter={"of": id})]
    return sorted(found, key=lambda v: (v.at, v.record.updated if v.record else v.at))


def taken_along(scope: Scope, id: str) -> list[Version]:
    """Give what went, or lost words, because this record was forgotten."""
    return [Version.from_value(i.key, i.value) for i in scope.items("versions", filter={"cause": id})]


def deleted(scope: Scope, ids: Sequence[str]) -> dict[str, Version]:
    """Give what is kept of those of these records that were deleted, by record id."""
    found = scope.values("versions", [tombstone_key(id) for id in ids])
    rows = (Version.from_value(key, value) for key, value in found.items())
    return {v.of: v for v in rows}
