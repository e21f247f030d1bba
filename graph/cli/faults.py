"""What a fault looks like at the terminal: one paragraph of three parts, an exit code, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memory.errors import (
    BethinkError,
    CheckpointError,
    ModelError,
    ModelKeyRefused,
    ModelNotFound,
    ModelUnreachable,
    StoreError,
)

FAULT = "bethink-fault-"
"""How the names of kept tracebacks begin, in the folder for temporary files."""
FAULTS_KEPT = 5
MESSAGE_CHARS = 300
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
    """Print a fault that has no words of its own, and where its traceback was kept.

    The file is this user's alone, holds the lines of code and at most `MESSAGE_CHARS` of each message, which may quote
    what somebody said, and the last `FAULTS_KEPT` files are kept.
    """
    import tempfile

    folder = Path(tempfile.gettempdir())
    with tempfile.NamedTemporaryFile(
        "w", prefix=FAULT, suffix=".txt", dir=folder, delete=False, encoding="utf-8", errors="backslashreplace"
    ) as file:
        file.write(_traceback(error))
    _drop_old(folder)
    words = " ".join(str(error).split())[:MESSAGE_CHARS]
    tell(
        RuntimeError(
            f"{type(error).__name__}: {words}; this should not happen: please report it with {file.name}, and look "
            "first whether its messages quote what you would rather keep"
        )
    )


def _traceback(error: BaseException) -> str:
    """Give the code that led to a fault and to those behind it, their messages cut short."""
    import traceback

    told: list[str] = []
    seen: set[int] = set()
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        message = str(at)
        cut = message if len(message) <= MESSAGE_CHARS else f"{message[:MESSAGE_CHARS]}… ({len(message)} characters)"
        told.append(f"{''.join(traceback.format_tb(at.__traceback__))}{type(at).__qualname__}: {cut}\n")
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return "\nfrom which came:\n\n".join(reversed(told))


def _drop_old(folder: Path) -> None:
    """Delete all but the newest of this user's kept faults."""

    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    for old in sorted(folder.glob(f"{FAULT}*.txt"), key=age)[:-FAULTS_KEPT]:
        with suppress(OSError):  # another user's, or gone already
            old.unlink()
