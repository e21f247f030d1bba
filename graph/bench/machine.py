"""Where and with what a run was made."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

MEASURED = (
    "bethink", "langgraph", "langgraph-checkpoint-sqlite", "langchain", "langchain-core", "langchain-chroma",
    "chromadb", "langmem", "mem0ai", "tiktoken", "numpy",
)  # fmt: skip


def machine() -> dict[str, Any]:
    """Give the system, the processor, cores, memory, and how busy it was."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _after("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory_gb": round(int((_after("/proc/meminfo", "MemTotal") or "0 kB").split()[0]) / 1e6, 1) or None,
        "load_at_start": None if load is None else round(load, 1),
        "python": platform.python_version(),
    }


def versions() -> dict[str, str]:
    """Give the versions of what is measured; a peer that is not installed says so."""
    found = {}
    for name in MEASURED:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def _after(file: str, name: str) -> str:
    path = Path(file)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")
