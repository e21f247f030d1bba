"""A turn leaves nested spans and figures, and no text unless it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from graph import build_graph, open_agent
from graph.trace import Tracing

THREAD: Any = {"configurable": {"thread_id": "t"}}


class Recorded:
    """What was exported."""

    def __init__(self, *, content: bool = False) -> None:
        self.exporter, self.reader = InMemorySpanExporter(), InMemoryMetricReader()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        meters = MeterProvider([self.reader])
        self.tracing = Tracing(tracer_provider=provider, meter_provider=meters, content=content)

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        return self.exporter.get_finished_spans()

    def named(self, name: str) -> list[ReadableSpan]:
        return [s for s in self.spans if s.name == name]

    def all_text(self) -> str:
        return str([dict(s.attributes or {}) for s in self.spans])


def ask(recorded: Recorded, text: str) -> None:
    graph = build_graph(checkpointer=InMemorySaver())
    config: Any = {**THREAD, "callbacks": [recorded.tracing]}
    graph.invoke({"messages": [("user", text)]}, config)


def test_a_turn_is_a_tree_of_spans() -> None:
    recorded = Recorded()
    ask(recorded, "What is 6 * 7?")
    (turn,) = recorded.named("invoke_agent bethink")
    assert turn.parent is None
    for node, times in (("retrieve_memory", 1), ("call_model", 2), ("execute_tools", 1), ("write_back", 1)):
        spans = recorded.named(node)
        assert len(spans) == times, node
        assert {s.parent.span_id for s in spans if s.parent} == {turn.context.span_id}
    (tool,) = recorded.named("execute_tool calculator")
    assert tool.parent is not None
    assert tool.parent.span_id == recorded.named("execute_tools")[0].context.span_id
    chats = [s for s in recorded.spans if s.name.startswith("chat")]
    assert len(chats) == 2
    assert all((s.attributes or {}).get("gen_ai.usage.input_tokens") for s in chats)


def test_no_text_is_traced_unless_it_is_asked_for() -> None:
    quiet, loud = Recorded(), Recorded(content=True)
    ask(quiet, "My name is Zebediah")
    ask(loud, "My name is Zebediah")
    assert "Zebediah" not in quiet.all_text()
    assert "Zebediah" in loud.all_text()


def test_tokens_and_seconds_are_measured() -> None:
    recorded = Recorded()
    ask(recorded, "What is 6 * 7?")
    data = recorded.reader.get_metrics_data()
    assert data is not None
    names = {m.name for r in data.resource_metrics for s in r.scope_metrics for m in s.metrics}
    assert names == {"gen_ai.client.token.usage", "gen_ai.client.operation.duration"}


def test_a_failure_is_marked_and_nothing_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    import nodes.call_model as room

    def fails(*_: Any) -> Any:
        raise RuntimeError("no")

    recorded = Recorded()
    monkeypatch.setattr(room, "prepare", fails)
    with pytest.raises(RuntimeError):
        ask(recorded, "hello")
    assert (recorded.named("call_model")[0].attributes or {})["error.type"] == "RuntimeError"
    assert not recorded.tracing._open


def test_the_door_traces_when_the_settings_ask_for_it(tmp_path: Path) -> None:
    from opentelemetry import trace

    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    with open_agent(data_dir=tmp_path, chroma="alone", short_term_only=True, tracing="on") as agent:
        agent.ask("hello", user_id="u", thread_id="t")
    assert [s for s in exporter.get_finished_spans() if s.name == "invoke_agent bethink"]
