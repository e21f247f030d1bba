"""Run the checkout's benchmarks one after another, each in a process of its own, and write what they found.

A *benchmark* is a module of `tests/benchmarks` with `run(...) -> dict`. A *figure* is a median of several runs with its
spread. An *outcome* says how a benchmark ended: done, partly (a peer failed), empty, failed, or out of time.
"""

from graph.bench.figures import agree, failed, figure
from graph.bench.found import Benchmark, find_benchmarks
from graph.bench.outcome import Outcome, outcome_of
from graph.bench.running import run_all

__all__ = ["Benchmark", "Outcome", "agree", "failed", "figure", "find_benchmarks", "outcome_of", "run_all"]
