"""One run over a set: stored through the long-term memory into Chroma, asked through recall, beside the other arms."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from langchain_core.embeddings import Embeddings

from graph.evaluate.arms import STAGES, Plain, archive
from graph.evaluate.collection import Collection, Progress, silent
from graph.evaluate.gating import Sample, everyday_messages, figures, near
from graph.evaluate.locomo import SOURCE, read_locomo
from graph.evaluate.measures import Tally, percentile, recall_at
from graph.evaluate.memorybank import LANGUAGES, read_memorybank
from memory.embeddings import LocalEmbeddings, embedder_name
from memory.gate import gate_for
from memory.recall import approximate_tokens
from memory.recall.selection import PER_MEMORY
from memory.record import FILTERED

BUDGET_TOKENS = 500
BUDGET_K = 8
STRANGERS = 8
"""How many questions of each other user are tried at the gate."""
RECALL = "recall"
"""The arm that is the product."""


def evaluate_locomo(
    path: Path | str,
    *,
    embeddings: Embeddings | None = None,
    plain: Mapping[str, Embeddings] | None = None,
    stages: bool = True,
    conversations: Sequence[int] | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Evaluate on LoCoMo, whole or some conversations (counted from 1); give figures overall and by category.

    Raises:
        ImportFormatError: the file is missing or is another.
    """
    read = read_locomo(path)
    chosen = read if conversations is None else [read[n - 1] for n in conversations]
    found = evaluate(chosen, embeddings=embeddings, plain=plain, stages=stages, progress=progress)
    return {"set": "locomo", "source": SOURCE, **found}


def evaluate_memorybank(
    directory: Path | str,
    *,
    embeddings: Embeddings | None = None,
    plain: Mapping[str, Embeddings] | None = None,
    stages: bool = True,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Evaluate on MemoryBank: Chinese, English, and across (the question in one language, the memory in the other).

    Raises:
        ImportFormatError: a file is missing or is another.
    """
    runs = {}
    for language in LANGUAGES:
        for asked in LANGUAGES:
            name = language if asked == language else f"{asked} asks {language}"
            collections = read_memorybank(directory, language=language, asked_in=asked)
            runs[name] = evaluate(collections, embeddings=embeddings, plain=plain, stages=stages, progress=progress)
    across = [runs[name]["overall"] for name in runs if "asks" in name]
    return {
        "set": "memorybank",
        "runs": runs,
        "across": {key: round(sum(r[key] for r in across) / len(across), 4) for key in across[0]},
        **{f"{language} {key}": value for language in LANGUAGES for key, value in runs[language]["overall"].items()},
    }


def evaluate(
    collections: Sequence[Collection],
    *,
    embeddings: Embeddings | None = None,
    plain: Mapping[str, Embeddings] | None = None,
    stages: bool = True,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Store collections and ask their questions; give the figures of every arm.

    `plain` adds dense arms with other embedders, by name. The overall figures of recall stand at the top too.
    """
    from memory.chroma_store import ChromaStore
    from memory.lexical import Lexicon

    embedder = embeddings or LocalEmbeddings()
    peers = {"plain dense": embedder, **{f"plain dense, {name}": e for name, e in (plain or {}).items()}}
    tallies = {name: Tally() for name in (*peers, *(STAGES if stages else ()), RECALL)}
    held = {name: Tally() for name in (*peers, RECALL)}
    seconds: list[float] = []
    gated = Sample()
    daily = [row["text"] for row in everyday_messages()]
    turns, asked = sum(len(c.utterances) for c in collections), sum(len(c.questions) for c in collections)
    stored = answered = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        Lexicon(Path(folder) / "lexicon.sqlite3") as lexicon,
        ChromaStore.at(Path(folder) / "chroma", embeddings=embedder, tagged=FILTERED) as store,
    ):
        for collection in collections:
            kept = archive(
                store, lexicon, collection, count_text=_count, progress=progress, already=stored, total=turns
            )
            stored += len(collection.utterances)
            nearest = {name: Plain(collection, peer) for name, peer in peers.items()}
            for message in daily:
                gated.unwanted.append(near(kept.memory.scope, message))
            for stranger in strangers_of(collection, collections):
                gated.others.append(near(kept.memory.scope, stranger))
            for question in collection.questions:
                gated.wanted.append(near(kept.memory.scope, question.text))
                ranked, took = kept.ranked(question.text)
                seconds.append(took)
                tallies[RECALL].add(ranked, question.evidence, question.groups)
                held[RECALL].rows.append(
                    (
                        frozenset(question.groups),
                        _held(
                            kept.injected(question.text, max_tokens=BUDGET_TOKENS, k=BUDGET_K),
                            kept.injected(question.text, max_tokens=BUDGET_TOKENS, k=50),
                            question.evidence,
                        ),
                    )
                )
                for name, peer in nearest.items():
                    tallies[name].add(peer.ranked(question.text), question.evidence, question.groups)
                    held[name].rows.append(
                        (
                            frozenset(question.groups),
                            _held(
                                peer.injected(question.text, max_tokens=BUDGET_TOKENS, k=BUDGET_K, count=_cost),
                                peer.injected(question.text, max_tokens=BUDGET_TOKENS, k=50, count=_cost),
                                question.evidence,
                            ),
                        )
                    )
                for name, units in kept.staged(question.text).items() if stages else ():
                    tallies[name].add(units, question.evidence, question.groups)
                answered += 1
                progress("asking", answered, asked)
    return {
        "memories": turns,
        "questions": asked,
        "overall": tallies[RECALL].means(),
        **tallies[RECALL].means(),
        "by_category": tallies[RECALL].by_group(),
        "arms": {name: {"overall": t.means(), "by_category": t.by_group()} for name, t in tallies.items()},
        "budget": {
            "tokens": BUDGET_TOKENS,
            "k": BUDGET_K,
            "arms": {name: {"overall": t.means(), "by_category": t.by_group()} for name, t in held.items()},
        },
        "gate": figures(gated, gate_for(embedder_name(embedder))),
        "latency_ms": {
            "p50": round(1000 * percentile(seconds, 0.5), 1),
            "p95": round(1000 * percentile(seconds, 0.95), 1),
        },
    }


def strangers_of(collection: Collection, collections: Sequence[Collection]) -> list[str]:
    """Give questions of other users, a few of each, that this one's memories do not answer."""
    others = [c for c in collections if c is not collection]
    return [q.text for other in others for q in other.questions[:: max(1, len(other.questions) // STRANGERS)]][:100]


def _held(default: Sequence[str], filled: Sequence[str], evidence: frozenset[str]) -> dict[str, float]:
    """Give what share of the evidence is injected: with the default number of memories, and with as many as fit."""
    return {
        "held": recall_at(default, evidence, len(default) or 1),
        "held, filled": recall_at(filled, evidence, len(filled) or 1),
    }


def _count(text: str) -> int:
    return approximate_tokens(text)


def _cost(text: str) -> int:
    return approximate_tokens(text) + PER_MEMORY
