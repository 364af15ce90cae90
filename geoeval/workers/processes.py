"""Work spread over processes, its results in the order of the work."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from threading import Thread
from typing import TypeVar

from geoeval.errors import UsageError

Item = TypeVar("Item")
Result = TypeVar("Result")
_WAITING = 4  # items per process that wait for it, so that none idles and few are held
_LOSSES = 3


def cores() -> int:
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


def in_processes(
    call: Callable[[Item], Result],
    items: Iterable[Item],
    workers: int,
    prepare: Callable[..., None] | None = None,
    arguments: tuple[object, ...] = (),
) -> Iterator[Result]:
    """Yield what a function returns for each item, in their order, calling it in processes.

    ``prepare`` is called first in each of them, with ``arguments``: what all items need is sent
    once. With one process everything happens in this one. Items are taken as they are needed, so
    that memory does not grow with their number. What a lost process was doing is done again.

    Raises
    ------
    UsageError
        If processes end again and again over the same items.

    Examples
    --------
    >>> list(in_processes(abs, [-1, 2], 1))
    [1, 2]
    """
    if workers == 1:
        if prepare is not None:
            prepare(*arguments)
        yield from map(call, items)
        return
    pool = _pool(workers, prepare, arguments)
    waiting: deque[tuple[Item, Future[Result]]] = deque()
    left = iter(items)
    lost = 0
    try:
        while True:
            wanted = deque(islice(left, _WAITING * workers - len(waiting)))
            try:
                while wanted:
                    waiting.append((wanted[0], pool.submit(call, wanted[0])))
                    wanted.popleft()
                if not waiting:
                    return
                result = waiting[0][1].result()
            except BrokenProcessPool:  # a process is gone; the next item or result says so
                lost += 1
                if lost == _LOSSES:
                    message = (
                        f"a process ended {_LOSSES} times over the same work, for want of memory "
                        "perhaps; try fewer processes with --jobs"
                    )
                    raise UsageError(message) from None
                pool = _pool(workers, prepare, arguments)
                left = chain([item for item, _ in waiting], wanted, left)
                waiting.clear()
                continue
            lost = 0
            waiting.popleft()
            yield result
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _end_with_parent() -> None:
    """End this process when its parent is gone, which cannot tell it so if it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _pool(
    workers: int, prepare: Callable[..., None] | None, arguments: tuple[object, ...]
) -> ProcessPoolExecutor:
    """Return processes that are ready to work."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(prepare, arguments))


def _begin(prepare: Callable[..., None] | None, arguments: tuple[object, ...]) -> None:
    """Make a process ready."""
    Thread(target=_end_with_parent, daemon=True).start()
    collect_seldom()
    if prepare is not None:
        prepare(*arguments)
