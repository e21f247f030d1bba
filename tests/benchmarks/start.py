"""How long until something happens: imports, `bethink --help`, the first answer; cold and warm, each a new process.

    python tests/benchmarks/start.py

Cold: no bytecode is cached and the data directory is new; once, since it is all the compiler's work. Warm: both are
there; several times. The first answer is the offline model's, with its store, its checkpoints and its embedder opened. The peers' imports stand beside ours.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graph.bench import failed, figure

ROOT = Path(__file__).resolve().parents[2]
PYTHON = [sys.executable, "-W", "ignore"]
BETHINK = [*PYTHON, "-c", "import sys; from graph.cli import main; sys.argv[0] = 'bethink'; main()"]
CASES: dict[str, list[str]] = {
    "python alone": [*PYTHON, "-c", "pass"],
    "import graph": [*PYTHON, "-c", "import graph"],
    "from graph import build_graph": [*PYTHON, "-c", "from graph import build_graph"],
    "from langchain.agents import create_agent": [*PYTHON, "-c", "from langchain.agents import create_agent"],
    "import langmem": [*PYTHON, "-c", "import langmem"],
    "import mem0": [*PYTHON, "-c", "import mem0"],
    "bethink --help": [*BETHINK, "--help"],
    "bethink ask, first answer": [*BETHINK, "ask", "Hello, my name is Ada.", "--user", "u"],
}
QUICK = {"warm_runs": 1}
CHARTS = [{"rows": "rows", "y": "warm_s", "by": "system", "title": "Until it is there, warm (s)"}]


def run(warm_runs: int = 3) -> dict[str, Any]:
    """Time every case cold once and warm so many times."""
    cold: dict[str, list[float]] = {}
    warm: dict[str, list[float]] = {}
    broken: dict[str, str] = {}
    for name, command in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                cold[name] = [seconds(command, folder)]
                warm[name] = [seconds(command, folder) for _ in range(warm_runs)]
            except RuntimeError as error:
                broken[name] = str(error)
    rows = [
        failed(name, broken[name])
        if name in broken
        else {"system": name, "cold_s": figure(cold[name]), "warm_s": figure(warm[name])}
        for name in CASES
    ]
    return {"rows": rows}


def seconds(command: Sequence[str], folder: str) -> float:
    """Run a command to its end and give the time.

    Raises:
        RuntimeError: it failed; the words are its last line.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # or none is warm
    environment = {
        **kept,
        "PYTHONPYCACHEPREFIX": f"{folder}/bytecode",
        "BETHINK_DATA_DIR": f"{folder}/data",
        "BETHINK_CHROMA": "alone",
        "BETHINK_MODEL": "offline",
        "MEM0_DIR": f"{folder}/mem0",
        "MEM0_TELEMETRY": "False",
        "ANONYMIZED_TELEMETRY": "False",
    }
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    took = time.perf_counter() - begun
    if done.returncode:
        raise RuntimeError((done.stderr or done.stdout).strip().splitlines()[-1:] or f"exit code {done.returncode}")
    return took


def main() -> None:
    from graph.bench.tables import tables_in

    print("\n\n".join(tables_in(run())))


if __name__ == "__main__":
    main()
