"""Worker processes on this machine."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from threading import Thread
from typing import Any


def count_cores() -> int:
    """Return the number of CPU cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def collect_seldom() -> None:
    """Run the garbage collector less often, in a process of our own.

    A run creates millions of small records without cycles; scanning them again and again took a
    fifth of the time.
    """
    gc.set_threshold(100_000, 50, 100)


def process_pool(call: Callable[[Any], object], processes: int) -> ProcessPoolExecutor:
    """Return a pool of processes that hold a function, for ``call_each``."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=_set_call, initargs=(call,))


def call_each(items: Sequence[object]) -> list[object]:
    """Apply the function that this process holds to each item."""
    assert _call is not None
    return [_call(item) for item in items]


_call: Callable[[Any], object] | None = None


def _set_call(call: Callable[[Any], object]) -> None:
    global _call  # noqa: PLW0603 - sent to a process once, not with each item
    _call = call
    Thread(target=_end_with_parent, daemon=True).start()
    collect_seldom()


def _end_with_parent() -> None:
    """Exit when the parent process ends, since a killed parent cannot end its workers."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
