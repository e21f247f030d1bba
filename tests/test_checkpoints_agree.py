"""The savers agree with LangGraph's own in memory, whatever is done to them in whatever order."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.base import BaseCheckpointSaver, Checkpoint, CheckpointTuple
from langgraph.checkpoint.base.id import uuid6
from langgraph.checkpoint.memory import InMemorySaver
from postgres_server import emptied_postgres_url

from memory.checkpoints import open_in_memory, open_postgres

VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-9, 9),
    st.sampled_from(["", "text", "文字" * 150]),
    st.lists(st.sampled_from([HumanMessage("你好", id="h"), AIMessage("hello", id="a")]), max_size=3),
    st.lists(st.integers(0, 9), max_size=3),
    st.fixed_dictionaries({"score": st.floats(0, 1)}),
)
THREADS = st.sampled_from(["one", "two"])
NAMESPACES = st.sampled_from(["", "child", "child:1"])
CHANNELS = ["messages", "summary", "report"]


def look(found: CheckpointTuple) -> Any:
    """Give what two savers must have alike of a checkpoint."""
    writes = [(task, channel, value) for task, channel, value in found.pending_writes or ()]
    metadata = {name: value for name, value in found.metadata.items() if name != "turn_number"}
    parent = found.parent_config["configurable"]["checkpoint_id"] if found.parent_config else None
    return (
        {key: found.config["configurable"].get(key) for key in ("thread_id", "checkpoint_ns", "checkpoint_id")},
        found.checkpoint["channel_values"],
        metadata,
        parent,
        writes,
    )


class Agreement(RuleBasedStateMachine):
    """LangGraph's saver in memory beside ours."""

    def savers(self) -> list[BaseCheckpointSaver[Any]]:
        return [InMemorySaver(), open_in_memory(keep_turns=None)]

    @initialize()
    def open(self) -> None:
        self.all = self.savers()
        self.put: list[tuple[str, str, Checkpoint]] = []
        self.version = 0

    @rule(
        thread=THREADS,
        ns=NAMESPACES,
        source=st.sampled_from(["input", "loop", "update", "fork"]),
        changes=st.dictionaries(st.sampled_from(CHANNELS), VALUES, max_size=3),
        parent=st.integers(0, 5),
    )
    def put_one(self, thread: str, ns: str, source: str, changes: dict[str, Any], parent: int) -> None:
        before = [c for t, n, c in self.put if (t, n) == (thread, ns)][-1 - parent :][:1]
        values = dict(before[0]["channel_values"]) if before else {}
        versions = dict(before[0]["channel_versions"]) if before else {}
        self.version += 1
        new: dict[str, Any] = dict.fromkeys(changes, f"{self.version:032}.0")
        checkpoint: Any = {
            "v": 2,
            "ts": "2026-01-01T00:00:00+00:00",
            "id": str(uuid6()),
            "channel_values": {**values, **changes},
            "channel_versions": {**versions, **new},
            "versions_seen": {"node": dict(versions)},
            "updated_channels": sorted(changes),
        }
        self.put.append((thread, ns, checkpoint))
        place: Any = {"configurable": {"thread_id": thread, "checkpoint_ns": ns}}
        if before:
            place["configurable"]["checkpoint_id"] = before[0]["id"]
        for saver in self.all:
            stored = saver.put(place, {**checkpoint}, {"source": source, "step": self.version, "parents": {}}, new)  # type: ignore[typeddict-item]
            assert stored["configurable"]["checkpoint_id"] == checkpoint["id"]

    @rule(at=st.integers(0, 9), task=st.sampled_from(["a", "b"]), channel=st.sampled_from([*CHANNELS, "__error__"]),
          value=VALUES)  # fmt: skip
    def write(self, at: int, task: str, channel: str, value: Any) -> None:
        if self.put:
            thread, ns, checkpoint = self.put[at % len(self.put)]
            place: Any = {"thread_id": thread, "checkpoint_ns": ns, "checkpoint_id": checkpoint["id"]}
            # The engine writes an error alone. In one write with others, LangGraph's own savers disagree: the one in
            # memory replaces the earlier error, the one on SQLite keeps it.
            writes = [(channel, value)] if channel == "__error__" else [(channel, value), ("summary", 1)]
            for saver in self.all:
                saver.put_writes({"configurable": place}, writes, task, f"~{task}")

    @rule(thread=THREADS)
    def delete(self, thread: str) -> None:
        self.put = [found for found in self.put if found[0] != thread]
        for saver in self.all:
            saver.delete_thread(thread)

    @rule(thread=THREADS, ns=NAMESPACES, limit=st.none() | st.integers(1, 3), source=st.sampled_from(["input", "loop"]))
    def search(self, thread: str, ns: str, limit: int | None, source: str) -> None:
        place: Any = {"configurable": {"thread_id": thread, "checkpoint_ns": ns}}
        before: Any = None
        ids = [c["id"] for t, n, c in self.put if (t, n) == (thread, ns)]
        if len(ids) > 2:
            before = {"configurable": {"thread_id": thread, "checkpoint_ns": ns, "checkpoint_id": ids[-2]}}
        model, *others = (
            [look(t) for t in saver.list(place, filter={"source": source}, before=before, limit=limit)]
            for saver in self.all
        )
        for other in others:
            assert other == model

    @invariant()
    def all_agree(self) -> None:
        for thread in ("one", "two"):
            for ns in ("", "child", "child:1"):
                place: Any = {"configurable": {"thread_id": thread, "checkpoint_ns": ns}}
                model, *others = (saver.get_tuple(place) for saver in getattr(self, "all", [None])[:9] if saver)
                for other in others:
                    assert (model is None) == (other is None)
                    if model is not None and other is not None:
                        assert look(other) == look(model)

    def teardown(self) -> None:
        for saver in getattr(self, "all", [])[1:]:
            saver.close()


class PostgresAgreement(Agreement):
    """The same with PostgreSQL beside them."""

    def savers(self) -> list[BaseCheckpointSaver[Any]]:
        return [*super().savers(), open_postgres(emptied_postgres_url(), keep_turns=None)]


def test_the_file_agrees_with_langgraphs_saver() -> None:
    run_state_machine_as_test(
        Agreement,
        settings=settings(
            max_examples=25,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )


def test_postgres_agrees_with_langgraphs_saver() -> None:
    emptied_postgres_url()
    run_state_machine_as_test(
        PostgresAgreement,
        settings=settings(
            max_examples=4,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
