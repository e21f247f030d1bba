"""What the runs at full size measured, for the READMEs: `RECORD_FIGURES=1` writes it, `make readme` shows it."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")


def note(name: str, **figures: Any) -> None:
    """Print the figures of one run, and keep them where `RECORD_FIGURES` asks for it."""
    print(f"\n{name}: " + ", ".join(f"{what} {figure}" for what, figure in figures.items()))  # noqa: T201
    if not os.environ.get("RECORD_FIGURES"):
        return
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    known[name] = {"date": f"{datetime.now(UTC):%Y-%m-%d}", **figures}
    text = json.dumps(dict(sorted(known.items())), indent=1, ensure_ascii=False)
    FILE.write_text(text + "\n", encoding="utf-8")
