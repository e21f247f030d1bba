"""tiktoken's vocabularies without the network, and an upper bound where there is none.

tiktoken downloads its vocabularies at first use. `bpe_openai` carries the same files; their sha256 equals the ones that
tiktoken checks its downloads against, so an `Encoding` built from them is tiktoken's own, and nothing is ever fetched.
The split patterns are the published definitions of the two encodings (tiktoken_ext/openai_public.py); a test holds
them, the special tokens and the ids against tiktoken's constructors.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import importlib.util
import math
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
PATTERNS = {
    "o200k_base": "|".join(
        (
            rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_CONTRACTIONS}",
            rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_CONTRACTIONS}",
            r"\p{N}{1,3}",
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
            r"\s*[\r\n]+",
            r"\s+(?!\S)",
            r"\s+",
        )
    ),
    "cl100k_base": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
}
HASHES = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
}
"""sha256 of the vocabulary files, as tiktoken checks them."""

_loaded: dict[str, Encoding | None] = {}
_lock = threading.Lock()


def load_encoding(name: str) -> Encoding | None:
    """Give tiktoken's encoding of that name (`o200k_base` or `cl100k_base`), or None where its vocabulary is not to
    be had.

    Loaded once a process (0.5 s), tried once: a missing or damaged vocabulary is not looked for at every message.
    """
    if name not in _loaded:
        with _lock:
            if name not in _loaded:
                _loaded[name] = _build(name)
    return _loaded[name]


def _build(name: str) -> Encoding | None:
    try:
        raw = gzip.decompress(packed_file(name).read_bytes())
        from tiktoken import Encoding
    except (ImportError, OSError, EOFError):
        return None
    if name not in PATTERNS or hashlib.sha256(raw).hexdigest() != HASHES[name]:
        return None
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in raw.splitlines() if line)}
    # No special tokens: `<|endoftext|>` in a user's text is text, and goes to the provider as text.
    return Encoding(name, pat_str=PATTERNS[name], mergeable_ranks=ranks, special_tokens={})


def packed_file(name: str) -> Path:
    """Give the vocabulary's file in the package, without importing it: it would load all its vocabularies, slowly.

    Raises:
        ModuleNotFoundError: the package is not installed.
    """
    spec = importlib.util.find_spec("bpe_openai")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("no vocabulary: expected the package bpe_openai; run `pip install bpe-openai`")
    return Path(spec.submodule_search_locations[0]) / "data" / f"{name}.tiktoken.gz"


PIECE_CHARS = 100_000
"""Texts are encoded in pieces of this many characters: a boundary costs at most a token or two, and the pattern's
engine gives up on a run of a million blanks."""


def encode(encoding: Encoding, text: str) -> list[int]:
    """Give the tokens of a text, special tokens taken as plain text, for any length and any code point."""
    if len(text) <= PIECE_CHARS:
        return encoding.encode_ordinary(text)
    out: list[int] = []
    for start in range(0, len(text), PIECE_CHARS):
        out.extend(encoding.encode_ordinary(text[start : start + PIECE_CHARS]))
    return out


_RUNS = re.compile(
    r"(?P<word>[ ][A-Z]?[a-z]+)|(?P<inner>[A-Z]?[a-z]+)|(?P<capitals>[ ]?[A-Z]+)|(?P<digits>[0-9]+)|(?P<blank>\s+)"
    r"|(?P<han>[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]+)|(?P<mark>[!-/:-@\[-`{-~])|(?P<rest>.)",
    re.DOTALL,
)


def estimate(text: str) -> int:
    """Give an upper bound of a text's tokens by its scripts, for where no vocabulary is at hand.

    A word behind a blank costs a token for each four letters begun, one inside a CamelCase, hex or base64 run for each
    three, capitals for each one and a half, digits for each three, a mark one, blanks one a run of sixteen, a Chinese,
    Japanese or Korean character 1.3 (o200k needs 0.7 to 1, cl100k 1 to 1.3), a letter of another
    alphabet 1, anything else its bytes.
    """
    total = 0.0
    for match in _RUNS.finditer(text):
        length, kind = match.end() - match.start(), match.lastgroup
        if kind == "word":
            total += math.ceil((length - 1) / 4)
        elif kind == "inner":
            total += math.ceil(length / 3)
        elif kind == "capitals":
            total += math.ceil(length / 1.5)
        elif kind == "digits":
            total += math.ceil(length / 3)
        elif kind == "blank":
            total += math.ceil(length / 16)
        elif kind == "han":
            total += 1.3 * length
        elif kind == "mark":
            total += 1
        else:
            total += 1 if match.group() < "\u0800" else len(match.group().encode("utf-8", "replace"))
    return math.ceil(total)


def longest_beginning(text: str, max_tokens: int, weigh: Callable[[str], int], encoding: Encoding | None) -> str:
    """Give the longest beginning of `text` whose weight is at most `max_tokens`; between tokens where a
    vocabulary is."""
    if encoding is None:
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if weigh(text[:middle]) <= max_tokens else (low, middle - 1)
        return text[:low]
    tokens = encode(encoding, text[: 40 * max_tokens + 1_000])[: max_tokens + 1]
    high = min(len(tokens), max_tokens)
    low = 0
    while low < high:
        middle = (low + high + 1) // 2
        if weigh(_decode(encoding, tokens[:middle])) <= max_tokens:
            low = middle
        else:
            high = middle - 1
    return _decode(encoding, tokens[:low])


def _decode(encoding: Encoding, tokens: list[int]) -> str:
    return encoding.decode_bytes(tokens).decode("utf-8", "ignore")
