"""Work spread over processes, its results in the order of the work."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
_WAITING = 4  # items per process that wait for it, so that none idles and few are held


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
    jobs: int,
    prepare: Callable[..., None] | None = None,
    arguments: tuple[object, ...] = (),
) -> Iterator[Result]:
    """Yield what a function returns for each item, in their order, calling it in processes.

    ``prepare`` is called first in each of them, with ``arguments``: what all items need is sent
    once. With one job everything happens in this process. Items are taken as they are needed, so
    that memory does not grow with their number.

    Examples
    --------
    >>> list(in_processes(abs, [-1, 2], 1))
    [1, 2]
    """
    if jobs == 1:
        if prepare is not None:
            prepare(*arguments)
        yield from map(call, items)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        jobs, context, initializer=_begin, initargs=(prepare, arguments)
    ) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(call, item))
                if len(waiting) >= _WAITING * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin(prepare: Callable[..., None] | None, arguments: tuple[object, ...]) -> None:
    """Make a process ready."""
    collect_seldom()
    if prepare is not None:
        prepare(*arguments)
