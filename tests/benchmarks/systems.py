"""The systems that are measured beside one another, each driven by its public way in."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from langchain_core.messages import HumanMessage

sys.path.append(str(Path(__file__).resolve().parent))
instant: Any = import_module("instant")

PROMPT, FACT, said = instant.PROMPT, instant.FACT, instant.said
Stopwatch, TimedEmbeddings = instant.Stopwatch, instant.TimedEmbeddings


class System:
    """One system: `turn` takes a turn, `kept` says how many memories there are, to show that it did its work."""

    remembers = True

    def __init__(self, folder: Path) -> None:
        self.folder, self.watch, self.model = folder, Stopwatch(), instant.InstantModel()
        self.stack = ExitStack()
        self.open()

    def open(self) -> None:
        raise NotImplementedError

    def turn(self, text: str, *, user: str, thread: str) -> str:
        raise NotImplementedError

    def kept(self, user: str) -> int:
        return 0

    def saver(self) -> Any:
        from langgraph.checkpoint.sqlite import SqliteSaver

        found = self.stack.enter_context(SqliteSaver.from_conn_string(str(self.folder / "checkpoints.sqlite3")))
        self.watch_saver(found)
        return found

    def watch_saver(self, saver: Any) -> None:
        for name in ("put", "put_writes", "get_tuple"):
            self.watch.watch(saver, name, "checkpoint")


class Bare(System):
    """`create_agent` and LangGraph's own SQLite saver: the whole history, no memory."""

    remembers = False

    def open(self) -> None:
        from langchain.agents import create_agent

        self.graph: Any = create_agent(
            self.model, tools(), system_prompt=PROMPT, middleware=self.middleware(), checkpointer=self.saver(),
            store=self.store(),
        )  # fmt: skip

    def middleware(self) -> list[Any]:
        return []

    def store(self) -> Any:
        return None

    def turn(self, text: str, *, user: str, thread: str) -> str:
        config = {"configurable": {"thread_id": thread, "user_id": user}}
        return str(self.graph.invoke({"messages": [HumanMessage(text)]}, config)["messages"][-1].text)


class Langmem(Bare):
    """`create_agent` with SummarizationMiddleware and LangMem's tools; its store is in memory, as in its guide."""

    remembers = True

    def open(self) -> None:
        from langchain.agents import create_agent

        langmem = import_module("langmem")
        space = ("memories", "{user_id}")
        own = [langmem.create_search_memory_tool(space), langmem.create_manage_memory_tool(space)]
        self.kept_in = self.store()
        self.graph = create_agent(
            self.model, [*tools(), *own], system_prompt=PROMPT, middleware=self.middleware(),
            checkpointer=self.saver(), store=self.kept_in,
        )  # fmt: skip

    def middleware(self) -> list[Any]:
        from langchain.agents.middleware import SummarizationMiddleware

        return [SummarizationMiddleware(self.model, trigger=("messages", 40), keep=("messages", 20))]

    def store(self) -> Any:
        from langgraph.store.memory import InMemoryStore

        return InMemoryStore(index={"dims": 512, "embed": TimedEmbeddings(self.watch), "fields": ["content"]})

    def kept(self, user: str) -> int:
        return len(self.kept_in.search(("memories", user), limit=100_000))


class Mem0(Bare):
    """mem0 around `create_agent`: search before the turn, `add` after it, over embedded Chroma."""

    remembers = True

    def open(self) -> None:
        os.environ.update(MEM0_TELEMETRY="False", MEM0_DIR=str(self.folder / "mem0"))  # read when it is imported
        mem0 = import_module("mem0")
        memory = mem0.Memory.from_config(
            {
                "vector_store": {"provider": "chroma", "config": {"path": str(self.folder / "chroma")}},
                "llm": {"provider": "langchain", "config": {"model": self.model}},
                "embedder": {"provider": "langchain", "config": {"model": TimedEmbeddings(self.watch)}},
                "history_db_path": str(self.folder / "history.sqlite3"),
            }
        )
        self.memory: Any = memory
        self.watch.watch(memory, "search", "recall")
        self.watch.watch(memory, "add", "write_back")
        super().open()

    def turn(self, text: str, *, user: str, thread: str) -> str:
        found = self.memory.search(text, filters={"user_id": user}, top_k=8)["results"]
        lines = "\n".join(f"- {item['memory']}" for item in found)
        answer = super().turn(f"Memories:\n{lines}\n\n{text}" if lines else text, user=user, thread=thread)
        told = [{"role": "user", "content": text}, {"role": "assistant", "content": answer}]
        self.memory.add(told, user_id=user)
        return answer

    def kept(self, user: str) -> int:
        return len(self.memory.get_all(filters={"user_id": user}, top_k=100_000)["results"])


class Ours(System):
    """Our graph as `open_agent` opens it: window, summary, recall, extraction, its own saver and claims."""

    short_term_only = False

    def open(self) -> None:
        from graph.build import compile_graph
        from graph.open import open_persistence, open_services
        from graph.settings import load_settings
        from memory.chroma_store import ChromaStore
        from memory.record import FILTERED

        settings = load_settings(
            data_dir=self.folder, model="gpt-4o-mini", base_url="http://127.0.0.1:9", system_prompt=PROMPT,
            short_term_only=self.short_term_only,
        )  # fmt: skip
        checkpoints, claims, outbox = open_persistence(settings, self.folder, self.stack)
        self.watch_saver(checkpoints)
        self.kept_in = None
        if not self.short_term_only:
            embeddings = TimedEmbeddings(self.watch)
            store = ChromaStore.at(self.folder / "chroma", embeddings=embeddings, tagged=FILTERED)
            self.kept_in = self.stack.enter_context(store)
            self.watch_parts()
        services = open_services(settings, self.folder, self.stack, outbox=outbox)
        self.services = replace(services, model=self.model)
        self.graph = compile_graph(self.services, store=self.kept_in, checkpointer=checkpoints, claims=claims)

    def watch_parts(self) -> None:
        from graph import build
        from memory.lexical import states
        from nodes import call_model

        self.watch.watch(states, "_states", "embedding")  # the local encoder's token states are embedding too
        self.watch.watch(build, "retrieve_memory", "recall")
        self.watch.watch(call_model, "prepare", "assemble")
        self.watch.watch(build, "write_back", "write_back")

    def turn(self, text: str, *, user: str, thread: str) -> str:
        from graph import Context

        config: Any = {"configurable": {"thread_id": thread}}
        out = self.graph.invoke({"messages": [HumanMessage(text)]}, config, context=Context(user_id=user))
        return str(out["messages"][-1].text)

    def kept(self, user: str) -> int:
        return 0 if self.kept_in is None else len(self.services.memory_for(self.kept_in, user).current())


class OursShort(Ours):
    """Our graph with short-term memory only: window, summary, repair."""

    remembers = False
    short_term_only = True


SYSTEMS: dict[str, type[System]] = {
    "create_agent, bare": Bare,
    "Bethink, short term only": OursShort,
    "Bethink": Ours,
    "create_agent + Summarization + LangMem": Langmem,
    "mem0 around create_agent": Mem0,
}
BARE, OURS = "create_agent, bare", "Bethink"


def tools() -> list[Any]:
    """Give the tools that every system offers: our own without those for memory."""
    from nodes.tools import default_tools

    return default_tools()
