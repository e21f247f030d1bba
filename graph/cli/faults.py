"""What a fault looks like at the terminal: one paragraph of three parts, an exit code, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memory.errors import (
    BethinkError,
    CheckpointError,
    ModelError,
    ModelKeyRefused,
    ModelNotFound,
    ModelUnreachable,
    StoreError,
)

EXIT_CODES: dict[int, str] = {
    0: "done",
    1: "an unexpected fault",
    2: "a setting, an option or an id cannot be used",
    3: "the long-term store cannot be used",
    4: "the checkpoints cannot be used",
    5: "no such model",
    6: "the key is missing or refused",
    7: "the endpoint cannot be reached",
    8: "the model could not answer",
    130: "stopped by Ctrl-C",
}
"""Printed by `bethink --help`, relied on by scripts."""


def exit_code(error: BaseException) -> int:
    """Give the exit code for a fault."""
    kinds: tuple[tuple[type[BaseException], int], ...] = (
        (KeyboardInterrupt, 130),
        (ModelNotFound, 5),
        (ModelKeyRefused, 6),
        (ModelUnreachable, 7),
        (ModelError, 8),
        (StoreError, 3),
        (CheckpointError, 4),
        (BethinkError, 2),
    )
    return next((code for kind, code in kinds if isinstance(error, kind)), 1)


def tell(error: BaseException) -> None:
    """Print a fault to standard error."""
    from rich.console import Console
    from rich.text import Text

    words = " ".join(str(error).split()) or type(error).__name__
    Console(stderr=True, highlight=False).print(Text.assemble(("bethink: ", "bold red"), words))


@contextmanager
def faults_told() -> Iterator[None]:
    """Turn what is raised inside into a message and an exit code."""
    import typer

    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except BethinkError as error:
        tell(error)
        raise typer.Exit(exit_code(error)) from None
    except OSError as error:
        tell(
            OSError(f"{error.strerror or error}: {error.filename or 'a file or a connection'}; check it and try again")
        )
        raise typer.Exit(1) from None


def tell_unforeseen(error: BaseException) -> None:
    """Print a fault that has no words of its own, and where its traceback was kept."""
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", prefix="bethink-fault-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write("".join(traceback.format_exception(error)))
    words = " ".join(str(error).split())[:300]
    tell(RuntimeError(f"{type(error).__name__}: {words}; this should not happen: please report it with {file.name}"))
