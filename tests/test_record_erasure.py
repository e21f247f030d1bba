"""One erased memory leaves no word of it in any file, its threads go on, and everything else stays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langgraph.store.base import PutOp
from langgraph.types import Interrupt, Send
from planted import found_in
from postgres_server import postgres_url
from pydantic import SecretStr
from typer.testing import CliRunner

from graph import Agent, open_agent
from graph.cli.main import app
from graph.erasing import AUDIT, digest, history_of
from graph.redaction import Redaction
from memory.errors import MemoryNotFound
from memory.gist import things
from memory.long_term.record_erasure import Words
from memory.messages import find_problems
from nodes.keeping import KIND

SECRET = "my locker is number 4711QX7"
OPEN: dict[str, dict[str, Any]] = {"plain": {}, "sealed": {"checkpoint_key": SecretStr("a key of many words")}}


@pytest.fixture(params=list(OPEN.values()), ids=list(OPEN))
def agent(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Agent]:
    with open_agent(data_dir=tmp_path, chroma="alone", **request.param) as opened:
        yield opened


def the_record(agent: Agent, words: str) -> str:
    """Give the id of the memory that says this, and is no episode."""
    (found,) = [r.id for r in agent.memory("u").current() if words in r.text and r.kind != "episode"]
    return found


def messages(agent: Agent, thread: str) -> list[Any]:
    """Give what a thread holds."""
    return list(agent.state(user_id="u", thread_id=thread).values["messages"])


def test_an_erased_memory_leaves_no_byte_in_its_thread_or_anywhere(agent: Agent, tmp_path: Path) -> None:
    agent.ask("My boat is called Susi", user_id="u", thread_id="a")
    agent.ask(f"Please remember that {SECRET}. I like tea.", user_id="u", thread_id="a")
    agent.ask("What is 6 * 7?", user_id="u", thread_id="a")
    agent.ask("What is the number of my locker?", user_id="u", thread_id="b")
    agent.parts.outbox.put("other", "u", {"thread_id": "a", "text": f"Noted: {SECRET}."}, key="a/waits")
    history_of(tmp_path, "u").write_text(f"\n# 2026-01-01\n+{SECRET}\n+I like tea\n", encoding="utf-8")
    scope = agent.memory("u").scope
    tool_result = {"text": f"A list. {SECRET}. The end.", "thread_id": "a"}
    scope.put((), also=[PutOp(scope.namespace("tool_results"), "k", tool_result, False)])
    record = the_record(agent, "4711QX7")
    agent.memory("u").edit(record, "my locker is number 4711QX7 or 4712QX7")
    assert found_in(tmp_path, ["4711QX7", "4712QX7"])
    before = len(messages(agent, "a"))
    counts = agent.forget_record(user_id="u", record_id=record)
    assert found_in(tmp_path, ["4711QX7", "4712QX7"]) == {}
    assert all(counts[place] > 0 for place in ("outbox", "threads", "tool results", "typed lines", "memory")), counts
    said = [m.text for m in messages(agent, "a")]
    assert len(said) == before
    assert "I like tea." in " ".join(said), "the other sentences of the message stay"
    assert "Susi" in " ".join(said)
    assert "42" in " ".join(said)
    assert find_problems(messages(agent, "a")) == []
    assert agent.parts.checkpoints.check() == []
    assert "42" in agent.ask("What is 6 * 7?", user_id="u", thread_id="a").text
    assert "4711QX7" not in agent.ask("What is the number of my locker?", user_id="u", thread_id="a").text
    assert "Susi" in agent.ask("What is my boat called?", user_id="u", thread_id="c").text
    assert "I like tea" in history_of(tmp_path, "u").read_text(encoding="utf-8")


def test_a_summary_that_tells_it_is_cleaned_in_every_checkpoint(agent: Agent, tmp_path: Path) -> None:
    agent.ask(f"Please remember that {SECRET}", user_id="u", thread_id="a")
    config: Any = {"configurable": {"thread_id": "a"}}
    summary = f"They spoke of tea. The user said that {SECRET}."
    agent.graph.update_state(config, {"summary": summary, "messages": []}, as_node="write_back")
    agent.ask("What is 6 * 7?", user_id="u", thread_id="a")
    agent.forget_record(user_id="u", record_id=the_record(agent, "4711QX7"))
    assert found_in(tmp_path, ["4711QX7"]) == {}
    assert agent.state(user_id="u", thread_id="a").values["summary"] == "They spoke of tea.[…]"


def test_every_kept_checkpoint_can_still_be_gone_back_to(agent: Agent, tmp_path: Path) -> None:
    for text in ("What is 2 * 3?", f"Please remember that {SECRET}", "What is 3 * 3?"):
        agent.ask(text, user_id="u", thread_id="a")
    config: Any = {"configurable": {"thread_id": "a"}}
    before = [(s.config, len(s.values.get("messages", []))) for s in agent.graph.get_state_history(config)]
    agent.forget_record(user_id="u", record_id=the_record(agent, "4711QX7"))
    after = [(s.config, len(s.values.get("messages", []))) for s in agent.graph.get_state_history(config)]
    assert after == before
    assert found_in(tmp_path, ["4711QX7"]) == {}


def test_what_waits_in_the_outbox_no_longer_states_it(agent: Agent, tmp_path: Path) -> None:
    agent.ask(f"Please remember that {SECRET}", user_id="u", thread_id="a")
    record = the_record(agent, "4711QX7")
    (message,) = [m for m in messages(agent, "a") if SECRET in m.text and m.type == "human"]
    utterance = {"text": message.text, "speaker": "user", "thread_id": "a", "message_id": message.id, "context": ""}
    statement = {"text": SECRET, "quote": SECRET, "value": "", "message_id": message.id}
    kept = {"text": "User likes tea", "quote": "I like tea", "value": "", "message_id": "another"}
    payload = {"turn_id": message.id, "thread_id": "a", "episodes": [utterance], "candidates": [statement, kept]}
    agent.parts.outbox.put(KIND, "u", payload, key="a/again")
    agent.forget_record(user_id="u", record_id=record)
    (entry,) = agent.parts.outbox.pending("u")
    assert entry.payload["candidates"] == [kept]
    assert found_in(tmp_path, ["4711QX7"]) == {}


def test_a_memory_in_chinese_is_erased_alike(agent: Agent, tmp_path: Path) -> None:
    agent.ask("请记住我的储物柜暗语是雪山飞狐。我喜欢喝茶。", user_id="u", thread_id="a")
    agent.ask("我的储物柜暗语是什么？", user_id="u", thread_id="a")
    agent.forget_record(user_id="u", record_id=the_record(agent, "雪山飞狐"))
    assert found_in(tmp_path, ["雪山飞狐"]) == {}
    assert "我喜欢喝茶" in " ".join(m.text for m in messages(agent, "a"))


def test_a_deleted_memory_can_still_be_erased_from_its_thread(agent: Agent, tmp_path: Path) -> None:
    agent.ask(f"Please remember that {SECRET}", user_id="u", thread_id="a")
    record = the_record(agent, "4711QX7")
    agent.memory("u").delete(record)
    assert found_in(tmp_path, ["4711QX7"])
    agent.forget_record(user_id="u", record_id=record)
    assert found_in(tmp_path, ["4711QX7"]) == {}


def test_an_episode_that_is_erased_goes_from_its_thread_too(agent: Agent, tmp_path: Path) -> None:
    agent.ask("The blue parcel lies in vault 7-Q", user_id="u", thread_id="a")
    (episode,) = [r for r in agent.memory("u").scope.records() if r.source.speaker == "user" and r.kind == "episode"]
    agent.forget_record(user_id="u", record_id=episode.id)
    assert "vault 7-Q" not in messages(agent, "a")[0].text


def test_another_users_words_and_threads_are_not_touched(agent: Agent, tmp_path: Path) -> None:
    for user, thread in (("u", "a"), ("v", "b")):
        agent.ask(f"Please remember that {SECRET}", user_id=user, thread_id=thread)
    record = the_record(agent, "4711QX7")
    with pytest.raises(MemoryNotFound):
        agent.forget_record(user_id="v", record_id=record)
    agent.forget_record(user_id="u", record_id=record)
    theirs = agent.state(user_id="v", thread_id="b").values["messages"]
    assert SECRET in theirs[0].text
    assert any("4711QX7" in r.text for r in agent.memory("v").current())
    line = json.loads((tmp_path / AUDIT).read_text().splitlines()[-1])
    assert (line["what"], line["record"]) == ("forget_record", digest(record))


def test_on_postgres_a_memory_goes_from_its_thread_alike(tmp_path: Path) -> None:
    import psycopg

    url = postgres_url()
    given: dict[str, Any] = {"database_url": SecretStr(url), "chroma": "postgres"}
    with open_agent(data_dir=tmp_path, **given) as agent:
        agent.ask(f"Please remember that {SECRET}. I like tea.", user_id="u", thread_id="a")
        agent.ask("What is the number of my locker?", user_id="u", thread_id="b")
        config: Any = {"configurable": {"thread_id": "a"}}
        agent.graph.update_state(config, {"summary": f"Tea. The user said: {SECRET}."}, as_node="write_back")
        counts = agent.forget_record(user_id="u", record_id=the_record(agent, "4711QX7"))
        assert counts["threads"] > 0
        assert "I like tea." in messages(agent, "a")[0].text
        assert find_problems(messages(agent, "a")) == []
        with psycopg.connect(url) as db:
            for name in ("store", "checkpoints", "checkpoint_blobs", "checkpoint_writes", "bethink_outbox"):
                rows = " ".join(text for (text,) in db.execute(f"SELECT t::text FROM {name} t WHERE t::text != ''"))
                assert "number 4711QX7" not in rows, name
                assert b"number 4711QX7".hex() not in rows, name


def test_a_message_keeps_its_place_and_its_shape() -> None:
    named = things(SECRET)
    words = Words(ids=frozenset({"r"}), messages=frozenset({("t", "m1")}), texts=frozenset(), named=(named,))
    redact = Redaction(words)
    call = {"name": "save_memory", "args": {"text": SECRET, "n": 1}, "id": "c1", "type": "tool_call"}
    wire = [{"id": "c1", "function": {"name": "save_memory", "arguments": json.dumps({"text": SECRET})}}]
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    before: list[Any] = [
        SystemMessage("Be kind.", id="s"),
        HumanMessage([{"type": "text", "text": f"Remember {SECRET}."}, picture], id="m1"),
        AIMessage("", id="a1", tool_calls=[call], additional_kwargs={"tool_calls": wire}),
        ToolMessage(f"kept: {SECRET}", tool_call_id="c1", id="t1"),
        AIMessage(f"Done. {SECRET.replace('my', 'Your')}! And now?", id="a2"),
        HumanMessage("Is 4711QX7 a lucky number?", id="m2"),
    ]
    after: list[Any] = redact("t", before)
    assert "4711QX7" not in str([m for m in after if m.id != "m2"])
    assert after[1].content[1] == picture
    assert after[2].tool_calls[0]["args"]["n"] == 1
    assert json.loads(after[2].additional_kwargs["tool_calls"][0]["function"]["arguments"]) == {"text": "[…]"}
    assert after[4].text == "Done.[…] And now?"
    assert after[5] == before[5], "what the user said elsewhere stays"
    assert find_problems(after) == []
    assert [m.id for m in after] == [m.id for m in before]
    assert redact("t", after) is after, "done once is done"
    recalled = [{"id": "r", "text": SECRET}, {"id": "other", "text": "User likes tea"}]
    assert redact("t", {"recalled": recalled}) == {"recalled": recalled[1:]}
    assert redact("t", Send("n", {"text": SECRET})).arg == {"text": "[…]"}
    assert redact("t", Interrupt(value={"args": SECRET}, id="i")) == Interrupt(value={"args": "[…]"}, id="i")
    assert "4711QX7" in json.loads(json.dumps(before[1].content[0]["text"])), "nothing that was given is changed"


def test_by_command_a_memory_goes_from_its_thread_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DATA_DIR", str(tmp_path)), ("CHROMA", "alone"), ("USER", "u")):
        monkeypatch.setenv(f"BETHINK_{name}", value)

    def bethink(*arguments: str) -> Any:
        return CliRunner().invoke(app, list(arguments))

    bethink("ask", f"Please remember that {SECRET}", "--thread", "a")
    assert found_in(tmp_path, ["4711QX7"])
    out = bethink("memories", "erase", "locker")
    assert (out.exit_code, "in threads" in out.output) == (0, True), out.output
    assert found_in(tmp_path, ["4711QX7"]) == {}
    assert bethink("memories", "erase", "locker").exit_code == 2, "there is nothing left to erase"
