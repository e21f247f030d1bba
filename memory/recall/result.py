"""What recall gives: records with the parts of their scores, and for those not taken the reason."""

from __future__ import annotations

from dataclasses import dataclass, field

from memory.record import MemoryRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """A memory worth putting in front of the model."""

    record: MemoryRecord
    score: float
    """The sum of the parts that are in standard deviations: higher is better, comparable within one recall only."""
    parts: dict[str, float] = field(default_factory=dict)
    """`cosine` (as the store gives it), and what makes up the score: `said` its words, `dense` its vector, `passage`
    the words around it, `speaker`, `time`, `answer` what an answer needs, `asking` that it only asks, `tokens turn
    gist` late interaction, `session` and `near` what stands beside it, `links` whom it
    names, `tie` importance and use."""
    excerpt: str = ""
    """The passage to show when the record is longer than its share of the budget; empty: all of it."""

    @property
    def text(self) -> str:
        """The words to show."""
        return self.excerpt or self.record.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Considered:
    """A memory that a query met, taken or not."""

    record: MemoryRecord
    score: float
    parts: dict[str, float]
    taken: bool
    reason: str
    """Why it was or was not taken, in words."""
