"""Keeps out what must never be stored: secrets, and text that gives orders to the agent.

A secret is masked where it stands, so that the rest of the sentence can stay. Text that reads as an order to
the agent is told apart, and whoever stores it stores a quotation. What is looked for is listed in `secrets` and
`orders`; both look through the tricks that hide text from a filter (`plain`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from memory.extraction.orders import is_order
from memory.extraction.secrets import mask

Finding = Literal["clean", "secret", "instruction"]
"""What a text is: harmless, holding a secret (masked in the text given back), or an order to the agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """A text after screening."""

    kind: Finding
    text: str
    """The text that may be stored: secrets masked; an order stays as it was, to be quoted or dropped."""

    @property
    def is_clean(self) -> bool:
        """True when nothing was found."""
        return self.kind == "clean"


def screen(text: str) -> Screened:
    """Tell whether a text may be stored, and give the text that may be.

    An order wins over a secret: its text is masked too. Cost is linear in the text.
    """
    masked = mask(text)
    if is_order(text):
        return Screened(kind="instruction", text=masked)
    return Screened(kind="secret" if masked != text else "clean", text=masked)


def quotation(text: str) -> str:
    """Give an order to the agent as words that somebody said, on one line, which nothing can close early.

    The fence's own characters are replaced, so the quotation cannot end itself.
    """
    flat = " ".join(text.split())
    for mark in "「」<>`{}[]":
        flat = flat.replace(mark, " ")
    return f"「{flat.strip()[:200]}」"
