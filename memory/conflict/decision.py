"""What is decided about: a claim, and what it does to what is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from memory.record import MemoryRecord

Action = Literal["added", "reinforced", "superseded", "ignored", "forgotten"]


class Claim(Protocol):
    """What `decide` reads off a candidate."""

    @property
    def action(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def subject(self) -> str: ...
    @property
    def attribute(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def quote(self) -> str: ...
    @property
    def ends(self) -> bool: ...
    @property
    def corrects(self) -> bool: ...
    @property
    def only_changes(self) -> bool: ...
    @property
    def instead_of(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a statement does to what is known."""

    action: Action
    """`added` beside the rest; `reinforced`: it repeats `target`; `superseded`: it replaces `target` and `others`;
    `forgotten`: they go; `ignored`: nothing changes."""
    target: MemoryRecord | None = None
    others: tuple[MemoryRecord, ...] = ()
    """Further records that go the same way as the target."""
    attribute: str = ""
    """The attribute to store it under, by its one name; empty for what is about the past and replaces nothing."""
    like: MemoryRecord | None = None
    """The record whose subject, kind and sentence it takes over with another value: "no, it's Lausanne"."""
    text: str = ""
    """The sentence to store it in, where its own words would not stand alone."""
    outdated_by: MemoryRecord | None = None
    """The newer record that already replaced what this says: it is stored as an earlier truth."""
    reason: str = ""
    """Why, in a few words."""

    @property
    def targets(self) -> tuple[MemoryRecord, ...]:
        """Every record that this decision changes."""
        return () if self.target is None else (self.target, *self.others)
