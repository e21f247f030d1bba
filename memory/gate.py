"""The gate: whether anything is worth putting in front of the model at all.

What decides is the cosine between the newest message and the nearest memory, less a share of its cosine to the nearest
general request: a question about what is remembered is nearer to the memories than to what people ask the whole world.
Small talk shuts it outright (`memory.everyday`). The threshold belongs to the embedder. Shipped values were fitted with
`bethink calibrate`; a file `gates.json` in the data directory, which that command writes, goes before them.

With the local embedder and .21, of 120 messages of small talk and general requests .7 % inject anything at most, and 95
to 99.8 % of real questions do, on LoCoMo, on MemoryBank in Chinese, in English and across: one threshold for all. The
plain cosine lets through 8 to 10 % at the same share kept. Questions of another user stay hard: 44 to 84 % of them get
through (AUC .82 to .97), since what they ask for is the kind of thing that this user has memories of, too.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from langgraph.store.base import BaseStore

from memory.everyday import Everyday, everyday

GATES_FILE = "gates.json"
REQUEST_SHARE = 0.3
"""What nearness to a general request counts against nearness to a memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """A threshold on how near the nearest memory is."""

    threshold: float
    """The nearness from which on memories are injected."""
    name: str = ""
    """The embedder that it was fitted for."""
    origin: str = "given"
    """Where the value comes from, for `memories why` and `doctor`: `shipped`, `published`, `fitted`, `given`."""

    def opens(self, nearness: float) -> bool:
        """True when the nearest memory is near enough."""
        return nearness >= self.threshold


def nearness(cosine: float, message: Everyday) -> float:
    """Give how near the memories are to a message, beyond what people say every day."""
    return float("-inf") if message.is_small_talk else cosine - REQUEST_SHARE * message.request


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a message is let through to its memories, and why."""

    opens: bool
    reason: str


def judge(gate: Gate, message: str, cosine: float | None) -> Verdict:
    """Say whether a message is worth its memories, by the nearest one's cosine (None: the store has no vectors)."""
    if gate.threshold == float("-inf"):
        return Verdict(opens=True, reason="the gate is off")
    said = everyday(message)
    if said.is_small_talk:
        return Verdict(opens=False, reason=f"the gate is shut: small talk (nearest example {said.small_talk:.2f})")
    if cosine is None:
        return Verdict(opens=True, reason="the store has no vectors to tell by")
    found = nearness(cosine, said)
    how = f"nearest memory {cosine:.2f}, less {REQUEST_SHARE} x {said.request:.2f} for the nearest general request"
    state = "open" if gate.opens(found) else "shut"
    reason = f"the gate is {state}: {how}, is {found:.2f}; threshold {gate.threshold:.2f} ({gate.origin})"
    return Verdict(opens=gate.opens(found), reason=reason)


OPEN = Gate(threshold=float("-inf"), name="open")
"""Lets everything through."""

SHIPPED = (
    Gate(threshold=0.21, name="usem3", origin="shipped"),
    Gate(threshold=0.30, name="all-minilm-l6-v2", origin="published"),
    Gate(threshold=0.19, name="text-embedding-3-small", origin="published"),
    Gate(threshold=0.19, name="text-embedding-3-large", origin="published"),
)
"""By a part of the embedder's name. Those called `published` were not measured by this project: related texts lie near
.4 for MiniLM and .3 for the text-embedding-3 models in what their makers and users show, less the share of a general
request (about .1). Fit them on your data with `bethink calibrate`."""

UNKNOWN = Gate(threshold=0.15, name="unknown embedder", origin="given")
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
