"""Calls distributed over an executor: this thread, threads, processes, or a Dask cluster."""

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
_CHUNKS_PER_WORKER = 4  # submitted chunks per worker: none idles, and few are in memory
_MAX_LOSSES = 3


@dataclass(frozen=True, slots=True)
class Threads:
    """A number of threads of this process, for calls that wait for a network."""

    count: int


Workers = int | Threads | str
"""A number of processes, threads, or the address of a Dask scheduler."""


def map_spread(
    call: Callable[[Item], Result], items: Iterable[Item], workers: Workers = 1, size: int = 1
) -> Iterator[Result]:
    """Yield the result of a function for each item, in order.

    Each process receives the function once, and items in chunks of ``size``. With one worker,
    everything runs in this process. Items are consumed as needed, so that memory use does not grow
    with their number. The work of a lost process is repeated.
    """
    if workers == 1 or isinstance(workers, Threads):
        size = 1
    remaining = iter(items)
    chunks: deque[list[Item]] = deque()
    losses = 0
    while losses < _MAX_LOSSES:
        try:
            with _open_executor(call, workers) as (submit, ahead):
                futures = deque(map(submit, chunks))
                while True:
                    while len(chunks) < ahead and (chunk := list(islice(remaining, size))):
                        chunks.append(chunk)
                        futures.append(submit(chunk))
                    if not futures:
                        return
                    results = futures.popleft().result()
                    chunks.popleft()
                    losses = 0
                    yield from results
        except BrokenExecutor:  # a process died, as a submission or a result shows
            losses += 1
    raise UsageError(
        f"a process ended {_MAX_LOSSES} times during the same work, perhaps for lack of memory; "
        "try fewer processes with --jobs"
    )


@contextmanager
def _open_executor(
    call: Callable[[Item], Result], workers: Workers
) -> Iterator[tuple[Callable[[Sequence[Item]], Future[list[Any]]], int]]:
    """Open an executor; yield a function that submits a chunk, and how many chunks to submit."""
    if isinstance(workers, str):
        from geoeval.workers.cluster import on_cluster

        with on_cluster(call, workers) as (submit, threads):
            yield submit, _CHUNKS_PER_WORKER * threads
        return
    call_chunk: Callable[[Sequence[Item]], list[Any]] = partial(_call_for_each, call)
    ahead = _CHUNKS_PER_WORKER * (workers.count if isinstance(workers, Threads) else workers)
    executor: Executor
    if workers == 1:
        executor, ahead = _ImmediateExecutor(), 1
    elif isinstance(workers, Threads):
        executor = _DaemonThreadExecutor(workers.count)
    else:
        executor, call_chunk = process_pool(call, workers), call_each
    try:
        yield partial(executor.submit, call_chunk), ahead
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _call_for_each(call: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    return [call(item) for item in items]


class _ImmediateExecutor(Executor):
    """An executor that makes each call immediately, in the thread that submits it."""

    def submit(self, call: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:  # noqa: ANN401 - as Executor
        done: Future[Any] = Future()
        done.set_result(call(*args, **options))
        return done


class _DaemonThreadExecutor(Executor):
    """An executor whose threads do not keep the program running.

    At exit, the program does not wait for calls that hang in a network, as it would with a
    ThreadPoolExecutor.
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
            except BaseException as error:  # noqa: BLE001 - raised again when the result is read
                future.set_exception(error)
                self._closed.set()
