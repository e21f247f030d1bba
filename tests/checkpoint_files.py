"""Filling checkpoint files, and looking at all that is in them."""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

from chatty_graph import at, chatty_graph, say

from memory.checkpoints import open_sqlite
from memory.checkpoints.packing import unsqueeze


def fill(path: Path, turns: int = 4, key: str | None = None, said: str = "question", user_id: str = "u") -> None:
    with open_sqlite(path, key=key) as checkpoints:
        graph = chatty_graph(checkpoints)
        for number in range(turns):
            graph.invoke(say(f"{said} {number}", user_id), at("t"))


def everything_in(folder: Path) -> bytes:
    """Give the bytes of all files, and of every compressed column, opened."""
    content = b"".join(file.read_bytes() for file in sorted(folder.iterdir()))
    with sqlite3.connect(folder / "checkpoints") as db:
        for table in ("checkpoints", "pieces", "writes", "threads", "facts"):
            for row in db.execute(f"SELECT * FROM {table}"):
                for value in row:
                    if isinstance(value, bytes):
                        try:
                            content += unsqueeze(value)
                        except zlib.error:
                            content += value
    db.close()
    return content


def holds(content: bytes, text: str) -> bool:
    return text.encode() in content or text.encode("utf-16-le") in content or text.encode("utf-16-be") in content
