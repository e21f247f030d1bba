"""One user's part of a store: the only way from a long-term memory to the collections under it.

Every call below carries the user in its namespace, by-id calls included, so there is no way to reach a record
without naming its owner. Labels are encoded reversibly: `a.b@c` and `*` are ids like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, Protocol

from langgraph.store.base import BaseStore, GetOp, Item, PutOp, SearchItem, SearchOp

from memory.errors import InvalidId
from memory.record import MemoryRecord

ROOT = "bethink"
"""The first label of every namespace of ours."""

Shelf = Literal["records", "cold", "versions", "tool_results", "meta"]
"""Records recall may search; faded ones; earlier versions of edited ones; archived tool results; bookkeeping."""
SHELVES: tuple[Shelf, ...] = ("records", "cold", "versions", "tool_results", "meta")

MAX_ID_CHARS = 512
PAGE = 500
_SAFE = re.compile(r"[A-Za-z0-9_-]")


def check_id(value: object, what: str) -> str:
    """Give the id back when it can be one: 1 to 512 characters, none of them a control character.

    Raises:
        InvalidId: otherwise.
    """
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_ID_CHARS:
        raise InvalidId(
            f"{what} {value!r:.80} is not an id; expected 1 to {MAX_ID_CHARS} characters of text; choose another"
        )
    if any(ord(c) < 32 or ord(c) == 127 or 0xD800 <= ord(c) <= 0xDFFF for c in value):
        raise InvalidId(
            f"{what} {value!r:.80} holds a control character or half a character; expected plain text; choose another"
        )
    return value


def to_label(text: str) -> str:
    """Give a namespace label for any text: ASCII letters, digits, `_` and `-` stay, every other byte becomes `~hh`."""
    return "".join(
        c if _SAFE.match(c) else "".join(f"~{b:02x}" for b in c.encode("utf-8", "surrogatepass")) for c in text
    )


def from_label(label: str) -> str:
    """Give the text that `to_label` made this label from."""
    raw = re.sub(rb"~([0-9a-f]{2})", lambda m: bytes([int(m[1], 16)]), label.encode("ascii"))
    return raw.decode("utf-8", "surrogatepass")


class Lexical(Protocol):
    """What keeps the words of the records, beside the store."""

    def add(self, user_id: str, records: Sequence[MemoryRecord]) -> None: ...
    def remove(self, user_id: str, ids: Sequence[str]) -> None: ...
    def forget(self, user_id: str) -> int: ...


class Scope:
    """One user's shelves in a store, with the lexical index kept in step."""

    def __init__(self, store: BaseStore, user_id: str, *, lexical: Lexical | None = None) -> None:
        self.store = store
        self.user_id = check_id(user_id, "user id")
        self.lexical = lexical

    def namespace(self, shelf: Shelf) -> tuple[str, str, str]:
        """Give the namespace of one shelf of this user."""
        return (ROOT, to_label(self.user_id), shelf)

    # ---- records
    def put(self, records: Sequence[MemoryRecord], *, also: Iterable[PutOp] = ()) -> None:
        """Write the records, and `also`, in one batched write. A cold record moves to the cold shelf, unindexed."""
        ops: list[PutOp] = list(also)
        for record in records:
            self._own(record)
            cold = record.status == "cold"
            ops.append(
                PutOp(
                    self.namespace("cold" if cold else "records"),
                    record.id,
                    _value(record),
                    False if cold else ["key"],
                )
            )
            ops.append(PutOp(self.namespace("records" if cold else "cold"), record.id, None))
        if ops:
            self.store.batch(ops)
        if self.lexical is not None and records:
            self.lexical.add(self.user_id, [r for r in records if r.status != "cold"])
            self.lexical.remove(self.user_id, [r.id for r in records if r.status == "cold"])

    def get(self, ids: Sequence[str], *, shelves: Sequence[Shelf] = ("records", "cold")) -> dict[str, MemoryRecord]:
        """Give this user's records with these ids, in the order asked; unknown ids are left out."""
        ops = [GetOp(self.namespace(shelf), key) for key in ids for shelf in shelves]
        items = self.store.batch(ops) if ops else []
        found = {i.key: MemoryRecord.from_value(i.value) for i in items if isinstance(i, Item)}
        return {key: found[key] for key in ids if key in found}

    def delete(self, ids: Sequence[str], *, also: Iterable[PutOp] = ()) -> None:
        """Delete this user's records with these ids; an unknown id is no error."""
        ops = [PutOp(self.namespace(shelf), key, None) for key in ids for shelf in ("records", "cold")]
        ops.extend(also)
        if ops:
            self.store.batch(ops)
        if self.lexical is not None:
            self.lexical.remove(self.user_id, ids)

    def records(self, *, shelf: Shelf = "records", filter: dict[str, Any] | None = None) -> Iterator[MemoryRecord]:
        """Give every record on a shelf, a page at a time."""
        for item in self.items(shelf, filter=filter):
            yield MemoryRecord.from_value(item.value)

    def nearest(
        self, query: str, *, limit: int, filter: dict[str, Any] | None = None
    ) -> list[tuple[MemoryRecord, float]]:
        """Give the records whose embedded key is nearest to the query, best first, each with its cosine.

        What a store appends without a score (it has no vector) is left out.
        """
        op = SearchOp(self.namespace("records"), filter=filter, limit=limit, query=query)
        return self._scored(self.store.batch([op])[0])

    # ---- any shelf
    def items(self, shelf: Shelf, *, filter: dict[str, Any] | None = None) -> Iterator[SearchItem]:
        """Give every item on a shelf, a page at a time."""
        offset = 0
        while True:
            page = self.store.search(self.namespace(shelf), filter=filter, limit=PAGE, offset=offset)
            yield from page
            if len(page) < PAGE:
                return
            offset += PAGE

    @staticmethod
    def _scored(hits: object) -> list[tuple[MemoryRecord, float]]:
        items = [h for h in hits if isinstance(h, SearchItem)] if isinstance(hits, list) else []
        return [(MemoryRecord.from_value(h.value), float(h.score)) for h in items if h.score is not None]

    def _own(self, record: MemoryRecord) -> None:
        if record.user_id != self.user_id:
            raise InvalidId(
                f"record {record.id} belongs to user {record.user_id!r}, this memory to {self.user_id!r}; "
                "open the memory of its owner"
            )


def _value(record: MemoryRecord) -> dict[str, Any]:
    return {**record.to_value(), "key": embedded_key(record)}


def embedded_key(record: MemoryRecord) -> str:
    """Give the text whose vector stands for the record: what was said before it, when and by whom, and its words."""
    if record.kind != "episode":
        return record.text
    said = f"[{record.created:%Y-%m-%d}] {record.source.speaker}: {record.text}"
    return f"{record.context}\n{said}" if record.context else said
