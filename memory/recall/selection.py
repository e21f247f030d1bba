"""What of a ranking is taken: nothing twice, nothing that the window holds already, no more than the budget."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from memory.lexical.words import content_words
from memory.recall.search import Ranking
from memory.record import MemoryRecord

SAME = 0.85
"""The share of words in common from which two records say the same."""
PER_MEMORY = 16
"""Tokens that the date, the speaker and the fence cost beside a memory's words."""
LONGEST_SHARE = 0.5
"""The share of the budget that one memory may take; of a longer one the passage that answers is shown."""
REMOTE = 0.6
"""The share of the nearest memory's cosine below which one that is not above the average is left out."""
_SENTENCE = re.compile(r"(?<=[。！？!?\n])|(?<=[.;]) +")

CountText = Callable[[str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is done with the candidate at a place of the ranking."""

    place: int
    taken: bool
    reason: str
    excerpt: str = ""


def choose(
    ranking: Ranking,
    *,
    query_text: str,
    k: int,
    max_tokens: int | None,
    count_text: CountText,
    exclude_messages: Collection[str] = (),
) -> list[Choice]:
    """Say for every candidate, best first, whether it is taken, and why."""
    out: list[Choice] = []
    kept: list[tuple[MemoryRecord, frozenset[str]]] = []
    left = max_tokens
    for place, record in enumerate(ranking.records):
        if record.source.message_ids and set(record.source.message_ids) <= set(exclude_messages):
            out.append(Choice(place=place, taken=False, reason="its message is still in the window"))
            continue
        if len(kept) >= k:
            out.append(Choice(place=place, taken=False, reason=f"beyond the {k} best"))
            continue
        if _is_remote(ranking, place):
            out.append(Choice(place=place, taken=False, reason="no nearer to it than the average memory"))
            continue
        bag = frozenset(content_words(record.text))
        twin = next((r for r, other in kept if _same(bag, other, record.text, r.text)), None)
        if twin is not None:
            out.append(Choice(place=place, taken=False, reason=f"says the same as {twin.id[:8]}"))
        else:
            excerpt, cost = "", 0
            if left is not None and max_tokens is not None:
                excerpt, cost = _fitted(record.text, query_text, int(max_tokens * LONGEST_SHARE), count_text)
                if cost > left:
                    out.append(Choice(place=place, taken=False, reason=f"{cost} tokens, {left} of the budget left"))
                    continue
                left -= cost
            kept.append((record, bag))
            out.append(Choice(place=place, taken=True, reason="taken", excerpt=excerpt))
    return out


def _is_remote(ranking: Ranking, place: int) -> bool:
    """True for a memory that no leg puts above the average one, and that is far behind the nearest in meaning.

    It matters where a user has few memories: the best eight of ten would be most of what there is.
    """
    parts = ranking.parts[place]
    if "standing" in parts or ranking.scores[place] > 0:
        return False
    return ranking.top_cosine is not None and parts.get("cosine", 0.0) < REMOTE * ranking.top_cosine


def _same(a: frozenset[str], b: frozenset[str], text: str, other: str) -> bool:
    if not a or not b:
        return text.strip() == other.strip()
    return len(a & b) >= SAME * len(a | b)


def _fitted(text: str, query_text: str, most: int, count_text: CountText) -> tuple[str, int]:
    """Give the passage to show (empty: all) and what it costs."""
    whole = count_text(text) + PER_MEMORY
    if whole <= most:
        return "", whole
    passage = best_passage(text, query_text, max(1, most - PER_MEMORY), count_text)
    return passage, count_text(passage) + PER_MEMORY


def best_passage(text: str, query_text: str, max_tokens: int, count_text: CountText) -> str:
    """Give the run of sentences that shares most words with the query and fits, an ellipsis where it is cut."""
    parts = [p.strip() for p in _SENTENCE.split(text) if p.strip()]
    wanted = frozenset(content_words(query_text))
    hits = [len(wanted & frozenset(content_words(p))) for p in parts]
    first = last = max(range(len(parts)), key=lambda i: (hits[i], -i))
    size = count_text(parts[first])
    while size <= max_tokens:
        before = (hits[first - 1], first - 1) if first else None
        after = (hits[last + 1], last + 1) if last + 1 < len(parts) else None
        if before is None and after is None:
            break
        grow_after = after is not None and (before is None or after[0] >= before[0])
        nxt = last + 1 if grow_after else first - 1
        more = count_text(parts[nxt])
        if size + more + 2 > max_tokens:
            break
        size += more
        first, last = min(first, nxt), max(last, nxt)
    shown = " ".join(parts[first : last + 1])
    while count_text(shown) > max_tokens and len(shown) > 1:
        shown = shown[: max(1, int(len(shown) * max_tokens / (count_text(shown) + 1)))]
    return f"{'… ' if first else ''}{shown}{' …' if last + 1 < len(parts) or len(shown) < len(parts[first]) else ''}"
