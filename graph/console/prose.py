"""A model's words as HTML that can do nothing: Markdown is drawn, HTML in it is shown as text, images stay outside."""

from __future__ import annotations

import re

EXTRAS = {
    "fenced-code-blocks": None,
    "tables": None,
    "break-on-newline": None,
    "cuddled-lists": None,
    "demote-headers": 2,
}
_AFTER_LIST = re.compile(r"(?m)^((?:\d+[.)]|[-*+])[ \t][^\n]*\n)(?=[^\s\d*+>#|`~-])")
"""The end of a list that a line of plain words follows: without a blank line they would be drawn into its last item."""
_IMAGE = re.compile(r"<img\b[^>]*>", re.IGNORECASE)
_ALT = re.compile(r'\balt="([^"]*)"')
MAX_DRAWN_CHARS = 200_000


def to_html(text: str) -> str:
    """Give the HTML; an image, which would ask another host, gives way to its words."""
    import markdown2  # type: ignore[import-untyped]  # it has no annotations

    parts = text[:MAX_DRAWN_CHARS].split("```")
    apart = "```".join(part if n % 2 else _AFTER_LIST.sub(r"\1\n", part) for n, part in enumerate(parts))
    drawn = str(markdown2.markdown(apart, safe_mode="escape", extras=dict(EXTRAS)))
    return _IMAGE.sub(lambda m: found[1] if (found := _ALT.search(m[0])) else "", drawn)
