"""Find the benchmarks of the checkout, without importing them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memory.errors import SettingsError

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "benchmarks"

LAST = ("paper",)
"""What reads the figures of the others, and so runs behind them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """One module with `run`."""

    name: str
    path: Path
    about: str
    """The first line of its docstring."""


def find_benchmarks(names: Sequence[str] = (), *, folder: Path = FOLDER) -> list[Benchmark]:
    """Give the benchmarks of these names, or all, in the order in which they are to run.

    Raises:
        SettingsError: there is no such folder or no such benchmark.
    """
    if not folder.is_dir():
        raise SettingsError(
            f"no benchmarks at {folder}; expected a checkout with tests/benchmarks; clone the repository and run there"
        )
    found = {b.name: b for path in sorted(folder.glob("*.py")) if (b := _read(path)) is not None}
    if unknown := [n for n in names if n not in found]:
        raise SettingsError(f"no benchmark named {', '.join(unknown)}; expected some of {', '.join(found)}; choose one")
    return sorted((found[n] for n in names or found), key=lambda b: b.name in LAST)


def _read(path: Path) -> Benchmark | None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not any(isinstance(node, ast.FunctionDef) and node.name == "run" for node in tree.body):
        return None
    about = (ast.get_docstring(tree) or "").partition("\n")[0]
    return Benchmark(name=path.stem, path=path, about=about)
