"""Ids of users and threads: what can be one, and how one becomes a namespace's label and comes back."""

from __future__ import annotations

import re

from memory.errors import InvalidId

MAX_ID_CHARS = 512
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
