"""Recall: what of a user's memories a message calls to mind, each with the parts of its score.

`query` makes the question ready, `search` runs the legs and `fusion` sums them, the gate says whether anything is
worth showing, `selection` says what. `explain` is the same walk, told aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from memory.gate import Gate, Verdict, gate_of, judge
from memory.lexical import lexicon_of, read_in_step
from memory.lexical.user_index import UserIndex
from memory.recall.query import build_query
from memory.recall.result import Considered, Recalled
from memory.recall.search import CANDIDATES, Ranking, Search
from memory.recall.selection import Choice, choose
from memory.record import Kind
from memory.scope import Scope

EXPLAINED = 64
"""How many of the ranking `explain` tells about."""

__all__ = ["Considered", "Recalled", "explain", "recall"]


def recall(
    scope: Scope,
    query: str,
    *,
    history: Sequence[str] = (),
    k: int = 8,
    max_tokens: int | None = 500,
    kinds: Collection[Kind] | None = None,
    as_of: datetime | None = None,
    now: datetime,
    gate: Gate | None = None,
    count_text: Callable[[str], int] | None = None,
    exclude_messages: Collection[str] = (),
) -> list[Recalled]:
    """Give what is relevant to the query, best first; [] when nothing is.

    `max_tokens=None` sets no budget; without a gate the one of the store's embedder decides. Costs two reads of the
    store, and a third when it was written by somebody else.
    """
    ranking, choices, verdict = _walk(
        scope, query, history, k, max_tokens, kinds, as_of, now, gate, count_text, exclude_messages
    )
    return [
        Recalled(
            record=ranking.records[c.place],
            score=ranking.scores[c.place],
            parts=ranking.parts[c.place],
            excerpt=c.excerpt,
        )
        for c in choices
        if c.taken and (verdict.opens or c.place < ranking.standing)
    ]


def explain(
    scope: Scope,
    query: str,
    *,
    history: Sequence[str] = (),
    k: int = 8,
    max_tokens: int | None = 500,
    kinds: Collection[Kind] | None = None,
    as_of: datetime | None = None,
    now: datetime,
    gate: Gate | None = None,
    count_text: Callable[[str], int] | None = None,
    exclude_messages: Collection[str] = (),
) -> list[Considered]:
    """Give what `recall` would take for this query, and what it would not, with the reasons; best first."""
    ranking, choices, verdict = _walk(
        scope, query, history, k, max_tokens, kinds, as_of, now, gate, count_text, exclude_messages, EXPLAINED
    )
    return [
        Considered(
            record=ranking.records[c.place],
            score=ranking.scores[c.place],
            parts=ranking.parts[c.place],
            taken=c.taken and (verdict.opens or c.place < ranking.standing),
            reason=c.reason if verdict.opens or c.place < ranking.standing else verdict.reason,
        )
        for c in choices
    ]


def _walk(
    scope: Scope,
    query: str,
    history: Sequence[str],
    k: int,
    max_tokens: int | None,
    kinds: Collection[Kind] | None,
    as_of: datetime | None,
    now: datetime,
    gate: Gate | None,
    count_text: Callable[[str], int] | None,
    exclude_messages: Collection[str],
    depth: int = CANDIDATES,
) -> tuple[Ranking, list[Choice], Verdict]:
    if not query.strip() or k <= 0:
        return Ranking(), [], Verdict(opens=False, reason="nothing is asked")
    asked = build_query(query, history=history, now=now)

    def read(index: UserIndex) -> tuple[str, Ranking]:
        search = Search(scope, asked, index=index, kinds=kinds, as_of=as_of)
        found = search.ranking(exclude_messages=exclude_messages, depth=max(depth, 3 * k))
        return found.stamp, found

    ranking = read_in_step(scope, lexicon_of(scope), read)
    choices = choose(
        ranking,
        query_text=query,
        k=k,
        max_tokens=max_tokens,
        count_text=count_text or approximate_tokens,
        exclude_messages=exclude_messages,
    )
    return ranking, choices, judge(gate or gate_of(scope.store), query, ranking.top_cosine)


def approximate_tokens(text: str) -> int:
    """Give a count that is never far below the truth: four bytes a token for ASCII, one and a half characters else."""
    ascii_chars = sum(c.isascii() for c in text)
    return 1 + ascii_chars // 4 + (len(text) - ascii_chars)
