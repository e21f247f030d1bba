"""Make the pictures of the READMEs: a conversation at the terminal, and the console, both as they really are.

    python .ci/pictures.py [terminal] [console]

The terminal is drawn by rich, as SVG without the web fonts that rich would name; the console is photographed by a
Chromium that Playwright drives. Both run offline, on a data directory of their own.
"""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "notebooks" / "pictures"
BETHINK = Path(sys.executable).parent / "bethink"
VISITS = {
    "console.png": (
        "en", "ann", "My name is Ann and I like window seats", "New thread",
        "Find me a flight from Beijing to Shenzhen tomorrow", "book the first one",
    ),
    "console.zh-CN.png": ("zh", "xiaoming", "我喜欢靠窗的座位", "新会话", "帮我查一下明天北京飞深圳的机票", "订第一个"),
}  # fmt: skip
TALKS = {
    "terminal.svg": ("en", "ann", (
        ("monday", ("My name is Ann and I like window seats",)),
        ("tuesday", ("Find me a flight from Beijing to Shenzhen tomorrow", "What is my name?")),
    )),
    "terminal.zh-CN.svg": ("zh", "xiaoming", (
        ("t1", ("我叫小明", "我喜欢靠窗的座位")),
        ("t2", ("帮我查一下明天北京飞深圳的机票", "我叫什么名字？")),
    )),
}  # fmt: skip
COLUMNS = 104
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"


def settings(home: Path, language: str) -> dict[str, str]:
    """Give an environment in which nothing of the machine's own is met."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("BETHINK_", "OPENAI_"))}
    return {**kept, "BETHINK_DATA_DIR": str(home), "BETHINK_LANGUAGE": language, "COLUMNS": str(COLUMNS)}


def said(home: Path, language: str, user: str, thread: str, lines: tuple[str, ...]) -> str:
    """Give what the terminal shows of a conversation."""
    command = [BETHINK, "chat", "--user", user, "--thread", thread]
    out = subprocess.run(
        command, input="\n".join(lines), env=settings(home, language), capture_output=True, text=True, check=True
    )
    return out.stdout


def terminal() -> None:
    """Draw the conversations."""
    from rich.console import Console
    from rich.terminal_theme import MONOKAI

    for name, (language, user, threads) in TALKS.items():
        console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w"), highlight=False, markup=False)  # noqa: PTH123, SIM115
        with tempfile.TemporaryDirectory() as home:
            for thread, lines in threads:
                console.print(f"$ bethink chat --user {user} --thread {thread}", style="bold green")
                for line in said(Path(home), language, user, thread, lines).splitlines():
                    console.print(line, style=style_of(line), no_wrap=True, overflow="ellipsis")
        svg = console.export_svg(title="bethink", theme=MONOKAI)
        svg = re.sub(r'textLength="([\d.]+)"([^>]*)>([^<]*)<', in_cells, svg)
        svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
        svg = svg.replace("Fira Code, monospace", FONTS)
        (PICTURES / name).write_text(re.sub(r"[ \t]+\n", "\n", svg), encoding="utf-8")


def in_cells(found: re.Match[str]) -> str:
    """Let a text take the room it takes where a character is two cells wide: rich counts characters."""
    from rich.cells import cell_len

    text = html.unescape(found[3])
    return found[0] if cell_len(text) == len(text) else f"{found[2].lstrip()}>{found[3]}<"


def style_of(line: str) -> str:
    """Give the style of a line: what is said stands out, what is about the conversation is dim."""
    if line.startswith("› "):
        return "bold"
    about = line.startswith(("⚙", "  →", "Bethink ·", "Bye", "再见")) or " tokens · " in line or " 词元 · " in line
    return "dim" if about else ""


def console() -> None:
    """Photograph the console beside a turn, in both languages."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, (language, user, told, new_thread, asked, answered) in VISITS.items():
            with tempfile.TemporaryDirectory() as home:
                said(Path(home), language, user, "t1", (told,))
                command = [BETHINK, "console", "--user", user, "--no-open", "--port", "0"]
                there = settings(Path(home), language)
                with subprocess.Popen(command, env=there, stdout=subprocess.PIPE, text=True) as server:
                    assert server.stdout is not None
                    address = next(m[0] for line in server.stdout if (m := re.search(r"http://\S+", line)))
                    page = browser.new_page(viewport={"width": 1360, "height": 860})
                    page.goto(address)
                    page.get_by_role("button", name=new_thread).click()
                    page.wait_for_url("**/?thread=*")
                    page.fill("#say", asked)
                    page.press("#say", "Enter")
                    page.get_by_text(answered).wait_for(timeout=60_000)
                    page.locator(".said.assistant .acts").wait_for()
                    page.wait_for_timeout(4_000)  # the charts
                    page.screenshot(path=PICTURES / name)
                    page.close()
                    server.terminate()
        browser.close()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for wanted in sys.argv[1:] or ["terminal", "console"]:
        {"terminal": terminal, "console": console}[wanted]()
