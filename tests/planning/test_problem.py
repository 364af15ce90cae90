"""Validation of stops and trips."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geoeval.errors import UsageError
from geoeval.planning import Stop, TravelMatrix, TripProblem, Window, simulate, windows_of

ONE = TravelMatrix([[0]])
TWO = TravelMatrix([[0, 5], [5, 0]])
A, B = Stop(name="a"), Stop(name="b")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"duration": -5}, r"expected the duration of 'zoo' to be at least 0, got -5"),
        (
            {"duration": float("nan")},
            r"expected the duration of 'zoo' to be an integer, got nan",
        ),
        ({"duration": 1.5}, r"the duration of 'zoo' to be an integer, got 1.5"),
        ({"prize": -1}, r"expected the prize of 'zoo'.*, got -1"),
        ({"windows": Window(0, 5)}, r"expected a tuple of windows for 'zoo', got Window"),
        ({"windows": "9:00-17:00"}, "tuple of windows for 'zoo', got '9:00-17:00'; make them by"),
        (
            {"windows": ((0, 5),)},
            r"expected a Window\(opens, closes\) for 'zoo', got \(0, 5\); make them by",
        ),
        ({"windows": (Window(0.5, 5),)}, r"the opening time of 'zoo' to be an integer, got 0.5"),
        ({"place": -1}, r"expected the place of 'zoo' to be at least 0, got -1"),
        (
            {"windows": (Window(600, 540),)},
            r"expected windows of 'zoo' to close after they open, got \(600, 540\); add a day",
        ),
        (
            {"windows": (Window(1, 2, "middle"),)},  # type: ignore[arg-type] # wrong on purpose
            r"""expected bounds "end" or "start" for 'zoo', got 'middle'""",
        ),
    ],
)
def test_invalid_stops_are_rejected(given: dict[str, Any], message: str) -> None:
    """The error names the stop and quotes the value."""
    with pytest.raises(UsageError, match=message):
        Stop(name="zoo", **given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"stops": (A, A)}, r"expected stops with different names, but 'a' occurs twice"),
        ({"stops": (A, B), "travel": ONE}, r"place of 'b' in a travel matrix of 1 places, got 1"),
        ({"origin": 7}, r"expected the place of origin in a travel matrix of 2 places, got 7"),
        ({"end": -1}, r"expected end to be at least 0, got -1"),
        ({"modes": {"bus": ONE}}, r"expected 2 places in the matrix of 'bus', got 1"),
        ({"end_mode": "tram"}, r"expected one of the modes given \(none\), got 'tram'"),
        ({"depart": 10, "deadline": 9}, r"expected a deadline after the departure at 10, got 9"),
        ({"budget": -1}, r"expected budget to be at least 0, got -1"),
        ({"ticks_per_unit": 0}, r"expected ticks_per_unit to be at least 1, got 0"),
        ({"before": ((0, 0),)}, r"expected pairs of two different stops from 0 to 1, got \(0, 0\)"),
        (
            {"directly": ((0, 2),)},
            r"expected pairs of two different stops from 0 to 1, got \(0, 2\)",
        ),
        ({"days": ((0, 9), (5, 20)), "origin": 0}, r"days in order that end after they begin, got"),
        ({"days": ((0, 9), (15, 20))}, r"expected an origin \(the hotel\) for a trip of several"),
        ({"depart": "09:00"}, "depart to be an integer, got '09:00'; a time is a number of ticks"),
        ({"depart": 0.5}, r"expected depart to be an integer, got 0.5"),
        ({"deadline": float("nan")}, r"expected deadline to be an integer, got nan"),
        ({"depart": 1 << 60}, r"expected depart to be at most \d+"),
        ({"before": (0, 1)}, r"expected pairs of integers in before, such as \(\(0, 1\),\), got 0"),
        ({"before": (("a", "b"),)}, r"expected a number in before to be an integer, got 'a'"),
        (
            {"unit": "hour"},
            r"expected one of the units 'second', 'minute', 'day', 'unit', got 'hour'",
        ),
        ({"travel": [[0, 5], [5, 0]]}, r"expected a TravelMatrix for travel, got \[\[0, 5\]"),
        ({"modes": {"bus": 3}}, r"expected a TravelMatrix for the mode 'bus', got 3"),
        ({"stops": ("a",)}, r"expected a tuple of stops such as Stop\(name=...\), got 'a'"),
    ],
)
def test_invalid_trips_are_rejected(given: dict[str, Any], message: str) -> None:
    """The error quotes the value and states what is expected."""
    with pytest.raises(UsageError, match=message):
        TripProblem(**{"stops": (A, B), "travel": TWO} | given)


@pytest.mark.parametrize("order", [(0, 0), (2,), (-1,)])
def test_invalid_orders_are_rejected(order: tuple[int, ...]) -> None:
    with pytest.raises(UsageError, match=r"expected an order of different stops from 0 to 1"):
        simulate(order, TripProblem(stops=(A, B), travel=TWO))


def test_a_timetable_has_an_entry_for_each_stop() -> None:
    """None means as early as possible."""
    with pytest.raises(
        UsageError, match=r"expected a start time or None for each of 2 stops, got 1"
    ):
        simulate((0, 1), TripProblem(stops=(A, B), travel=TWO), begins=(3,))


def test_several_days_need_a_reachable_hotel_and_waiting() -> None:
    one_way = TravelMatrix([[0, None], [5, 0]])
    trip = TripProblem(stops=(B,), travel=one_way, origin=1, days=((0, 9), (15, 20)))
    with pytest.raises(UsageError, match=r"from the hotel to every stop and back.*back from 'b'"):
        simulate((0,), trip)
    other_way = TravelMatrix([[0, 5], [None, 0]])
    cut_off = TripProblem(stops=(A,), travel=other_way, origin=1, days=((0, 9), (15, 20)))
    with pytest.raises(UsageError, match=r"from the hotel to every stop and back.*none to 'a'"):
        simulate((0,), cut_off)
    with pytest.raises(UsageError, match=r"expected a trip of several days to allow waiting"):
        simulate(
            (0,),
            TripProblem(stops=(B,), travel=TWO, origin=1, days=((0, 9), (15, 20)), waiting=False),
        )


def test_whole_numbers_of_any_type_are_accepted() -> None:
    """Stops may be a list, and a problem is hashable."""
    stop = Stop(name="a", duration=np.int64(5), prize=2.0)  # type: ignore[arg-type] # on purpose
    trip = TripProblem(stops=[stop], travel=ONE, depart=3.0)  # type: ignore[arg-type] # on purpose
    assert (trip.stops, trip.depart) == ((Stop(name="a", duration=5, prize=2),), 3)
    assert {trip: 1}[TripProblem(stops=(stop,), travel=ONE, depart=3)] == 1


def test_windows_come_from_opening_hours() -> None:
    """Unknown hours set no limits."""
    assert windows_of(((540, 600),), 60) == (Window(32400, 36000),)
    assert windows_of(None) is None


def test_overlapping_windows_are_merged() -> None:
    """Windows too short for the stay are dropped."""
    stop = Stop(name="a", duration=5, windows=(Window(0, 10), Window(4, 30), Window(40, 43)))
    assert stop.starts() == ((0, 25),)
    assert Stop(name="a", windows=(Window(0, 10),), starts_at=11).starts() == ()
    assert Stop(name="a", windows=(Window(0, 10, "start"),), duration=9).starts() == ((0, 10),)
