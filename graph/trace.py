"""OpenTelemetry spans and metrics of a turn, by the GenAI semantic conventions; off unless asked for.

A span for the turn, each node, each model call and each tool, nested as they ran, and histograms of tokens and seconds.
Texts are left out unless `content=True`: a trace must not become another place where memories lie. LangSmith needs
nothing of ours: it works by its own variables.
Source of the names: OpenTelemetry's semantic conventions for generative AI (`gen_ai.*`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage
from langchain_core.outputs import LLMResult

from graph.reading import NODES
from memory.errors import SettingsError

if TYPE_CHECKING:
    from opentelemetry.metrics import MeterProvider
    from opentelemetry.trace import Span, TracerProvider

SCOPE = "bethink"
COUNTED = ("recalled", "rounds", "tokens", "folded")
"""The figures of a turn's report that its node's span carries."""


class Tracing(BaseCallbackHandler):
    """A callback handler that makes spans and metrics of what LangChain and LangGraph report."""

    run_inline = True  # spans must open and close in the order of the run

    def __init__(
        self,
        *,
        tracer_provider: TracerProvider | None = None,
        meter_provider: MeterProvider | None = None,
        content: bool = False,
    ) -> None:
        try:
            from opentelemetry import metrics, trace
        except ImportError as error:
            raise SettingsError(
                "tracing is on, but OpenTelemetry is not installed; expected the extra `trace`; install bethink[trace]"
            ) from error
        self.content = content
        self._trace = trace
        self._tracer = trace.get_tracer(SCOPE, tracer_provider=tracer_provider)
        meter = metrics.get_meter(SCOPE, meter_provider=meter_provider)
        self._tokens = meter.create_histogram("gen_ai.client.token.usage", unit="{token}")
        self._seconds = meter.create_histogram("gen_ai.client.operation.duration", unit="s")
        self._open: dict[UUID, tuple[Span, float, dict[str, Any]]] = {}
        self._parents: dict[UUID, UUID | None] = {}

    # ---- the turn and its nodes
    def on_chain_start(
        self, serialized: Any, inputs: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        """Open a span for the turn and for each node; everything between them is left out."""
        name, metadata = str(kwargs.get("name") or ""), kwargs.get("metadata") or {}
        self._parents[run_id] = parent_run_id
        if parent_run_id is None:
            about = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": SCOPE}
            if thread := metadata.get("thread_id"):
                about["gen_ai.conversation.id"] = str(thread)
            self._begin(run_id, f"invoke_agent {SCOPE}", about)
        elif name in NODES and metadata.get("langgraph_node") == name and not self._is_inside(run_id, name):
            self._begin(run_id, name, {"bethink.node": name})

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **kwargs: Any) -> None:
        """Close the span, with the figures of the turn's report."""
        if run_id in self._open and isinstance(outputs, dict):
            report = outputs.get("report") or {}
            span = self._open[run_id][0]
            for figure in COUNTED:
                if figure in report:
                    span.set_attribute(f"bethink.{figure}", report[figure])
            span.set_attribute("bethink.written", len(report.get("written", ())))
        self._end(run_id)

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        """Close the span with the error's kind."""
        self._end(run_id, error)

    # ---- the model
    def on_chat_model_start(
        self,
        serialized: Any,
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        **kwargs: Any,
    ) -> None:
        """Open a span for a model call."""
        self._parents[run_id] = parent_run_id
        given = kwargs.get("invocation_params") or {}
        named = (kwargs.get("metadata") or {}).get("ls_model_name")
        model = str(given.get("model") or given.get("model_name") or named or "")
        about: dict[str, Any] = {"gen_ai.operation.name": "chat", "gen_ai.request.model": model}
        if self.content:
            about["gen_ai.input.messages"] = json.dumps([[m.type, m.text] for m in messages[0]], ensure_ascii=False)
        self._begin(run_id, f"chat {model}".strip(), about)

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **kwargs: Any) -> None:
        """Close a model call's span with the tokens that it took."""
        message = getattr(response.generations[0][0], "message", None) if response.generations else None
        usage = getattr(message, "usage_metadata", None) or {}
        if run_id in self._open:
            span, _, about = self._open[run_id]
            for kind in ("input", "output"):
                if (tokens := usage.get(f"{kind}_tokens")) is not None:
                    span.set_attribute(f"gen_ai.usage.{kind}_tokens", tokens)
                    self._tokens.record(tokens, {**self._labels(about), "gen_ai.token.type": kind})
            if self.content and message is not None:
                span.set_attribute("gen_ai.output.messages", message.text)
        self._end(run_id)

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        """Close a model call's span with the error's kind."""
        self._end(run_id, error)

    # ---- the tools
    def on_tool_start(
        self, serialized: Any, input_str: str, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        """Open a span for a tool."""
        self._parents[run_id] = parent_run_id
        name = str(kwargs.get("name") or (serialized or {}).get("name") or "tool")
        about = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name}
        if self.content:
            about["gen_ai.tool.call.arguments"] = input_str
        self._begin(run_id, f"execute_tool {name}", about)

    def on_tool_end(self, output: Any, *, run_id: UUID, **kwargs: Any) -> None:
        """Close a tool's span."""
        self._end(run_id)

    def on_tool_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        """Close a tool's span with the error's kind."""
        self._end(run_id, error)

    # ---- spans
    def _begin(self, run_id: UUID, name: str, about: dict[str, Any]) -> None:
        parent = self._ancestor(run_id)
        context = self._trace.set_span_in_context(parent) if parent is not None else None
        self._open[run_id] = (self._tracer.start_span(name, context, attributes=about), time.monotonic(), about)

    def _end(self, run_id: UUID, error: BaseException | None = None) -> None:
        self._parents.pop(run_id, None)
        opened = self._open.pop(run_id, None)
        if opened is None:
            return
        span, since, about = opened
        if error is not None and type(error).__name__ != "GraphInterrupt":
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(self._trace.Status(self._trace.StatusCode.ERROR))
        if "gen_ai.operation.name" in about:
            self._seconds.record(time.monotonic() - since, self._labels(about))
        span.end()

    def _ancestor(self, run_id: UUID) -> Span | None:
        for step in self._line(run_id):
            if step in self._open:
                return self._open[step][0]
        return None

    def _is_inside(self, run_id: UUID, name: str) -> bool:
        return any(
            step in self._open and self._open[step][2].get("bethink.node") == name for step in self._line(run_id)
        )

    def _line(self, run_id: UUID) -> Sequence[UUID]:
        out: list[UUID] = []
        step = self._parents.get(run_id)
        while step is not None:
            out.append(step)
            step = self._parents.get(step)
        return out

    @staticmethod
    def _labels(about: dict[str, Any]) -> dict[str, Any]:
        return {
            k: about[k] for k in ("gen_ai.operation.name", "gen_ai.request.model", "gen_ai.tool.name") if k in about
        }
