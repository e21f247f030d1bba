"""The console's rooms without a browser: forks, steps, looking through a turn, the table, review, words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from console_desk import NOW, Desk, fact

from graph import Agent, open_agent
from graph.console import forks
from graph.console.comparing import compare
from graph.console.growth import by_day, turn_costs
from graph.console.listing import PAGE_SIZE, Listing, View
from graph.console.stepping import Stepper, id_of
from graph.console.talk import conversation, waiting_calls
from graph.console.timeline import bars
from graph.console.turn import considered, look
from memory.errors import InvalidId, ThreadOwnedByAnother
from memory.messages import find_problems


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with open_agent(data_dir=tmp_path_factory.mktemp("console") / "data", chroma="alone") as opened:
        yield opened


@pytest.fixture
def desk(agent: Agent, request: pytest.FixtureRequest) -> Desk:
    return Desk(agent, f"user of {request.node.name[:200]}", agent.new_thread())


# ---- forks
def test_something_else_said_instead_takes_back_what_the_first_words_left(desk: Desk) -> None:
    desk.say("My name is Ann")
    desk.say("I live in Berlin")
    forks.before_turn(*desk, desk.turn("I live in Berlin"))
    assert desk.messages()[0] == "My name is Ann" and len(desk.messages()) == 2
    assert not [r for r in desk.memory.current() if "Berlin" in r.text]
    desk.say("I live in Paris")
    assert "Paris" in desk.say("Where do I live?")
    assert not any("Berlin" in text for text in desk.messages())
    assert [r.text for r in desk.memory.current() if r.attribute == "name"]


def test_the_first_turn_of_all_can_be_said_differently(desk: Desk) -> None:
    desk.say("我叫小明")
    forks.before_turn(*desk, desk.turn("我叫小明"))
    desk.say("我叫小红")
    assert desk.messages()[0] == "我叫小红"
    assert "小红" in desk.say("我叫什么名字？")


def test_a_superseding_turn_that_is_abandoned_gives_the_older_truth_back(desk: Desk) -> None:
    desk.say("I live in Berlin")
    desk.say("I moved to Paris")
    forks.before_turn(*desk, desk.turn("I moved to Paris"))
    assert [r.text for r in desk.memory.current(attribute="home")] == ["I live in Berlin"]


def test_answering_again_keeps_the_message_and_its_facts(desk: Desk) -> None:
    desk.say("I live in Berlin")
    turn = desk.turn("I live in Berlin")
    before = {r.id for r in desk.memory.current()}
    forks.answer_again(*desk, turn)
    list(desk.agent.resume(user_id=desk.user, thread_id=desk.thread))
    state = desk.state
    assert len(state.values["messages"]) == 2 and not state.next
    assert not find_problems(state.values["messages"])
    assert {r.id for r in desk.memory.current()} == before
    episodes = [r for r in desk.memory.scope.records() if r.kind == "episode"]
    assert len(episodes) == 2


def test_a_turn_that_is_no_longer_kept_is_refused_by_name(desk: Desk) -> None:
    desk.say("hello")
    for go in (forks.before_turn, forks.answer_again):
        with pytest.raises(InvalidId, match="no longer kept"):
            go(*desk, "nobody")


def test_nobody_forks_or_steps_anothers_thread(desk: Desk) -> None:
    desk.say("hello")
    with pytest.raises(ThreadOwnedByAnother):
        forks.before_turn(desk.agent, "bob", desk.thread, "x")
    with pytest.raises(ThreadOwnedByAnother):
        Stepper(desk.agent, "bob", desk.thread).checkpoints()
    with pytest.raises(ThreadOwnedByAnother):
        look(desk.agent, "bob", desk.thread)


# ---- steps
async def test_a_turn_runs_node_by_node_and_can_be_changed_in_between(desk: Desk) -> None:
    stepper = Stepper(*desk)
    assert await stepper.say("What's the weather in Chengdu?") == []
    ran = []
    while stepper.now().next:
        if stepper.now().next == ("execute_tools",):
            with pytest.raises(InvalidId, match="no message"):
                stepper.set_message("nobody", "x")
            stepper.set_summary("a summary by hand")
            stepper.set_recalled('[{"id": "1", "kind": "fact", "text": "put in by hand", "said": ""}]')
        ran += await stepper.step()
    assert [n for n in ran if n != "run_tool"] == [
        "retrieve_memory", "call_model", "execute_tools", "call_model", "write_back",
    ]  # fmt: skip
    values = stepper.now().values
    assert values["summary"] == "a summary by hand"
    assert values["recalled"][0]["text"] == "put in by hand"
    assert any("put in by hand" in s.text for s in look(*desk).sent)


async def test_a_message_changed_before_the_model_runs_is_what_it_answers(desk: Desk) -> None:
    stepper = Stepper(*desk)
    await stepper.say("My name is Ann")
    await stepper.step()
    stepper.set_message(str(stepper.now().values["messages"][0].id), "My name is Rose")
    assert stepper.now().next == ("call_model",)
    await stepper.step()
    assert "Rose" in stepper.now().values["messages"][-1].text


async def test_a_message_changed_before_the_first_node_keeps_that_node_next(desk: Desk) -> None:
    stepper = Stepper(*desk)
    await stepper.say("My name is Ann")
    stepper.set_message(str(stepper.now().values["messages"][0].id), "My name is Rose")
    assert stepper.now().next == ("retrieve_memory",)
    with pytest.raises(InvalidId, match="before the first node"):
        stepper.set_summary("x")


@pytest.mark.parametrize("text", ["{", "{}", '[{"kind": "x"}]', '[{"text": "a", "__overwrite__": []}]', "[1]"])
def test_recalled_memories_put_in_by_hand_are_checked(desk: Desk, text: str) -> None:
    with pytest.raises(InvalidId):
        Stepper(*desk).set_recalled(text)


async def test_any_checkpoint_can_be_gone_back_to_or_forked(desk: Desk) -> None:
    desk.say("My name is Ann")
    desk.say("What's the weather in Chengdu?")
    stepper = Stepper(*desk)
    before_tools = next(s for s in stepper.checkpoints() if s.next == ("execute_tools",))
    forked = Stepper(desk.agent, desk.user, stepper.fork(id_of(before_tools)))
    assert forked.now().next == ("execute_tools",)
    assert len(stepper.now().values["messages"]) == 6
    await forked.step()
    assert forked.now().next == ("call_model",)
    stepper.go_back(id_of(before_tools))
    assert stepper.now().next == ("execute_tools",) and len(stepper.now().values["messages"]) == 4
    with pytest.raises(InvalidId, match="no checkpoint"):
        stepper.go_back("nothing")
    lines = compare(before_tools.values, forked.now().values)
    assert {line.where for line in lines} == {"both", "right"}


async def test_an_approval_waits_in_a_step_and_in_a_chat(desk: Desk) -> None:
    desk.say("Find flights from Beijing to Shanghai tomorrow")
    answer = desk.agent.ask("Book the first one", user_id=desk.user, thread_id=desk.thread)
    snapshot = desk.state
    assert [c["name"] for c in waiting_calls(snapshot)] == [c["name"] for c in answer.approval] == ["book_flight"]
    await Stepper(*desk).step(False)
    said = conversation(desk.state.values["messages"])
    assert [c.failed for one in said for c in one.calls if c.name == "book_flight"] == [True]


# ---- a turn looked through
def test_a_turn_shows_its_request_its_tokens_and_why_the_rest_was_not_recalled(desk: Desk) -> None:
    desk.say("I live in Berlin", thread=desk.agent.new_thread())
    desk.say("My sister Mia plays chess", thread=desk.agent.new_thread())
    desk.say("Where do I live?")
    seen = look(*desk)
    assert seen.sent[0].role == "system" and seen.sent[-1].role == "human"
    assert seen.sent[-1].text.endswith("Where do I live?")
    assert seen.recalled and sum(seen.parts.values()) <= seen.budget
    assert seen.report["tokens"] == pytest.approx(sum(seen.parts.values()), rel=0.05)
    found = considered(*desk, seen.turn_id)
    assert not {c.record.id for c in found if not c.taken} & {r["id"] for r in seen.recalled}
    assert {c.record.text for c in found if c.taken} >= {"I live in Berlin"}
    assert all(c.reason for c in found)
    assert look(*desk, "nobody").turn_id in ("", "nobody")


def test_tokens_over_time_are_read_off_the_turns(desk: Desk) -> None:
    desk.say("hello")
    desk.say("I live in Rome")
    costs = turn_costs(desk.agent, desk.user)
    assert len(costs) == 2 and all(c.tokens > 0 for c in costs) and costs == sorted(costs, key=lambda c: c.at)


# ---- memories
def test_the_table_pages_filters_and_follows_changes(desk: Desk) -> None:
    memory = desk.memory
    memory.scope.put([fact(n, f"thing {n}", user_id=desk.user) for n in range(60)])
    listing = Listing(memory)
    first = listing.page(View())
    assert (first.total, first.pages, len(first.rows)) == (60, 3, PAGE_SIZE)
    assert [r.record.text for r in first.rows[:2]] == ["thing 0", "thing 1"]
    assert listing.page(View(page=99)).page == 2
    assert listing.page(View(sort="text")).rows[0].record.text == "thing 9"
    one = first.rows[0].record.id
    memory.delete(one)
    listing.changed(one)
    assert listing.page(View()).total == 59
    assert [r.record.id for r in listing.page(View(shown="deleted")).rows] == [one]
    memory.undo(one)
    listing.changed(one)
    assert listing.page(View()).total == 60
    memory.pin(listing.page(View()).rows[-1].record.id)
    memory.remember("I like tea")
    assert listing.page(View()).total == 61
    assert listing.page(View(source="-")).total == 60 + 1
    assert listing.page(View(source="nowhere")).total == 0
    assert listing.page(View(kinds=("profile",))).total == 0


def test_a_change_read_in_part_is_what_reading_all_anew_gives(desk: Desk) -> None:
    memory = desk.memory
    listing, old = Listing(memory), memory.remember("I live in Berlin", attribute="home").record
    listing.page(View())
    new = memory.remember("I live in Paris", attribute="home").record
    listing.page(View())
    for change in (
        lambda: memory.edit(new.id, "I live in Paris now"), lambda: memory.undo(new.id), lambda: memory.undo(new.id),
        lambda: memory.edit(old.id, importance=0.1),
    ):  # fmt: skip
        change()  # type: ignore[no-untyped-call]  # lambdas of several results
        listing.changed(new.id)
        listing.changed(old.id)
        fresh = Listing(memory).page(View(shown="all"))
        assert listing.page(View(shown="all")) == fresh


def test_search_is_the_real_recall_with_its_scores(desk: Desk) -> None:
    memory = desk.memory
    memory.remember("My sister Mia plays chess")
    memory.remember("I live in Berlin")
    rows = Listing(memory).page(View(query="Where do I live?")).rows
    taken = [r.record.text for r in rows if r.taken]
    assert taken == [r.record.text for r in memory.recall("Where do I live?")]
    assert all(r.score is not None and r.parts for r in rows)


def test_a_records_life_is_drawn_from_its_first_moment_to_now(desk: Desk) -> None:
    memory = desk.memory
    old = memory.remember("I live in Berlin", attribute="home", valid_from=NOW - timedelta(days=300)).record
    memory.remember("I live in Paris", attribute="home", valid_from=NOW)
    drawn = bars(memory.history(old.id), memory.clock())
    assert [b.text for b in drawn] == ["I live in Berlin", "I live in Paris"]
    assert drawn[0].left == 0 and drawn[0].left + drawn[0].width == pytest.approx(drawn[1].left, abs=0.03)
    assert drawn[1].until is None
    assert all(0 <= b.left <= 1 and 0 < b.width <= 1 for b in drawn)
    assert by_day([old]) == [(f"{old.created.astimezone():%Y-%m-%d}", 1)]
