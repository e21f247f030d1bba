"""What people say every day that asks for no memory: small talk, and requests that concern the whole world.

A message is held against examples of both (`everyday.txt`) by the local multilingual encoder, whatever embedder the
store has. Near small talk, nothing is recalled: "thanks!" is near everything where somebody once said thanks. Nearness
to a general request ("what is the capital of Mongolia?") counts against the memories' own nearness, so that a question
must be nearer to the memories than to the world. Measured with examples on one side and other messages on the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from memory.embeddings import LocalEmbeddings, local_model, one_blas_thread

SMALL_TALK_COSINE = 0.5
"""From here on a message is small talk: 97 % of small talk that is not among the examples, none of 2,180 questions."""
CERTAIN_COSINE = 0.9
"""From here on it is, even if it reads as a question about somebody."""
MOST_CHARS = 2000
"""What of a long message is embedded here."""
MAX_CHARS = 160
"""Small talk is short: of a longer message nothing is asked here."""

_ASKS = re.compile(
    r"\?|？|\b(?:what|who|whom|whose|where|when|which|why|how|remind|remember)\b|谁|什么|哪|几|多少|多大|吗|怎么|记得",
    re.I,
)
_FIRST = re.compile(r"\b(?:i|my|me|mine|we|our|us)\b|我", re.I)
_SECOND = re.compile(r"\b(?:you|your|yours|it|that|this|there|up)\b|你|您", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Everyday:
    """How near a message is to what asks for no memory."""

    is_small_talk: bool
    small_talk: float
    """The cosine of the nearest example of small talk."""
    request: float
    """The cosine of the nearest example of a general request."""


def everyday(message: str) -> Everyday:
    """Hold a message against the examples. Costs one embedding, which a store of the local embedder has asked for
    already; the first call embeds the examples too.
    """
    talk, requests = _examples()
    vector = np.asarray(LocalEmbeddings().embed_query(message[:MOST_CHARS]), np.float32)
    with one_blas_thread():
        near_talk, near_request = float((talk @ vector).max()), float((requests @ vector).max())
    small = len(message) <= MAX_CHARS and near_talk >= SMALL_TALK_COSINE
    if small and near_talk < CERTAIN_COSINE and _asks_about_somebody(message):
        small = False
    return Everyday(is_small_talk=small, small_talk=near_talk, request=near_request)


def _asks_about_somebody(message: str) -> bool:
    """True for "what's my name?" and "who is Anna?", which are near "who are you?", and yet ask for a memory."""
    if not _ASKS.search(message):
        return False
    return bool(_FIRST.search(message)) or not _SECOND.search(message)


def examples() -> dict[str, list[str]]:
    """Give the examples by kind, `small talk` and `request`."""
    found: dict[str, list[str]] = {"small talk": [], "request": []}
    kind = ""
    for line in (files("memory") / "everyday.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            kind = line[2:]
        elif line and kind in found:
            found[kind].append(line)
    return found


@cache
def _examples() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    found = examples()
    with one_blas_thread():
        talk, requests = (np.asarray(local_model().encode(found[k]), np.float32) for k in ("small talk", "request"))
    return talk, requests
