"""One piece of work that goes on in another thread while the caller does something else, within one block."""

from __future__ import annotations

import contextvars
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

T = TypeVar("T")

MOST_THREADS = 64


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="bethink-meanwhile")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)  # a forked child has none of its parent's threads


@contextmanager
def meanwhile(do: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Do something while the block runs, and end with it: nothing goes on behind the block's back.

    Yields what waits for the end and gives the result, or raises what was raised. `do` must not call this again. Worth
    its price where one of the two lets other threads run: a database or a file at work, or arithmetic on large arrays.
    """
    try:
        work: Future[T] = _threads().submit(contextvars.copy_context().run, do)
    except RuntimeError:  # the interpreter is ending and starts no thread any more
        yield do
        return
    try:
        yield work.result
    finally:
        wait([work])
