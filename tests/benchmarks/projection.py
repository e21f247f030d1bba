"""Makes `memory/lexical/projection.npy` again: `python tests/benchmarks/projection.py [--write]`.

The directions in which the states of single words differ most, from 6,000 of the 30,000 commonest pieces of the local
encoder's vocabulary, in all its languages: no data set has a part in it. Prints how far the shipped file spans the same
space (1.0: wholly). Writing another file makes every index that was filled before it useless: raise the index's version.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import memory.lexical
from memory.embeddings import local_model, one_blas_thread
from memory.lexical.states import DIMS, full_states

COMMONEST, SAMPLE = 30_000, 6_000


def directions() -> NDArray[np.float32]:
    """Give the first `DIMS` principal directions of the words' unit states, one a column."""
    backend = local_model()._model
    scores = np.array(backend.sp._scores)
    common = np.argsort(-scores)[:COMMONEST]
    chosen = np.random.default_rng(0).choice(common, SAMPLE, replace=False)
    pieces = [backend.sp._pieces[i].replace("\u2581", " ").strip() for i in chosen]
    rows = []
    with one_blas_thread():
        for piece in (p for p in pieces if p):
            ids = backend.sp.encode(piece, out_type=int, add_bos=True, add_eos=True)
            rows.append(full_states(backend, [ids])[1])
    states = np.array(rows)
    states /= np.linalg.norm(states, axis=1, keepdims=True)
    return np.asarray(np.linalg.svd(states, full_matrices=False)[2][:DIMS].T, np.float32)


def main() -> None:
    """Compare with the shipped file, and write it when asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    path = Path(memory.lexical.__file__).parent / "projection.npy"
    made = directions()
    shipped = np.load(path).astype(np.float32)
    overlap = float(np.linalg.norm(made.T @ shipped) ** 2 / DIMS)
    print(f"{made.shape}: the shipped file spans {overlap:.4f} of the same space")
    if parser.parse_args().write:
        np.save(path, made.astype(np.float16))
        print(f"written: {path}")


if __name__ == "__main__":
    main()
