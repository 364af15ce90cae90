"""Numbers, times, bearings and yes or no compared with options."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.query.values import Bearing, Clock, Quantity, YesNo
from geoeval.verification.labels.match import fit_bearing, fit_clock, fit_quantity, fit_yes_no
from tests.verification.builders import count, metres, minutes

FOUR = ["North", "East", "South", "West"]


@pytest.mark.parametrize(
    ("value", "options", "fits"),
    [
        (metres(1144), ["0.76 km", "2.15 km", "1.19 km", "1.14 km"], [3]),
        (metres(2_979_620), ["2300 km", "2786 km", "2979 km", "3203 km"], [2]),
        (metres(181_700), ["180 km", "150 km", "205 km", "235 km"], [0]),
        (metres(280_120), ["230 km", "250 km", "280 km", "310 km"], [2]),
        (metres(10_900), ["13.45 km", "11.68 km", "5.69 km"], []),
        (metres(43_701), ["43520", "43622", "44601", "43790"], [1, 3]),
        (metres(101_090, 570), ["101 km", "102 km"], [0]),
        (metres(100_500, 600), ["100 km", "101 km"], [0, 1]),
        (metres(1000, 200), ["1200 m", "3 km"], [0]),
        (metres(1000), ["1015 m", "1029 m"], []),
        (metres(1000, 200), ["1201 m", "3 km"], []),
        (Quantity(amount=3600, unit="s", tolerance=270), ["65 mins", "80 mins"], [0]),
        (Quantity(amount=3600, unit="s", tolerance=269), ["65 mins", "80 mins"], []),
        (minutes(29), ["20 mins", "25 mins", "29 mins"], [2]),
        (minutes(29), ["28 mins", "30 mins"], []),
        (minutes(133), ["1 hour 13 mins", "2 hour 13 mins"], [1]),
        (count(8), ["5", "6", "7", "8"], [3]),
        (count(8), ["7", "9"], []),
        (Quantity(amount=4.1, unit="stars"), ["3.6", "4.1", "4"], [1]),
        (count(3), ["", "no idea"], []),
    ],
)
def test_numbers_fit_the_nearest_option(
    value: Quantity, options: list[str], fits: list[int]
) -> None:
    """Lengths may be rounded or cut, and two equally near options both fit."""
    assert sorted(fit_quantity(value, options).options) == fits


def test_margin_is_the_lead_over_the_next_option() -> None:
    """The margin is in the unit of the value."""
    assert fit_quantity(count(8), ["8", "5", "6"]).margin == 2
    assert fit_quantity(count(8), ["8", "8"]).margin is None
    assert fit_clock(Clock(minute=600), ["10:00 AM", "10:45 AM", "9:30 AM"]).margin == 30
    assert fit_clock(Clock(minute=600), ["10:00 AM", "10.13"]).margin == 13


@given(
    amount=st.floats(1, 1e7),
    others=st.lists(st.floats(1, 1e7), max_size=4),
    tolerance=st.floats(0, 9),
)
def test_equal_options_always_fit(amount: float, others: list[float], tolerance: float) -> None:
    """An option that states the value fits whatever else is offered."""
    options = [f"{amount:.3f} m", *(f"{other:.3f} m" for other in others)]
    assert 0 in fit_quantity(metres(amount, tolerance), options).options


@pytest.mark.parametrize(
    ("value", "options", "fits"),
    [
        (Clock(minute=644), ["11.00 AM", "10.44 AM"], [1]),
        (Clock(minute=1091), ["6.11", "5.11 pm"], [0]),
        (Clock(minute=1440 + 30), ["12:30 AM", "12:31 AM"], [0]),
        (Clock(minute=730), ["12.10 am", "1.10 am"], [0]),
        (Clock(minute=730), ["12.10 am", "12.10 pm"], [1]),
        (Clock(minute=645), ["11.00 AM", "10.44 AM"], []),
        (Clock(minute=937, bound="latest"), ["3:00 PM", "3:30 PM", "4:00 PM"], [1]),
        (Clock(minute=937, bound="earliest"), ["3:00 PM", "3:30 PM", "4:00 PM"], [2]),
        (Clock(minute=937, bound="latest"), ["3:37 PM", "3:30 PM"], [0]),
        (Clock(minute=937, bound="latest"), ["4:00 PM", "5:00 PM"], []),
        (Clock(minute=937, bound="latest"), ["soon", ""], []),
        (Clock(minute=937, bound="latest"), ["3:38 PM", "3:30 PM"], [1]),
        (Clock(minute=937, bound="latest"), ["3:36 PM", "3:30 PM"], [0]),
    ],
)
def test_times_fit_exactly_or_as_safe_bounds(
    value: Clock, options: list[str], fits: list[int]
) -> None:
    """A bound takes the best option that still satisfies it."""
    assert sorted(fit_clock(value, options).options) == fits


@pytest.mark.parametrize(
    ("degrees", "options", "fits"),
    [
        (43.96, FOUR, [0]),
        (45.0, FOUR, [0, 1]),
        (182.1, FOUR, [2]),
        (43.96, ["North", "North-East", "East"], [1]),
        (200.0, ["North", "East"], []),
        (200.0, ["NE", "SW", "NW", "SE"], [1]),
        (100.0, ["NNE", "N"], []),
        (340.0, ["N", "NE", "E"], [0]),
        (33.5, ["NNE", "S"], [0]),
        (34.0, ["NNE", "S"], []),
        (10.0, ["", "?"], []),
        (355.0, ["North"], [0]),
        (70.0, ["North", "North-East"], []),
        (63.0, ["North", "South"], [0]),
        (90.0, ["North", "South"], []),
        (63.0, ["North", "South", "West"], []),
    ],
)
def test_bearings_fit_the_nearest_offered_point(
    degrees: float, options: list[str], fits: list[int]
) -> None:
    """The options decide whether the compass rose has four, eight or sixteen points."""
    assert sorted(fit_bearing(Bearing(degrees=degrees), options).options) == fits


def test_yes_fits_yes_only() -> None:
    """Padding never fits."""
    assert list(fit_yes_no(YesNo(yes=False), ["Yes", "No", "", ""]).options) == [1]
