"""Write what both READMEs take from the code: the drawing, the settings, the exit codes, the figures.

    python .ci/readme.py          # `make readme`; tests/test_readme.py says when it is to be run

Each part stands between two comments, `<!-- name -->` and `<!-- /name -->`, and nothing else is touched.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
READMES = {"en": ROOT / "README.md", "zh": ROOT / "README.zh-CN.md"}
FIGURES = ROOT / "tests" / "benchmarks" / "last_run.json"
IN_CHINESE = json.loads((Path(__file__).parent / "readme.zh-CN.json").read_text(encoding="utf-8"))
"""What the settings, the exit codes and the benchmarks say, in Chinese."""
SURVIVED = ROOT / "tests" / "survival_figures.json"
RUNS = json.loads((Path(__file__).parent / "survival.json").read_text(encoding="utf-8"))
"""How each run at full size is told, and its command; the names are those of `tests/survival_figures.json`."""
OPEN = ("tokens", "short_term", "checkpoints", "recall", "turn")
"""Whose tables are shown at once; the others' unfold."""


def drawing(language: str) -> str:
    """Give the graph as it is built."""
    from graph.build import build_graph
    from graph.draw import to_mermaid

    return f"```mermaid\n{to_mermaid(build_graph())}```"


def settings(language: str) -> str:
    """Give every setting with its variable, its default and what it is for."""
    from graph.settings import Settings

    lines = ["| 变量 | 默认值 | 含义 |" if language == "zh" else "| variable | default | what it is |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        alias = field.validation_alias
        names = [str(c) for c in getattr(alias, "choices", ())] or [f"BETHINK_{name.upper()}"]
        told = field.description or ""
        if language == "zh":
            told = IN_CHINESE["settings"].get(name, told)
        shown = ", ".join(f"`{n}`" for n in names)
        lines.append(f"| {shown} | {default_of(name, field, language)} | {told} |")
    return "\n".join(lines)


def default_of(name: str, field: Any, language: str) -> str:
    """Give a default as a reader would type it."""
    if name == "data_dir":
        return "平台的用户数据目录" if language == "zh" else "the platform's user data directory"
    if name == "system_prompt":
        return "见 `graph/settings.py`" if language == "zh" else "in `graph/settings.py`"
    value = field.get_default(call_default_factory=True)
    value = value.get_secret_value() if hasattr(value, "get_secret_value") else value
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return "" if value in (None, "", {}) else f"`{value}`"


def exit_codes(language: str) -> str:
    """Give the exit codes that scripts rely on."""
    from graph.cli.faults import EXIT_CODES

    told = {int(k): v for k, v in IN_CHINESE["exit_codes"].items()} if language == "zh" else {}
    lines = ["| 退出码 | 含义 |" if language == "zh" else "| code | meaning |", "|--:|---|"]
    return "\n".join([*lines, *(f"| {code} | {told.get(code, text)} |" for code, text in EXIT_CODES.items())])


def figures(language: str) -> str:
    """Give the tables of the committed run, and how it was made."""
    if not FIGURES.exists():
        return "尚无已提交的运行结果。" if language == "zh" else "No run is committed yet."
    from graph.bench.found import find_benchmarks
    from graph.bench.tables import tables_in

    run = json.loads(FIGURES.read_text(encoding="utf-8"))
    about = {b.name: b.about for b in find_benchmarks()}
    machine, versions = run["machine"], run["versions"]
    found = ", ".join(f"{name} {number}" for name, number in versions.items())
    size = f"{machine['cores']} cores, {machine['memory_gb']} GB"
    lines = [f"{machine['system']}, {machine['processor']}, {size}, Python {machine['python']}; {found}."]
    order = sorted(run["benchmarks"], key=lambda n: (OPEN.index(n) if n in OPEN else len(OPEN), n))
    for name in order:
        part = run["benchmarks"][name]
        said = about.get(name, "")
        if language == "zh":
            said = IN_CHINESE["benchmarks"].get(name, said)
        tables = "\n\n".join(t for t in tables_in(part["result"]) if t.startswith("|"))
        how = f"`{part['command']}`, {part['date'][:10]}" + (
            "" if part["state"] == "done" else f", **{part['state']}**"
        )
        faults = "".join(f"\n- {fault}" for fault in part["faults"])
        body = f"{how}{faults}\n\n{tables}"
        if name in OPEN:
            lines.append(f"**{name}** · {said}\n\n{body}")
        else:
            lines.append(f"<details><summary><b>{name}</b> · {said}</summary>\n\n{body}\n\n</details>")
    return "\n\n".join(lines)


def survival(language: str) -> str:
    """Give what the runs at full size measured, and the command that runs each again."""
    if not SURVIVED.exists():
        return "尚无已提交的运行结果。" if language == "zh" else "No run is committed yet."
    found = json.loads(SURVIVED.read_text(encoding="utf-8"))
    head = (
        "| 做了什么 | 结果 | 命令 | 日期 |"
        if language == "zh"
        else "| what was done | what came of it | command | date |"
    )
    lines = [head, "|---|---|---|---|"]
    for name, run in RUNS.items():
        if name in found:
            done, came = (text.format(**found[name]) for text in run[language])
            lines.append(f"| {done} | {came} | `{run['command']}` | {found[name]['date']} |")
    return "\n".join(lines)


PARTS = {
    "drawing": drawing,
    "settings": settings,
    "exit codes": exit_codes,
    "survival": survival,
    "figures": figures,
}


def filled(text: str, language: str) -> str:
    """Give a README with every generated part made anew.

    Raises:
        ValueError: a part has no place in it.
    """
    for name, make in PARTS.items():
        place = re.compile(rf"(<!-- {name} -->\n).*?(\n?<!-- /{name} -->)", re.DOTALL)
        if not place.search(text):
            raise ValueError(f"no place for {name!r}; expected `<!-- {name} -->` and `<!-- /{name} -->`; put them in")
        made = make(language)
        text = place.sub(lambda m, made=made: f"{m[1]}{made}\n<!-- /{name} -->", text)  # noqa: B023
    return text


if __name__ == "__main__":
    for language, path in READMES.items():
        path.write_text(filled(path.read_text(encoding="utf-8"), language), encoding="utf-8")
