"""Several calls at once, their results in order, and no waiting for them once they are unwanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from threading import Event, Lock, Thread
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def each_at_once(
    call: Callable[[Item], Result], items: Sequence[Item], jobs: int
) -> Iterator[Result]:
    """Yield what a function returns for each item, in their order, calling it in threads.

    Notes
    -----
    Unlike those of an executor the threads do not outlive the caller's interest: after an
    error, or where the caller stops early as by Ctrl-C, no further call begins, and the program
    does not wait at its end for calls that hang in a network.

    Examples
    --------
    >>> list(each_at_once(str.upper, ["a", "b", "c"], jobs=2))
    ['A', 'B', 'C']
    """
    if jobs == 1:
        yield from map(call, items)
        return
    results: list[Future[Result]] = [Future() for _ in items]
    left = iter(zip(items, results, strict=True))
    lock, unwanted = Lock(), Event()

    def work() -> None:
        while not unwanted.is_set():
            with lock:
                pair = next(left, None)
            if pair is None:
                return
            item, result = pair
            try:
                result.set_result(call(item))
            except BaseException as error:  # noqa: BLE001 - raised again where the result is due
                result.set_exception(error)
                unwanted.set()

    for _ in range(min(jobs, len(items))):
        Thread(target=work, daemon=True).start()
    try:
        for result in results:
            yield result.result()
    finally:
        unwanted.set()
