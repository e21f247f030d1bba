"""`bethink memories graph`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from graph.cli.memories.opening import say
from memory.errors import SettingsError

if TYPE_CHECKING:
    from memory.long_term import LongTermMemory

FORMS = ("svg", "png", "mmd", "graphml", "cypher")


def write_links(memory: LongTermMemory, out: Path | None) -> None:
    """Draw the links of a memory: here as Mermaid, or to a file, by its ending."""
    from memory.links import links_of, to_cypher, to_graphml, to_mermaid, to_png, to_svg

    drawn = links_of(memory.scope)
    if out is None:
        say(to_mermaid(drawn))
        return
    form = out.suffix.lower().lstrip(".")
    texts = {"svg": to_svg, "mmd": to_mermaid, "graphml": to_graphml, "cypher": to_cypher}
    if form == "png":
        out.write_bytes(to_png(drawn))
    elif form in texts:
        out.write_text(texts[form](drawn), encoding="utf-8")
    else:
        names = ", ".join(f".{name}" for name in FORMS)
        raise SettingsError(f"cannot draw to {out.name!r}; expected a name ending in {names}; rename it")
    say(f"wrote {out}: {len(drawn.records)} memories, {len(drawn.links)} links")
