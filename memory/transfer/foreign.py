"""Reading what other programs keep: a mem0 export, or a dump of a LangGraph store.

mem0 (`get_all`): `{"results": [{"id", "memory", "user_id", "created_at", "updated_at", …}]}`, or the bare list, or one
item a line. A LangGraph store: items `{"namespace", "key", "value", "created_at", "updated_at"}`, likewise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memory.errors import ImportFormatError
from memory.gist import normalised
from memory.ids import to_label
from memory.record import KINDS, Kind, MemoryRecord, Source, record_id
from memory.shelves import ROOT

LISTS = ("results", "memories", "items", "data")
"""Under which keys programs put their list of memories."""
TEXTS = ("memory", "text", "content", "data", "fact", "summary")
"""Under which keys programs put a memory's words."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A line, or an item counted from 1, that cannot be read."""

    number: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.number}: {self.reason}"


def read_foreign(path: Path, user_id: str, *, now: datetime, broken: list[Broken]) -> Iterator[MemoryRecord]:
    """Give one user's memories in a file of another program, each text once; what cannot be read goes to `broken`.

    Raises:
        ImportFormatError: the file is of no known form, or holds several users' memories and none of this one's.
    """
    items = _items(path, broken)
    if not items:
        raise ImportFormatError(
            f"{path} holds no memories; expected an export of this program, of mem0, or of a LangGraph store"
            "; name another"
        )
    seen: set[str] = set()
    for number, item in _of_user(path, items, user_id):
        try:
            record = _record(item, user_id, now)
        except (ValueError, TypeError, KeyError) as error:
            broken.append(Broken(number, f"no {error}" if isinstance(error, KeyError) else str(error)))
            continue
        same = "" if record.kind == "episode" else normalised(record.text)
        if same and same in seen:
            continue
        seen.add(same)
        yield record


def _items(path: Path, broken: list[Broken]) -> list[tuple[int, dict[str, Any]]]:
    text = path.read_text(encoding="utf-8")
    try:
        whole = json.loads(text)
    except ValueError:
        return _line_by_line(text, broken)
    if isinstance(whole, dict):
        whole = next((whole[name] for name in LISTS if isinstance(whole.get(name), list)), [whole])
    if not isinstance(whole, list):
        return []
    return _objects(enumerate(whole, start=1), broken)


def _line_by_line(text: str, broken: list[Broken]) -> list[tuple[int, dict[str, Any]]]:
    values: list[tuple[int, Any]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                values.append((number, json.loads(line)))
            except ValueError as error:
                broken.append(Broken(number, str(error)))
    return _objects(iter(values), broken)


def _objects(values: Iterator[tuple[int, Any]], broken: list[Broken]) -> list[tuple[int, dict[str, Any]]]:
    out = []
    for number, value in values:
        if isinstance(value, dict):
            out.append((number, value))
        else:
            broken.append(Broken(number, f"{str(value)[:40]!r} is not an object"))
    return out


def _of_user(path: Path, items: Sequence[tuple[int, dict[str, Any]]], user_id: str) -> list[tuple[int, dict[str, Any]]]:
    """Give the items of this user: those that name it, or all of them when they all name the same one."""
    named = [(number, item, _owner(item)) for number, item in items]
    mine = [(number, item) for number, item, owner in named if {user_id, to_label(user_id)} & set(owner)]
    if mine:
        return mine
    owners = sorted({owner for _, _, owner in named})
    if len(owners) > 1:
        raise ImportFormatError(
            f"{path} holds the memories of {len(owners)} users or namespaces ({', '.join(map(str, owners[:3]))} …), "
            f"none named {user_id!r:.80}; expected one user's; export that user's alone"
        )
    return list(items)


def _owner(item: dict[str, Any]) -> tuple[str, ...]:
    if isinstance(item.get("namespace"), list):
        return tuple(str(label) for label in item["namespace"])
    if isinstance(item.get("namespace"), str):
        return tuple(item["namespace"].split("."))
    return (str(item["user_id"]),) if item.get("user_id") else ()


def _record(item: dict[str, Any], user_id: str, now: datetime) -> MemoryRecord:
    if "namespace" in item and "value" in item:
        return _from_store(item, user_id, now)
    text = item["memory"] if "memory" in item else _text_of(item)
    created, updated = _moments(item, now)
    name = str(item.get("id") or normalised(str(text)))
    return _fact(
        user_id,
        ("mem0", name),
        text,
        created,
        updated,
        source=Source(
            thread_id=str(item.get("run_id") or ""), speaker=str(item.get("actor_id") or item.get("role") or "user")
        ),
    )


def _from_store(item: dict[str, Any], user_id: str, now: datetime) -> MemoryRecord:
    value = item["value"]
    if not isinstance(value, dict):
        raise ValueError("its value is not an object")
    owner = _owner(item)
    if owner[:1] == (ROOT,) and "schema" in value:
        return replace(MemoryRecord.from_value(value), user_id=user_id)
    created, updated = _moments(item, now)
    kind = value.get("kind")
    return _fact(
        user_id,
        ("store", *owner, str(item["key"])),
        _text_of(value),
        created,
        updated,
        kind=kind if kind in KINDS else "fact",
    )


def _fact(
    user_id: str,
    parts: tuple[str, ...],
    text: object,
    created: datetime,
    updated: datetime,
    *,
    kind: Kind = "fact",
    source: Source | None = None,
) -> MemoryRecord:
    if not isinstance(text, str) or not text.strip():
        raise ValueError("it has no text")
    id = record_id(user_id, "import", *parts)
    return MemoryRecord(
        id=id,
        user_id=user_id,
        kind=kind,
        text=text.strip(),
        subject="user",
        created=created,
        updated=updated,
        valid_from=created,
        source=replace(source or Source(), message_ids=(id,)),
    )


def _text_of(value: dict[str, Any]) -> str:
    for name in TEXTS:
        found = value.get(name)
        if isinstance(found, str) and found.strip():
            return found
        if isinstance(found, dict) and (inner := _text_of(found)):
            return inner
    return json.dumps(value, ensure_ascii=False) if value else ""


def _moments(item: dict[str, Any], now: datetime) -> tuple[datetime, datetime]:
    created = _moment(item.get("created_at"), now)
    return created, max(created, _moment(item.get("updated_at"), created))


def _moment(value: object, otherwise: datetime) -> datetime:
    if value is None or value == "":
        return otherwise
    if isinstance(value, int | float) and not isinstance(value, bool):
        return datetime.fromtimestamp(value, UTC)
    if not isinstance(value, str):
        raise ValueError(f"{value!r:.40} is not a moment")
    found = datetime.fromisoformat(value)
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
