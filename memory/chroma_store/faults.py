"""What Chroma's errors mean, and what can be done about each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memory.errors import EmbedderMismatch, StoreDamaged, StoreError, StoreUnavailable

_UNWRITABLE = (
    "readonly", "read-only", "disk is full", "disk i/o error", "no space", "unable to open", "permission denied",
)  # fmt: skip
_RECORDS = ("malformed", "not a database")
_ROW = ("finding id", "getting embedding")
_INDEX = ("hnsw", *_ROW, "nothing found on disk")


@contextmanager
def explaining() -> Iterator[None]:
    """Turn Chroma's errors into ours, with what can be done about them."""
    import httpx
    from chromadb.errors import ChromaError, NotFoundError

    try:
        yield
    except (NotFoundError, StoreError):
        raise
    except (ChromaError, OSError, httpx.HTTPError) as error:
        raise explained(error) from error
    except ValueError as error:
        if "Could not connect" in str(error):
            raise explained(error) from error
        raise
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # chromadb's Rust half gave up; it is not an Exception
            raise
        raise explained(error) from error


def is_of_a_row(error: BaseException) -> bool:
    """True when the index named a row that the records did not have: for good in a damaged store, for a moment where
    another writer replaces the row while it is read.
    """
    return any(word in str(error).lower() for word in _ROW)


def is_failed_write(error: BaseException) -> bool:
    """True when the disk refused, or chromadb's Rust half gave up."""
    return type(error).__name__ == "PanicException" or any(word in str(error).lower() for word in _UNWRITABLE)


def explained(error: BaseException) -> StoreError:
    """Give the error of ours that says what Chroma's means."""
    text = str(error).lower()
    said = f"{type(error).__name__}: {error}"[:300]
    if "expecting embedding with dimension" in text:
        return EmbedderMismatch(
            f"the embedder gave a vector of another length than before ({said}); expected the embedder that filled "
            "the store; set it back, or run `bethink reindex` to embed it all anew"
        )
    if any(word in text for word in _UNWRITABLE):
        return StoreUnavailable(
            f"the store cannot be written ({said}); expected a writable directory with free space; "
            "free space or mend its permissions, then try again"
        )
    if any(word in text for word in _RECORDS):
        return StoreDamaged(
            f"the store's records are damaged ({said}); expected a sound database; "
            "run `bethink restore` with a backup, into another data directory"
        )
    if any(word in text for word in _INDEX):
        return StoreDamaged(
            f"the store's files do not agree with each other ({said}); expected an index for every record; "
            "run `bethink doctor --rebuild`, which makes the index anew from the records"
        )
    return StoreUnavailable(
        f"the store does not answer ({said}); expected a running Chroma or a data directory that exists; "
        "look at `bethink doctor`, then try again"
    )
