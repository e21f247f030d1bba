"""Answers searches by nearness: Chroma gives ids, and only the rows that are given out are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from langgraph.store.base import SearchItem, SearchOp

from memory.chroma_store import rows
from memory.chroma_store.database import PAGE, Database, Rows, Vector
from memory.chroma_store.filters import Where, all_of, either_of, where_of
from memory.chroma_store.layout import Layout
from memory.chroma_store.reading import Keeps, Present, Seen, complete, passes, search_collections, triples

MOST = 2**31 - 1
"""Rows that Chroma can be asked for at once."""
AT_EASE = 1000
"""Up to how many of the nearest everybody is looked at first, in the hope that they are enough."""


def nearest(
    database: Database, name: str, vectors: Sequence[Vector], *, k: int, prefix: Sequence[str], where: Where | None
) -> list[Rows]:
    """Give for each vector the ids of the k nearest rows below the prefix that pass `where`, with their distances.

    A condition costs Chroma a walk through all that fulfil it, 27 ms at 10,000 rows, and a search without one 3 ms. So
    where the prefix is the whole condition, some more are asked for without it: they are enough where the collection is
    mostly this user's, as it is for whoever has many.
    """
    if prefix and k <= AT_EASE and where == where_of(prefix, None)[0]:
        inside = rows.path_of(prefix) + "/"
        found = [_below(inside, of, k) for of in database.query(name, vectors, k=k + k // 4 + 1, where=None)]
        if all(len(of.ids) == k for of in found):
            return found
    return database.query(name, vectors, k=min(k, MOST), where=where)


def nearest_keys(
    database: Database,
    layout: Layout,
    namespace: Sequence[str],
    vectors: Sequence[Vector],
    *,
    limit: int,
    one_of: Mapping[str, Sequence[str]] | None = None,
) -> list[list[tuple[str, float]]]:
    """Give for each vector the keys of a namespace's nearest items with their scores, best first; ties by id."""
    where, _ = where_of(namespace, None)
    where = all_of([*([where] if where else []), *either_of(namespace, one_of or {}, layout.tagged)])
    (name,) = search_collections(layout, namespace)
    before_key = rows.row_id(namespace, "")
    out = []
    for found in nearest(database, name, vectors, k=limit, prefix=namespace, where=where):
        ranked = sorted(zip(found.distances, found.ids, strict=True))
        mine = [(i.removeprefix(before_key), distance) for distance, i in ranked if i.startswith(before_key)]
        out.append([(rows.unescape(key), min(1.0, 1.0 - distance)) for key, distance in mine])
    return out


def ask_together(
    database: Database, layout: Layout, ops: Sequence[SearchOp], vectors: Mapping[str, Vector], present: Present
) -> list[Rows | None]:
    """Ask once for searches of one user that differ in their query alone; None: a search that stands alone.

    A row near to several of them is read once, into `present`.
    """
    alike: dict[str, list[int]] = {}
    for number, op in enumerate(ops):
        if op.query in vectors and len(op.namespace_prefix) >= 2 and op.limit > 0 and op.offset == 0:
            alike.setdefault(repr((op.namespace_prefix, op.filter, op.limit)), []).append(number)
    out: list[Rows | None] = [None] * len(ops)
    for numbers in alike.values():
        if len(numbers) > 1:
            op = ops[numbers[0]]
            (name,) = search_collections(layout, op.namespace_prefix)
            asked = [vectors[ops[n].query or ""] for n in numbers]
            where, _ = where_of(op.namespace_prefix, op.filter, layout.tagged)
            found = nearest(database, name, asked, k=op.limit, prefix=op.namespace_prefix, where=where)
            complete(database, present, name, (identifier for of in found for identifier in of.ids))
            for n, of in zip(numbers, found, strict=True):
                out[n] = of
    return out


def answer_query(
    database: Database,
    layout: Layout,
    op: SearchOp,
    vector: Vector,
    *,
    now: datetime,
    seen: Seen,
    present: Present,
    keeps: Keeps | None = None,
    first: Rows | None = None,
) -> list[SearchItem]:
    """Give the items whose text is nearest to the vector, best first; ties by id. Items that are not indexed never.

    `first` is the answer to the first question that it would ask of the database, where that was asked already, and
    `present` what was read already.
    """
    wanted = op.offset + op.limit
    if op.limit <= 0 or op.offset < 0:
        return []
    where, exact = where_of(op.namespace_prefix, op.filter, layout.tagged)
    hits: list[tuple[float, str, str, rows.Metadata, str | None]] = []
    for name in search_collections(layout, op.namespace_prefix):
        k = wanted
        while True:
            found = first if k == wanted else None
            found = found or nearest(database, name, [vector], k=k, prefix=op.namespace_prefix, where=where)[0]
            complete(database, present, name, found.ids)
            read = present[name]
            kept = [
                (distance, identifier, name, *read[identifier])
                for identifier, distance in zip(found.ids, found.distances, strict=True)
                if identifier in read
                and read[identifier][0].get("i")
                and passes(op, identifier, *read[identifier], now, keeps)
            ]
            if len(kept) >= wanted or len(found.ids) < k:
                break
            k *= 4  # the filter says more than Chroma understands: look further
        if len(kept) < wanted and not exact:
            kept.extend(_overlooked(database, name, op, vector, where, now, keeps, set(found.ids)))
        hits.extend(kept)
    hits.sort(key=lambda hit: hit[:2])
    out = []
    for distance, identifier, name, metadata, document in hits[op.offset : wanted]:
        if op.refresh_ttl:
            seen.add(name, identifier, metadata)
        out.append(rows.to_search_item(rows.to_item(identifier, metadata, document), min(1.0, 1.0 - distance)))
    return out


def _below(inside: str, found: Rows, k: int) -> Rows:
    """Give the first k of the rows whose id begins so."""
    kept = [(i, d) for i, d in zip(found.ids, found.distances, strict=True) if i.startswith(inside)][:k]
    return Rows([i for i, _ in kept], distances=[d for _, d in kept])


def _overlooked(
    database: Database,
    name: str,
    op: SearchOp,
    vector: Vector,
    where: Where | None,
    now: datetime,
    keeps: Keeps | None,
    met: set[str],
) -> Iterator[tuple[float, str, str, rows.Metadata, str | None]]:
    """Give the matches that the index did not reach: asked for everything, it leaves out some of many equal vectors."""
    import numpy as np

    asked = np.asarray(vector, dtype=np.float32)
    start = 0
    while True:
        page = database.get(
            name, where=where, limit=PAGE, offset=start, include=("documents", "metadatas", "embeddings")
        )
        for (identifier, metadata, document), found in zip(triples(page), page.vectors, strict=True):
            if identifier in met or not metadata.get("i"):
                continue
            if passes(op, identifier, metadata, document, now, keeps):
                there = np.asarray(found, dtype=np.float32)
                lengths = float(np.linalg.norm(asked) * np.linalg.norm(there))
                yield 1.0 - float(asked @ there) / (lengths or 1.0), identifier, name, metadata, document
        if len(page.ids) < PAGE:
            return
        start += PAGE
