"""The log tells what happened by figures and kinds; no key and no word of a memory is in it unless it is asked for."""

from __future__ import annotations

import json
import logging
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from strict_endpoint import StrictEndpoint

from graph import open_agent
from graph.log import open_log
from graph.log_lines import FIELDS, Lines, known_as
from graph.settings import load_settings
from memory.errors import BethinkError, SettingsError

KEY = "sk-planted-0123456789abcdef"
MEMORY = "I hid the blue suitcase in Reykjavik"
FOREIGN = ("httpx", "openai._base_client", "chromadb.telemetry", "nodes.write_back", "langgraph")


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def talk(tmp_path: Path, *texts: str, **given: Any) -> list[dict[str, Any]]:
    """Say something to an agent that logs, and have the packages around it log the worst that they could."""
    path = tmp_path / "logs" / "bethink.jsonl"
    given = {"log": "on", "log_file": path, "chroma": "alone", "data_dir": tmp_path / "data", **given}
    with open_agent(**given) as agent:
        for text in texts:
            agent.ask(text, user_id="ann@example.org", thread_id="monday")
        for name in FOREIGN:
            foreign = logging.getLogger(name)
            foreign.warning("request %s with Authorization: Bearer %s", {"messages": [MEMORY]}, KEY)
            foreign.error(f"https://user:{KEY}@host/?q={MEMORY}")
            try:
                try:
                    raise KeyError(MEMORY)
                except KeyError as error:
                    raise BethinkError(f"{MEMORY} {KEY}; expected; do") from error
            except BethinkError:
                foreign.exception("while keeping %s", MEMORY, stack_info=True)
    return lines_of(path)


def test_each_node_model_call_tool_recall_and_write_has_its_line(tmp_path: Path) -> None:
    lines = talk(tmp_path, "I live in Oslo", "What is 6 * 7?")
    assert {line["event"] for line in lines} == {"turn", "node", "model", "tool", "recall", "write", "other"}
    turns = [line for line in lines if line["event"] == "turn"]
    assert [t["outcome"] for t in turns] == ["done", "done"]
    assert {t["thread"] for t in turns} == {known_as("monday")} and {t["user"] for t in turns} == {
        known_as("ann@example.org")
    }
    assert all(t["tokens"] > 0 and t["ms"] > 0 for t in turns)
    nodes = [line["node"] for line in lines if line["event"] == "node"]
    assert nodes == ["retrieve_memory", "call_model", "write_back", "retrieve_memory", "call_model", "execute_tools",
                     "call_model", "write_back"]  # fmt: skip
    assert {line["turn"] for line in lines if line["event"] != "other"} == {t["turn"] for t in turns}
    assert len({t["turn"] for t in turns}) == 2
    (tool,) = [line for line in lines if line["event"] == "tool"]
    assert tool["tool"] == "calculator" and tool["failed"] is False
    writes = [line for line in lines if line["event"] == "write"]
    assert writes[0]["added"] == 1 and "added" not in writes[1]


def test_no_log_line_holds_a_key_or_a_memorys_text(tmp_path: Path) -> None:
    talk(tmp_path, "Remember this: " + MEMORY, "Where is the suitcase?", api_key=KEY, model="offline")
    whole = (tmp_path / "logs" / "bethink.jsonl").read_text(encoding="utf-8")
    for word in (KEY, "planted", "suitcase", "Reykjavik", "ann@example.org", "monday"):
        assert word not in whole, word
    others = [line for line in lines_of(tmp_path / "logs" / "bethink.jsonl") if line["event"] == "other"]
    assert {line["logger"] for line in others} == set(FOREIGN)
    assert next(line["errors"] for line in others if "errors" in line) == ["BethinkError", "KeyError"]


def test_a_failed_call_is_told_by_its_kind_alone(tmp_path: Path, strict_endpoint: StrictEndpoint) -> None:
    path = tmp_path / "log.jsonl"
    with (
        open_agent(
            log="on", log_file=path, data_dir=tmp_path / "d", chroma="alone", base_url=strict_endpoint.base_url,
            api_key=KEY, model="gpt-4o-mini", max_retries=0,
        ) as agent,
        pytest.raises(BethinkError),
    ):  # fmt: skip
        agent.ask(MEMORY, user_id="ann", thread_id="t")
    failed = [line for line in lines_of(path) if line.get("outcome") == "error"]
    assert {line["event"] for line in failed} >= {"model", "node", "turn"} and all(f["errors"] for f in failed)
    whole = path.read_text(encoding="utf-8")
    assert KEY not in whole and "suitcase" not in whole


def test_texts_come_when_they_are_asked_for_and_keys_never(tmp_path: Path) -> None:
    lines = talk(tmp_path, MEMORY, log="content", api_key=KEY, model="offline")
    whole = json.dumps(lines)
    assert "suitcase" in whole and KEY not in whole
    assert any(MEMORY in str(line.get("message")) for line in lines)


def test_a_key_is_masked_wherever_it_stands() -> None:
    lines = Lines(secrets=["correct horse"], content=True)
    for text in ("correct horse", "Authorization: Bearer abcdefgh12345678", "sk-abcdefgh1234", "http://u:pa55word@h/"):
        record = logging.LogRecord("x", logging.INFO, "f", 1, "e", (), None)
        setattr(record, FIELDS, {"a": [{"b": f"x {text} y"}]})
        told = lines.format(record)
        assert "********" in told and not any(w in told for w in ("correct horse", "abcdefgh1", "pa55word"))


def test_the_log_is_off_unless_it_is_asked_for_and_ends_with_its_agent(tmp_path: Path) -> None:
    before = list(logging.getLogger().handlers)
    with ExitStack() as stack:
        assert open_log(load_settings(data_dir=tmp_path), stack) is None
        assert open_log(load_settings(log="on", log_file=tmp_path / "l"), stack) is not None
        assert len(logging.getLogger().handlers) == len(before) + 1
    assert logging.getLogger().handlers == before


def test_a_log_that_cannot_be_written_is_told_at_the_door(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="BETHINK_LOG_FILE"), ExitStack() as stack:
        open_log(load_settings(log="on", log_file=tmp_path), stack)
