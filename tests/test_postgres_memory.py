"""The whole of long-term memory on PostgreSQL: through the agent, both legs of recall, the outbox, and erasure."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from langchain_core.messages import HumanMessage
from langgraph.store.base import PutOp
from long_term_places import T0
from postgres_server import postgres_url
from pydantic import SecretStr
from word_embeddings import WordEmbeddings

from graph import Agent, Context, build_graph, open_agent
from memory.errors import EmbedderMismatch, SettingsError, StoreUnavailable
from memory.postgres_store import PostgresMemories, open_postgres_store
from memory.record import MemoryRecord
from memory.scope import Scope


@pytest.fixture(scope="module")
def url() -> str:
    return postgres_url()


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    given: dict[str, Any] = {"database_url": SecretStr(postgres_url()), "chroma": "postgres"}
    with open_agent(data_dir=tmp_path, **given) as opened:
        yield opened


def in_database(agent: Agent, words: str) -> list[str]:
    """Give the tables of which any row holds the words."""
    with psycopg.connect(agent.settings.database_url.get_secret_value()) as db:
        tables = [n for (n,) in db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        rows = {name: db.execute(f'SELECT t::text FROM "{name}" t').fetchall() for name in tables}
    as_bytes = words.encode().hex()
    return [name for name, found in rows.items() if any(words in text or as_bytes in text for (text,) in found)]


def test_an_agent_keeps_its_memories_in_the_database_of_the_settings(agent: Agent, tmp_path: Path) -> None:
    agent.ask("My name is Ann and I live in Paris", user_id="a.b@c", thread_id="one")
    agent.ask("我对花生过敏", user_id="a.b@c", thread_id="one")
    agent.ask("I have moved, I live in Rome now", user_id="a.b@c", thread_id="two")
    assert "Rome" in agent.ask("Where do I live?", user_id="a.b@c", thread_id="three").text
    assert "花生" in agent.ask("我对什么过敏？", user_id="a.b@c", thread_id="four").text
    memory = agent.memory("a.b@c")
    (home,) = [r for r in memory.current() if r.attribute == "home"]
    assert "Rome" in home.text
    assert [v.change for v in memory.history(home.id)][-1] == "current"
    assert any(r.status == "superseded" and "Paris" in r.text for r in memory.scope.records())
    assert not (tmp_path / "chroma").exists()


def test_each_leg_of_recall_finds_what_it_is_for(agent: Agent) -> None:
    memory = agent.memory("legs")
    for text in ("the parcel Q7X-4711 lies at the gate", "my sister paints boats on Sundays", "桂林的雨季在五月"):
        memory.remember(text)
    for query, words, leg in (
        ("what about Q7X-4711?", "4711", "said"),
        ("which hobby does my sister have at weekends?", "boats", "dense"),
        ("桂林什么时候下雨？", "桂林", "said"),
    ):
        best = memory.recall(query, k=3)[0]
        assert words in best.record.text
        assert best.parts[leg] > 0


def test_a_users_memories_are_found_however_many_others_are_nearer(url: str) -> None:
    with open_postgres_store(url, embeddings=WordEmbeddings()) as store:
        mine = Scope(store, "one of many")
        store.batch([put(mine, n, f"Ann sees tree {n} among other words") for n in range(1500)])
        for other in range(8):
            theirs = Scope(store, f"other {other}")
            store.batch([put(theirs, n, "who has a green boat") for n in range(500)])
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("ANALYZE")
        assert len(mine.nearest("who has a green boat", limit=20)) == 20


def put(scope: Scope, n: int, text: str) -> PutOp:
    """Give the write of a record of which only the search by meaning is asked."""
    record = MemoryRecord(
        id=f"r{n}", user_id=scope.user_id, kind="fact", text=text, created=T0, updated=T0, valid_from=T0
    )
    return PutOp(scope.namespace("records"), record.id, {**record.to_value(), "key": text}, ["key"])


def test_a_text_that_the_database_cannot_hold_is_kept_without_what_it_cannot(agent: Agent) -> None:
    answer = agent.ask("Please remember that my locker\x00 is number 4711", user_id="u", thread_id="t")
    assert "write_error" not in answer.report
    assert agent.parts.outbox.pending("u") == []
    assert any("4711" in r.text for r in agent.memory("u").current())
    written = agent.memory("u").remember("half a \ud83d character")
    assert agent.memory("u").get(written.record.id).text == "half a \ufffd character"


def test_a_turn_written_a_second_time_by_the_graph_is_there_once(url: str) -> None:
    with open_postgres_store(url, embeddings=WordEmbeddings()) as store:
        for _ in range(2):
            graph = build_graph(store=store)
            said = HumanMessage("Please remember that my locker is number 4711", id="m1")
            graph.invoke({"messages": [said]}, {"configurable": {"thread_id": "t"}}, context=Context(user_id="twice"))
        records = [r for r in Scope(store, "twice").records() if r.source.speaker != "assistant"]
        assert sorted(r.kind for r in records) == ["episode", "fact"]
        assert all("4711" in r.text for r in records)


def test_what_a_broken_write_left_waits_in_the_outbox_and_is_written_once(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = PostgresMemories.batch

    def breaks_after_writing(self: Any, ops: Any) -> Any:
        some = list(ops)
        done = whole(self, some)
        if any(isinstance(op, PutOp) for op in some):
            raise StoreUnavailable("the connection is gone; expected it to stay; try again")
        return done

    with monkeypatch.context() as broken:
        broken.setattr(PostgresMemories, "batch", breaks_after_writing)
        answer = agent.ask("Please remember that my locker is number 4711", user_id="u", thread_id="t")
        assert "gone" in answer.report["write_error"]
    (entry,) = agent.parts.outbox.pending("u")
    agent.parts.outbox.retry(entry.key)
    assert agent.drain("u") == 1
    said = [r.text for r in agent.memory("u").scope.records() if r.source.speaker == "user"]
    assert max(Counter(said).values()) == 1
    assert agent.parts.outbox.pending("u") == []


def test_a_running_loop_is_served_too(url: str) -> None:
    async def turns() -> str:
        with open_postgres_store(url, embeddings=WordEmbeddings()) as store:
            graph = build_graph(store=store)
            for thread, text in (("a", "My name is Ann"), ("b", "What is my name?")):
                config: Any = {"configurable": {"thread_id": thread}}
                state = await graph.ainvoke({"messages": [("user", text)]}, config, context=Context(user_id="loop"))
            return str(state["messages"][-1].text)

    assert "Ann" in asyncio.run(turns())


def test_a_user_is_erased_from_every_table_and_the_others_lose_nothing(agent: Agent) -> None:
    for user, secret in (("gone", "the blue parcel lies in vault 4711"), ("stays", "my boat is called Susi")):
        agent.ask(f"Please remember that {secret}", user_id=user, thread_id=f"of {user}")
        memory = agent.memory(user)
        memory.edit(memory.remember(f"a draft: {secret}").record.id, f"edited: {secret}")
    assert {"store", "checkpoint_blobs"} <= set(in_database(agent, "vault 4711"))
    kept = sorted(r.text for r in agent.memory("stays").scope.records())
    counts = agent.forget_everything("gone")
    assert counts["records"] > 0
    assert counts["threads"] == 1
    assert in_database(agent, "vault 4711") == []
    assert set(agent.forget_everything("gone").values()) == {0}, "verified empty"
    assert sorted(r.text for r in agent.memory("stays").scope.records()) == kept


def test_a_user_is_erased_from_the_database_also_where_only_short_term_memory_is_in_use(tmp_path: Path) -> None:
    given: dict[str, Any] = {"database_url": SecretStr(postgres_url()), "chroma": "postgres"}
    with open_agent(data_dir=tmp_path, **given) as agent:
        agent.memory("gone").remember("my locker is number 4711")
    with open_agent(data_dir=tmp_path, short_term_only=True, **given) as agent:
        agent.forget_everything("gone")
        assert in_database(agent, "locker") == []


def test_an_export_of_one_store_is_the_import_of_another(agent: Agent, tmp_path: Path) -> None:
    agent.ask("My name is Ann and I live in Paris", user_id="u", thread_id="t")
    memory = agent.memory("u")
    memory.remember("User keeps bees")
    memory.export(tmp_path / "out.jsonl")
    with open_agent(data_dir=tmp_path / "elsewhere", chroma="alone") as other:
        other.memory("u").import_(tmp_path / "out.jsonl")
        assert sorted(r.text for r in other.memory("u").current()) == sorted(r.text for r in memory.current())


def test_another_embedder_of_the_same_dimension_is_refused(url: str) -> None:
    with open_postgres_store(url, embeddings=WordEmbeddings()):
        pass
    another = open_postgres_store(url, embeddings=WordEmbeddings(seed="another"))
    with pytest.raises(EmbedderMismatch, match="set the embedder back"), another:
        pass


def test_memories_in_a_database_need_its_address(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="BETHINK_DATABASE_URL"):
        open_agent(data_dir=tmp_path, chroma="postgres")
