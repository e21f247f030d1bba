"""A score and what it is made of, as bars: what speaks for a memory, and what against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.console.looks import box, tag

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph.console.words import Words

LEAST = 0.05
"""A part smaller than this is not shown."""


def meters(parts: Mapping[str, float], words: Words) -> None:
    """Draw the parts of a score, the largest first, and the cosine, which is no part, below them."""
    shown = sorted(((n, v) for n, v in parts.items() if n != "cosine" and abs(v) >= LEAST), key=lambda p: -abs(p[1]))
    most = max((abs(v) for _, v in shown), default=1.0)
    with box("div", "meters"):
        for name, value in shown:
            tag("span", words("leg_" + name, fallback=name))
            with box("div", "meter minus" if value < 0 else "meter", aria_hidden="true"):
                box("div").style(f"width:{abs(value) / most:.0%}")
            tag("span", f"{value:+.2f}", "num")
    if "cosine" in parts:
        tag("p", words("cosine", value=f"{parts['cosine']:.2f}"), "soft")
