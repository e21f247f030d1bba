"""Memories a second in bulk import, and one turn's write-back, embedding apart, beside mem0 and langchain-chroma.

    python tests/benchmarks/write.py

The same statements and the same local embedder for all. Bulk: mem0 takes them one by one (`add(infer=False)` has no
other way), langchain-chroma in batches of 100, ours by `import_` of a file, checked line by line. A turn: ours keeps
two episodes and the statement, held against what is known; mem0 asks the model, which answers at once, and searches
what it has; langchain-chroma adds the three texts and holds them against nothing.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from graph.bench import failed, figure

sys.path.append(str(Path(__file__).resolve().parent))
systems: Any = import_module("systems")

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TURNS = 15
QUICK = {"size": 50, "runs": 1}
CHARTS = [
    {"rows": "rows", "y": "memories_a_second", "by": "system", "title": "Bulk import, memories a second"},
    {"rows": "rows", "y": "turn_ms", "by": "system", "title": "One turn's write-back (ms)"},
]


def fact(number: int) -> str:
    """Give the n-th statement."""
    return str(systems.FACT.search(systems.said(number))[0])


class Ours:
    """LongTermMemory over embedded Chroma, with its lexicon."""

    def __init__(self, folder: Path, size: int) -> None:
        self.folder, self.size = folder, size
        self.watch = systems.Stopwatch()
        from memory.lexical import states

        self.watch.watch(states, "_states", "embedding")
        with self.opened("source") as (memory, _):
            memory.import_(self.foreign())
            memory.export(folder / "memories.jsonl")
        self.context = self.opened("target")
        self.memory, _ = self.context.__enter__()

    def foreign(self) -> Path:
        """Write the statements as mem0 exports them."""
        import json

        path = self.folder / "mem0.json"
        rows = [
            {"id": str(n), "memory": fact(n), "user_id": "u", "created_at": NOW.isoformat()} for n in range(self.size)
        ]
        path.write_text(json.dumps({"results": rows}), encoding="utf-8")
        return path

    def opened(self, name: str) -> Any:
        from contextlib import contextmanager

        from memory.chroma_store import ChromaStore
        from memory.lexical import Lexicon
        from memory.long_term import LongTermMemory

        @contextmanager
        def both() -> Any:
            with (
                ChromaStore.at(self.folder / name, embeddings=systems.TimedEmbeddings(self.watch)) as store,
                Lexicon(self.folder / f"{name}.sqlite3") as lexicon,
            ):
                yield LongTermMemory(store, user_id="u", lexical=lexicon), store

        return both()

    def bulk(self) -> None:
        self.memory.import_(self.folder / "memories.jsonl")

    def turn(self, number: int) -> None:
        from memory.extraction import Candidate
        from memory.long_term import Utterance

        said, when = systems.said(number), NOW + timedelta(days=number)
        words: dict[str, Any] = {"said_at": when, "thread_id": "t"}
        spoken = [
            Utterance(text=said, speaker="user", message_id=f"h{number}", position=2 * number, **words),
            Utterance(
                text=f"Noted: {said}", speaker="assistant", message_id=f"a{number}", position=2 * number + 1, **words
            ),
        ]
        told = Candidate(text=fact(number), kind="fact", subject="user", message_id=f"h{number}", quote=fact(number))
        self.memory.absorb(episodes=spoken, candidates=[told], turn_id=f"t/{number}")

    def kept(self) -> int:
        return len(self.memory.current())

    def close(self) -> None:
        self.context.__exit__(None, None, None)


class Mem0:
    """mem0 over embedded Chroma."""

    def __init__(self, folder: Path, size: int) -> None:
        self.size, self.system = size, systems.Mem0(folder)
        self.watch, self.memory = self.system.watch, self.system.memory

    def bulk(self) -> None:
        for number in range(self.size):
            self.memory.add([{"role": "user", "content": fact(number)}], user_id="u", infer=False)

    def turn(self, number: int) -> None:
        said = systems.said(number)
        told = [{"role": "user", "content": said}, {"role": "assistant", "content": f"Noted: {said}"}]
        self.memory.add(told, user_id="u")

    def kept(self) -> int:
        return int(self.system.kept("u"))

    def close(self) -> None:
        self.system.stack.close()


class LangChainChroma:
    """langchain-chroma: vectors and texts, nothing else."""

    def __init__(self, folder: Path, size: int) -> None:
        from langchain_chroma import Chroma

        self.size, self.watch = size, systems.Stopwatch()
        self.store = Chroma(
            embedding_function=systems.TimedEmbeddings(self.watch), persist_directory=str(folder / "chroma")
        )

    def bulk(self) -> None:
        for start in range(0, self.size, 100):
            self.store.add_texts([fact(n) for n in range(start, min(start + 100, self.size))])

    def turn(self, number: int) -> None:
        said = systems.said(number)
        self.store.add_texts([said, f"Noted: {said}", fact(number)])

    def kept(self) -> int:
        return len(self.store.get()["ids"])

    def close(self) -> None:
        """Nothing is held."""


SYSTEMS: dict[str, Callable[[Path, int], Any]] = {
    "Bethink": Ours, "mem0": Mem0, "langchain-chroma": LangChainChroma,
}  # fmt: skip


def measure(make: Callable[[Path, int], Any], size: int) -> dict[str, float]:
    """Fill one system and write some turns; give the figures."""
    with tempfile.TemporaryDirectory() as folder:
        it = make(Path(folder), size)
        it.watch.reset()
        begun = time.perf_counter()
        it.bulk()
        bulk = time.perf_counter() - begun
        embedding = it.watch.seconds.get("embedding", 0.0)
        if (kept := it.kept()) < size * 0.9:
            raise RuntimeError(f"it kept {kept} of {size} memories: it did not do the work that is timed")
        took, apart = [], []
        for number in range(size, size + TURNS):
            it.watch.reset()
            begun = time.perf_counter()
            it.turn(number)
            took.append(1e3 * (time.perf_counter() - begun))
            apart.append(took[-1] - 1e3 * it.watch.seconds.get("embedding", 0.0))
        it.close()
    return {
        "memories_a_second": size / bulk,
        "but_embedding_a_second": size / max(bulk - embedding, 1e-6),
        "turn_ms": statistics.median(took),
        "turn_ms_but_embedding": statistics.median(apart),
    }


def run(size: int = 500, runs: int = 2) -> dict[str, Any]:
    """Measure each system so many times, in turn."""
    found: dict[str, list[dict[str, float]]] = {name: [] for name in SYSTEMS}
    broken: dict[str, str] = {}
    for _ in range(runs):
        for name, make in SYSTEMS.items():
            try:
                found[name].append(measure(make, size))
            except (RuntimeError, ImportError, ValueError) as error:
                broken[name] = f"{type(error).__name__}: {error}"
    rows = [
        failed(name, broken[name])
        if name in broken
        else {"system": name, **{key: figure([e[key] for e in each], 1) for key in each[0]}}
        for name, each in found.items()
    ]
    return {"rows": rows, "memories": size}


def main() -> None:
    from graph.bench.tables import tables_in

    print("\n\n".join(tables_in(run())))


if __name__ == "__main__":
    main()
