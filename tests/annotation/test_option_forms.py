"""Numbers, times and directions in the form of the options that exist already."""

from __future__ import annotations

import pytest

from geoeval.annotation.option_forms import write_direction, write_number
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
        (3217.4, "m", ("about 2 km away", "about 5 km away"), "about 3 km away"),
        (3217.4, "m", ("Two", "Five"), "Three"),
        (3217.4, "m", ("two and a half miles",), "3.2 km"),
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
        (3.0, "count", ("Two", "Four"), "Three"),
        (3.0, "count", ("two cafes",), "three cafes"),
        (3.0, "count", ("two cafes", "4 cafes"), "3 cafes"),
        (12.0, "count", ("Two", "Four"), "Twelve"),
        (13.0, "count", ("Two", "Four"), "13"),
        (3.9, "stars", ("Two", "Five"), "Four"),
        (3217.4, "m", ("north", "the cafe"), "3.2 km"),
        # A round step changes a number by a tenth at most; beyond that the next finer one is used.
        (2200.0, "m", ("1000 m", "3000 m"), "2000 m"),
        (2230.0, "m", ("1000 m", "3000 m"), "2200 m"),
    ],
)
def test_numbers_follow_the_options(
    amount: float, unit: Unit, options: tuple[str, ...], text: str
) -> None:
    """Unit, decimals, round steps and numerals are theirs."""
    assert write_number(Quantity(amount=amount, unit=unit), options) == text


@pytest.mark.parametrize(
    ("amount", "unit", "option", "text"),
    [
        (3600.0, "s", "2 hours", "1 hour"),
        (7200.0, "s", "1 hour", "2 hours"),
        (7200.0, "s", "1 hour by bus", "2 hours by bus"),
        (7200.0, "s", "1 h", "2 h"),
        (0.0, "count", "1 cafe", "0 cafes"),
        (3600.0, "s", "2.5 hours", "1.0 hours"),
        (1500.0, "m", "2 miles", "1 mile"),
        (4828.0, "m", "1 mile", "3 miles"),
        (4828.0, "m", "1 km", "5 km"),
        (0.9, "m", "1 foot", "3 feet"),
        (0.3, "m", "2 feet", "1 foot"),
        (1.0, "count", "2 Cafes", "1 Cafe"),
        (3.0, "count", "1 cafe", "3 cafes"),
        (3.0, "count", "1 cafés", "3 cafés"),
        (1.0, "count", "2 libraries", "1 library"),
        (3.0, "count", "1 coffee shop nearby", "3 coffee shops nearby"),
        (3.0, "count", "1 person", "3 people"),
        (3.0, "stars", "1-star", "3-star"),
    ],
)
def test_nouns_agree_with_their_numbers(amount: float, unit: Unit, option: str, text: str) -> None:
    """One is singular, all else plural, and symbols do not change."""
    assert write_number(Quantity(amount=amount, unit=unit), (option,)) == text


@pytest.mark.parametrize(
    ("hour", "minute", "options", "text"),
    [
        (17, 5, (), "5:05 PM"),
        (17, 5, ("9:15 AM", "4:00 PM"), "5:05 PM"),
        (17, 5, ("9:15am", "4:00pm"), "5:05pm"),
        (17, 5, ("9.15 a.m.", "4.00 p.m."), "5.05 p.m."),
        (17, 5, ("09:15", "16:00"), "17:05"),
        (17, 5, ("9 AM",), "5:05 PM"),
        (17, 0, ("9 AM", "4 PM"), "5 PM"),
        (17, 0, ("9 AM", "4:30 PM"), "5:00 PM"),
        (8, 0, ("09:15", "16:00"), "08:00"),
        (8, 0, ("9:15", "16:00"), "8:00"),
    ],
)
def test_times_of_day_follow_the_options(
    hour: int, minute: int, options: tuple[str, ...], text: str
) -> None:
    """The clock, the digits of full hours and the writing of AM and PM are theirs."""
    assert write_number(Clock(minute=hour * 60 + minute), options) == text


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ((), "Northeast"),
        (("South", "left"), "Northeast"),
        (("south", "west"), "northeast"),
        (("S", "west"), "NE"),
    ],
)
def test_directions_follow_the_options(options: tuple[str, ...], text: str) -> None:
    """They are in letters or words, and in lower case if all are."""
    assert write_direction(50.0, options) == text


@pytest.mark.parametrize(("coarsely", "text"), [(True, "45 mins"), (False, "44 mins")])
def test_round_options_are_followed_only_coarsely(text: str, *, coarsely: bool) -> None:
    """The last digit that they write is followed in any case."""
    value = Quantity(amount=2640, unit="s")
    assert write_number(value, ("30 mins", "50 mins"), coarsely=coarsely) == text
