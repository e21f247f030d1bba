"""Looks after a store that nobody else uses meanwhile: checks it, mends it, embeds it anew, shreds what was deleted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from langchain_core.embeddings import Embeddings

from memory.chroma_store.copying import BATCH, Progress, copy_collection, embedded_anew
from memory.chroma_store.database import Database
from memory.chroma_store.index_files import Broken, broken_indexes, count_records
from memory.chroma_store.layout import NAME, Layout, meta, next_generation, pending_of, read_layout
from memory.chroma_store.lease import is_served
from memory.chroma_store.opening import files_of
from memory.chroma_store.place import Place
from memory.chroma_store.server import LINGER_S
from memory.embeddings import Fingerprint, fingerprint
from memory.errors import EmbedderMismatch, StoreDamaged

LOCK_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What a check found."""

    items: int
    """Items whose record can be read."""
    without_vector: tuple[str, ...] = ()
    """Row ids whose vector the index has lost: searches do not find them, or fail."""
    unreadable: tuple[str, ...] = ()
    """Collections or index folders that cannot be read at all."""
    leftovers: tuple[str, ...] = ()
    """Collections of an older generation or a broken-off copy, which `rebuild` drops."""
    embedder: str
    """The name of the embedder that filled the store."""

    @property
    def is_sound(self) -> bool:
        """True when every item has its vector."""
        return not self.without_vector and not self.unreadable


@dataclass(frozen=True, slots=True, kw_only=True)
class Reembedded:
    """What embedding anew did."""

    items: int
    """Items in the store."""
    embedded: int
    """Of these, how many were embedded now; the rest was done before it was broken off, or needs no vector."""
    before: str
    """The name of the embedder that had filled the store."""
    after: str


def check(place: Place | str | Path, *, name: str = NAME, progress: Progress = lambda *_: None) -> Health:
    """Look whether every item's vector is where it should be. Changes nothing, and goes beside programs that share it.

    Raises:
        StoreLocked: when a program that opened it alone uses the directory.
        StoreDamaged: when there is no layout to read.
    """
    where = place if isinstance(place, Place) else Place(path=place)
    beside = where.path is not None and is_served(Path(where.path))
    opened = replace(where, share=beside).open(lock_timeout_s=LOCK_TIMEOUT_S, linger_s=LINGER_S, broken="leave")
    with closing(opened) as database:
        files = files_of(Path(where.path)) if where.path is not None else None
        if files is not None and (broken := broken_indexes(files)):  # Chroma may die of reading any row of theirs
            embedder = read_layout(database, name).fingerprint.name
            return Health(items=count_records(files), unreadable=tuple(broken), embedder=embedder)
        return check_database(database, name=name, progress=progress)


def check_database(database: Database, *, name: str = NAME, progress: Progress = lambda *_: None) -> Health:
    """Do what `check` does, on an open database."""
    layout = read_layout(database, name)
    existing = _collections(database, name)
    counts = {c: database.count(c) for c in layout.collections if c in existing}
    lost: list[str] = []
    unreadable: list[str] = []
    done = 0
    for collection, count in counts.items():
        missing: list[str] = []
        for start in range(0, count, BATCH):
            ids = database.get(collection, limit=BATCH, offset=start, include=()).ids
            missing.extend(_without_vector(database, collection, ids))
            done += len(ids)
            progress(done, sum(counts.values()))
        if missing and len(missing) == count:
            unreadable.append(collection)
        lost.extend(missing)
    leftovers = sorted(existing - set(layout.collections) - {meta(name)} - set(_pending_collections(database, name)))
    return Health(
        items=sum(counts.values()),
        without_vector=tuple(lost),
        unreadable=tuple(unreadable),
        leftovers=tuple(leftovers),
        embedder=layout.fingerprint.name,
    )


def rebuild(
    place: Place | str | Path,
    embeddings: Embeddings | None,
    *,
    name: str = NAME,
    progress: Progress = lambda *_: None,
) -> Reembedded:
    """Make the index anew from the records: every text is embedded again by the embedder that filled the store.

    Raises:
        EmbedderMismatch: when this is another embedder; `reindex` is for that.
        StoreLocked: when another program uses the directory.
    """
    with _alone(place, broken="drop") as database:
        layout = read_layout(database, name)
        given = fingerprint(embeddings) if embeddings is not None else layout.fingerprint
        if layout.has_embedder and (embeddings is None or not layout.fingerprint.matches(given)):
            raise EmbedderMismatch(
                f"the store was filled by {layout.fingerprint.name}, and is to be rebuilt with "
                f"{given.name if embeddings else 'no embedder'}; expected the same; run `bethink reindex` to change it"
            )
        return _next_generation(database, layout, embeddings, layout.fingerprint, progress)


def reindex(
    place: Place | str | Path,
    embeddings: Embeddings,
    *,
    name: str = NAME,
    progress: Progress = lambda *_: None,
) -> Reembedded:
    """Let another embedder take over: embed every text anew, then exchange in one step.

    Broken off, it goes on where it stopped when it is called again with the same embedder; until the exchange the
    store works as before. When the embedder is the one that filled the store, nothing is done.

    Raises:
        StoreLocked: when another program uses the directory.
        StoreDamaged: when there is no layout to read.
    """
    with _alone(place) as database:
        layout = read_layout(database, name)
        given = fingerprint(embeddings)
        if layout.has_embedder and layout.fingerprint.matches(given):
            _drop_leftovers(database, layout)
            items = sum(database.count(c) for c in layout.collections)
            return Reembedded(items=items, embedded=0, before=layout.fingerprint.name, after=given.name)
        return _next_generation(database, layout, embeddings, given, progress)


def _next_generation(
    database: Database, layout: Layout, embeddings: Embeddings | None, given: Fingerprint, progress: Progress
) -> Reembedded:
    upcoming = next_generation(layout, given)
    begun = pending_of(database, layout.name)
    if begun is None or begun.generation != upcoming.generation or not begun.fingerprint.matches(given):
        for collection in upcoming.collections:
            database.drop(collection)
        database.relabel(meta(layout.name), {**layout.to_metadata(), **upcoming.to_metadata(prefix="next_")})
    counts = {c: database.count(c) for c in layout.collections}
    total, before, embedded = sum(counts.values()), 0, 0
    for old, new in zip(layout.collections, upcoming.collections, strict=True):
        if not counts[old]:
            continue
        embedded += copy_collection(
            database,
            old,
            new,
            embedded_anew(embeddings.embed_documents if embeddings else None, given.dims),
            include=("documents", "metadatas"),
            progress=lambda done, before=before: progress(before + done, total),  # type: ignore[misc]
        )
        before += counts[old]
    database.relabel(meta(layout.name), upcoming.to_metadata())
    _drop_leftovers(database, upcoming)
    return Reembedded(items=total, embedded=embedded, before=layout.fingerprint.name, after=given.name)


def _drop_leftovers(database: Database, layout: Layout) -> None:
    for collection in _collections(database, layout.name) - set(layout.collections) - {meta(layout.name)}:
        database.drop(collection)
    database.scrub([])


def _collections(database: Database, name: str) -> set[str]:
    return {c for c in database.collections() if c.startswith(f"{name}.")}


def _pending_collections(database: Database, name: str) -> list[str]:
    pending = pending_of(database, name)
    return pending.collections if pending is not None else []


def _without_vector(database: Database, collection: str, ids: list[str]) -> list[str]:
    """Give the ids whose vector cannot be read, by halving: Chroma fails the whole call for one of them."""
    if not ids:
        return []
    try:
        found = database.get(collection, ids=ids, include=("embeddings",))
    except StoreDamaged:
        if len(ids) == 1:
            return ids
        half = len(ids) // 2
        return _without_vector(database, collection, ids[:half]) + _without_vector(database, collection, ids[half:])
    return [i for i in ids if i not in set(found.ids)]


@contextmanager
def _alone(place: Place | str | Path, *, broken: Broken = "refuse") -> Iterator[Database]:
    where = place if isinstance(place, Place) else Place(path=place)
    with closing(
        replace(where, share=False).open(lock_timeout_s=LOCK_TIMEOUT_S, linger_s=0, broken=broken)
    ) as database:
        yield database
