"""Writes a batch of puts: one embedding call for the texts that are new, and one write for each collection touched.

A vector that is written again costs the index several times what a new one does, so rows whose texts stay as they are
get their metadata changed alone; among new ones they go along with the vector that they have, since a batch is written
whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from langgraph.store.base import PutOp

from memory.chroma_store import rows
from memory.chroma_store.database import MAX_BATCH, Database, Vector
from memory.chroma_store.layout import Layout
from memory.chroma_store.reading import Present, Seen

MAX_TTL_MINUTES = 100 * 366 * 24 * 60
REFRESH_FRACTION = 0.01
"""A read prolongs a life only when that moves its end by at least this share: else every read would be a write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One put, ready to be written."""

    identifier: str
    op: PutOp
    document: str
    """The text to embed; empty when the item is not indexed."""
    fields: Sequence[str]

    def says_the_same(self, there: Mapping[str, tuple[rows.Metadata, str | None]]) -> bool:
        """True when the row is there and what it stands for, its text or none, stays as it is."""
        metadata, document = there.get(self.identifier, ({}, None))
        return bool(metadata) and bool(metadata["i"]) == bool(self.document) and (document or "") == self.document


def plan(ops: Iterable[PutOp], layout: Layout, default_fields: Sequence[str]) -> dict[str, dict[str, Planned]]:
    """Give what is to be written by collection and id; of two puts of one key the last counts."""
    out: dict[str, dict[str, Planned]] = {}
    for op in ops:
        fields: Sequence[str] = () if op.index is False else default_fields if op.index is None else op.index
        document = ""
        if op.ttl is not None and not 0 <= op.ttl <= MAX_TTL_MINUTES:
            raise ValueError(
                f"a time to live of {op.ttl!r} minutes; expected 0 to {MAX_TTL_MINUTES:,}; leave it out for what stays"
            )
        if op.value is not None:
            rows.to_json(op.value)  # fails at the door, before anything is embedded or written
            document = rows.text_to_embed(op.value, fields) if layout.has_embedder else ""
        name = layout.collection(rows.shard_of(op.namespace, layout.shards))
        identifier = rows.row_id(op.namespace, op.key)
        planned = Planned(identifier=identifier, op=op, document=document, fields=fields)
        out.setdefault(name, {}).pop(identifier, None)
        out[name][identifier] = planned
    return out


def embed_all(
    database: Database,
    planned: dict[str, dict[str, Planned]],
    present: Present,
    embed: Callable[[list[str]], list[Vector]],
) -> dict[str, Vector]:
    """Give the vector of every text to be written: of new ones by one call, of others as the store has it."""
    texts: dict[str, None] = {}
    out: dict[str, Vector] = {}
    for name, puts in planned.items():
        kept = [p for p in puts.values() if p.op.value is not None]
        stay = [p for p in kept if p.says_the_same(present[name])]
        new = {p.document: None for p in kept if p.document and not p.says_the_same(present[name])}
        same = {p.identifier: p.document for p in stay if p.document}
        if same and len(stay) < len(kept):
            found = database.get(name, ids=list(same), include=("embeddings",))
            out.update({same[i]: vector for i, vector in zip(found.ids, found.vectors, strict=True)})
            new.update(dict.fromkeys(text for text in same.values() if text not in out))  # gone meanwhile
        texts.update(new)
    wanted = [text for text in texts if text not in out]
    return out | dict(zip(wanted, embed(wanted), strict=True)) if wanted else out


def write(
    database: Database,
    planned: dict[str, dict[str, Planned]],
    present: Present,
    layout: Layout,
    *,
    now: datetime,
    vectors: Mapping[str, Vector],
) -> None:
    """Write it all: new rows first, then deletions, so that a crash between them loses nothing."""
    for name, puts in planned.items():
        old = present[name]
        kept = [p for p in puts.values() if p.op.value is not None]
        for start in range(0, len(kept), MAX_BATCH):
            part = kept[start : start + MAX_BATCH]
            metadatas = [_metadata(put, old, layout, now) for put in part]
            if all(p.says_the_same(old) for p in part):
                database.update(name, [p.identifier for p in part], metadatas)
            else:
                _upsert(database, name, part, old, metadatas, vectors, layout)
        gone = [p.identifier for p in puts.values() if p.op.value is None and p.identifier in old]
        for start in range(0, len(gone), MAX_BATCH):
            database.delete(name, gone[start : start + MAX_BATCH])


def _metadata(
    put: Planned, old: Mapping[str, tuple[rows.Metadata, str | None]], layout: Layout, now: datetime
) -> rows.Metadata:
    before, _ = old.get(put.identifier, (None, None))
    alive = before is not None and not rows.is_expired(before, now)
    ttl = put.op.ttl
    return rows.to_metadata(
        put.op.namespace,
        put.op.value or {},
        document=put.document,
        fields=put.fields,
        created=rows.moment(before["c"]) if before is not None and alive else now,
        updated=now,
        expires=None if ttl is None else now + timedelta(minutes=ttl),
        ttl_minutes=ttl,
        tagged=layout.tagged,
    )


def _upsert(
    database: Database,
    name: str,
    puts: Sequence[Planned],
    old: Collection[str],
    metadatas: Sequence[rows.Metadata],
    vectors: Mapping[str, Vector],
    layout: Layout,
) -> None:
    database.upsert(
        name,
        [p.identifier for p in puts],
        [
            vectors[p.document] if p.document else rows.filler_vector(p.identifier, layout.fingerprint.dims)
            for p in puts
        ],
        [p.document or ("" if p.identifier in old else None) for p in puts],  # None would leave the old one
        metadatas,
    )


def prolong(database: Database, seen: Seen, *, now: datetime) -> None:
    """Start the time to live of rows that were read anew: one write a collection, and none for a hair's breadth."""
    due: dict[str, dict[str, int]] = {}
    for (name, identifier), metadata in seen.rows.items():
        lifetime = timedelta(minutes=float(metadata["t"]))
        expires = now + lifetime
        if expires - rows.moment(metadata["x"]) >= lifetime * REFRESH_FRACTION:
            due.setdefault(name, {})[identifier] = rows.micros(expires)
    for name, ends in due.items():
        database.update(name, list(ends), [{"x": end} for end in ends.values()])
