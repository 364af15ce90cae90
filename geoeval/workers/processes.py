"""Processes of this machine."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from threading import Thread
from typing import Any


def count_cores() -> int:
    """Return how many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def collect_seldom() -> None:
    """Look for cycles of garbage seldom, in a process that is ours.

    A run makes millions of small records without cycles; looking through them again and again
    took a fifth of the time.
    """
    gc.set_threshold(100_000, 50, 100)


def process_pool(call: Callable[[Any], object], processes: int) -> ProcessPoolExecutor:
    """Return processes that have received a function, for ``call_each``."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=_set_call, initargs=(call,))


def call_each(items: Sequence[object]) -> list[object]:
    """Return what the function of this process makes of each item."""
    assert _call is not None
    return [_call(item) for item in items]


_call: Callable[[Any], object] | None = None


def _set_call(call: Callable[[Any], object]) -> None:
    global _call  # noqa: PLW0603 - sent to a process once, not with each item
    _call = call
    Thread(target=_end_with_parent, daemon=True).start()
    collect_seldom()


def _end_with_parent() -> None:
    """End this process with its parent, which cannot end it if it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
