"""Says what went wrong in the words of `memory.errors`, at the door and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from graph.settings import Settings
from memory.errors import BethinkError


@contextmanager
def explained(settings: Settings) -> Iterator[None]:
    """Raise what the model's client raised as a `ModelError` that says what to do; let everything else travel."""
    try:
        yield
    except BethinkError:
        raise
    except Exception as error:
        if settings.offline:
            raise
        from graph.models import explain

        told = explain(error, settings)
        if told is None:
            raise
        raise told from error
