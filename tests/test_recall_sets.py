"""On sets of many kinds, no fusion falls below its best leg by more than noise."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from own_sets import OwnSet, both_languages, chat, facts, near_duplicates, notes, people
from small_past import NOW, scope_with

from graph.evaluate.measures import ndcg_at, recall_at
from memory.recall.query import build_query
from memory.recall.search import Search

LEGS = {"recall": None, "words": ("said",), "dense": ("dense",)}
NOISE = 2.0
"""How many standard errors of the difference are noise."""

SETS: dict[str, tuple[Callable[[], OwnSet], float]] = {
    "short facts": (lambda: facts("en", "en"), 0.9),
    "短句": (lambda: facts("zh", "zh"), 0.88),
    "Chinese facts, asked in English": (lambda: facts("zh", "en"), 0.82),
    "English facts, asked in Chinese": (lambda: facts("en", "zh"), 0.88),
    "search words": (lambda: facts("en", "en", lambda one: one.words), 0.98),
    "搜索词": (lambda: facts("zh", "zh", lambda one: one.words), 0.98),
    "search words of the other language": (lambda: facts("en", "zh", lambda one: one.words), 0.95),
    "both languages, asked in each one's own": (lambda: both_languages("same"), 0.88),
    "both languages, asked in the other": (lambda: both_languages("other"), 0.8),
    "code-switching": (lambda: both_languages("switching"), 0.93),
    "long notes": (lambda: notes("en", "en"), 0.66),
    "长笔记": (lambda: notes("zh", "zh"), 0.7),
    "长笔记, asked in English": (lambda: notes("zh", "en"), 0.68),
    "chat": (lambda: chat("en", "en"), 0.72),
    "多次对话": (lambda: chat("zh", "zh"), 0.8),
    "多次对话, asked in English": (lambda: chat("zh", "en"), 0.7),
    "many people": (lambda: people("en", "en"), 0.97),
    "许多人": (lambda: people("zh", "zh"), 0.97),
    "near-duplicates": (lambda: near_duplicates("en"), 0.97),
    "大同小异": (lambda: near_duplicates("zh"), 0.97),
}
"""Each set, and the share of its answers that must be among the first five."""


QUICK = {
    "short facts",
    "短句",
    "both languages, asked in the other",
    "长笔记",
    "chat",
    "多次对话",
    "many people",
    "大同小异",
}
"""Those that run each time; the others in the slow profile."""


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n in QUICK else pytest.mark.slow) for n in SETS])
def test_no_fusion_falls_below_its_best_leg_by_more_than_noise(name: str) -> None:
    make, least = SETS[name]
    own = make()
    scope = scope_with()
    for one in own.records:  # one by one: LangGraph's store in memory refuses a batch that embeds one text twice
        scope.put([one])
    gains: dict[str, list[float]] = {leg: [] for leg in LEGS}
    found: list[float] = []
    for question, answer in own.asked:
        search = Search(scope, build_query(question, now=NOW))
        for leg, parts in LEGS.items():
            ranked = [r.id for r in search.ranking(depth=10, only=parts).records]
            gains[leg].append(ndcg_at(ranked, {answer}))
            if leg == "recall":
                found.append(recall_at(ranked, {answer}, 5))
    for leg in ("words", "dense"):
        behind = np.array(gains[leg]) - np.array(gains["recall"])
        assert behind.mean() <= NOISE * behind.std() / len(behind) ** 0.5 + 1e-9, leg
    assert np.mean(found) >= least
