"""Bounded history under graphs of other shapes: subgraphs, their own state, delta channels, updates while running."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest
from chatty_graph import answer, at
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from postgres_server import emptied_postgres_url

from memory.checkpoints import Checkpoints, SqliteCheckpoints, open_postgres, open_sqlite

Open = Callable[..., Checkpoints]


with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the channel is marked beta
    from langgraph.channels.delta import DeltaChannel


def replayed(state: list[str], writes: Sequence[list[str]]) -> list[str]:
    return [*state, *(word for write in writes for word in write)]


with warnings.catch_warnings():
    warnings.simplefilter("ignore")

    class Delta(TypedDict, total=False):
        words: Annotated[list[str], DeltaChannel(replayed, snapshot_frequency=6)]


def joined(left: list[str] | None, right: list[str]) -> list[str]:
    return [*(left or []), *right]


class Words(TypedDict, total=False):
    words: Annotated[list[str], joined]


@pytest.fixture(params=["sqlite", "postgres"])
def open_(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    opened: list[Checkpoints] = []
    url = emptied_postgres_url() if request.param == "postgres" else ""

    def open_one(**options: Any) -> Checkpoints:
        opened.append(open_postgres(url, **options) if url else open_sqlite(tmp_path / "checkpoints", **options))
        return opened[-1]

    yield open_one
    for checkpoints in opened:
        checkpoints.close()


def nested(checkpoints: Checkpoints, *, keeps_state: bool, asks: bool = False) -> Any:
    """Compile a graph whose one node is a graph of two nodes."""

    def inner(state: Words) -> Words:
        if asks and "ask" in state["words"][-1]:
            return {"words": [f"answered {interrupt('well?')}"]}
        return {"words": [f"inner {len(state['words'])}"]}

    def again(state: Words) -> Words:
        return {"words": ["again"]}

    child = StateGraph(Words)
    child.add_node("inner", inner)
    child.add_node("again", again)
    child.add_edge(START, "inner")
    child.add_edge("inner", "again")
    child.add_edge("again", END)
    outer = StateGraph(Words)
    outer.add_node("child", child.compile(checkpointer=True if keeps_state else None))
    outer.add_edge(START, "child")
    outer.add_edge("child", END)
    return outer.compile(checkpointer=checkpoints)


def rows_of(checkpoints: Checkpoints) -> dict[str, int]:
    """Give the number of checkpoints in each namespace of the thread."""
    counts: dict[str, int] = {}
    for found in checkpoints.list({"configurable": {"thread_id": "t"}}):
        ns = found.config["configurable"]["checkpoint_ns"]
        counts[ns] = counts.get(ns, 0) + 1
    return counts


def test_calls_of_subgraphs_go_with_the_turn_that_made_them(open_: Open) -> None:
    checkpoints = open_(keep_turns=2)
    graph = nested(checkpoints, keeps_state=False)
    for number in range(6):
        graph.invoke({"words": [f"turn {number}"]}, at("t"))
    counts = rows_of(checkpoints)
    assert counts.pop("") == 6
    assert len(counts) == 2
    for snapshot in graph.get_state_history(at("t")):
        graph.get_state(snapshot.config, subgraphs=True)


def test_a_subgraph_that_keeps_its_state_keeps_it_over_the_pruning(open_: Open) -> None:
    checkpoints = open_(keep_turns=2)
    graph = nested(checkpoints, keeps_state=True)
    for number in range(8):
        graph.invoke({"words": [f"turn {number}"]}, at("t"))
    counts = rows_of(checkpoints)
    assert counts[""] == 6
    assert counts["child"] < 14
    newest = checkpoints.get_tuple({"configurable": {"thread_id": "t", "checkpoint_ns": "child"}})
    assert newest is not None
    assert "turn 7" in newest.checkpoint["channel_values"]["words"]
    checkpoints.prune(["t"])
    assert rows_of(checkpoints) == {"": 1, "child": 1}


def test_an_interrupt_inside_a_subgraph_outlives_pruning_and_is_answered(open_: Open) -> None:
    checkpoints = open_(keep_turns=1)
    graph = nested(checkpoints, keeps_state=False, asks=True)
    for number in range(3):
        graph.invoke({"words": [f"turn {number}"]}, at("t"))
    graph.invoke({"words": ["ask"]}, at("t"))
    checkpoints.prune(["t"])
    assert graph.get_state(at("t")).interrupts
    result = graph.invoke(answer("yes"), at("t"))
    assert result["words"][-2:] == ["answered yes", "again"]


def test_a_delta_channel_keeps_what_it_is_rebuilt_from(open_: Open) -> None:
    def speak(state: Delta) -> Delta:
        return {"words": [f"reply {len(state['words'])}"]}

    builder = StateGraph(Delta)
    builder.add_node("speak", speak)
    builder.add_edge(START, "speak")
    builder.add_edge("speak", END)
    checkpoints = open_(keep_turns=2)
    graph = builder.compile(checkpointer=checkpoints)
    said: list[str] = []
    for number in range(12):
        said += [f"turn {number}", f"reply {2 * number + 1}"]
        assert graph.invoke({"words": [f"turn {number}"]}, at("t"))["words"] == said
        assert graph.get_state(at("t")).values["words"] == said
        for snapshot in graph.get_state_history(at("t")):
            words = snapshot.values.get("words", [])
            assert words == said[: len(words)]
    if isinstance(checkpoints, SqliteCheckpoints):
        assert len(list(checkpoints.list(at("t")))) < 22
