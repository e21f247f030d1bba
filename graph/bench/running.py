"""Run benchmarks one after another, each in a process of its own and within a time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from graph.bench.found import Benchmark
from graph.bench.outcome import Outcome, outcome_of

Told = Callable[[str], None]

LAST_WORDS_CHARS = 600


def run_all(
    benchmarks: Sequence[Benchmark], *, folder: Path, size: str = "usual", each_s: float, all_s: float, tell: Told
) -> Iterator[Outcome]:
    """Give each benchmark's outcome as it ends; what is left when the time for all is up is out of time too.

    `folder` holds the run's files; a benchmark that reads the others' figures finds them there as `BETHINK_BENCH_DIR`.
    """
    begun = time.monotonic()
    for number, benchmark in enumerate(benchmarks, 1):
        left = all_s - (time.monotonic() - begun)
        tell(f"[{number}/{len(benchmarks)}] {benchmark.name}: {benchmark.about}")
        outcome = run_one(benchmark, folder=folder, size=size, timeout_s=min(each_s, left))
        tell(f"    {outcome.state} after {outcome.seconds:.0f} s" + "".join(f"\n    ! {f}" for f in outcome.faults))
        yield outcome


def run_one(benchmark: Benchmark, *, folder: Path, size: str = "usual", timeout_s: float) -> Outcome:
    """Run one benchmark in a process of its own, ended with its children when its time is up."""
    begun = time.monotonic()
    if timeout_s <= 0:
        return _ended(benchmark, "out of time", 0.0, "the time for all benchmarks was up before it began")
    with tempfile.TemporaryDirectory() as scratch:
        out, log = Path(scratch) / "out.json", Path(scratch) / "log"
        command = [sys.executable, "-m", "graph.bench.one", str(benchmark.path), str(out), size]
        environment = {**os.environ, "BETHINK_BENCH_DIR": str(folder), "PYTHONUTF8": "1"}
        with log.open("wb") as said:
            child = subprocess.Popen(
                command,
                stdout=said,
                stderr=said,
                stdin=subprocess.DEVNULL,
                env=environment,
                cwd=Path(__file__).resolve().parents[2],
                start_new_session=True,
            )
            try:
                code = child.wait(timeout_s)
            except subprocess.TimeoutExpired:
                _end(child)
                return _ended(benchmark, "out of time", time.monotonic() - begun, f"not done within {timeout_s:.0f} s")
            except BaseException:
                _end(child)
                raise
        seconds = time.monotonic() - begun
        if code or not out.exists():
            words = log.read_text(encoding="utf-8", errors="replace").strip()[-LAST_WORDS_CHARS:]
            return _ended(benchmark, "failed", seconds, f"exit code {code}: {words}")
        written = json.loads(out.read_text(encoding="utf-8"))
        more = {"charts": tuple(written["charts"]), "markdown": written["markdown"]}
        return outcome_of(benchmark.name, written["result"], seconds=seconds, about=benchmark.about, **more)


def _ended(benchmark: Benchmark, state: str, seconds: float, fault: str) -> Outcome:
    return Outcome(
        name=benchmark.name,
        about=benchmark.about,
        state="out of time" if state == "out of time" else "failed",
        seconds=seconds,
        faults=(fault,),
    )


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the process and what it started: a benchmark may run servers of its own."""
    if hasattr(os, "killpg"):
        os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    child.wait()
