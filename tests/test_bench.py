"""A benchmark cannot report without having run, and says how far its runs lay apart."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from graph.bench import Outcome, agree, failed, figure, find_benchmarks, outcome_of, plots
from graph.bench.figures import disagreements
from graph.bench.report import heading, keep, write_outcome, write_summary
from graph.bench.running import run_all, run_one
from graph.bench.tables import markdown_of, table_of
from graph.cli.main import app
from memory.errors import InvalidId, SettingsError

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def written(folder: Path, name: str, body: str) -> None:
    (folder / f"{name}.py").write_text(f'"""What {name} shows."""\n{body}\n', encoding="utf-8")


def outcome(folder: Path, name: str, *, timeout_s: float = 60.0) -> Outcome:
    return run_one(find_benchmarks([name], folder=folder)[0], folder=folder, timeout_s=timeout_s)


@pytest.mark.parametrize(
    "result",
    [None, {}, {"rows": []}, {"rows": [{"system": "ours"}]}, {"machine": "a name is no figure"}, {"done": True}],
)
def test_a_result_without_a_number_is_empty(result: Any) -> None:
    assert outcome_of("it", result, seconds=1).state == "empty"
    assert not outcome_of("it", result, seconds=1).ran


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (failed("peer", ImportError("no module named peer")), "peer: no module named peer"),
        ({"system": "peer"}, "peer: it gave no figures"),
        ({"system": "peer", "ms": float("nan")}, "rows/ms: nan is no figure"),
    ],
)
def test_an_empty_or_failed_peer_shows_as_such(row: dict[str, Any], fault: str) -> None:
    got = outcome_of("it", {"rows": [{"system": "ours", "ms": 1.0}, row]}, seconds=1)
    assert got.state == "partly"
    assert got.faults == (fault,)
    assert fault in markdown_of(got)
    assert "**partly**" in markdown_of(got)


def test_no_figure_is_made_of_no_runs() -> None:
    with pytest.raises(InvalidId, match="run the benchmark"):
        figure([])
    with pytest.raises(InvalidId):
        figure([1.0, float("nan")])


def test_a_figure_is_the_median_with_its_spread() -> None:
    assert figure([3.0, 1.0, 10.0]) == {"median": 3.0, "low": 1.0, "high": 10.0, "runs": 3}


def test_two_runs_agree_within_their_stated_spread_and_no_further() -> None:
    one, near, far = figure([1.0, 1.1, 1.3]), figure([1.2, 1.4, 1.5]), figure([2.0, 2.1, 2.2])
    assert agree(one, near)
    assert not agree(one, far)
    rows = [{"rows": [{"system": "ours", "turn": 100, "ms": f}]} for f in (one, near, far)]
    assert disagreements(rows[0], rows[1]) == []
    assert disagreements(rows[0], rows[2]) == ["rows/ours 100/ms: 1.0–1.3 then 2.0–2.2"]


def test_each_runs_in_a_process_of_its_own_and_ends_as_it_ended(tmp_path: Path) -> None:
    written(tmp_path, "good", "import os\ndef run():\n    return {'rows': [{'system': 'ours', 'pid': os.getpid()}]}")
    written(tmp_path, "broken", "def run():\n    raise ValueError('the peer is gone')")
    written(tmp_path, "hollow", "def run():\n    return {'rows': []}")
    written(tmp_path, "vanishing", "import os\ndef run():\n    os._exit(0)")
    written(tmp_path, "endless", "import time\ndef run():\n    time.sleep(60)")
    written(tmp_path, "no_benchmark", "X = 1")
    good, broken, hollow = (outcome(tmp_path, n) for n in ("good", "broken", "hollow"))
    assert (good.state, broken.state, hollow.state) == ("done", "failed", "empty")
    assert "the peer is gone" in broken.faults[0]
    assert outcome(tmp_path, "vanishing").state == "failed"
    late = outcome(tmp_path, "endless", timeout_s=1.5)
    assert (late.state, late.ran) == ("out of time", False)
    assert {b.name for b in find_benchmarks(folder=tmp_path)} == {"good", "broken", "hollow", "vanishing", "endless"}


def test_what_is_left_when_the_time_for_all_is_up_says_so(tmp_path: Path) -> None:
    written(tmp_path, "one", "def run():\n    return {'n': 1}")
    told: list[str] = []
    got = list(run_all(find_benchmarks(folder=tmp_path), folder=tmp_path, each_s=9, all_s=0, tell=told.append))
    assert [o.state for o in got] == ["out of time"]
    assert "out of time" in "".join(told)


def test_a_run_leaves_json_a_table_a_picture_and_a_summary(tmp_path: Path) -> None:
    rows = [{"system": "ours", "ms": figure([1.0, 2.0, 4.0])}, failed("peer", "it was not installed")]
    good = outcome_of("it", {"rows": rows}, seconds=2, about="What it shows.")
    bad = Outcome(name="bad", about="", state="failed", seconds=1, faults=("exit code 1",))
    for each in (good, bad):
        write_outcome(each, tmp_path)
    summary = write_summary([good, bad], heading("bethink bench", NOW), tmp_path)
    assert {"date", "command", "machine", "versions", "benchmarks"} <= summary.keys()
    assert summary["versions"]["langgraph"] != "not installed"
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| ours | 2 (1–4) |" in page
    assert "it was not installed" in page
    assert "**failed**" in page
    assert (tmp_path / "it.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert not (tmp_path / "bad.svg").exists()
    kept = tmp_path / "kept.json"
    keep({**summary, "benchmarks": {"other": {"state": "done"}}}, kept)
    keep(summary, kept)
    assert json.loads(kept.read_text(encoding="utf-8"))["benchmarks"].keys() == {"bad", "it", "other"}


def test_a_failed_row_stands_in_the_table_with_its_reason() -> None:
    table = table_of([{"system": "ours", "ms": 1.234}, failed("peer", "it broke | twice")])
    assert "| peer | – | it broke \\| twice |" in table


def test_an_unknown_name_is_refused_with_the_names_there_are(tmp_path: Path) -> None:
    written(tmp_path, "one", "def run():\n    return {'n': 1}")
    with pytest.raises(SettingsError, match=r"no benchmark named two.*one"):
        find_benchmarks(["two"], folder=tmp_path)


def test_the_command_lists_the_checkouts_benchmarks() -> None:
    got = CliRunner().invoke(app, ["bench", "--list"])
    assert got.exit_code == 0
    assert "short_term" in got.output


def benchmark(name: str) -> Any:
    from graph.bench.found import FOLDER
    from graph.bench.one import load

    return load(FOLDER / f"{name}.py")


def test_every_system_answers_and_those_that_remember_keep_what_they_were_told(tmp_path: Path) -> None:
    systems = benchmark("systems")
    for name in ("create_agent, bare", "Bethink, short term only"):
        (tmp_path / name).mkdir()
        system = systems.SYSTEMS[name](tmp_path / name)
        assert system.turn(systems.said(1), user="u", thread="t")
        assert system.model.asked == ["answer"]
        assert system.kept("u") == 0
        system.stack.close()


def test_a_system_that_keeps_nothing_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = benchmark("turn")
    hollow = type("Hollow", (turn.systems.SYSTEMS["create_agent, bare"],), {"remembers": True})
    monkeypatch.setitem(turn.systems.SYSTEMS, "hollow", hollow)
    with pytest.raises(RuntimeError, match=r"kept 0 memories of 2 turns"):
        turn.measure("hollow", (2,))


def test_the_paper_multiplies_what_was_measured_and_refuses_what_was_not() -> None:
    paper = benchmark("paper")
    with pytest.raises(RuntimeError, match=r"no figures of store, write, checkpoints, turn"):
        paper.slopes({})
    ms = {"median": 100.0, "low": 90.0, "high": 110.0, "runs": 3}
    cost = paper.slopes(
        {
            "store": {
                "rows": [
                    {
                        "system": paper.SYSTEM,
                        "size": n,
                        "disk_mb": {"median": n / 100},
                        "memory_mb": {"median": n / 1000},
                        "search_p50_ms": {"median": 5.0},
                    }
                    for n in (1_000, 10_000)
                ]
            },
            "write": {"rows": [{"system": "Bethink", "turn_ms": ms}]},
            "checkpoints": {"rows": [{"system": "Bethink, window of 40", "turns": 200, "file_megabytes": 0.05}]},
            "turn": {"rows": [{"system": "Bethink", "turn": 100, "cpu_ms": ms}]},
        }
    )
    assert cost["disk_kb_a_memory"] == pytest.approx(10.0)
    one, ten = paper.at(1_000, cost), paper.at(10_000, cost)
    assert ten["storage_gb"] == pytest.approx(10 * one["storage_gb"], rel=0.01)
    assert one["what_to_buy_first"] == "nothing: one machine does"


def test_a_line_goes_through_rows_of_one_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        {"system": "a", "n": n, "ms": float(n), "place": place, "users": users}
        for n in (1, 10) for place in ("here", "there") for users in (1, 5)
    ]  # fmt: skip
    chart = {"rows": "rows", "x": "n", "y": "ms", "only": {"place": "here"}, "but": {"users": 1}}
    drawn: list[list[Any]] = []
    monkeypatch.setattr(plots, "_lines", lambda axes, some, *_: drawn.append(list(some)))
    outcome = Outcome(name="x", about="x", state="done", seconds=1.0, result={"rows": rows}, charts=(chart,))
    assert len(plots.draw(outcome, tmp_path)) == 1
    assert [[(r["n"], r["place"], r["users"]) for r in some] for some in drawn] == [[(1, "here", 5), (10, "here", 5)]]
