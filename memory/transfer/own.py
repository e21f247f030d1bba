"""Moving a memory: out to a JSONL file and back, losslessly, and in from mem0 or from another LangGraph store.

The file: a header line with format and version, one line an item (records, cold records, earlier versions, archived
tool results), and a last line with the number of items, by which a cut file is told. A file is checked as a whole
before anything of it is written.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from langgraph.store.base import PutOp

from memory.errors import ImportFormatError
from memory.long_term.versions import Version, keep, version_of
from memory.record import KINDS, MemoryRecord
from memory.scope import Scope
from memory.shelves import DERIVED, Shelf
from memory.transfer.foreign import Broken, read_foreign

FORMAT = "bethink-memories"
VERSION = 1
MOVED: tuple[Shelf, ...] = ("records", "cold", "versions", "tool_results")
"""The shelves that travel; bookkeeping does not."""
PORTION = 200
NAMED_LINES = 5

Progress = Callable[[int, int], None]
"""Called with how many items are done, and how many there are (0: not known yet)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did."""

    added: int = 0
    updated: int = 0
    """Items that were here in an earlier state; the state before is kept."""
    unchanged: int = 0
    """Items that were here already, or newer."""
    broken: tuple[str, ...] = ()
    """Lines that could not be read, each with its number and reason; only when they were to be skipped."""

    def __str__(self) -> str:
        skipped = f", {len(self.broken)} lines skipped" if self.broken else ""
        return f"{self.added} added, {self.updated} updated, {self.unchanged} unchanged{skipped}"


@dataclass(frozen=True, slots=True)
class _Line:
    shelf: Shelf
    key: str
    value: dict[str, Any]


def export_to(scope: Scope, path: Path, *, now: datetime, progress: Progress | None = None) -> int:
    """Write everything to a file that only its owner may read; it appears whole or not at all. Give the item count."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    count = 0
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            _write(out, {"format": FORMAT, "version": VERSION, "user_id": scope.user_id, "exported_at": _iso(now)})
            for shelf in MOVED:
                for item in scope.items(shelf):
                    value = item.value
                    if shelf in ("records", "cold"):
                        value = {name: kept for name, kept in value.items() if name not in DERIVED}
                    _write(out, {"shelf": shelf, "key": item.key, "value": value})
                    count += 1
                    if progress is not None:
                        progress(count, 0)
            _write(out, {"items": count})
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return count


def import_from(
    scope: Scope,
    path: Path,
    *,
    now: datetime,
    skip_broken: bool = False,
    progress: Progress | None = None,
) -> Imported:
    """Read a file into this user's memory; the same file again changes nothing.

    What is here in a later state stays; an earlier state is replaced, and kept as a version.

    Raises:
        ImportFormatError: it cannot be read, or lines of it cannot (each named with its number); nothing was written.
    """
    broken: list[Broken] = []
    total = sum(1 for _ in _lines(scope, path, now, broken))
    broken.sort(key=lambda b: b.number)
    if broken and not skip_broken:
        shown = "; ".join(str(b) for b in broken[:NAMED_LINES])
        more = f"; and {len(broken) - NAMED_LINES} more" if len(broken) > NAMED_LINES else ""
        raise ImportFormatError(
            f"{path} cannot be imported: {shown}{more}; expected a whole export; mend the lines, or skip them"
        )
    counts: Counter[str] = Counter()
    lines = _lines(scope, path, now, [])
    while some := list(islice(lines, PORTION)):
        with scope.alone():
            counts.update(_import_some(scope, some, now))
        if progress is not None:
            progress(sum(counts.values()), total)
    return Imported(**counts, broken=tuple(str(b) for b in broken))


def _import_some(scope: Scope, some: list[_Line], now: datetime) -> Counter[str]:
    counts: Counter[str] = Counter()
    records = {line.key: MemoryRecord.from_value(line.value) for line in some if line.shelf in ("records", "cold")}
    here = scope.get(list(records))
    put: list[MemoryRecord] = []
    also: list[PutOp] = []
    for record in records.values():
        known = here.get(record.id)
        if known is None:
            counts["added"] += 1
            put.append(record)
        elif _state(record) <= _state(known) or _at_its_moments(record, known) == known:
            counts["unchanged"] += 1
        else:
            counts["updated"] += 1
            put.append(record)
            also.extend(keep(scope, [version_of(known, "edited", now)]))
    shelves: tuple[Shelf, ...] = ("versions", "tool_results")
    for shelf in shelves:
        there = {line.key: line.value for line in some if line.shelf == shelf}
        known_values = scope.values(shelf, list(there))
        for key, value in there.items():
            if key in known_values:
                counts["unchanged"] += 1
            else:
                counts["added"] += 1
                also.append(PutOp(scope.namespace(shelf), key, value, False))
    if put or also:
        scope.put(put, also=also)
    return counts


def _state(record: MemoryRecord) -> tuple[datetime, int]:
    return record.updated, record.times_used


def _at_its_moments(record: MemoryRecord, known: MemoryRecord) -> MemoryRecord:
    return replace(record, created=known.created, updated=known.updated, valid_from=known.valid_from)


def _lines(scope: Scope, path: Path, now: datetime, broken: list[Broken]) -> Iterator[_Line]:
    """Give the items of a file as this user's; what cannot be read goes to `broken`, once the file was gone through."""
    try:
        with path.open(encoding="utf-8", errors="strict") as file:
            first = file.readline()
            header = _header(first)
            if header is not None:
                yield from _own_lines(scope, file, header, path, broken)
                return
        for record in read_foreign(path, scope.user_id, now=now, broken=broken):
            yield _Line("records", record.id, record.to_value())
    except UnicodeDecodeError as error:
        raise ImportFormatError(
            f"{path} is not UTF-8 text ({error.reason} at byte {error.start}); expected a JSONL export; export it again"
        ) from error
    except OSError as error:
        raise ImportFormatError(
            f"{path} cannot be opened ({error.strerror}); expected a file to read; name another"
        ) from error


def _header(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) and value.get("format") == FORMAT else None


def _own_lines(
    scope: Scope, file: Iterator[str], header: dict[str, Any], path: Path, broken: list[Broken]
) -> Iterator[_Line]:
    if not isinstance(header.get("version"), int) or header["version"] > VERSION:
        raise ImportFormatError(
            f"{path} is in version {header.get('version')!r} of the format; expected at most {VERSION}; "
            "update this program, or export with an older one"
        )
    count, announced = 0, None
    for number, raw in enumerate(file, start=2):
        if not raw.strip():
            continue
        try:
            value = json.loads(raw)
            if isinstance(value, dict) and set(value) == {"items"}:
                announced = value["items"]
                continue
            line = _own_line(scope, value)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            broken.append(Broken(number, _reason(error)))
            count += 1
            continue
        count += 1
        yield line
    if announced is None:
        broken.append(Broken(count + 2, "the file ends before its last line: it was cut"))
    elif announced != count:
        broken.append(Broken(count + 2, f"{announced} items were announced and {count} are there"))


def _own_line(scope: Scope, value: Any) -> _Line:
    shelf, key, item = value["shelf"], value["key"], value["value"]
    if shelf not in MOVED or not isinstance(key, str) or not key or not isinstance(item, dict):
        raise ValueError("it is not an item of this format")
    if shelf in ("records", "cold"):
        record = _mine(scope, MemoryRecord.from_value(item))
        if record.id != key or (record.status == "cold") != (shelf == "cold"):
            raise ValueError("its key or its shelf does not fit its record")
        return _Line(shelf, key, record.to_value())
    if shelf == "versions":
        version = Version.from_value(key, item)
        if version.record is not None:
            version = replace(version, record=_mine(scope, version.record))
        return _Line(shelf, key, version.to_value())
    return _Line(shelf, key, item)


def _mine(scope: Scope, record: MemoryRecord) -> MemoryRecord:
    for moment in (record.created, record.updated, record.valid_from):
        if not isinstance(moment, datetime) or moment.tzinfo is None:
            raise ValueError("a moment of it has no time zone")
    if record.kind not in KINDS or not isinstance(record.text, str) or not record.text.strip():
        raise ValueError("its kind is unknown, or it has no text")
    return replace(record, user_id=scope.user_id)


def _reason(error: Exception) -> str:
    return f"no {error}" if isinstance(error, KeyError) else str(error)


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _write(out: Any, value: dict[str, Any]) -> None:
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if any("\ud800" <= c <= "\udfff" for c in line):  # half a character, which UTF-8 cannot hold
        line = json.dumps(value, separators=(",", ":"))
    out.write(line + "\n")
