"""What both READMEs show is so: the drawing, the commands, the Python, the conversations, the settings, the links."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENGLISH, CHINESE = ROOT / "README.md", ROOT / "README.zh-CN.md"
READMES = [pytest.param("en", ENGLISH, id="en"), pytest.param("zh", CHINESE, id="zh")]


def blocks(path: Path) -> list[tuple[str, str]]:
    """Give the fenced blocks of a page, each with its language."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def prose(path: Path) -> str:
    """Give a page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def the_writer() -> ModuleType:
    """Give the script that writes the generated parts."""
    spec = importlib.util.spec_from_file_location("readme_writer", ROOT / ".ci" / "readme.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def without_comments(code: str) -> str:
    """Give code without what a reader's language changes: comments and the room before them."""
    return "\n".join(re.sub(r"\s+#\s.*$|^#\s.*$", "", line).rstrip() for line in code.splitlines())


# ---- the generated parts
@pytest.mark.parametrize(("language", "path"), READMES)
@pytest.mark.parametrize("part", ["drawing", "settings", "exit codes", "survival", "figures"])
def test_a_generated_part_is_in_step_with_the_code(language: str, path: Path, part: str) -> None:
    found = re.search(rf"<!-- {part} -->\n(.*?)\n<!-- /{part} -->", path.read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"no place for {part} in {path.name}"
    made = the_writer().PARTS[part](language)
    assert found[1] == made, f"the {part} of {path.name} have changed: run `make readme`"


def test_the_drawing_is_the_graph() -> None:
    from graph import build_graph
    from graph.draw import to_mermaid

    drawn = [code for language, code in blocks(ENGLISH) if language == "mermaid"]
    assert drawn == [to_mermaid(build_graph())]


def test_every_setting_and_exit_code_is_told_in_chinese_too() -> None:
    from graph.cli.faults import EXIT_CODES
    from graph.settings import Settings

    told = json.loads((ROOT / ".ci" / "readme.zh-CN.json").read_text(encoding="utf-8"))
    assert set(told["settings"]) == set(Settings.model_fields)
    assert {int(code) for code in told["exit_codes"]} == set(EXIT_CODES)


# ---- the commands
def commands_named(path: Path) -> list[list[str]]:
    """Give every `bethink …` of a page, in a block of commands or between backticks, as words."""
    lines = [line for language, code in blocks(path) if language == "sh" for line in code.splitlines()]
    lines += [line.removeprefix("$ ") for kind, code in blocks(path) if kind == "text" for line in code.splitlines()]
    lines += re.findall(r"`(bethink [^`]+)`", prose(path))
    lines = [line.removeprefix("uv run ") for line in lines]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("bethink ")]


@pytest.mark.parametrize(("language", "path"), READMES)
def test_every_command_exists_with_the_options_that_are_shown(language: str, path: Path) -> None:
    import typer

    from graph.cli.main import app

    named = commands_named(path)
    assert len(named) > 30
    for words in named:
        command: Any = typer.main.get_command(app)
        rest = list(words)
        while hasattr(command, "commands"):
            if not rest or rest[0].startswith("-"):
                break
            assert rest[0] in command.commands, f"no command {' '.join(words)!r}"
            command = command.commands[rest.pop(0)]
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        shown = {word for word in rest if word.startswith("-")}
        assert shown <= known | {"--help"}, f"{' '.join(words)!r}: no option {shown - known}"


@pytest.mark.parametrize(("language", "path"), READMES)
def test_every_make_target_exists(language: str, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"chat", "test"} <= named <= targets


@pytest.mark.parametrize(("language", "path"), READMES)
def test_every_variable_is_a_setting(language: str, path: Path) -> None:
    from graph.settings import Settings

    fields = {f"BETHINK_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"BETHINK_[A-Z_]+", path.read_text(encoding="utf-8"))) <= fields


@pytest.mark.parametrize(("language", "path"), READMES)
def test_every_extra_that_is_named_is_one(language: str, path: Path) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = set(re.findall(r"(?:extra|附加项) `(\w+)`", path.read_text(encoding="utf-8")))
    assert named
    assert named <= set(extras)


@pytest.mark.parametrize(("language", "path"), READMES)
def test_every_slash_command_is_listed(language: str, path: Path) -> None:
    from graph.cli.words import COMMANDS

    assert set(re.findall(r"`(/[a-z]+)", path.read_text(encoding="utf-8"))) == set(COMMANDS)


# ---- what runs
@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty directory, where nothing of the machine's own is met."""
    for name in [n for n in os.environ if n.startswith(("BETHINK_", "OPENAI_", "LC_"))]:
        monkeypatch.delenv(name)
    for name, value in {"BETHINK_DATA_DIR": "data", "BETHINK_CHROMA": "alone", "LANG": "C.UTF-8"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("LANGSMITH_TRACING", "false")
    monkeypatch.chdir(tmp_path)


PYTHON = [code for language, code in blocks(ENGLISH) if language == "python"]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("code", PYTHON, ids=range(len(PYTHON)))
def test_the_python_runs_and_prints_what_is_said(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "README.md", "exec"), {"__name__": "__main__"})  # what a reader would do
    assert capsys.readouterr().out.splitlines() == re.findall(r"# → (.*)$", code, re.MULTILINE)


def talks() -> list[str]:
    return [code for language, code in blocks(ENGLISH) if language == "text"]


def same_shape(line: str) -> str:
    """Give a line without its figures, which go with the date."""
    return re.sub(r"\d+", "0", line)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("talk", talks(), ids=range(len(talks())))
def test_a_conversation_goes_as_it_is_told(talk: str) -> None:
    from typer.testing import CliRunner

    from graph.cli.main import app

    parts = re.split(r"^\$ bethink ", talk, flags=re.MULTILINE)[1:]
    assert parts
    for part in parts:
        command, _, told = part.partition("\n")
        said = [line.removeprefix("› ") for line in told.splitlines() if line.startswith("› ")]
        done = CliRunner().invoke(app, shlex.split(command), input="\n".join(said))
        assert done.exit_code == 0, done.output
        shown = [same_shape(line) for line in done.output.splitlines()]
        for line in told.splitlines():
            if any(mark in line for mark in ("示例数据", "sample data", "suggest")):  # goes with the date
                continue
            assert same_shape(line) in shown, f"{line!r} is not in:\n{done.output}"


# ---- one content
def test_both_readmes_hold_the_same_code_and_the_same_headings() -> None:
    english, chinese = (
        [(language, without_comments(code)) for language, code in blocks(path)] for path in (ENGLISH, CHINESE)
    )
    assert english == chinese
    headings = [re.findall(r"^(#+) ", prose(path), re.MULTILINE) for path in (ENGLISH, CHINESE)]
    assert headings[0] == headings[1]
    tables = [len(re.findall(r"^\|", prose(path), re.MULTILINE)) for path in (ENGLISH, CHINESE)]
    assert tables[0] == tables[1]


@pytest.mark.parametrize(("language", "path"), READMES)
def test_every_link_to_a_file_leads_to_one(language: str, path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8"))
    here = [link for link in links if "://" not in link]
    assert len(here) > 5
    assert not [link for link in here if not (ROOT / link).is_file()]


@pytest.mark.parametrize(("language", "path"), READMES)
def test_every_notebook_is_on_the_tour(language: str, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    missing = [p.name for p in sorted((ROOT / "notebooks").glob("*.ipynb")) if f"notebooks/{p.name}" not in text]
    assert not missing


def test_pictures_stay_small_and_fetch_nothing() -> None:
    for picture in (ROOT / "notebooks" / "pictures").iterdir():
        assert picture.stat().st_size < 200_000, picture.name
        if picture.suffix == ".svg":
            text = picture.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://(?!www\.textualize\.io)", text), picture.name
