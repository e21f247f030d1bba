"""Chroma's files as they lie there: whether they can be opened at all, without asking Chroma.

Read off chromadb 1.5.9, which reads an index file that was cut short past its end: the process dies of it, or hangs.
"""

from __future__ import annotations

import shutil
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Literal

from memory.errors import StoreDamaged

RECORDS = "chroma.sqlite3"
Broken = Literal["refuse", "leave", "drop"]
"""What to do about an index that is broken: raise, leave it alone, or remove what is to be made anew."""
HEADER = struct.Struct("<i6QiI3QdQ")
"""header.bin of an index: version, offset of level 0, capacity, count, bytes an element, and so on."""


def check_files(files: Path, *, broken: Broken = "refuse") -> None:
    """Refuse files that Chroma would die of, or take for an empty store.

    Raises:
        StoreDamaged: naming what mends it.
    """
    records = files / RECORDS
    if any(files.glob("*/header.bin")) and (not records.exists() or not records.stat().st_size):
        raise StoreDamaged(
            f"{records} is empty or gone, though there are indexes beside it; expected the records; "
            "run `bethink restore` with a backup, into another data directory"
        )
    for name in broken_indexes(files) if broken != "leave" else ():
        if broken == "refuse":
            raise StoreDamaged(
                f"the index {name} below {files} was cut short or overwritten; expected as many vectors as it counts; "
                "run `bethink doctor --rebuild`, which makes the index anew from the records"
            )
        shutil.rmtree(files / name)


def broken_indexes(files: Path) -> list[str]:
    """Give the index folders whose files are smaller than their header says, or have none that can be read."""
    return [header.parent.name for header in sorted(files.glob("*/header.bin")) if not _is_whole(header)]


def count_records(files: Path) -> int:
    """Count the items of every store in these files, without asking Chroma."""
    with closing(sqlite3.connect(f"file:{files / RECORDS}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM embeddings").fetchone()[0])


def _is_whole(header: Path) -> bool:
    raw = header.read_bytes()
    if len(raw) != HEADER.size:
        return False
    version, _, capacity, count, element_bytes, *_ = HEADER.unpack(raw)
    if version != 1 or count > capacity or not 0 < element_bytes < 1 << 24:
        return False
    wanted = {"data_level0.bin": count * element_bytes, "length.bin": count * 4, "link_lists.bin": 0}
    found = {name: header.with_name(name) for name in wanted}
    return all(found[name].exists() and found[name].stat().st_size >= size for name, size in wanted.items())
