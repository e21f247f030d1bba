"""An embedder for tests: vectors from words alone, and nothing is loaded."""

from __future__ import annotations

import hashlib
import math
import re

from langchain_core.embeddings import Embeddings


class WordEmbeddings(Embeddings):
    """A unit vector from a text's words: texts that share words are near, and nothing is loaded."""

    def __init__(self, *, dims: int = 64, seed: str = "") -> None:
        self.dims = dims
        self.seed = seed
        self.calls: list[list[str]] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.calls.append(list(texts))
        return [self._embed(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self._embed(text)

    def _embed(self, text: str) -> list[float]:
        vector = [0.0] * self.dims
        for word in re.findall(r"\w+", text.lower()) or ["∅"]:
            digest = hashlib.sha256(f"{self.seed}{word}".encode("utf-8", "replace")).digest()
            for n in range(8):
                vector[int.from_bytes(digest[2 * n : 2 * n + 2], "big") % self.dims] += (
                    1.0 if digest[20 + n] & 1 else -1.0
                )
        norm = math.sqrt(sum(x * x for x in vector)) or 1.0
        return [x / norm for x in vector]
