"""Races: the same work done by several libraries, in turns, in one process."""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType

from benchmarks.figures import Figure, NotMeasuredError

Work = Callable[[], object]
Times = Mapping[str, list[float]]

OURS = "geoeval"


def peer(module: str) -> ModuleType:
    """Return a module of a library that geoeval is measured against."""
    try:
        return import_module(module)
    except ImportError:
        message = f"{module.partition('.')[0]} is not installed (dependency group bench)"
        raise NotMeasuredError(message) from None


def race(contenders: Mapping[str, Work], rounds: int) -> Times:
    """Time every contender once in each round, after one round unmeasured; in seconds."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for measured in [False, *[True] * rounds]:
        for name, work in contenders.items():
            start = time.perf_counter()
            work()
            if measured:
                times[name].append(time.perf_counter() - start)
    return times


def results(work: str, times: Times, targets: Mapping[str, float], ours: str) -> list[Figure]:
    """Return our figure, and how many times as long each peer takes, by the median round."""
    figures = [Figure(name=work, value=ours, note=f"medians of {len(times[OURS])} rounds in turns")]
    for name, target in targets.items():
        ratios = [theirs / mine for theirs, mine in zip(times[name], times[OURS], strict=True)]
        figures.append(
            Figure(
                name=f"  {name} takes",
                value=f"{statistics.median(ratios):.2f} times as long (target {target})",
                note=f"from {min(ratios):.2f} to {max(ratios):.2f}",
            )
        )
    return figures


def milliseconds(times: Times) -> str:
    """Return our median time."""
    return f"{1000 * statistics.median(times[OURS]):.1f} ms"


def peak_memory(work: Work) -> int:
    """Return the most bytes that a piece of work holds at a time, as Python is asked for them."""
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak
