"""What checkpoints of ours promise beyond LangGraph's conformance suite, for every saver."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from chatty_graph import answer, at, chatty_graph, say
from langchain_core.messages import AIMessage, HumanMessage
from postgres_server import emptied_postgres_url

from memory.checkpoints import Checkpoints, open_postgres, open_sqlite
from memory.errors import CheckpointError

Open = Callable[..., Checkpoints]


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


def chat(checkpoints: Checkpoints, turns: int, thread_id: str = "t", user_id: str = "u") -> Any:
    graph = chatty_graph(checkpoints)
    for number in range(turns):
        graph.invoke(say(f"question {number} of {thread_id}", user_id), at(thread_id))
    return graph


def inputs(graph: Any, thread_id: str = "t") -> list[str]:
    """Give the questions of the turns whose first checkpoint is kept, newest first."""
    history = graph.get_state_history(at(thread_id))
    return [s.tasks[0].result["messages"][0].content for s in history if s.metadata["source"] == "input"]


def test_the_last_turns_stay_whole_and_nothing_older_stays(open_: Open) -> None:
    graph = chat(open_(keep_turns=3), 8)
    assert inputs(graph) == [f"question {n} of t" for n in (7, 6, 5)]
    for snapshot in graph.get_state_history(at("t")):
        again = graph.get_state(snapshot.config)
        assert again.values == snapshot.values
        if snapshot.parent_config is not None:
            assert graph.get_state(snapshot.parent_config).config == snapshot.parent_config
    assert len(graph.get_state(at("t")).values["messages"]) == 32


def test_without_a_bound_everything_stays(open_: Open) -> None:
    graph = chat(open_(keep_turns=None), 12)
    assert len(inputs(graph)) == 12


def test_fewer_turns_than_one_cannot_be_kept(open_: Open) -> None:
    with pytest.raises(ValueError, match="keep_turns is 0; expected at least 1"):
        open_(keep_turns=0)


def test_a_pending_interrupt_outlives_pruning_and_is_answered(open_: Open) -> None:
    checkpoints = open_(keep_turns=1)
    graph = chat(checkpoints, 3)
    assert "__interrupt__" in graph.invoke(say("please ask me"), at("t"))
    checkpoints.prune(["t"])
    assert graph.get_state(at("t")).interrupts
    result = graph.invoke(answer("yes"), at("t"))
    assert result["messages"][-2].content == "yes"
    assert isinstance(result["messages"][-1], AIMessage)


def test_an_old_turn_can_be_taken_up_again_and_the_branch_goes_on(open_: Open) -> None:
    graph = chat(open_(keep_turns=4), 4)
    old = next(s for s in graph.get_state_history(at("t")) if len(s.values["messages"]) == 8 and not s.next)
    fork = graph.update_state(old.config, {"messages": [HumanMessage("another way", id="other")]})
    assert [m.content for m in graph.get_state(fork).values["messages"]][-1] == "another way"
    for number in range(6):
        graph.invoke(say(f"new {number}"), at("t"))
        values = graph.get_state(at("t")).values["messages"]
        assert values[8].content == "another way"
        assert not any(m.content == "question 3 of t" for m in values)
    assert inputs(graph) == [f"new {n}" for n in (5, 4, 3, 2)]


def test_replaying_an_old_checkpoint_again_and_again_stays_bounded(open_: Open) -> None:
    checkpoints = open_(keep_turns=3)
    graph = chat(checkpoints, 2)
    for _ in range(12):
        asked = [s for s in graph.get_state_history(at("t")) if s.next == ("call_model",)][-1]
        graph.invoke(None, asked.config)
    assert len(list(checkpoints.list(at("t")))) < 40
    assert len(graph.get_state(at("t")).values["messages"]) % 4 == 0


def test_editing_a_state_by_hand_again_and_again_stays_bounded(open_: Open) -> None:
    checkpoints = open_(keep_turns=3)
    graph = chat(checkpoints, 1)
    for number in range(30):
        graph.update_state(at("t"), {"summary": f"edit {number}"})
    assert len(list(checkpoints.list(at("t")))) < 14
    assert graph.get_state(at("t")).values["summary"] == "edit 29"
    assert len(graph.get_state(at("t")).values["messages"]) == 4


async def test_one_saver_serves_sync_and_async_callers_in_one_loop(open_: Open) -> None:
    checkpoints = open_()
    graph = chatty_graph(checkpoints)
    graph.invoke(say("sync"), at("t"))
    await graph.ainvoke(say("async"), at("t"))
    graph.invoke(say("sync again"), at("t"))
    state = await graph.aget_state(at("t"))
    assert state.values == graph.get_state(at("t")).values
    assert len(state.values["messages"]) == 12
    assert [s async for s in graph.aget_state_history(at("t"))] == list(graph.get_state_history(at("t")))
    assert len([c async for c in checkpoints.alist(at("t"), limit=7)]) == 7


async def test_many_tasks_and_threads_use_one_saver_at_once(open_: Open) -> None:
    graph = chatty_graph(open_(keep_turns=2))

    def thread(number: int) -> None:
        for turn in range(3):
            graph.invoke(say(f"{turn}"), at(f"thread {number}"))

    async def task(number: int) -> None:
        for turn in range(3):
            await graph.ainvoke(say(f"{turn}"), at(f"task {number}"))

    threads = [threading.Thread(target=thread, args=(n,)) for n in range(4)]
    for started in threads:
        started.start()
    await asyncio.gather(*(task(n) for n in range(4)))
    for started in threads:
        await asyncio.to_thread(started.join)
    for name in (*(f"thread {n}" for n in range(4)), *(f"task {n}" for n in range(4))):
        assert len(graph.get_state(at(name)).values["messages"]) == 12


def test_threads_are_listed_with_their_owners_the_last_changed_first(open_: Open) -> None:
    moments = iter(datetime(2026, 1, 1, 12, minute, second, tzinfo=UTC) for minute in range(60) for second in range(60))
    checkpoints = open_(clock=lambda: next(moments))
    chat(checkpoints, 2, "first", "ann")
    chat(checkpoints, 3, "second", "bob")
    graph = chat(checkpoints, 1, "third", "ann")
    assert [(t.thread_id, t.user_id, t.turns, t.messages) for t in checkpoints.threads()] == [
        ("third", "ann", 1, 4),
        ("second", "bob", 3, 12),
        ("first", "ann", 2, 8),
    ]
    assert [t.thread_id for t in checkpoints.threads("ann")] == ["third", "first"]
    assert all(t.bytes > 500 and t.updated.tzinfo is not None for t in checkpoints.threads())
    assert checkpoints.threads("ann")[0].updated > checkpoints.threads("ann")[1].updated
    assert checkpoints.owner("second") == "bob"
    assert checkpoints.owner("unknown") is None
    graph.invoke(say("once more", "ann"), at("first"))
    assert checkpoints.threads()[0].thread_id == "first"


def test_turns_are_counted_on_the_present_branch_and_named_in_the_metadata(open_: Open) -> None:
    checkpoints = open_()
    graph = chat(checkpoints, 4)
    assert checkpoints.threads()[0].turns == 4
    assert {s.metadata["turn_number"] for s in graph.get_state_history(at("t"))} == {1, 2, 3, 4}
    old = next(s for s in graph.get_state_history(at("t")) if s.metadata["turn_number"] == 2)
    graph.invoke(say("another third"), at("t", old.config["configurable"]["checkpoint_id"]))
    assert checkpoints.threads()[0].turns == 3


def test_a_thread_whose_first_turn_was_killed_has_an_owner_already(open_: Open) -> None:
    checkpoints = open_()
    graph = chatty_graph(checkpoints)
    for _ in graph.stream(say("hello", "ann"), at("t"), stream_mode="checkpoints", durability="sync"):
        break
    assert checkpoints.owner("t") == "ann"
    assert checkpoints.delete_user("ann")["threads"] == 1


def test_deleting_a_user_takes_all_of_theirs_and_nothing_of_others(open_: Open) -> None:
    checkpoints = open_()
    for number in range(3):
        chat(checkpoints, 2, f"ann {number}", "ann")
        graph = chat(checkpoints, 2, f"bob {number}", "bob")
    before = [graph.get_state(at(f"bob {n}")).values for n in range(3)]
    counts = checkpoints.delete_user("ann")
    assert counts["threads"] == 3
    assert counts["checkpoints"] > 30
    assert checkpoints.delete_user("ann")["threads"] == 0
    assert checkpoints.threads("ann") == []
    assert graph.get_state(at("ann 0")).values == {}
    assert [graph.get_state(at(f"bob {n}")).values for n in range(3)] == before


def test_a_copied_thread_goes_on_by_itself(open_: Open) -> None:
    checkpoints = open_()
    graph = chat(checkpoints, 3, "source", "ann")
    checkpoints.copy_thread("source", "copy")
    assert checkpoints.owner("copy") == "ann"
    graph.invoke(say("only here"), at("copy"))
    assert len(graph.get_state(at("copy")).values["messages"]) == 16
    assert len(graph.get_state(at("source")).values["messages"]) == 12
    checkpoints.delete_thread("source")
    assert len(list(graph.get_state_history(at("copy")))) > 20
    with pytest.raises(CheckpointError, match="'copy' has checkpoints already"):
        checkpoints.copy_thread("copy", "copy")
    with pytest.raises(CheckpointError, match="'nowhere' has no checkpoints"):
        checkpoints.copy_thread("nowhere", "somewhere")


def test_a_filter_by_metadata_and_a_limit_hold_together(open_: Open) -> None:
    checkpoints = open_()
    chat(checkpoints, 5)
    found = list(checkpoints.list(at("t"), filter={"source": "input"}, limit=3))
    assert [c.metadata["turn_number"] for c in found] == [5, 4, 3]  # type: ignore[typeddict-item]
    older = list(checkpoints.list(at("t"), filter={"source": "input"}, before=found[1].config))
    assert [c.metadata["turn_number"] for c in older] == [3, 2, 1]  # type: ignore[typeddict-item]
    assert list(checkpoints.list(at("t"), limit=0)) == []


def test_prune_refuses_what_it_does_not_know(open_: Open) -> None:
    checkpoints = open_()
    with pytest.raises(ValueError, match="prune strategy 'most'; expected keep_latest or delete"):
        checkpoints.prune(["t"], strategy="most")
    with pytest.raises(TypeError, match="expected a list of ids"):
        checkpoints.prune("t")


@pytest.mark.parametrize("name", ["o'hara;--", "%_*", "线程" * 256, "🧵‍" * 170, "a\x01b", " ", "x" * 512])
def test_any_text_can_be_a_thread_or_a_user(open_: Open, name: str) -> None:
    checkpoints = open_()
    graph = chat(checkpoints, 1, name, name)
    chat(checkpoints, 1, name + "0", "another")
    assert checkpoints.owner(name) == name
    assert len(graph.get_state(at(name)).values["messages"]) == 4
    assert checkpoints.delete_user(name)["threads"] == 1
    assert [t.user_id for t in checkpoints.threads()] == ["another"]


@pytest.mark.parametrize("text", ["nul \x00 inside", "‮right to left", "e\u0301🇨🇳👩‍👩‍👧", "x" * 3_000_000, ""])
def test_any_text_comes_back_as_it_was(open_: Open, text: str) -> None:
    graph = chatty_graph(open_())
    graph.update_state(at("t"), {"messages": [HumanMessage(text, id="m")], "summary": text, "report": {"a": [text]}})
    values = graph.get_state(at("t")).values
    assert values["messages"][0].content == text
    assert values["summary"] == text
    assert values["report"] == {"a": [text]}


def test_half_a_character_becomes_a_question_mark_and_never_an_error(open_: Open) -> None:
    graph = chatty_graph(open_())
    graph.update_state(at("t"), {"messages": [HumanMessage("\ud800 half", id="m")], "summary": "\udfff half"})
    assert graph.get_state(at("t")).values["summary"] == "? half"
    assert graph.get_state(at("t")).values["messages"][0].content == "? half"  # as LangGraph's serialiser has it


@pytest.mark.slow
def test_huge_messages_and_thousands_of_tool_calls_come_back_as_they_were(open_: Open) -> None:
    graph = chatty_graph(open_())
    calls = [{"name": "calculator", "args": {"n": n}, "id": f"call {n}"} for n in range(10_000)]
    huge = [HumanMessage("记忆 memory " * 800_000, id="h"), AIMessage("", tool_calls=calls, id="a")]
    graph.update_state(at("t"), {"messages": huge}, as_node="call_model")
    assert graph.get_state(at("t")).values["messages"] == huge
