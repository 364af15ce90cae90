"""Calls spread over an executor: this thread, threads, processes, or a Dask cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, TypeVar

from geoeval.errors import UsageError
from geoeval.workers.processes import call_each, process_pool

Item = TypeVar("Item")
Result = TypeVar("Result")
_WAITING = 4  # chunks per worker that wait for it, so that none idles and few are held
_LOSSES = 3


@dataclass(frozen=True, slots=True)
class Threads:
    """So many threads of this process, for calls that wait for a network."""

    count: int


Workers = int | Threads | str
"""A number of processes, threads, or the address of a Dask scheduler."""


def map_spread(
    call: Callable[[Item], Result], items: Iterable[Item], workers: Workers = 1, size: int = 1
) -> Iterator[Result]:
    """Yield what a function returns for each item, in their order.

    The function is sent to each process once, items in chunks of ``size``. With one process
    everything happens in this one. Items are taken as they are needed, so that memory does not
    grow with their number. What a lost process was doing is done again.
    """
    if workers == 1 or isinstance(workers, Threads):
        size = 1
    left = iter(items)
    chunks: deque[list[Item]] = deque()
    losses = 0
    while losses < _LOSSES:
        try:
            with _open_executor(call, workers) as (submit, ahead):
                futures = deque(map(submit, chunks))
                while True:
                    while len(chunks) < ahead and (chunk := list(islice(left, size))):
                        chunks.append(chunk)
                        futures.append(submit(chunk))
                    if not futures:
                        return
                    results = futures.popleft().result()
                    chunks.popleft()
                    losses = 0
                    yield from results
        except BrokenExecutor:  # a process is gone; the next chunk or result tells
            losses += 1
    raise UsageError(
        f"a process ended {_LOSSES} times over the same work, for want of memory perhaps; try "
        "fewer processes with --jobs"
    )


@contextmanager
def _open_executor(
    call: Callable[[Item], Result], workers: Workers
) -> Iterator[tuple[Callable[[Sequence[Item]], Future[list[Any]]], int]]:
    """Open an executor; return what submits a chunk to it, and how many chunks it may hold."""
    if isinstance(workers, str):
        from geoeval.workers.cluster import on_cluster

        with on_cluster(call, workers) as (submit, threads):
            yield submit, _WAITING * threads
        return
    each: Callable[[Sequence[Item]], list[Any]] = partial(_call_for_each, call)
    ahead = _WAITING * (workers.count if isinstance(workers, Threads) else workers)
    executor: Executor
    if workers == 1:
        executor, ahead = _Caller(), 1
    elif isinstance(workers, Threads):
        executor = _DaemonThreads(workers.count)
    else:
        executor, each = process_pool(call, workers), call_each
    try:
        yield partial(executor.submit, each), ahead
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _call_for_each(call: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    return [call(item) for item in items]


class _Caller(Executor):
    """Makes each call at once, in the thread that submits it."""

    def submit(self, call: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:  # noqa: ANN401 - as Executor
        done: Future[Any] = Future()
        done.set_result(call(*args, **options))
        return done


class _DaemonThreads(Executor):
    """Threads that do not outlive the caller's interest.

    The program does not wait at its end for calls that hang in a network, as it does for those
    of a ThreadPoolExecutor.
    """

    def __init__(self, count: int) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._closed = Event()
        self._count = count
        for _ in range(count):
            Thread(target=self._run_calls, daemon=True).start()

    def submit(self, call: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:  # noqa: ANN401 - as Executor
        future: Future[Any] = Future()
        self._calls.put((future, partial(call, *args, **options)))
        return future

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = True) -> None:
        del wait, cancel_futures  # never waits, always cancels
        self._closed.set()
        for _ in range(self._count):
            self._calls.put(None)

    def _run_calls(self) -> None:
        while not self._closed.is_set() and (taken := self._calls.get()) is not None:
            future, call = taken
            try:
                future.set_result(call())
            except BaseException as error:  # noqa: BLE001 - raised again where the result is due
                future.set_exception(error)
                self._closed.set()
