"""The command as its users meet it: conversations piped in, faults told in a paragraph, exit codes for scripts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from strict_endpoint import Fault, StrictEndpoint
from typer.testing import CliRunner, Result

from graph.cli.main import app

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process, on a directory of the test's own."""
    monkeypatch.setenv("BETHINK_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("BETHINK_CHROMA", "alone")
    monkeypatch.setenv("BETHINK_LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()

    def run_command(*arguments: str, said: str = "", **settings: str) -> Result:
        for name, value in settings.items():
            monkeypatch.setenv(f"BETHINK_{name.upper()}", value)
        return runner.invoke(app, list(arguments), input=said)

    return run_command


def at(endpoint: StrictEndpoint) -> dict[str, str]:
    return {"base_url": endpoint.base_url, "api_key": endpoint.key, "model": endpoint.model, "max_retries": "0"}


def test_the_first_conversation_word_for_word(run: Run) -> None:
    said = "我叫小明\n帮我查一下成都天气\n我刚才说我叫什么名字？\n"
    out = run("chat", "--user", "xiaoming", "--thread", "t1", said=said)
    assert out.exit_code == 0
    assert 'get_weather(city="成都")' in out.output
    answer = out.output.split("我刚才说我叫什么名字？")[1]
    assert "小明" in answer
    later = run("chat", "--user", "xiaoming", "--thread", "t1", said="我叫什么名字？\n/clear\n")
    assert "小明" in later.output.split("我叫什么名字？")[1]
    assert "the system prompt stays" in later.output
    assert "小明" in run("chat", "--user", "xiaoming", "--thread", "t2", said="我叫什么名字？\n").output
    assert "小明" not in run("chat", "--user", "other", "--thread", "t3", said="我叫什么名字？\n").output


def test_with_short_term_only_a_cleared_name_was_never_told(run: Run) -> None:
    said = "我叫小明\n我刚才说我叫什么名字？\n/clear\n我刚才说我叫什么名字？\n"
    out = run("chat", "--short-term-only", said=said).output
    before, after = out.split("/clear")
    assert "小明" in before.split("什么名字")[-1]
    assert "小明" not in after


def test_each_turn_ends_with_one_line_of_figures(run: Run) -> None:
    out = run("chat", said="My name is Ann\n").output
    assert "2 messages in memory · " in out
    assert "/16,000 tokens · 0 recalled · 1 written" in out


def test_the_interface_speaks_chinese(run: Run) -> None:
    out = run("chat", said="我叫小明\n/help\n/nothing\n", language="zh").output
    assert "记忆中 2 条消息" in out
    assert "清空本会话" in out
    assert "没有命令 /nothing" in out


def test_every_slash_command_does_what_help_says(run: Run) -> None:
    said = (
        "My name is Ann\nI like window seats\n/memory\n/tokens\n/threads\n/graph\n/forget window\n/memory\n"
        "/forget\n/forget zebra\n/new next\n/retry\n/quit\nnever read\n"
    )
    out = run("chat", "--user", "ann", said=said)
    assert out.exit_code == 0
    first, second = out.output.split("/forget window")
    assert "I like window seats" in first.split("/memory")[1]
    assert "newest message" in first
    assert "retrieve_memory" in first
    assert "Forgot: I like window seats" in second
    assert "I like window seats" not in second.split("/memory")[1].split("/forget")[0]
    assert "No memory matches zebra" in second
    assert "Thread next." in second
    assert "nothing to try again" in second
    assert "never read" not in second


def test_an_approval_is_asked_in_the_conversation(run: Run) -> None:
    said = "Find me a flight from Beijing to Shenzhen tomorrow\nbook the first one\ny\nbook the first one\nno\n"
    out = run("chat", said=said).output
    assert "Run book_flight(" in out
    assert out.count("declined") == 1


def test_ask_answers_once_and_speaks_json(run: Run) -> None:
    assert "42" in run("ask", "What is 6 * 7?").output
    told = json.loads(run("ask", "My name is Ann", "--json", "--user", "ann").output)
    assert told["text"]
    assert told["user_id"] == "ann"
    assert told["report"]["written"][0]["text"] == "My name is Ann"
    again = json.loads(run("ask", "-", "--json", "--user", "ann", "--thread", "b", said="What is my name?").output)
    assert "Ann" in again["text"]
    assert "My name is Ann" in [m["text"] for m in again["recalled"]]


def test_the_same_conversation_goes_through_a_real_endpoint(run: Run, strict_endpoint: StrictEndpoint) -> None:
    from strict_answers import brain_of

    from graph.offline_model import OfflineChatModel

    strict_endpoint.respond = brain_of(OfflineChatModel())
    said = "我叫小明\n帮我查一下成都天气\n我刚才说我叫什么名字？\n"
    out = run("chat", "--user", "xiaoming", said=said, **at(strict_endpoint))
    assert out.exit_code == 0
    assert "get_weather" in out.output
    assert "小明" in out.output.split("我刚才说我叫什么名字？")[1]
    assert {r.status for r in strict_endpoint.requests} == {200}


@pytest.mark.parametrize(
    ("kind", "code", "words"),
    [("model", 5, "no model"), ("key", 6, "refused the key"), ("down", 7, "cannot be reached")],
)
def test_what_is_wrong_with_the_endpoint_is_told_with_the_mend(
    run: Run, strict_endpoint: StrictEndpoint, kind: str, code: int, words: str
) -> None:
    given = at(strict_endpoint)
    if kind == "model":
        given["model"] = "gpt-nonesuch"
    elif kind == "key":
        given["api_key"] = "sk-wrong-key-1234567890"
    else:
        given["base_url"] = "http://127.0.0.1:9/v1"
    out = run("ask", "hello", **given)
    assert out.exit_code == code
    assert words in out.output
    assert "BETHINK_" in out.output
    assert "Traceback" not in out.output
    assert "sk-wrong-key-1234567890" not in out.output


def test_a_failed_turn_keeps_the_message_and_can_be_tried_again(run: Run, strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.respond = lambda request: "Here I am."
    strict_endpoint.fail(Fault("500"))
    out = run("chat", said="hello there\n/retry\n", **at(strict_endpoint))
    assert "Your message is kept" in out.output
    assert "Here I am." in out.output.split("› /retry")[1]
    assert "hello there" in str(strict_endpoint.requests[-1].body)


def test_a_directory_that_cannot_be_written_is_told_with_the_mend(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    out = run("ask", "hello", data_dir=str(tmp_path / "file" / "data"))
    assert out.exit_code == 2
    assert "BETHINK_DATA_DIR" in out.output


def test_a_store_of_another_embedder_is_refused_with_the_command_that_mends_it(
    run: Run, strict_endpoint: StrictEndpoint
) -> None:
    assert run("ask", "My name is Ann").exit_code == 0
    out = run(
        "ask", "hello", embedder="openai", embedding_base_url=strict_endpoint.base_url,
        embedding_api_key=strict_endpoint.key,
    )  # fmt: skip
    assert out.exit_code == 3
    assert "bethink reindex" in out.output


def test_config_says_what_is_in_force_and_where_it_comes_from(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("BETHINK_RECALL_K=3\n")
    out = run("config", "--json", api_key="sk-secret", max_tokens="9000")
    told = json.loads(out.output)
    assert told["max_tokens"] == {"value": "9000", "from": "BETHINK_MAX_TOKENS"}
    assert told["recall_k"] == {"value": "3", "from": ".env (BETHINK_RECALL_K)"}
    assert told["keep_turns"]["from"] == "default"
    assert told["api_key"]["value"] == "********"
    assert "sk-secret" not in out.output


def test_a_setting_that_cannot_be_used_is_named(run: Run) -> None:
    out = run("ask", "hello", max_tokens="many")
    assert out.exit_code == 2
    assert "BETHINK_MAX_TOKENS" in out.output
    assert "Traceback" not in out.output


@pytest.mark.parametrize("name", ["g.svg", "g.png", "g.mmd", "g.md"])
def test_graph_draws_to_a_file(run: Run, tmp_path: Path, name: str) -> None:
    assert run("graph", "--out", str(tmp_path / name)).exit_code == 0
    assert (tmp_path / name).stat().st_size > 100


def test_graph_draws_here_and_refuses_what_it_cannot_draw(run: Run, tmp_path: Path) -> None:
    assert "retrieve_memory" in run("graph").output
    assert "graph TD" in run("graph", "--mermaid").output
    out = run("graph", "--out", str(tmp_path / "g.doc"))
    assert out.exit_code == 2
    assert ".svg, .png" in out.output


def test_memories_are_looked_after_from_the_command_line(run: Run, tmp_path: Path) -> None:
    def memories(*arguments: str) -> Result:
        return run("memories", *arguments, "--user", "ann")

    assert "added" in memories("add", "I live in Berlin", "--attribute", "home").output
    assert "instead of: I live in Berlin" in memories("add", "I live in Rome", "--attribute", "home").output
    assert "Rome" in memories("list").output
    assert "Berlin" not in memories("list").output
    assert "Berlin" in memories("history", "Rome").output
    assert "I live in Berlin" in memories("undo", "Rome").output
    assert "I live in Bern" in memories("edit", "Berlin", "I live in Bern").output
    assert "I live in Bern" in memories("search", "Where do I live?").output
    assert "yes" in memories("why", "Where do I live?").output
    assert memories("export", str(tmp_path / "m.jsonl")).exit_code == 0
    assert "deleted" in memories("delete", "Bern").output
    assert memories("list", "--json").output == ""
    assert memories("import", str(tmp_path / "m.jsonl")).exit_code == 0
    assert memories("show", "nothing-like-it").exit_code == 2
    assert "current" in memories("stats").output
    assert "graph LR" in memories("graph").output
    assert memories("forget", "--yes").exit_code == 0


def test_a_model_without_key_and_endpoint_is_not_played_by_the_offline_one(run: Run) -> None:
    done = run("ask", "hi", "--model", "gpt-4o")
    assert done.exit_code == 6
    assert "OPENAI_API_KEY" in done.output


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT to one process")
def test_ctrl_c_stops_the_answer_and_not_the_program(tmp_path: Path, strict_endpoint: StrictEndpoint) -> None:
    strict_endpoint.respond = lambda request: "A whole answer."
    strict_endpoint.fail(Fault("slow", delay_s=30))
    environment = {
        **os.environ, "BETHINK_DATA_DIR": str(tmp_path), "BETHINK_CHROMA": "alone", "BETHINK_LANGUAGE": "en",
        **{f"BETHINK_{k.upper()}": v for k, v in at(strict_endpoint).items()},
    }  # fmt: skip
    command = [sys.executable, "-c", "from graph.cli import main; main()", "chat"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        assert process.stdin is not None
        process.stdin.write("first\nsecond\n")
        process.stdin.flush()
        deadline = time.monotonic() + 60
        while not strict_endpoint.requests and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "(stopped)" in out
    assert "A whole answer." in out.split("second")[1]
    assert "Traceback" not in out
