"""A structured log of what the agent does: one JSON line for each turn, node, model call, tool, recall and write.

Off unless `BETHINK_LOG` asks for it. `open_log` is the one place where it is switched on, `log_lines` decides what a
line may hold: figures, kinds and names of tools and models; users and threads by a hash. Texts come with `content`.
"""

from __future__ import annotations

import logging
import time
from contextlib import ExitStack
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage
from langchain_core.outputs import LLMResult

from graph.log_lines import FIELDS, Lines, kinds_of, known_as, secrets_of
from graph.reading import NODES
from memory.errors import SettingsError

if TYPE_CHECKING:
    from graph.settings import Settings

log = logging.getLogger("bethink")
NO_ERRORS = {"GraphInterrupt": "waits", "CancelledError": "stopped", "GeneratorExit": "stopped"}
"""What ends a run without a fault: it waits for an approval, or somebody has stopped it."""


def open_log(settings: Settings, stack: ExitStack) -> RunLog | None:
    """Switch the log on as the settings ask, until the stack closes; give what hears of runs, None when it is off.

    What other packages log is on the same lines, reduced to who, where and what kind of error; how loud they are is
    theirs to say (by default warnings and errors).

    Raises:
        SettingsError: the log's file cannot be written.
    """
    if settings.log == "off":
        return None
    content, level = settings.log == "content", settings.log_level.upper()
    handler = _handler(settings.log_file)
    handler.setFormatter(Lines(secrets=secrets_of(settings), content=content))
    handler.setLevel(level)
    root, before = logging.getLogger(), log.level
    root.addHandler(handler)
    log.setLevel(level)

    def close() -> None:
        root.removeHandler(handler)
        handler.close()
        log.setLevel(before)

    stack.callback(close)
    return RunLog(content=content)


def _handler(file: Path | None) -> logging.Handler:
    if file is None:
        return logging.StreamHandler()
    path = file.expanduser()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return WatchedFileHandler(path, encoding="utf-8")  # whoever rotates it may move it away
    except OSError as error:
        raise SettingsError(
            f"the log {path} cannot be written ({error.strerror or error}); expected a file of your own; "
            "set BETHINK_LOG_FILE to one, or leave it empty for standard error"
        ) from error


class RunLog(BaseCallbackHandler):
    """A callback handler that logs what LangChain and LangGraph report."""

    run_inline = True  # lines stand in the order of what happened

    def __init__(self, *, content: bool = False) -> None:
        self.content = content
        self._open: dict[UUID, tuple[str, float, dict[str, Any]]] = {}
        self._turns: dict[UUID, UUID] = {}
        """Of each run that has begun, the turn that it belongs to."""

    # ---- the turn and its nodes
    def on_chain_start(
        self, serialized: Any, inputs: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        """Note that a turn or a node has begun."""
        name, metadata = str(kwargs.get("name") or ""), kwargs.get("metadata") or {}
        self._turns[run_id] = self._turns.get(parent_run_id, run_id) if parent_run_id else run_id
        if parent_run_id is None:
            self._begin(run_id, "turn", {"thread": known_as(str(metadata.get("thread_id") or ""))})
        elif name in NODES and metadata.get("langgraph_node") == name and not self._is_node(parent_run_id, name):
            self._begin(run_id, "node", {"node": name})

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **kwargs: Any) -> None:
        """Log a node or a turn with its figures, and what was recalled and written on lines of their own."""
        values = outputs if isinstance(outputs, dict) else {}
        report = values.get("report") or {}
        event, _, about = self._open.get(run_id, ("", 0.0, {}))
        turn = self._turns.get(run_id, run_id)
        figures = {k: report[k] for k in ("tokens", "messages", "rounds") if isinstance(report.get(k), int)}
        if event == "turn" and values.get("user_id"):
            figures["user"] = known_as(str(values["user_id"]))
        self._end(run_id, **figures)
        if about.get("node") == "retrieve_memory":
            self._recall(turn, values, report)
        elif about.get("node") == "write_back":
            self._write(turn, report)

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        """Log a node or a turn that failed, or that waits."""
        self._end(run_id, error)

    def _recall(self, turn: UUID, values: dict[str, Any], report: dict[str, Any]) -> None:
        found = values.get("recalled") or []
        about: dict[str, Any] = {"recalled": len(found), "failed": bool(report.get("recall_error"))}
        if self.content:
            about["texts"] = [str(one.get("text")) for one in found]
        self._tell(turn, "recall", about)

    def _write(self, turn: UUID, report: dict[str, Any]) -> None:
        written = report.get("written") or []
        about: dict[str, Any] = {"failed": bool(report.get("write_error")), "folded": int(report.get("folded") or 0)}
        for wrote in written:
            about[str(wrote["action"])] = about.get(str(wrote["action"]), 0) + 1
        if self.content:
            about["texts"] = [str(wrote.get("text")) for wrote in written]
        self._tell(turn, "write", about)

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
        """Note that a model was asked."""
        given = kwargs.get("invocation_params") or {}
        named = (kwargs.get("metadata") or {}).get("ls_model_name")
        about: dict[str, Any] = {
            "model": str(given.get("model") or given.get("model_name") or named or ""),
            "messages": len(messages[0]),
        }
        if self.content:
            about["request"] = [[m.type, str(m.text)] for m in messages[0]]
        self._begin(run_id, "model", about, parent_run_id)

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **kwargs: Any) -> None:
        """Log a model call with its tokens."""
        message = getattr(response.generations[0][0], "message", None) if response.generations else None
        usage = getattr(message, "usage_metadata", None) or {}
        figures: dict[str, Any] = {k: usage[k] for k in ("input_tokens", "output_tokens") if k in usage}
        if message is not None:
            figures["tool_calls"] = len(getattr(message, "tool_calls", ()))
            if self.content:
                figures["answer"] = str(message.text)
        self._end(run_id, **figures)

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        """Log a model call that failed."""
        self._end(run_id, error)

    # ---- the tools
    def on_tool_start(
        self, serialized: Any, input_str: str, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        """Note that a tool was called."""
        about = {"tool": str(kwargs.get("name") or (serialized or {}).get("name") or "tool")}
        if self.content:
            about["arguments"] = input_str
        self._begin(run_id, "tool", about, parent_run_id)

    def on_tool_end(self, output: Any, *, run_id: UUID, **kwargs: Any) -> None:
        """Log a tool call, and whether the tool said that it failed."""
        figures: dict[str, Any] = {"failed": getattr(output, "status", "success") == "error"}
        if self.content:
            figures["result"] = str(getattr(output, "content", output))
        self._end(run_id, **figures)

    def on_tool_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        """Log a tool call that raised."""
        self._end(run_id, error)

    # ---- lines
    def _begin(self, run_id: UUID, event: str, about: dict[str, Any], parent: UUID | None = None) -> None:
        if parent is not None:
            self._turns[run_id] = self._turns.get(parent, parent)
        self._open[run_id] = (event, time.monotonic(), about)

    def _end(self, run_id: UUID, error: BaseException | None = None, **figures: Any) -> None:
        turn, opened = self._turns.pop(run_id, run_id), self._open.pop(run_id, None)
        if opened is None:
            return
        event, since, about = opened
        line = {**about, **figures, "ms": round((time.monotonic() - since) * 1000, 1)}
        if error is None:
            self._tell(turn, event, {**line, "outcome": "done"})
        elif (ended := NO_ERRORS.get(type(error).__name__)) is not None:
            self._tell(turn, event, {**line, "outcome": ended})
        else:
            line |= {"said": str(error)} if self.content else {}
            self._tell(turn, event, {**line, "outcome": "error", "errors": kinds_of(error)}, logging.ERROR)

    def _tell(self, turn: UUID, event: str, about: dict[str, Any], level: int = logging.INFO) -> None:
        log.log(level, event, extra={FIELDS: {"turn": turn.hex[:12], **about}})

    def _is_node(self, run_id: UUID, name: str) -> bool:
        return self._open.get(run_id, ("", 0.0, {}))[2].get("node") == name
