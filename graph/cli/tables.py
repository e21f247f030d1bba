"""Tables at the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str = "") -> None:
    """Print a plain table that wraps in a narrow terminal and stays readable when piped."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, title=title or None, title_justify="left", header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(" ".join(str(cell).split())) for cell in row))
    Console(highlight=False).print(table)


def short(text: str, max_chars: int = 160) -> str:
    """Give a text on one line, cut where it would fill the screen; `--json` and `show` give it whole."""
    line = " ".join(text.split())
    return line if len(line) <= max_chars else f"{line[: max_chars - 1].rstrip()}…"
