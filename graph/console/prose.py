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
_IMAGE = re.compile(r"<img\b[^>]*>", re.IGNORECASE)
_ALT = re.compile(r'\balt="([^"]*)"')
MAX_DRAWN_CHARS = 200_000


def to_html(text: str) -> str:
    """Give the HTML; an image, which would ask another host, gives way to its words."""
    import markdown2  # type: ignore[import-untyped]  # it has no annotations

    drawn = str(markdown2.markdown(text[:MAX_DRAWN_CHARS], safe_mode="escape", extras=dict(EXTRAS)))
    return _IMAGE.sub(lambda m: found[1] if (found := _ALT.search(m[0])) else "", drawn)
