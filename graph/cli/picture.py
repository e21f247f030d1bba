"""`bethink graph`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from memory.errors import SettingsError


def print_graph(graph: Any, *, mermaid: bool, out: Path | None) -> None:
    """Draw the graph to the terminal or to a file, by the file's ending."""
    from rich.console import Console

    from graph.draw import to_image, to_mermaid, to_text

    console = Console(highlight=False, markup=False)
    if out is None:
        console.print(to_mermaid(graph) if mermaid else to_text(graph), soft_wrap=True)
        return
    form = out.suffix.lower().lstrip(".")
    if form == "svg":
        out.write_bytes(to_image(graph, "svg"))
    elif form == "png":
        out.write_bytes(to_image(graph, "png"))
    elif form in ("mmd", "md"):
        text = to_mermaid(graph)
        out.write_text(text if form == "mmd" else f"```mermaid\n{text}```\n", encoding="utf-8")
    else:
        raise SettingsError(
            f"cannot draw to {out.name!r}; expected a name ending in .svg, .png, .mmd or .md; rename it"
        )
    console.print(f"wrote {out}")
