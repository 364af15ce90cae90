"""Work spread over a Dask cluster, its results in the order of the work."""

from __future__ import annotations

import gc
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import Any, TypeVar
from uuid import uuid4

from geoeval.errors import UsageError, quote
from geoeval.extras import check_installed
from geoeval.workers.processes import collect_seldom

Item = TypeVar("Item")
Result = TypeVar("Result")
_WAITING = 4  # items per thread of the cluster that wait for it
_PATIENCE_S = 10
_ADDRESS = re.compile(r"([a-z]+://)?[^\s/]+:\d+")
_prepared: set[str] = set()
_preparing = Lock()


def on_cluster(
    call: Callable[[Item], Result],
    items: Iterable[Item],
    scheduler: str,
    prepare: Callable[..., None] | None = None,
    arguments: tuple[object, ...] = (),
) -> Iterator[Result]:
    """Yield what a function returns for each item, in their order, calling it on a cluster.

    ``prepare`` is called first in each worker, with ``arguments``. What a lost worker was doing is
    done again by another.

    Raises
    ------
    UsageError
        If the address is none, distributed (extra ``dask``) is not installed, no scheduler
        answers there, it has no workers, or several of them end over one item.
    """
    if not _ADDRESS.fullmatch(scheduler):
        message = f"expected an address such as tcp://head:8786, got {quote(scheduler)}"
        raise UsageError(message)
    check_installed("distributed", "dask")
    from distributed import Client, Future, KilledWorker

    try:
        client: Any = Client(scheduler, timeout=_PATIENCE_S, set_as_default=False)  # type: ignore[no-untyped-call] # as it ships
    except (OSError, ValueError) as error:
        message = f"no scheduler of Dask answers at {quote(scheduler)}: {error}"
        raise UsageError(message) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            message = f"the scheduler at {quote(scheduler)} has no workers; start dask worker there"
            raise UsageError(message)
        # The result of a task is made again if it is lost; what is scattered is not.
        shared = client.submit(_same, arguments, pure=False)
        token = uuid4().hex
        waiting: deque[Future[Result]] = deque()
        try:
            for item in items:
                waiting.append(client.submit(_work, call, item, token, prepare, shared, pure=False))
                if len(waiting) >= _WAITING * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except KilledWorker as error:
            message = f"several workers of {quote(scheduler)} ended over the same work: {error}"
            raise UsageError(message) from None


def _same(arguments: tuple[object, ...]) -> tuple[object, ...]:
    """Return what all workers need."""
    return arguments


def _work(
    call: Callable[[Item], Result],
    item: Item,
    token: str,
    prepare: Callable[..., None] | None,
    arguments: tuple[object, ...],
) -> Result:
    """Return what a function makes of an item, in a worker that is made ready once."""
    if prepare is not None:
        with _preparing:
            if token not in _prepared:
                prepare(*arguments)
                _prepared.add(token)
    before = gc.get_threshold()
    collect_seldom()
    try:
        return call(item)
    finally:
        gc.set_threshold(*before)  # the worker is not ours
