"""Parallel calls in threads with results in order."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from geoeval.workers.spread import Threads, map_spread


@pytest.mark.parametrize("jobs", [1, 2, 7, 100])
def test_results_keep_the_order_of_items(jobs: int) -> None:
    assert list(map_spread(lambda number: number * number, range(30), Threads(jobs))) == [
        number * number for number in range(30)
    ]
    assert list(map_spread(str, [], Threads(jobs))) == []


def failing_at(bad: int, seen: list[int]) -> Callable[[int], int]:
    """Return a function that records its arguments and fails for a number."""

    def call(number: int) -> int:
        seen.append(number)
        if number == bad:
            message = "bad luck"
            raise LookupError(message)
        return number

    return call


def test_an_error_is_raised_in_order() -> None:
    """Results before it are returned."""
    seen: list[int] = []
    results = map_spread(failing_at(3, seen), range(10_000), Threads(2))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(LookupError, match="bad luck"):
        next(results)


def test_closing_does_not_wait_for_a_hanging_call() -> None:
    """No further call starts."""
    go, begun = threading.Event(), threading.Event()
    seen: list[int] = []

    def hanging(number: int) -> int:
        seen.append(number)
        if number:
            begun.set()
            go.wait(timeout=30)
        return number

    results = map_spread(hanging, range(100), Threads(2))
    assert next(results) == 0
    assert begun.wait(timeout=30)
    results.close()  # type: ignore[attr-defined]  # what a for loop does that is left early
    go.set()
    assert len(seen) <= 3
