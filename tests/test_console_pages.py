"""The console's pages in NiceGUI's simulated browser: what is there, in which language, and for whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from console_visit import console_user

from graph import Agent, open_agent

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # NiceGUI's simulation


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with open_agent(data_dir=tmp_path_factory.mktemp("console") / "data", chroma="alone") as opened:
        opened.ask("My name is Ann and I live in Berlin.", user_id="ann", thread_id="t")
        opened.ask("What's the weather in Chengdu?", user_id="ann", thread_id="t")
        opened.ask("我叫小明", user_id="xiaoming", thread_id="zh")
        yield opened


async def sees(user: Any, *texts: str) -> None:
    for text in texts:
        await user.should_see(text, retries=40)


async def test_the_pages_say_what_is_there_in_english(agent: Agent) -> None:
    async with console_user(agent) as user:
        await user.open("/")
        await sees(user, "I live in Berlin", "get_weather", "The request as the model saw it", "user ann", "Send")
        await user.open("/step?thread=t")
        await sees(user, "Checkpoints", "At rest", "Go back here")
        await user.open("/memories")
        await sees(user, "My name is Ann", "Add a memory", "profile")
        await user.open("/health")
        await sees(user, "Tokens a turn", "earlier versions", "What doctor says")


async def test_the_pages_say_what_is_there_in_chinese(agent: Agent) -> None:
    async with console_user(agent, user_id="xiaoming", language="zh") as user:
        await user.open("/")
        await sees(user, "我叫小明", "模型看到的请求", "发送", "用户 xiaoming")
        await user.open("/memories")
        await sees(user, "个人资料", "添加记忆", "导出、导入、整理、遗忘")
        await user.should_not_see("Berlin")
        await user.open("/health")
        await sees(user, "每轮词元")


async def test_a_user_sees_nothing_of_another_by_address_either(agent: Agent) -> None:
    theirs = agent.memory("ann").current()[0]
    async with console_user(agent, user_id="xiaoming") as user:
        for path in ("/?thread=t", "/step?thread=t", f"/memories?id={theirs.id}"):
            await user.open(path)
            await user.should_not_see("Berlin")
            await user.should_not_see("Ann")


async def test_a_console_that_only_looks_offers_no_change(agent: Agent) -> None:
    async with console_user(agent, read_only=True) as user:
        await user.open("/")
        await sees(user, "I live in Berlin", "read only", "Look through")
        for word in ("Send", "Say something else", "Answer again", "Clear", "New thread"):
            await user.should_not_see(word)
        await user.open("/step?thread=t")
        await sees(user, "Checkpoints")
        for word in ("Go back here", "Fork", "Bring it in, and stop", "Put into the state"):
            await user.should_not_see(word)
        record = agent.memory("ann").current()[0]
        await user.open(f"/memories?id={record.id}")
        await sees(user, "Its life")
        for word in ("Save", "Delete", "Undo", "Merge the chosen", "Forget this user", "Import a file", "Add a memory"):
            await user.should_not_see(word)


async def test_looking_only_refuses_a_change_wherever_it_comes_from(agent: Agent) -> None:
    from graph.console.access import Seat
    from graph.console.looks import Visit

    told: list[str] = []
    visit = Visit(agent, Seat(user_id="ann", read_only=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Visit, "tell", lambda self, text, bad=False: told.append(text))
        assert await visit.change(lambda: told.copy()) is None
        assert await visit.carry_out(lambda: told.append("done")) is False
    assert told and "done" not in told
