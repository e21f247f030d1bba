"""The figures that the checkpoints promise, taken with the benchmark itself."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from survival_figures import note

benchmark: Any = import_module("benchmarks.checkpoints")


def test_every_saver_is_measured_at_each_size_and_without_a_window_at_the_first() -> None:
    rows = benchmark.run((4, 6))["rows"]
    assert [r for r in rows if "failed" in r] == []
    sizes = {name: [r["turns"] for r in rows if r["system"] == name] for name in benchmark.CASES}
    assert {tuple(found) for name, found in sizes.items() if "add_messages" in name} == {(4,)}
    assert {tuple(found) for name, found in sizes.items() if "window" in name} == {(4, 6)}
    taken = {(r["system"], r["turns"]): r["megabytes"] for r in rows}
    assert taken[benchmark.OURS, 6] < taken["LangGraph SqliteSaver, window of 40", 6]
    assert all(value > 0 for value in taken.values())


def test_a_saver_that_cannot_be_had_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        benchmark, "CASES", {n: c for n, c in benchmark.CASES.items() if "Sqlite" in n or n == benchmark.OURS}
    )

    def none(path: object) -> None:
        pytest.skip("needs PostgreSQL: none here")

    monkeypatch.setitem(benchmark.CASES, "elsewhere", (none, benchmark.chatty.Windowed))
    (row,) = [r for r in benchmark.run((2, 3))["rows"] if r["system"] == "elsewhere"]
    assert "none here" in row["failed"]


@pytest.mark.slow
def test_two_hundred_turns_take_two_megabytes_where_langgraphs_saver_takes_over_a_hundred() -> None:
    peer = benchmark.measure("LangGraph SqliteSaver, add_messages", 200)
    names = ("Bethink, add_messages", "Bethink, window of 40", "Bethink, window of 40, encrypted")
    ours = [benchmark.measure(name, 200)["bytes"] for name in names]
    mb = [round(bytes_ / 1e6, 2) for bytes_ in ours]
    note("size", turns=200, langgraph_mb=round(peer["bytes"] / 1e6), all_mb=mb[0], window_mb=mb[1], sealed_mb=mb[2])
    assert peer["bytes"] > 147_000_000
    assert max(ours) < 2_000_000


@pytest.mark.slow
def test_two_thousand_turns_take_no_more_than_two_hundred_and_open_as_fast() -> None:
    grown = benchmark.measure(benchmark.OURS, 2000, marks=(20, 200))
    note(
        "growth",
        turns=grown["turns"],
        file_mb=round(grown["file_bytes"] / 1e6, 2),
        file_mb_at_200=round(grown["marks"][200]["file_bytes"] / 1e6, 2),
        open_ms=round(grown["open_ms"], 1),
        open_ms_at_20=round(grown["marks"][20]["open_ms"], 1),
    )
    assert grown["file_bytes"] <= 1.2 * grown["marks"][200]["file_bytes"]
    assert grown["bytes"] < 2_000_000
    assert grown["open_ms"] < 2 * grown["marks"][20]["open_ms"] + 2


@pytest.mark.slow
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_many_threads_at_once_lose_nothing_and_memory_stays_flat(store: str) -> None:
    load: Any = import_module("benchmarks.many_threads")
    results = load.run(store, threads=1000 if store == "postgres" else 200, turns=2)
    assert results["errors"] == 0, results.get("first_errors")
    assert results["peak_memory_mb"][-1] < 1.2 * results["peak_memory_mb"][0]
