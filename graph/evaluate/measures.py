"""Measures of a ranking against the evidence: recall in the first k, and nDCG in the first ten."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import log2

CUTS = (1, 5, 10, 25, 50)
"""The k of every recall@k."""


def recall_at(ranked: Sequence[str], evidence: Collection[str], k: int) -> float:
    """Give the share of the evidence that stands among the first k."""
    return len(set(ranked[:k]) & set(evidence)) / len(set(evidence))


def ndcg_at(ranked: Sequence[str], evidence: Collection[str], k: int = 10) -> float:
    """Give the discounted gain over the best one possible (Järvelin and Kekäläinen, 2002), relevance 0 or 1.

    A piece of evidence counts once, at the first place where it stands.
    """
    wanted = set(evidence)
    gain = 0.0
    for place, unit in enumerate(ranked[:k]):
        if unit in wanted:
            gain += 1 / log2(place + 2)
            wanted.discard(unit)
    return gain / sum(1 / log2(place + 2) for place in range(min(k, len(set(evidence)))))


@dataclass(slots=True)
class Tally:
    """Means of the measures over questions, and over those of each group."""

    rows: list[tuple[frozenset[str], dict[str, float]]] = field(default_factory=list)

    def add(self, ranked: Sequence[str], evidence: Collection[str], groups: Collection[str] = ()) -> None:
        """Take in one question's ranking."""
        measures = {f"recall@{k}": recall_at(ranked, evidence, k) for k in CUTS}
        measures["all@10"] = float(recall_at(ranked, evidence, 10) == 1.0)
        measures["ndcg@10"] = ndcg_at(ranked, evidence)
        self.rows.append((frozenset(groups), measures))

    def means(self, group: str | None = None) -> dict[str, float]:
        """Give the mean of each measure over all questions, or over those of a group; empty when there are none."""
        rows = [measures for groups, measures in self.rows if group is None or group in groups]
        return {name: round(sum(r[name] for r in rows) / len(rows), 4) for name in rows[0]} if rows else {}

    def by_group(self) -> dict[str, dict[str, float]]:
        """Give the means of every group, by name."""
        names = sorted({name for groups, _ in self.rows for name in groups})
        return {name: {**self.means(name), "questions": self.size(name)} for name in names}

    def size(self, group: str | None = None) -> int:
        """Give how many questions there are, or are in a group."""
        return sum(group is None or group in groups for groups, _ in self.rows)


def percentile(values: Sequence[float], share: float) -> float:
    """Give the value below which this share of the values lies; 0.0 of none."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0
