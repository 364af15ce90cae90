"""Work spread over processes of this machine or over a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from geoeval.workers.processes import in_processes

Item = TypeVar("Item")
Result = TypeVar("Result")
Workers = int | str
"""A number of processes, or the address of a Dask scheduler."""


def spread(
    call: Callable[[Item], Result],
    items: Iterable[Item],
    workers: Workers,
    prepare: Callable[..., None] | None = None,
    arguments: tuple[object, ...] = (),
) -> Iterator[Result]:
    """Return what a function returns for each item, in their order.

    Examples
    --------
    >>> list(spread(abs, [-1, 2], 1))
    [1, 2]
    """
    if isinstance(workers, int):
        return in_processes(call, items, workers, prepare, arguments)
    from geoeval.workers.cluster import on_cluster

    return on_cluster(call, items, workers, prepare, arguments)
