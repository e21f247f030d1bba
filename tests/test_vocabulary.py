"""The vocabulary that needs no network is tiktoken's own."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public  # type: ignore[import-untyped]  # no stubs upstream

from memory import vocabulary


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tiktoken.Encoding]:
    """tiktoken's encodings by its own constructors, from files laid where it looks for its downloads."""
    cache: Path = tmp_path_factory.mktemp("tiktoken")
    for name in vocabulary.PATTERNS:
        url = f"https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
        raw = gzip.decompress(vocabulary.packed_file(name).read_bytes())
        (cache / hashlib.sha1(url.encode()).hexdigest()).write_bytes(raw)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", str(cache))
        return {name: tiktoken.Encoding(**openai_public.ENCODING_CONSTRUCTORS[name]()) for name in vocabulary.PATTERNS}


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
def test_the_encoding_is_tiktokens_own(name: str, theirs: dict[str, tiktoken.Encoding]) -> None:
    ours, reference = vocabulary.load_encoding(name), theirs[name]
    assert ours is not None
    assert ours._pat_str == reference._pat_str
    assert ours._mergeable_ranks == reference._mergeable_ranks


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=200) | st.text(alphabet="你好世界 abc123,.{}\":\n'\t👍🏽", max_size=200))
def test_any_text_has_tiktokens_tokens(theirs: dict[str, tiktoken.Encoding], text: str) -> None:
    for name, reference in theirs.items():
        ours = vocabulary.load_encoding(name)
        assert ours is not None
        assert vocabulary.encode(ours, text) == reference.encode_ordinary(text)


def test_a_text_of_any_length_and_kind_is_encoded() -> None:
    encoding = vocabulary.load_encoding("o200k_base")
    assert encoding is not None
    for text in (" " * 1_500_000, "a" * 500_000, "好" * 300_000, "\ud800" * 10, "\x00"):
        assert vocabulary.encode(encoding, text)


def test_a_damaged_or_missing_vocabulary_gives_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert vocabulary.load_encoding("no such encoding") is None
    monkeypatch.setitem(vocabulary.HASHES, "o200k_base", "0" * 64)
    assert vocabulary._build("o200k_base") is None


def test_the_estimate_of_nothing_is_nothing() -> None:
    assert vocabulary.estimate("") == 0
    assert vocabulary.estimate("a") == 1
