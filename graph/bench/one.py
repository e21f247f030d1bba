"""Run one benchmark in this process: `python -m graph.bench.one MODULE_FILE OUT_FILE SIZE`."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import Any

QUIET = {
    "MEM0_TELEMETRY": "False",
    "ANONYMIZED_TELEMETRY": "False",
    "LANGSMITH_TRACING": "false",
    "LANGGRAPH_STRICT_MSGPACK": "true",
    "TOKENIZERS_PARALLELISM": "false",
}
"""No peer calls home while it is measured."""


def load(path: Path) -> Any:
    """Import a benchmark from its file, its neighbours importable."""
    sys.path[:0] = [str(path.parent), str(path.parent.parent)]
    spec = importlib.util.spec_from_file_location(f"benchmark_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no module; expected a Python file; check the path")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def options_of(module: Any, size: str) -> dict[str, Any]:
    """Give what `run` is called with: nothing, or what the module sets for a short or a full run."""
    found: dict[str, Any] = getattr(module, size.upper(), {}) if size != "usual" else {}
    return dict(found)


def main() -> None:
    """Run, and write `{"result", "charts", "markdown"}`."""
    path, out, size = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    os.environ.update(QUIET)
    module = load(path)
    result = module.run(**options_of(module, size))
    table = module.table(result) if hasattr(module, "table") else ""
    written = {"result": result, "charts": getattr(module, "CHARTS", []), "markdown": table if "|--" in table else ""}
    out.write_text(json.dumps(written, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
