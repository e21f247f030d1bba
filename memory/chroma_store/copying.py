"""Copies collections: into a generation for another embedder, or into themselves, so that nothing deleted stays.

A copy that was broken off goes on later, whatever was written to the original in between. While it runs, nothing may
write to the original.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memory.chroma_store import rows
from memory.chroma_store.database import PAGE, Database, Rows, Vector

BATCH = 250
"""Rows copied, and texts embedded, at once."""
COPY = ".copy"
"""A collection of this ending is an unfinished or not yet exchanged copy."""
Embed = Callable[[list[str]], list[Vector]]
Progress = Callable[[int, int], None]
"""Called with how many rows are done, and how many there are."""


def copy_collection(
    database: Database,
    source: str,
    target: str,
    vectors_of: Callable[[Rows], list[Vector]],
    *,
    include: Sequence[str],
    progress: Callable[[int], None] = lambda _: None,
) -> int:
    """Make the target hold what the source holds, give how many rows that took, and tell `progress` how far it is.

    Rows that a copy which was broken off has brought over, and that have not changed since, are left alone.
    """
    copied = 0
    kept: set[str] = set()
    total = database.count(source)
    for start in range(0, total, BATCH):
        page = database.get(source, limit=BATCH, offset=start, include=include)
        known = database.get(target, ids=page.ids, include=("metadatas",)) if page.ids else Rows([])
        have = dict(zip(known.ids, known.metadatas, strict=True))
        todo = [n for n, i in enumerate(page.ids) if have.get(i) != page.metadatas[n]]
        if todo:
            part = _picked(page, todo)
            metadatas = [{**dict.fromkeys(have.get(i, ())), **m} for i, m in zip(part.ids, part.metadatas, strict=True)]
            database.upsert(target, part.ids, vectors_of(part), part.documents, metadatas)
        copied += len(todo)
        kept.update(page.ids)
        progress(start + len(page.ids))
    gone = [
        i for start in range(0, database.count(target), PAGE) for i in _ids(database, target, start) if i not in kept
    ]
    for start in range(0, len(gone), BATCH):
        database.delete(target, gone[start : start + BATCH])
    return copied


def embedded_anew(embed: Embed | None, dims: int) -> Callable[[Rows], list[Vector]]:
    """Give what makes a row's vector from its document, or from its id when it has none."""

    def vectors_of(page: Rows) -> list[Vector]:
        texts = [document for document in page.documents if document]
        found = iter(embed(texts) if embed is not None and texts else ())
        return [
            next(found) if document else rows.filler_vector(identifier, dims)
            for identifier, document in zip(page.ids, page.documents, strict=True)
        ]

    return vectors_of


def rewrite_collection(database: Database, name: str) -> None:
    """Copy a collection with its vectors and put the copy in its place, so that nothing deleted stays in its index."""
    copy = name + COPY
    if not database.count(name):
        database.drop(name)
        return
    copy_collection(
        database, name, copy, lambda page: list(page.vectors), include=("documents", "metadatas", "embeddings")
    )
    database.drop(name)
    database.rename(copy, name)


def finish_copies(database: Database) -> None:
    """Put right what a crash left: a whole copy whose original is gone takes its name; any other is dropped."""
    found = database.collections()
    for copy in found:
        if copy.endswith(COPY):
            name = copy.removesuffix(COPY)
            if name in found:
                database.drop(copy)
            else:
                database.rename(copy, name)


def _ids(database: Database, name: str, start: int) -> list[str]:
    return database.get(name, limit=PAGE, offset=start, include=()).ids


def _picked(page: Rows, numbers: Sequence[int]) -> Rows:
    return Rows(
        [page.ids[n] for n in numbers],
        [page.documents[n] for n in numbers],
        [page.metadatas[n] for n in numbers],
        (),
        [page.vectors[n] for n in numbers] if page.vectors else (),
    )
