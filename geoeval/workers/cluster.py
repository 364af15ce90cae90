"""An executor over a Dask cluster."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from geoeval.errors import UsageError, quote
from geoeval.extras import check_installed
from geoeval.workers.processes import collect_seldom

_PATIENCE_S = 10
_ADDRESS = re.compile(r"([a-z]+://)?[^\s/]+:\d+")


@contextmanager
def on_cluster(
    call: Callable[[Any], object], scheduler: str
) -> Iterator[tuple[Callable[[Sequence[Any]], Future[list[Any]]], int]]:
    """Connect to a cluster; yield a function that submits items, and the number of threads.

    If a worker is lost, another one repeats its work.
    """
    if not _ADDRESS.fullmatch(scheduler):
        raise UsageError(f"expected an address such as tcp://head:8786, got {quote(scheduler)}")
    check_installed("distributed", "dask")
    from distributed import Client, KilledWorker

    try:
        client: Any = Client(scheduler, timeout=_PATIENCE_S, set_as_default=False)  # type: ignore[no-untyped-call] # as it ships
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {quote(scheduler)}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise UsageError(
                f"the scheduler at {quote(scheduler)} has no workers; start one with: "
                f"dask worker {scheduler}"
            )
        # Dask recomputes the lost result of a task, but not lost data that was scattered.
        shared = client.submit(_wrap_call, call, pure=False)
        executor = client.get_executor(pure=False)
        try:
            yield lambda items: executor.submit(_call_for_each, shared, items), threads
        except KilledWorker as error:
            raise UsageError(
                f"several workers of {quote(scheduler)} died during the same work: {error}"
            ) from None


def _wrap_call(call: Callable[[Any], object]) -> Callable[[Any], object]:
    """Return the function, so that it becomes a task result that each worker fetches once."""
    return call


def _call_for_each(call: Callable[[Any], object], items: Sequence[object]) -> list[object]:
    """Apply a function to each item, then restore the garbage collector of the worker."""
    thresholds = gc.get_threshold()
    collect_seldom()
    try:
        return [call(item) for item in items]
    finally:
        gc.set_threshold(*thresholds)
