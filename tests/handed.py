"""Finds the cases and data sets that are laid in a `shared` folder beside the checkout, where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def handed(name: str) -> Path:
    """Give the path of a handed file, or skip the test, saying which file it needs."""
    path = ROOT.parent / "shared" / name
    if not path.exists():
        pytest.skip(f"needs {name}, which is laid in a `shared` folder beside the checkout and never copied into it")
    return path
