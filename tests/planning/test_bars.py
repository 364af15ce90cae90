"""Trips as bars along the clock."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from geoeval.planning import Stop, TravelMatrix, TripProblem, Window, simulate
from geoeval.planning.pictures import Bar, axis_marks, timeline_bars, timeline_panels
from tests.planning.drawn_trips import museums, two_days


def test_bars_leave_no_gap() -> None:
    trip = museums(5)
    timeline = simulate(range(5), trip)
    found = timeline_bars(timeline, trip)
    assert found[0].begins == timeline.depart
    assert found[-1].ends == timeline.finish
    assert all(a.ends == b.begins for a, b in pairwise(found))


def test_waiting_for_a_quicker_leg_has_a_bar() -> None:
    travel = TravelMatrix([[0, 50], [50, 0]], by_time={10: [[0, 5], [5, 0]]})
    trip = TripProblem(stops=(Stop(name="zoo", duration=3),), travel=travel, origin=1)
    assert timeline_bars(simulate((0,), trip), trip)[0] == Bar(0, "waiting", 0, 10)


def test_evening_travel_follows_the_last_stop() -> None:
    """The way back is in the row of the last stop, and the night has no bar."""
    trip = two_days()
    timeline = simulate(range(4), trip)
    nights = [
        bar for bar in timeline_bars(timeline, trip) if bar.row == 1 and bar.activity == "travel"
    ]
    assert len(nights) == 2
    assert all(
        bar.ends - bar.begins < 100
        for bar in timeline_bars(timeline, trip)
        if bar.activity != "stay"
    )


def test_a_missing_way_back_has_no_bar() -> None:
    ways: list[list[int | None]] = [[0, 10, 10], [10, 0, 10], [10, 10, 0]]
    gone: list[list[int | None]] = [[0, None, None], [None, 0, None], [10, 10, 0]]
    trip = replace(two_days(2), travel=TravelMatrix(ways, by_time={700: gone}), end=None)
    found = timeline_bars(simulate((0, 1), trip, begins=(600, None)), trip)
    assert [bar.begins for bar in found if bar.activity == "travel"] == [540, 1980]


def test_a_day_without_stops_has_no_bars() -> None:
    """The trip starts on the second day."""
    trip = two_days(1)
    trip = replace(trip, stops=(replace(trip.stops[0], windows=(Window(2040, 2460),)),))
    assert timeline_bars(simulate((0,), trip), trip)[0].activity == "travel"
    assert timeline_bars(simulate((0,), trip), trip)[0].begins == 1980


def test_a_missing_leg_has_no_bar() -> None:
    stops = (Stop(name="a", duration=5), Stop(name="b", duration=5))
    trip = TripProblem(stops=stops, travel=TravelMatrix([[0, None], [None, 0]]))
    assert {bar.activity for bar in timeline_bars(simulate((0, 1), trip), trip)} == {"stay"}


def test_each_used_day_has_a_panel() -> None:
    trip = two_days()
    assert timeline_panels(simulate(range(4), trip), trip) == ((540, 1140), (1980, 2580))
    assert timeline_panels(simulate((0,), trip), trip) == ((540, 1140),)


def test_an_empty_trip_has_a_panel() -> None:
    """Its panel is a tick long."""
    trip = museums(0)
    assert timeline_panels(simulate((), trip), trip) == ((540, 541),)


@pytest.mark.parametrize("unit", ["second", "minute", "day", "unit"])
@pytest.mark.parametrize("length", [1, 7, 90, 1000, 50_000, 3_000_000])
def test_axis_marks_are_few_and_in_range(unit: str, length: int) -> None:
    trip = museums(0, unit=unit)
    found = axis_marks(1000, 1000 + length, trip, 8)
    assert all(1000 <= tick <= 1000 + length for tick in found)
    assert len(found) <= 8
    assert len(found) >= 2 or length < 3600
