"""How a tool's result is written, and the marks that a tool carries."""

from __future__ import annotations

import json
from typing import Any

SAMPLE_NOTE = {
    "zh": "示例数据（sample data）：离线生成，不是真实信息",
    "en": "sample data (示例数据): made up offline, not real information",
}
"""What labels every answer that no live service gave."""

NEEDS_APPROVAL = "needs_approval"
"""The key in a tool's `metadata` that says: ask the user before it runs."""
IDEMPOTENT = "idempotent"
"""The key in a tool's `metadata` that says whether running it twice is running it once."""


def as_text(result: dict[str, Any]) -> str:
    """Write a result as JSON that people can read too: Chinese stays Chinese."""
    return json.dumps(result, ensure_ascii=False)


def language_of(*texts: str) -> str:
    """Give `zh` when the texts hold Chinese, else `en`."""
    return "zh" if any("\u4e00" <= c <= "\u9fff" for text in texts for c in text) else "en"
