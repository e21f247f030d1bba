"""What a row in Chroma is: an item of the store, with everything needed to give it back exactly.

    id         the namespace's labels and the key, each escaped, joined: `bethink/u1/records//<key>`
    document   the text that the vector stands for; none when the item is not indexed
    vector     of the document; for an item that is not indexed a direction drawn from its id, so that items of both
               kinds share one collection and one write, and no two points coincide in the index
    metadata   ns  every prefix of the namespace, so that one `$contains` is a segment-exact prefix search, and a tag
                   for each short scalar of the value, `owner|field=value`, for filters
               v   the value as JSON (its embedded field left out when the document already holds it: d names it)
               i   whether it is indexed;  c, u  created and updated, x expires, in microseconds;  t  minutes to live

The tags name their owner, which is the first two labels, since Chroma's index of metadata is one for all collections:
asking for `status = current` walks through everybody's rows (12 ms at 10,000, 90 at 100,000), a tag only this user's.
Chroma's own metadata cannot hold None, nested objects, or half characters; JSON in `v` can.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from functools import lru_cache
from typing import Any
from uuid import UUID

from langgraph.store.base import Item, SearchItem, get_text_at_path

MAX_TAG_CHARS = 24
MAX_ID_TAG_CHARS = 64
"""Strings get a tag up to this length when they are an id (ASCII without spaces), else up to the shorter one: names and
kinds, but no sentences. Times get none."""
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:")
_ID = re.compile(r"[!-~]+")
MAX_DOCUMENT_CHARS = 20_000
_UNSAFE = re.compile(r"[%/\x00-\x1f\x7f\ud800-\udfff]")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Metadata = dict[str, Any]


def escape(label: str) -> str:
    """Give the label with `/`, `%`, control and half characters as `%hh`; everything else stays. Reversible."""
    return _UNSAFE.sub(lambda m: "".join(f"%{b:02x}" for b in m[0].encode("utf-8", "surrogatepass")), label)


def unescape(text: str) -> str:
    """Give the label that `escape` made this text from."""
    if "%" not in text:
        return text
    raw = re.sub(rb"%([0-9a-f]{2})", lambda m: bytes([int(m[1], 16)]), text.encode("utf-8"))
    return raw.decode("utf-8", "surrogatepass")


def path_of(namespace: Sequence[str]) -> str:
    """Give the namespace as one string; two namespaces never share it, and a label boundary is always a `/`."""
    return _path(tuple(namespace))


@lru_cache(maxsize=4096)
def _path(labels: tuple[str, ...]) -> str:
    return "/".join(escape(label) for label in labels)


def row_id(namespace: Sequence[str], key: str) -> str:
    """Give the id of an item's row."""
    return f"{path_of(namespace)}//{escape(key)}"


def split_id(identifier: str) -> tuple[tuple[str, ...], str]:
    """Give the namespace and key that `row_id` made this id from."""
    path, _, key = identifier.partition("//")
    return tuple(unescape(label) for label in path.split("/")), unescape(key)


def shard_of(namespace: Sequence[str], shards: int) -> int:
    """Give the number of the collection for a namespace: by its first two labels, so that a user stays together."""
    return _shard(tuple(namespace[:2]), shards)


@lru_cache(maxsize=4096)
def _shard(labels: tuple[str, ...], shards: int) -> int:
    head = "/".join(escape(label) for label in labels)
    return int.from_bytes(hashlib.sha256(head.encode()).digest()[:8], "big") % shards


def text_to_embed(value: Mapping[str, Any], fields: Sequence[str]) -> str:
    """Give the texts at the fields' paths, joined by line breaks; empty when there are none."""
    found = (text for field in fields for text in get_text_at_path(value, field))
    return clean("\n".join(text for text in found if text))[:MAX_DOCUMENT_CHARS]


def clean(text: str) -> str:
    """Give text that UTF-8 and Chroma's database can hold: half characters and NUL replaced."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", " ")


def filler_vector(identifier: str, dims: int) -> list[float]:
    """Give the unit direction that stands in for an item without a vector; always the same for one id."""
    import numpy as np

    seed = int.from_bytes(hashlib.sha256(identifier.encode()).digest()[:8], "big")
    vector = np.random.default_rng(seed).standard_normal(dims)
    out: list[float] = (vector / np.linalg.norm(vector)).astype("float32").tolist()
    return out


def to_metadata(
    namespace: Sequence[str],
    value: Mapping[str, Any],
    *,
    document: str,
    fields: Sequence[str],
    created: datetime,
    updated: datetime,
    expires: datetime | None,
    ttl_minutes: float | None,
    tagged: Sequence[str] | None = None,
) -> Metadata:
    """Give a row's metadata. Every key is there, since Chroma merges: None takes away what an older version held."""
    kept = dict(value)
    lifted = fields[0] if document and len(fields) == 1 and kept.get(fields[0]) == document else None
    if lifted is not None:
        kept[lifted] = None
    return {
        "ns": [path_of(namespace[: n + 1]) for n in range(len(namespace))] + tags(namespace, value, tagged),
        "v": to_json(kept),
        "d": lifted,
        "i": bool(document),
        "c": _micros(created),
        "u": _micros(updated),
        "x": None if expires is None else _micros(expires),
        "t": ttl_minutes,
    }


def tags(namespace: Sequence[str], value: Mapping[str, Any], fields: Sequence[str] | None = None) -> list[str]:
    """Give the tags of a value's short scalars, of these fields alone where they are named."""
    found = (tag(namespace, key, item) for key, item in value.items() if fields is None or key in fields)
    return [one for one in found if one is not None]


def tag(namespace: Sequence[str], field: object, scalar: object) -> str | None:
    """Give the tag of a field's value below a namespace, or None when it gets none. Equal scalars get equal tags."""
    if isinstance(scalar, float) and scalar.is_integer():
        scalar = int(scalar)
    if isinstance(scalar, str):
        most = MAX_ID_TAG_CHARS if _ID.fullmatch(scalar) else MAX_TAG_CHARS
        fits = 0 < len(scalar) <= most and not _UNSAFE.search(scalar) and not _TIME.match(scalar)
    else:
        fits = isinstance(scalar, int) and abs(scalar) <= 2**53
    if not fits or not isinstance(field, str) or len(field) > MAX_TAG_CHARS or _UNSAFE.search(field):
        return None
    return f"{path_of(namespace[:2])}|{field}={json.dumps(scalar, ensure_ascii=False)}"


def to_json(value: Mapping[str, Any]) -> str:
    """Give the value as JSON: in its own script where UTF-8 can hold it, with half characters escaped where not."""
    text = json.dumps(value, ensure_ascii=False, default=_plain, separators=(",", ":"))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, default=_plain, separators=(",", ":"))
    return text


def value_of(metadata: Metadata, document: str | None) -> dict[str, Any]:
    """Give the value back, exactly as JSON holds it."""
    value: dict[str, Any] = json.loads(metadata["v"])
    lifted = metadata.get("d")
    if lifted is not None:
        value[lifted] = document
    return value


def to_item(identifier: str, metadata: Metadata, document: str | None) -> Item:
    """Give the item that a row holds."""
    namespace, key = split_id(identifier)
    return Item(
        value=value_of(metadata, document),
        key=key,
        namespace=namespace,
        created_at=moment(metadata["c"]),
        updated_at=moment(metadata["u"]),
    )


def to_search_item(item: Item, score: float | None) -> SearchItem:
    """Give the item as a search gives it."""
    return SearchItem(item.namespace, item.key, item.value, item.created_at, item.updated_at, score)


def is_expired(metadata: Metadata, now: datetime) -> bool:
    """True when the row's time to live has run out."""
    expires = metadata.get("x")
    return expires is not None and int(expires) <= _micros(now)


def moment(micros: float) -> datetime:
    """Give the moment a row's microseconds mean."""
    return _EPOCH + timedelta(microseconds=int(micros))


def _micros(value: datetime) -> int:
    return (value - _EPOCH) // timedelta(microseconds=1)


def micros(value: datetime) -> int:
    """Give a moment as rows hold it."""
    return _micros(value)


def _plain(item: object) -> Any:
    """Give what JSON lacks in the form that the shipped stores give it."""
    if isinstance(item, (datetime, date)):
        return item.isoformat()
    if isinstance(item, UUID):
        return str(item)
    if isinstance(item, Enum):
        return item.value
    if dataclasses.is_dataclass(item) and not isinstance(item, type):
        return dataclasses.asdict(item)
    raise TypeError(
        f"value holds a {type(item).__name__} ({item!r:.60}); expected JSON types, dates, UUIDs, enums or dataclasses; "
        "convert it before it is stored"
    )
