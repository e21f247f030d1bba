"""The embedder of a store: held against the one that filled it, and asked ahead for what will be written."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence

from langchain_core.embeddings import Embeddings

from memory.chroma_store.database import Vector
from memory.chroma_store.layout import Layout
from memory.embeddings import PROBE, Fingerprint, embedder_name, fingerprint, fingerprint_of
from memory.errors import EmbedderMismatch

logger = logging.getLogger(__name__)

MOST_AHEAD = 256
"""How many vectors wait to be written: what was embedded ahead and then not written goes."""


class CheckedEmbedder:
    """Embeds for a store, once it is sure to be the embedder that filled it; that is asked once, as late as can be.

    The probe's vector is what counts, the name is for messages. An embedder whose package pins its weights is
    believed by its name until it embeds something anyway; any other is probed when the store is opened.
    """

    def __init__(self, layout: Layout, embeddings: Embeddings | None, *, where: str) -> None:
        self.embeddings = embeddings
        self._layout = layout
        self._where = where
        self._passed = False
        self._ahead: OrderedDict[str, Vector] = OrderedDict()
        self._lock = threading.Lock()

    def at_open(self) -> None:
        """Check as far as that needs no loading of a pinned model.

        Raises:
            EmbedderMismatch: when another embedder, or none, filled the store.
        """
        if self.embeddings is None:
            return
        if not self._layout.has_embedder:
            raise self._mismatch(embedder_name(self.embeddings), 0)
        pinned = getattr(self.embeddings, "pinned", False)
        if pinned and embedder_name(self.embeddings) == self._layout.fingerprint.name:
            return
        try:
            given = fingerprint(self.embeddings)
        except Exception as error:  # noqa: BLE001  # whatever a server's client raises; raised again at first use
            logger.warning("the embedder does not answer (%r); it is checked when it is first needed", error)
            return
        self.against(given)

    def against(self, given: Fingerprint) -> None:
        """Compare fingerprints, and remember that they match."""
        if not self._layout.fingerprint.matches(given):
            raise self._mismatch(given.name, given.dims)
        self._passed = True

    def documents(self, texts: list[str]) -> list[Vector]:
        """Give a vector a text; what was embedded ahead is taken from there."""
        with self._lock:
            found = {text: self._ahead.pop(text) for text in dict.fromkeys(texts) if text in self._ahead}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            found.update(zip(missing, self._embedded(missing), strict=True))
        return [found[text] for text in texts]

    def ahead(self, texts: Sequence[str]) -> None:
        """Embed documents that will be written soon."""
        vectors = self._embedded(list(texts)) if texts else []
        with self._lock:
            self._ahead.update(zip(texts, vectors, strict=True))
            while len(self._ahead) > MOST_AHEAD:
                self._ahead.popitem(last=False)

    def query(self, text: str) -> Vector:
        """Give the vector of a text to search by."""
        self.check()
        return self._embedder().embed_query(text)

    def check(self) -> None:
        """Make sure that there is an embedder, and that it is the one.

        Raises:
            EmbedderMismatch: when there is none, or another one filled the store.
        """
        embedder = self._embedder()
        if not self._passed:
            self._with_probe(embedder.embed_documents([PROBE])[0])

    def _embedded(self, texts: list[str]) -> list[Vector]:
        embedder = self._embedder()
        if self._passed:
            return embedder.embed_documents(texts)
        probe, *vectors = embedder.embed_documents([PROBE, *texts])
        self._with_probe(probe)
        return vectors

    def _with_probe(self, vector: Sequence[float]) -> None:
        self.against(fingerprint_of(self._embedder(), vector))

    def _embedder(self) -> Embeddings:
        if self.embeddings is None:
            raise EmbedderMismatch(
                f"the store {self._where} was opened without an embedder, to read; expected the one that filled it "
                f"({self._layout.fingerprint.name}) to search or to write indexed items; open it with embeddings="
            )
        return self.embeddings

    def _mismatch(self, name: str, dims: int) -> EmbedderMismatch:
        filled = self._layout.fingerprint
        by = f"{filled.name} ({filled.dims} dimensions)" if self._layout.has_embedder else "no embedder"
        given = f"{name} ({dims} dimensions)" if dims else name
        return EmbedderMismatch(
            f"the store {self._where} was filled by {by}, and opened with {given}; expected the same embedder, since "
            "vectors of two cannot be compared; set the embedder back, or run `bethink reindex` to embed it all anew"
        )
