"""Every error that a caller may catch, in one tree.

    BethinkError
    ├── SettingsError (ValueError)            a setting cannot be used
    ├── InvalidId (ValueError)                a user or thread id that cannot be used
    ├── ThreadOwnedByAnother (PermissionError) the thread is another user's
    ├── TurnInProgress (RuntimeError)         a second turn on a thread whose turn still runs
    ├── BudgetError (ValueError)              a budget that cannot hold what must stay
    ├── MemoryNotFound (LookupError)          no record of this user has that id
    ├── NothingToUndo (LookupError)           the record has no change that can be taken back
    ├── ImportFormatError (ValueError)        an import file that cannot be read
    ├── ExtractionUnreadable (ValueError)     a model's extraction that cannot be parsed
    ├── StoreError (RuntimeError)
    │   ├── StoreLocked (TimeoutError)        another process holds the directory
    │   ├── StoreUnavailable (ConnectionError) the store cannot be reached or written
    │   ├── StoreDamaged                      its files are not what they should be
    │   └── EmbedderMismatch (ValueError)     it was filled by another embedder
    ├── CheckpointError (RuntimeError)
    │   ├── CheckpointDamaged                 the file is damaged
    │   ├── CheckpointVersionError            the file was written by a newer version
    │   └── CheckpointKeyError (ValueError)   the encryption key is missing or wrong
    └── ModelError (RuntimeError)
        ├── ModelNotFound (LookupError)       the endpoint knows no such model
        ├── ModelKeyRefused (PermissionError) the key is missing or refused
        ├── ModelUnreachable (ConnectionError) the endpoint is down, or does not answer in time
        ├── ModelRateLimited                  too many requests, after the retries
        ├── ModelRequestRefused (ValueError)  the endpoint refuses the request itself
        └── ModelAnswerUnusable (ValueError)  an empty, cut or filtered answer, after the retries

A message has three parts: what was given, what was expected, what to do.
"""

from __future__ import annotations


class BethinkError(Exception):
    """The root of the tree."""


class SettingsError(BethinkError, ValueError):
    """A setting cannot be used."""


class InvalidId(BethinkError, ValueError):
    """A user or thread id that cannot be used."""


class ThreadOwnedByAnother(BethinkError, PermissionError):
    """The thread is another user's."""


class TurnInProgress(BethinkError, RuntimeError):
    """A second turn was started on a thread whose turn still runs."""


class BudgetError(BethinkError, ValueError):
    """A budget that cannot hold what must stay."""


class MemoryNotFound(BethinkError, LookupError):
    """No record of this user has that id."""


class NothingToUndo(BethinkError, LookupError):
    """The record has no change that can be taken back."""


class ImportFormatError(BethinkError, ValueError):
    """An import file that cannot be read."""


class ExtractionUnreadable(BethinkError, ValueError):
    """A model's extraction that cannot be parsed."""


class StoreError(BethinkError, RuntimeError):
    """The long-term store cannot do what was asked."""


class StoreLocked(StoreError, TimeoutError):
    """Another process holds the store's directory."""


class StoreUnavailable(StoreError, ConnectionError):
    """The store cannot be reached or written."""


class StoreDamaged(StoreError):
    """The store's files are not what they should be."""


class EmbedderMismatch(StoreError, ValueError):
    """The store was filled by another embedder."""


class CheckpointError(BethinkError, RuntimeError):
    """The checkpoints cannot be read or written."""


class CheckpointDamaged(CheckpointError):
    """The checkpoint file is damaged."""


class CheckpointVersionError(CheckpointError):
    """The checkpoint file was written by a newer version."""


class CheckpointKeyError(CheckpointError, ValueError):
    """The encryption key is missing or wrong."""


class ModelError(BethinkError, RuntimeError):
    """The model could not answer."""


class ModelNotFound(ModelError, LookupError):
    """The endpoint knows no such model."""


class ModelKeyRefused(ModelError, PermissionError):
    """The key is missing or refused."""


class ModelUnreachable(ModelError, ConnectionError):
    """The endpoint is down or does not answer in time."""


class ModelRateLimited(ModelError):
    """Too many requests, after the retries."""


class ModelRequestRefused(ModelError, ValueError):
    """The endpoint refuses the request itself."""


class ModelAnswerUnusable(ModelError, ValueError):
    """An empty, cut or filtered answer, after the retries."""
