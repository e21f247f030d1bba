"""A statement beside one thing that is known: what the rows of `several` are asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memory.attributes import Attribute
from memory.conflict.known import Known
from memory.gist import Gist
from memory.record import MemoryRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """A statement, as it is held against everything known of its subject."""

    said: Gist
    quoted: Gist
    """The gist of the sentence that it was cut from."""
    text: str
    value: str
    name: str
    """Its attribute's one name; may be empty."""
    attribute: Attribute | None
    """The attribute's row, where the table has one."""
    attributes: Mapping[str, Attribute]
    similarity: Callable[[MemoryRecord], float]

    @property
    def stance(self) -> int:
        """The stance of its attribute."""
        return self.attribute.stance if self.attribute else 0

    @property
    def denied(self) -> frozenset[str]:
        """The things that it names only to deny them."""
        return self.said.denied | self.quoted.denied


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A statement and one thing that is known."""

    saying: Saying
    known: Known
    agree: bool
    """Both affirm or both deny; both welcome or both shun."""

    @property
    def said(self) -> Gist:
        """What is said now."""
        return self.saying.said

    @property
    def gist(self) -> Gist:
        """What is known."""
        return self.known.gist

    @property
    def text(self) -> str:
        """The words of what is said now."""
        return self.saying.text

    @property
    def before(self) -> str:
        """The words of what is known."""
        return self.known.record.text

    @property
    def same_attribute(self) -> bool:
        """The two stand under one attribute."""
        return self.known.record.attribute == self.saying.name
