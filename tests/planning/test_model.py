"""Visits and their windows."""

from __future__ import annotations

import pytest

from geoeval.errors import UsageError
from geoeval.planning import TripProblem, Visit


def test_a_visit_waits_for_the_first_window_that_is_long_enough() -> None:
    """A window too short for the stay is passed over."""
    visit = Visit(name="bank", duration=30, windows=((0, 20), (50, 100)))
    assert visit.earliest_start(0) == 50


def test_a_visit_may_end_at_closing_but_not_after() -> None:
    """The closing tick itself is still inside."""
    visit = Visit(name="bank", duration=30, windows=((50, 100),))
    assert (visit.earliest_start(70), visit.earliest_start(71)) == (70, None)


def test_a_booked_start_is_kept_whatever_the_arrival() -> None:
    """One waits for a booking, and misses it when late."""
    visit = Visit(name="tour", duration=30, starts_at=60)
    assert (visit.earliest_start(10), visit.earliest_start(61)) == (60, None)


def test_a_booking_outside_the_windows_never_holds() -> None:
    """A booking does not open a closed door."""
    visit = Visit(name="tour", duration=30, windows=((100, 200),), starts_at=60)
    assert (visit.earliest_start(10), visit.latest_start(500)) == (None, None)


def test_the_latest_start_moves_back_to_an_earlier_window() -> None:
    """If the last window opens too late, the one before it serves."""
    visit = Visit(name="bank", duration=30, windows=((0, 60), (90, 200)))
    assert (visit.latest_start(300), visit.latest_start(115), visit.latest_start(20)) == (
        170,
        30,
        None,
    )


def test_the_latest_start_of_a_free_visit_follows_from_its_end_alone() -> None:
    """Without windows only the duration counts."""
    assert Visit(name="walk", duration=30).latest_start(100) == 70


def test_a_booking_bounds_the_latest_start() -> None:
    """A booking is its own latest start, if it is over in time."""
    visit = Visit(name="tour", duration=30, starts_at=60)
    assert (visit.latest_start(90), visit.latest_start(89)) == (60, None)


def test_a_negative_duration_is_refused() -> None:
    """A stay cannot last less than nothing."""
    with pytest.raises(UsageError, match="expected a duration of 0 or more for 'x': -1"):
        Visit(name="x", duration=-1)


def test_a_window_that_closes_before_it_opens_is_refused() -> None:
    """A closing after midnight has to be written as a later tick."""
    with pytest.raises(UsageError, match=r"windows of 'x' to close after they open: \(9, 3\)"):
        Visit(name="x", duration=1, windows=((9, 3),))


def test_travel_is_directional_and_free_on_the_spot() -> None:
    """The way back is not assumed; staying takes no time."""
    trip = TripProblem(visits=(), travel={(0, 1): 7})
    assert [trip.ticks(*pair) for pair in ((0, 1), (1, 0), (1, 1), (None, 1))] == [7, None, 0, 0]
