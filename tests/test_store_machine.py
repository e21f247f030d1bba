"""A state machine: whatever is done to it, ChromaStore holds what a dictionary would, and agrees with InMemoryStore."""

from __future__ import annotations

import tempfile
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from langgraph.store.base import GetOp, ListNamespacesOp, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore

LABELS = ["u", "u1", "u10", "U1", "a b", "*", "..".replace(".", "·"), "u/1", "u%2f1", "é", "e\u0301", "名", "x" * 200]
NAMESPACES = st.tuples(
    st.sampled_from(["m", "n"]), st.sampled_from(LABELS), st.sampled_from(["r", "c", "u1"])
) | st.tuples(st.sampled_from(["m", "n"]), st.sampled_from(LABELS))
PREFIXES = NAMESPACES | st.tuples(st.sampled_from(["m", "n", "none"])) | st.just(())
KEYS = st.sampled_from(["a", "b", "c", "//", "%", "名"])
WORDS = ["cats", "dogs", "sleep", "bark", "soup", "trains", "猫", "late", "hot", "blue"]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
SCALARS = (
    st.integers(-3, 3) | st.sampled_from(["x", "y", "", "long " * 40]) | st.booleans() | st.floats(-2, 2, width=16)
)
VALUES = st.fixed_dictionaries(
    {"key": TEXTS, "n": st.integers(-3, 3)},
    optional={"kind": st.sampled_from(["f", "p"]), "s": SCALARS, "x": st.none()},
)
PUTS = st.builds(PutOp, NAMESPACES, KEYS, VALUES | st.none(), st.sampled_from([None, None, None, False]), st.none())
FILTERS = st.sampled_from(
    [None, {"kind": "f"}, {"n": {"$gte": 0}}, {"n": {"$lt": 1}}, {"n": 2}, {"kind": {"$eq": "p"}, "n": {"$gt": -2}}]
)
_HOME = tempfile.TemporaryDirectory()
_EMBEDDER = WordEmbeddings()


class StoreMachine(RuleBasedStateMachine):
    """ChromaStore beside InMemoryStore; the directory is one, the name another in each run, since opening is dear."""

    number = 0

    @initialize()
    def open(self) -> None:
        StoreMachine.number += 1
        self.name = f"run{StoreMachine.number}"
        self.model = InMemoryStore(index={"dims": 64, "embed": _EMBEDDER, "fields": ["key"]})
        self.open_again()

    def open_again(self) -> None:
        self.store = ChromaStore.at(_HOME.name, embeddings=_EMBEDDER, name=self.name, shards=3)

    @rule(ops=st.lists(PUTS, min_size=1, max_size=6))
    def put(self, ops: list[PutOp]) -> None:
        last = list({(op.namespace, op.key): op for op in ops}.values())
        self.store.batch(ops)
        for op in last:
            self.put_in_model(op)

    def put_in_model(self, op: PutOp) -> None:
        """Put one by one, over nothing: the model fails on two equal texts in a batch, and keeps an old vector."""
        self.model.batch([PutOp(op.namespace, op.key, None)])
        if op.value is not None:
            self.model.batch([op])

    @rule(namespace=NAMESPACES, key=KEYS)
    def get(self, namespace: tuple[str, ...], key: str) -> None:
        ours, theirs = self.store.get(namespace, key), self.model.get(namespace, key)
        assert (ours and (ours.namespace, ours.key, ours.value)) == (
            theirs and (theirs.namespace, theirs.key, theirs.value)
        )

    @rule(prefix=PREFIXES, filter=FILTERS)
    def list(self, prefix: tuple[str, ...], filter: dict[str, Any] | None) -> None:
        ours = self.store.search(prefix, filter=filter, limit=1000)
        theirs = self.model.search(prefix, filter=filter, limit=1000)
        assert self.contents(ours) == self.contents(theirs)
        pages = [self.store.search(prefix, filter=filter, limit=3, offset=n) for n in range(0, len(ours) + 3, 3)]
        assert [i for page in pages for i in page] == ours

    @rule(prefix=PREFIXES, filter=FILTERS, query=TEXTS, limit=st.integers(1, 8), offset=st.integers(0, 3))
    def search(
        self, prefix: tuple[str, ...], filter: dict[str, Any] | None, query: str, limit: int, offset: int
    ) -> None:
        ours = self.store.search(prefix, query=query, filter=filter, limit=limit, offset=offset)
        theirs = self.model.search(prefix, query=query, filter=filter, limit=1000)
        scored = {(i.namespace, i.key): i.score for i in theirs if i.score is not None}
        best = sorted(scored.values(), reverse=True)[offset : offset + limit]
        assert [i.score for i in ours] == pytest.approx(best, abs=1e-5)
        for item in ours:
            assert scored[(item.namespace, item.key)] == pytest.approx(item.score, abs=1e-5)

    @rule(prefix=PREFIXES, depth=st.none() | st.integers(1, 3))
    def namespaces(self, prefix: tuple[str, ...], depth: int | None) -> None:
        if "*" in prefix:  # a wildcard there
            return
        full = {i.namespace for i in self.model.search(prefix, limit=1000)}  # the model lists empty ones too
        expected = sorted({ns[:depth] for ns in full} if depth else full)
        assert self.store.list_namespaces(prefix=prefix or None, max_depth=depth, limit=1000) == expected

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.open_again()

    @rule(namespace=NAMESPACES)
    def scrub(self, namespace: tuple[str, ...]) -> None:
        assert self.store.scrub(namespace)

    @rule(op=PUTS)
    def read_within_a_batch(self, op: PutOp) -> None:
        before = self.store.search((), limit=1000)
        found: Any = self.store.batch([op, SearchOp((), limit=1000), GetOp(op.namespace, op.key), ListNamespacesOp()])
        assert found[1] == before
        self.put_in_model(op)

    @invariant()
    def holds_the_same(self) -> None:
        if hasattr(self, "store"):
            assert self.contents(self.store.search((), limit=1000)) == self.contents(self.model.search((), limit=1000))

    def teardown(self) -> None:
        if hasattr(self, "store"):
            for name in self.store._database.collections():
                if name.startswith(f"{self.name}."):
                    self.store._database.drop(name)
            self.store.close()

    @staticmethod
    def contents(items: Any) -> dict[tuple[tuple[str, ...], str], Any]:
        return {(i.namespace, i.key): i.value for i in items}


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]
"""No shrinking: a run of fifteen steps reads well enough, and a minute of shrinking takes ten on two cores."""


def test_it_agrees_with_a_dictionary_whatever_is_done_to_it() -> None:
    run_state_machine_as_test(
        StoreMachine,
        settings=settings(
            max_examples=6, stateful_step_count=15, deadline=None, suppress_health_check=QUIET, phases=PHASES
        ),
    )


@pytest.mark.slow
def test_it_agrees_with_a_dictionary_for_a_long_time() -> None:
    run_state_machine_as_test(
        StoreMachine,
        settings=settings(
            max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=QUIET, phases=PHASES
        ),
    )
