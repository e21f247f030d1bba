"""Reads LangGraph's stream as the events of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from langchain_core.messages import AIMessage, AIMessageChunk, ToolMessage

from graph.events import RESTARTED, Answer, Event

NODES = ("retrieve_memory", "call_model", "execute_tools", "write_back")


class TurnReader:
    """Turns the parts of one run's stream (version v2, modes messages and updates) into events, and sums them up."""

    def __init__(self, user_id: str, thread_id: str) -> None:
        self.user_id, self.thread_id = user_id, thread_id
        self.text = ""
        self.report: dict[str, Any] = {}
        self.recalled: list[dict[str, Any]] = []
        self.tool_calls: list[dict[str, Any]] = []
        self.approval: list[dict[str, Any]] = []
        self._streamed = False
        self._seen: dict[str, Any] = {}
        self._newest: AIMessage | ToolMessage | None = None

    @property
    def failed(self) -> bool:
        """True when the turn's writes wait: the store is down, and needs no second knock."""
        return "write_error" in self.report

    def events(self, part: dict[str, Any]) -> Iterator[Event]:
        """Give the events of one part of the stream."""
        if part["type"] == "messages":
            chunk, about = part["data"]
            from_model = about.get("langgraph_node") == "call_model"
            if from_model and isinstance(chunk, AIMessageChunk):
                yield from self._piece(chunk)
        elif part["type"] == "updates":
            for node, update in part["data"].items():
                if node == "__interrupt__":
                    yield from (self._approval(i.value) for i in update)
                elif node in NODES:
                    yield from self._update(node, update)

    def closing(self, snapshot: Any) -> Iterator[Event]:
        """Give the last events, from what the run streamed: by now the thread may be another turn's.

        What it did not stream, since it only finished an earlier run, is taken from the state.
        """
        values = {**snapshot.values, **self._seen}
        self.report = dict(values.get("report", {}))
        self.recalled = list(values.get("recalled", []))
        newest = self._newest or next(reversed(values.get("messages", [])), None)
        if not self.approval and isinstance(newest, AIMessage) and not newest.tool_calls:
            self.text = newest.text
            yield Event(kind="answer", text=self.text, node="call_model")
        yield Event(kind="report", data={**self.report, "memories": self.recalled})

    def note(self, event: Event) -> None:
        """Keep what `answer` needs."""
        if event.kind == "answer":
            self.text = event.text
        elif event.kind == "report":
            self.report = {k: v for k, v in event.data.items() if k != "memories"}
            self.recalled = event.data["memories"]
        elif event.kind == "tool_call":
            self.tool_calls.append(event.data)
        elif event.kind == "approval":
            self.approval.extend(event.data["calls"])

    def answer(self) -> Answer:
        """Give the turn as one value."""
        return Answer(
            text=self.text, report=self.report, recalled=self.recalled, tool_calls=self.tool_calls,
            approval=self.approval, user_id=self.user_id, thread_id=self.thread_id,
        )  # fmt: skip

    def _piece(self, chunk: AIMessageChunk) -> Iterator[Event]:
        if chunk.response_metadata.get(RESTARTED):
            if self._streamed:  # with nothing shown, nothing is void
                yield Event(kind="restart", node="call_model")
            self._streamed = False
        elif chunk.text:
            self._streamed = True
            yield Event(kind="token", text=chunk.text, node="call_model")

    def _approval(self, value: Any) -> Event:
        calls = list(value.get("calls", [])) if isinstance(value, dict) else []
        self.approval.extend(calls)
        return Event(kind="approval", node="execute_tools", data={"calls": calls, "value": value})

    def _update(self, node: str, update: Any) -> Iterator[Event]:
        for piece in update if isinstance(update, list) else [update]:
            if isinstance(piece, dict):
                self._seen |= {key: piece[key] for key in ("report", "recalled") if key in piece}
            for message in (piece or {}).get("messages", []) if isinstance(piece, dict) else []:
                if isinstance(message, AIMessage | ToolMessage):
                    self._newest = message
                if isinstance(message, AIMessage):
                    for call in message.tool_calls:
                        data = {"id": call["id"], "name": call["name"], "args": call["args"]}
                        yield Event(kind="tool_call", node=node, data=data)
                elif isinstance(message, ToolMessage):
                    data = {"id": message.tool_call_id, "name": message.name or "", "status": message.status}
                    yield Event(kind="tool_result", node=node, text=message.text, data=data)
        self._streamed = False
        yield Event(kind="node", node=node)
