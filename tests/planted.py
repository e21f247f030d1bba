"""Looking for texts in every file of a directory: as UTF-8, UTF-16 and JSON escapes, and inside compressed columns."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from memory.checkpoints.packing import unsqueeze


def found_in(folder: Path, texts: Iterable[str]) -> dict[str, list[str]]:
    """Give for each text that any file still holds the names of those files."""
    wanted = {text: _forms(text) for text in texts}
    found: dict[str, list[str]] = {}
    for file in sorted(f for f in folder.rglob("*") if f.is_file()):
        content = b"\0".join(_contents(file))
        for text, forms in wanted.items():
            if any(form in content for form in forms):
                found.setdefault(text, []).append(file.name)
    return found


def _forms(text: str) -> list[bytes]:
    escaped = json.dumps(text)[1:-1].encode()
    return [text.encode(), text.encode("utf-16-le"), text.encode("utf-16-be"), escaped]


def _contents(file: Path) -> Iterator[bytes]:
    """Give a file's bytes, and what its compressed columns hold, opened."""
    raw = file.read_bytes()
    yield raw
    if not raw.startswith(b"SQLite format 3"):
        return
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL")
        ]
        for table in tables:
            for row in db.execute(f'SELECT * FROM "{table}"'):
                yield from (part for value in row if isinstance(value, bytes) for part in _opened(value))


def _opened(value: bytes) -> Iterator[bytes]:
    for open_ in (unsqueeze, zlib.decompress):
        try:
            yield open_(value)
        except (zlib.error, ValueError, IndexError):
            continue
