"""What extraction proposes: a statement worth keeping, or a wish that something be forgotten."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memory.record import Kind

Action = Literal["remember", "forget"]
"""Whether the user told something, or asked that it be dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One thing that a turn states, before it is held against what is known."""

    action: Action = "remember"
    text: str
    """A readable sentence in the user's own language, close to the user's own words."""
    kind: Kind = "fact"
    subject: str = "user"
    """Whom it is about: `user`, a person's name, or a relation such as `sister` or 「姐姐」."""
    attribute: str = ""
    """What about them, by the names of `memory.conflict.ATTRIBUTES`; empty when it is none of those."""
    value: str = ""
    """The words that fill the attribute, as the user wrote them: 小明, Berlin, window."""
    ends: bool = False
    """True when it says that something no longer holds, without saying what does."""
    corrects: bool = False
    """True when the user takes back what was said: "actually", 「不对」."""
    only_changes: bool = False
    """True when it is kept only where it changes what is known: it ends, replaces or corrects something by its name."""
    instead_of: str = ""
    """The words for what it replaces, where it names them: "from biology to chemistry"."""
    importance: float = 0.5
    """0 to 1."""
    message_id: str = ""
    """The message that states it."""
    quote: str = ""
    """The user's own characters that it rests on; they occur in that message."""
    valid_from: datetime | None = None
    """Since when it holds, or when it is to happen, where the words say so."""
