"""One piece of work that goes on in a thread of its own while the caller does something else, within one block."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class Work(Generic[T]):
    """What is being done; calling it waits for the end and gives the result, or raises what it raised."""

    def __init__(self, do: Callable[[], T]) -> None:
        self._do = do
        self._found: list[T] = []
        self._error: BaseException | None = None
        # a thread of its own, not a pool's: those of a pool are gone in a forked child, which would wait forever
        self._thread = threading.Thread(target=contextvars.copy_context().run, args=(self._run,), daemon=True)
        self._thread.start()

    def __call__(self) -> T:
        self.wait()
        if self._error is not None:
            raise self._error
        return self._found[0]

    def wait(self) -> None:
        """Wait for the end, however it ends."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self._found.append(self._do())
        except BaseException as error:  # noqa: BLE001  # it is raised where the result is asked for
            self._error = error


@contextmanager
def meanwhile(do: Callable[[], T]) -> Iterator[Work[T]]:
    """Do something while the block runs, and end with it: nothing goes on behind the block's back.

    Worth its price (a tenth of a millisecond) where one of the two lets other threads run: a database or a file at
    work, or arithmetic on large arrays.
    """
    work = Work(do)
    try:
        yield work
    finally:
        work.wait()
