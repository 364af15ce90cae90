"""Validation of travel matrices and arrival times of legs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.errors import UsageError
from geoeval.planning import Ride, TravelMatrix


def test_a_ride_waits_for_a_quicker_departure() -> None:
    """Without waiting it leaves at once."""
    jam = TravelMatrix([[0, 50], [50, 0]], by_time={450: [[0, 20], [20, 0]]})
    assert jam.ride(0, 1, 430) == Ride(450, 470)
    assert jam.ride(0, 1, 430, waiting=False) == Ride(430, 480)
    assert jam.ride(0, 1, 400) == Ride(400, 450)


def test_a_missing_leg_may_open_later() -> None:
    """The first ferry leaves at tick 8."""
    ferry = TravelMatrix([[0, None], [None, 0]], by_time={8: [[0, 3], [None, 0]]})
    assert ferry.ride(0, 1, 2) == Ride(8, 11)
    assert ferry.ride(0, 1, 2, waiting=False) is None
    assert ferry.ride(1, 0, 2) is None
    assert ferry.latest(0, 1, 10) is None
    assert ferry.latest(0, 1, 12) == 9


def test_daily_travel_times_repeat() -> None:
    daily = TravelMatrix(
        [[0, 9], [9, 0]], by_time={6: [[0, 2], [2, 0]], 20: [[0, 9], [9, 0]]}, period=24
    )
    assert daily.ride(0, 1, 24 + 7) == Ride(31, 33)
    assert daily.ride(0, 1, 24 + 21) == Ride(45, 54)
    assert daily.ride(0, 1, 24 + 23) == Ride(47, 56)
    assert daily.ride(0, 1, 24 + 24) == Ride(54, 56)
    assert daily.latest(0, 1, 33) == 31


@given(
    st.lists(st.none() | st.integers(0, 30), min_size=3, max_size=3),
    st.lists(st.integers(1, 40), min_size=2, max_size=2, unique=True),
    st.sampled_from([None, 50]),
    st.integers(0, 90),
)
def test_the_latest_departure_of_a_leg_is_exact(
    ticks: list[int | None], since: list[int], period: int | None, arrives: int
) -> None:
    tables = [[[0, cell], [cell, 0]] for cell in ticks]
    matrix = TravelMatrix(
        tables[0], by_time=dict(zip(sorted(since), tables[1:], strict=True)), period=period
    )
    last = matrix.latest(0, 1, arrives)
    if last is None:
        ride = matrix.ride(0, 1, -100)
        assert ride is None or ride.arrives > arrives or period is not None
        return
    assert matrix.ride(0, 1, last).arrives <= arrives
    later = matrix.ride(0, 1, last + 1)
    assert later is None or later.arrives > arrives


def test_numpy_tables_are_accepted() -> None:
    matrix = TravelMatrix(np.array([[0.0, 20.0], [15.0, 0.0]]))
    assert matrix.ride(0, 1, 0) == Ride(0, 20)
    assert TravelMatrix(np.array([[0, 20], [15, 0]])).ride(1, 0, 0) == Ride(0, 15)
    assert matrix.size == 2


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0, -1], [1, 0]], r"expected durations\[0\]\[1\] to be at least 0, got -1"),
        ([[0, float("nan")], [1, 0]], r"integer at durations\[0\]\[1\], got nan"),
        (
            [[0, 1.5], [1, 0]],
            r"durations\[0\]\[1\] to be an integer, got 1.5; round .*astype\(int\); .* smaller",
        ),
        (
            [[0, float("inf")], [1, 0]],
            r"durations\[0\]\[1\], got inf; use None if there is no leg",
        ),
        ([[0, "5"], [1, 0]], r"durations\[0\]\[1\] to be an integer, got '5'"),
        ([[0, 1, 2], [1, 0, 2]], r"expected durations to be 2 x 2, but row 0 has 3"),
        ([[0], [1]], r"expected durations to be 2 x 2, but row 0 has 1"),
        ([1, 2], r"expected durations to be a table with a row for each place, got \[1, 2\]"),
    ],
)
def test_invalid_tables_are_rejected(rows: list[list[float | None]], message: str) -> None:
    """The error gives the position and value of the cell."""
    with pytest.raises(UsageError, match=message):
        TravelMatrix(rows)


def test_inconsistent_matrices_are_rejected() -> None:
    with pytest.raises(UsageError, match=r"expected distances to have 1 rows, got 2"):
        TravelMatrix([[0]], distances=[[0, 1], [1, 0]])
    with pytest.raises(UsageError, match=r"expected ticks of by_time in \[0, 24\), got 30"):
        TravelMatrix([[0]], by_time={30: [[0]]}, period=24)
    with pytest.raises(UsageError, match=r"expected legs between places 0 to 1, got \(0, 2\)"):
        TravelMatrix.from_legs({(0, 2): 5}, size=2)
    with pytest.raises(UsageError, match=r"expected distances in every travel matrix, got none"):
        TravelMatrix([[0]]).lengths()
    with pytest.raises(UsageError, match=r"expected the period to be at least 1, got 0"):
        TravelMatrix([[0]], by_time={1: [[0]]}, period=0)
