"""Calls at once, with their results in order."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from geoeval.workers.spread import Threads, map_spread


@pytest.mark.parametrize("jobs", [1, 2, 7, 100])
def test_results_come_in_order(jobs: int) -> None:
    """However many calls run at once, and with more of them than items."""
    assert list(map_spread(lambda number: number * number, range(30), Threads(jobs))) == [
        number * number for number in range(30)
    ]
    assert list(map_spread(str, [], Threads(jobs))) == []


def failing_at(bad: int, seen: list[int]) -> Callable[[int], int]:
    """Return a function that fails for one number and keeps all that it was given."""

    def call(number: int) -> int:
        seen.append(number)
        if number == bad:
            message = "bad luck"
            raise LookupError(message)
        return number

    return call


def test_an_error_comes_in_its_turn() -> None:
    """The results before it are there, and calls that have not begun never do."""
    seen: list[int] = []
    results = map_spread(failing_at(3, seen), range(10_000), Threads(2))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(LookupError, match="bad luck"):
        next(results)


def test_a_call_that_hangs_holds_nobody() -> None:
    """Who stops early does not wait for it, and no further call begins."""
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
