"""Where rows lie: a generation of collections, chosen when the store is made, and the embedder that filled them.

One collection without rows, `<name>.meta`, holds it all as its metadata, so that a change of generation (which is
how another embedder takes over) is one write. The collections themselves are made when first written to.
"""

from __future__ import annotations

import base64
import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.embeddings import Embeddings

from memory.chroma_store.database import Database, Metadata
from memory.embeddings import Fingerprint, fingerprint
from memory.errors import StoreDamaged

NAME = "bethink"
"""First part of every collection's name; stores of several names can lie in one database."""
SCHEMA = 1
SHARDS = 64
"""Collections that users are hashed over. A filtered search costs more the smaller the user's share of his collection
is: 36 ms for a thousand of a million rows in sixteen collections. A collection costs 2 to 3 MB once touched, and each
user touches one."""
UNEMBEDDED_DIMS = 8
"""Dimension of the directions in a store that was made without an embedder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A store's layout, as its meta collection holds it."""

    name: str
    generation: int
    shards: int
    fingerprint: Fingerprint
    """Of the embedder that filled it; its name is `none` when there was none."""
    tagged: tuple[str, ...] | None = None
    """The fields of values that get tags, so that Chroma narrows a filter on them down; None: all."""
    expires: bool | None = field(default=None, compare=False)
    """Whether an item was ever given a time to live; None: not known, of a store that an older version made. Looking
    for what has expired costs 5 ms for a thousand rows, so nobody looks where there is nothing."""

    def collection(self, shard: int) -> str:
        """Give the name of a shard's collection."""
        return f"{self.name}.g{self.generation}.{shard:03d}"

    @property
    def collections(self) -> list[str]:
        """Every shard's collection, whether it was made yet or not."""
        return [self.collection(n) for n in range(self.shards)]

    @property
    def has_embedder(self) -> bool:
        """True when the store was made with an embedder."""
        return self.fingerprint.name != "none"

    def to_metadata(self, *, prefix: str = "") -> dict[str, Any]:
        """Give it as metadata; `from_metadata` is the inverse up to the precision of the probe's 32-bit floats."""
        found: dict[str, Any] = {
            "schema": SCHEMA,
            "generation": self.generation,
            "shards": self.shards,
            "embedder": self.fingerprint.name,
            "dims": self.fingerprint.dims,
            "probe": base64.b64encode(array("f", self.fingerprint.probe).tobytes()).decode(),
            **({} if self.tagged is None else {"tagged": json.dumps(self.tagged)}),
            **({} if self.expires is None else {"expires": self.expires}),
        }
        return {prefix + key: value for key, value in found.items()}

    @classmethod
    def from_metadata(cls, name: str, metadata: dict[str, Any]) -> Layout:
        """Give the layout that this metadata holds.

        Raises:
            StoreDamaged: when it holds none, or one of a newer version.
        """
        try:
            if int(metadata["schema"]) > SCHEMA:
                raise StoreDamaged(
                    f"the store has schema {metadata['schema']}; expected at most {SCHEMA}; "
                    "open it with the newer version of this program that wrote it"
                )
            probe = array("f")
            probe.frombytes(base64.b64decode(metadata["probe"]))
            return cls(
                name=name,
                generation=int(metadata["generation"]),
                shards=int(metadata["shards"]),
                fingerprint=Fingerprint(name=str(metadata["embedder"]), dims=int(metadata["dims"]), probe=tuple(probe)),
                tagged=tuple(json.loads(metadata["tagged"])) if "tagged" in metadata else None,
                expires=bool(metadata["expires"]) if "expires" in metadata else None,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise StoreDamaged(
                f"the collection {meta(name)} holds no layout ({error!r}); expected one written by this program; "
                "name another data directory, or another database on the Chroma server"
            ) from error


def meta(name: str) -> str:
    """Give the name of the collection that holds a store's layout."""
    return f"{name}.meta"


def no_embedder() -> Fingerprint:
    """Give the fingerprint of a store without an embedder."""
    return Fingerprint(name="none", dims=UNEMBEDDED_DIMS, probe=(0.0,) * UNEMBEDDED_DIMS)


def open_layout(
    database: Database, embeddings: Embeddings | None, *, name: str, shards: int, tagged: Sequence[str] | None = None
) -> Layout:
    """Give the store's layout, made now if it has none.

    Raises:
        StoreDamaged: when what is there is not a layout of ours.
        EmbedderMismatch: when the name already tells that another embedder filled it.
    """
    found = database.describe(meta(name))
    if found is None:
        made = Layout(
            name=name,
            generation=1,
            shards=shards,
            fingerprint=fingerprint(embeddings) if embeddings else no_embedder(),
            tagged=None if tagged is None else tuple(tagged),
            expires=False,
        )
        found = database.create(meta(name), made.to_metadata())
    layout = Layout.from_metadata(name, found)
    return layout if layout.expires is not None else note_expiry(database, layout)


def note_expiry(database: Database, layout: Layout) -> Layout:
    """Write down whether the store holds what expires, and give the layout that says so.

    It does from now on, unless the layout is of an older version, which did not write it down: that one is looked
    through.
    """
    expires = layout.expires is not None or _holds_what_expires(database, layout)
    database.relabel(meta(layout.name), {**(database.describe(meta(layout.name)) or {}), "expires": expires})
    return replace(layout, expires=expires)


def _holds_what_expires(database: Database, layout: Layout) -> bool:
    there = database.collections()
    lives: Metadata = {"x": {"$gte": 0}}
    return any(database.get(n, where=lives, limit=1, include=()).ids for n in layout.collections if n in there)


def read_layout(database: Database, name: str) -> Layout:
    """Give the layout of a store that exists.

    Raises:
        StoreDamaged: when there is none.
    """
    return Layout.from_metadata(name, database.describe(meta(name)) or {})


def pending_of(database: Database, name: str) -> Layout | None:
    """Give the generation that was begun and not yet put in place."""
    found = database.describe(meta(name)) or {}
    upcoming = {key.removeprefix("next_"): value for key, value in found.items() if key.startswith("next_")}
    return Layout.from_metadata(name, upcoming) if upcoming else None


def next_generation(layout: Layout, given: Fingerprint) -> Layout:
    """Give the layout that follows, for another embedder."""
    return replace(layout, generation=layout.generation + 1, fingerprint=given)
