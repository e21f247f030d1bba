"""What goes on meanwhile ends with its block, tells its result or its error, and works in a forked child."""

from __future__ import annotations

import os
import threading
import time

import pytest

from memory.meanwhile import meanwhile


def test_both_go_on_at_once_and_the_result_is_given() -> None:
    met = threading.Barrier(2, timeout=10)
    with meanwhile(met.wait) as place:
        met.wait()  # would wait for ever if one came after the other
    assert place() in (0, 1)


def test_an_error_is_raised_where_the_result_is_asked_for() -> None:
    with meanwhile(lambda: 1 // 0) as result:
        pass
    with pytest.raises(ZeroDivisionError):
        result()


def test_nothing_goes_on_behind_the_back_of_a_block_that_failed() -> None:
    done: list[bool] = []

    def slow() -> None:
        time.sleep(0.2)
        done.append(True)

    with pytest.raises(KeyError), meanwhile(slow):
        raise KeyError("the block failed")
    assert done == [True]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_has_threads_of_its_own() -> None:
    with meanwhile(lambda: None):
        pass  # the parent has a thread that waits for work; the child has not
    child = os.fork()
    if child == 0:
        with meanwhile(lambda: 7) as found:
            pass
        os._exit(found())
    ended = time.monotonic() + 10
    while (gone := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < ended:
        time.sleep(0.02)
    if gone[0] == 0:
        os.kill(child, 9)
        os.waitpid(child, 0)
    assert gone[0] == child and os.waitstatus_to_exitcode(gone[1]) == 7
