"""A turn that was stopped, between two nodes or for an approval, is unfinished wherever the console looks at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from console_desk import Desk

from graph import Agent, open_agent
from graph.console import forks
from graph.console.growth import turn_costs
from graph.console.stepping import Stepper, just_ran
from graph.console.talk import waiting_calls
from graph.console.turn import look
from graph.reading import NODES


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with open_agent(data_dir=tmp_path_factory.mktemp("console") / "data", chroma="alone") as opened:
        yield opened


@pytest.fixture
def desk(agent: Agent, request: pytest.FixtureRequest) -> Desk:
    return Desk(agent, f"user of {request.node.name[:200]}", agent.new_thread())


def stopped_behind(desk: Desk, node: str, text: str) -> None:
    """Break a turn off when this node has ended, as Stop does."""
    for event in desk.agent.stream(text, user_id=desk.user, thread_id=desk.thread):
        if event.kind == "node" and event.node == node:
            break


@pytest.mark.parametrize("node", NODES[:-1])
def test_a_turn_stopped_between_two_nodes_is_unfinished_and_goes_on(desk: Desk, node: str) -> None:
    stopped_behind(desk, node, "What's the weather in Chengdu?")
    snapshot = desk.state
    assert forks.due(snapshot), "it looks like a turn that has ended"
    assert not look(*desk).is_over and not turn_costs(desk.agent, desk.user)
    list(desk.agent.resume(user_id=desk.user, thread_id=desk.thread))
    assert not forks.due(desk.state) and look(*desk).is_over
    assert len(turn_costs(desk.agent, desk.user)) == 1


async def test_a_stopped_turn_can_be_stepped_on_and_changed_where_it_stands(desk: Desk) -> None:
    stopped_behind(desk, "retrieve_memory", "My name is Ann")
    stepper = Stepper(*desk)
    stepper.set_message(str(stepper.now().values["messages"][0].id), "My name is Rose")
    assert forks.due(stepper.now()) == "retrieve_memory", "the change ended the turn"
    while forks.due(stepper.now()):
        await stepper.step()
    assert "Rose" in desk.messages()[-1] and just_ran(stepper.now()) == "write_back"


def test_a_stopped_turn_can_be_answered_again_and_said_differently(desk: Desk) -> None:
    stopped_behind(desk, "retrieve_memory", "I live in Berlin")
    turn = desk.turn("I live in Berlin")
    assert forks.can_go_back(list(forks.history(*desk))) == {turn}
    forks.answer_again(*desk, turn)
    list(desk.agent.resume(user_id=desk.user, thread_id=desk.thread))
    assert len(desk.messages()) == 2
    forks.before_turn(*desk, turn)
    assert not desk.messages()


def test_a_turn_that_waits_for_approval_is_unfinished(desk: Desk) -> None:
    desk.say("Find flights from Beijing to Shanghai tomorrow")
    desk.say("Book the first one")
    assert forks.due(desk.state) == "execute_tools" and waiting_calls(desk.state)
    assert not look(*desk).is_over
