"""Overwrites what Chroma leaves behind in its files, while no Chroma has them open.

Read off chromadb 1.5.9. A deleted text stays in the queue of operations of collections that are gone, in tombstones of
the full-text index, and in free pages; its items' ids in index folders of collections that are gone, which nobody
removes. Worse, a new index file is written from memory that was never set: up to a hundred slots of whatever the
process had there before, texts of any user among it.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from memory.chroma_store.index_files import HEADER, RECORDS

_M_PERTURB = -6


def overwrite_freed_memory() -> bool:
    """Have the C library overwrite whatever this process frees from now on; False where it cannot (only glibc can).

    For a process that does nothing but hold Chroma. No cost could be measured.
    """
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    return library is not None and hasattr(library, "mallopt") and library.mallopt(_M_PERTURB, 0x55) == 1


def shred(files: Path) -> None:
    """Overwrite deleted text in Chroma's database, and remove the index folders of collections that are gone.

    What the queue holds of a collection that still exists stays, since its index may need it.
    """
    database = files / RECORDS
    if not database.exists():
        return
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        live = {row[0] for row in connection.execute("SELECT id FROM collections")}
        for (topic,) in connection.execute("SELECT DISTINCT topic FROM embeddings_queue").fetchall():
            if str(topic).rpartition("/")[2] not in live:
                connection.execute("DELETE FROM embeddings_queue WHERE topic = ?", (topic,))
        for step in ("rebuild", "optimize"):
            connection.execute("INSERT INTO embedding_fulltext_search(embedding_fulltext_search) VALUES (?)", (step,))
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        segments = {row[0] for row in connection.execute("SELECT id FROM segments")}
    for header in files.glob("*/header.bin"):
        if header.parent.name not in segments:
            shutil.rmtree(header.parent)


def wipe_unused(files: Path) -> None:
    """Overwrite the unused slots of every index file with zeros."""
    for header in files.glob("*/header.bin"):
        raw = header.read_bytes()
        if len(raw) != HEADER.size:
            continue
        _, _, _, count, element_bytes, *_ = HEADER.unpack(raw)
        _zero_from(header.with_name("data_level0.bin"), count * element_bytes)
        _zero_from(header.with_name("length.bin"), count * 4)


def _zero_from(path: Path, start: int) -> None:
    size = path.stat().st_size if path.exists() else 0
    if size <= start:
        return
    with path.open("r+b") as file:
        file.seek(start)
        if file.read().strip(b"\0"):
            file.seek(start)
            file.write(bytes(size - start))
            file.flush()
            os.fsync(file.fileno())
