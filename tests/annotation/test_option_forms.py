"""Numbers in the unit and with the rounding of the options that exist already."""

from __future__ import annotations

import pytest

from geoeval.annotation.option_forms import write_number
from geoeval.query.values import Clock, Quantity, Unit


@pytest.mark.parametrize(
    ("amount", "unit", "options", "text"),
    [
        (3217.4, "m", (), "3.2 km"),
        (3217.4, "m", ("850 m", "4.0 km"), "3.2 km"),
        (3217.4, "m", ("2.25 km", "4.5 km"), "3.22 km"),
        (3217.4, "m", ("2 km", "5 km"), "3 km"),
        (3217.4, "m", ("2500 m", "4000 m"), "3000 m"),
        (3217.4, "m", ("2400 m", "4000 m"), "3200 m"),
        (3217.4, "m", ("2,400 m", "4,010 m"), "3,220 m"),
        (3217.4, "m", ("1 mile", "4 miles"), "2 miles"),
        (1500.0, "m", ("2 miles", "4 miles"), "1 mile"),
        (3217.4, "m", ("about 2 km away", "about 5 km away"), "about 3 km away"),
        (412.3, "m", ("350 m",), "400 m"),
        (347.3, "m", ("351 m",), "347 m"),
        (1709.0, "s", (), "28 mins"),
        (1709.0, "s", ("45 mins", "1 hour"), "30 mins"),
        (540.0, "s", ("45 mins", "1 hour"), "9 mins"),
        (1709.0, "s", ("44 minutes", "31 minutes"), "28 minutes"),
        (4800.0, "s", ("44 mins", "31 mins"), "1 hour 20 mins"),
        (5400.0, "s", ("2.5 hours", "4 hours"), "1.5 hours"),
        (540.0, "s", ("3 hrs", "9 hrs"), "9 mins"),
        (4.1, "stars", ("4.4 stars", "3.9 stars"), "4.1 stars"),
        (4.0, "stars", ("4.4", "3.9"), "4.0"),
        (4.4, "stars", ("4",), "4.4"),
        (4.4, "stars", ("4", "3"), "4"),
        (3.0, "count", ("2 cafes",), "3 cafes"),
        (1.0, "count", ("2 cafes", "4 cafes"), "1 cafe"),
        (3.0, "count", ("Two", "Four"), "Three"),
        (13.0, "count", ("Two", "Four"), "13"),
        (3217.4, "m", ("north", "the cafe"), "3.2 km"),
    ],
)
def test_numbers_follow_the_options(
    amount: float, unit: Unit, options: tuple[str, ...], text: str
) -> None:
    """Unit, decimals, round steps and words are theirs."""
    assert write_number(Quantity(amount=amount, unit=unit), options) == text


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ((), "5:05 PM"),
        (("9:15 AM", "4:00 PM"), "5:05 PM"),
        (("9:15am", "4:00pm"), "5:05pm"),
        (("9.15 a.m.", "4.00 p.m."), "5.05 p.m."),
        (("09:15", "16:00"), "17:05"),
    ],
)
def test_times_of_day_follow_the_options(options: tuple[str, ...], text: str) -> None:
    """The clock and the writing of AM and PM are theirs."""
    assert write_number(Clock(minute=17 * 60 + 5), options) == text


def test_round_options_are_followed_only_coarsely() -> None:
    """The last digit that they write is followed in any case."""
    value = Quantity(amount=2640, unit="s")
    assert write_number(value, ("30 mins", "50 mins")) == "45 mins"
    assert write_number(value, ("30 mins", "50 mins"), coarsely=False) == "44 mins"


def test_rounding_changes_a_number_by_a_tenth_at_most() -> None:
    """Beyond it the next finer step is used."""
    options = ("1000 m", "3000 m")
    assert write_number(Quantity(amount=2200, unit="m"), options) == "2000 m"
    assert write_number(Quantity(amount=2230, unit="m"), options) == "2200 m"
