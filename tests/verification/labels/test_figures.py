"""Numbers in option texts."""

from __future__ import annotations

import pytest

from geoeval.query.values import Quantity, Unit
from geoeval.verification.labels.readings import Reading, read_figure, read_figures
from tests.verification.builders import count, metres, minutes


@pytest.mark.parametrize(
    ("text", "unit", "amount", "half"),
    [
        ("4.2 km", "m", 4200, 50),
        ("13.45 kilometers", "m", 13_450, 5),
        ("1,234 m", "m", 1234, 0.5),
        ("2 miles", "m", 3218.688, 804.672),
        ("South, 11.68 kilometers", "m", 11_680, 5),
        ("১২ km", "m", 12_000, 500),
        ("0 km", "m", 0, 500),
        ("half a mile", "m", 804.672, 0),
        ("99 mins ", "s", 5940, 30),
        ("\n1hours 10 mins", "s", 4200, 30),
        ("2 hour 13 mins", "s", 7980, 30),
        ("1.5 hours", "s", 5400, 180),
        ("half an hour", "s", 1800, 0),
        ("1h20", "s", 4800, 30),
        ("1 hour and a half", "s", 5400, 900),
        ("43520", "m", 43_520, 0.5),
        ("Two", "count", 2, 0.5),
        ("None", "count", 0, 0),
        ("Twice", "count", 2, 0),
        ("thrice", "count", 3, 0),
        ("7 restaurants", "count", 7, 0.5),
        ("4.1/5", "stars", 4.1, 0.05),
        ("4.1 out of 5 stars", "stars", 4.1, 0.05),
        ("Very Expensive", "level", 4, 0),
        ("$$", "level", 2, 0),
        ("3", "level", 3, 0.5),
    ],
)
def test_figures_keep_their_rounding(text: str, unit: Unit, amount: float, half: float) -> None:
    """The last digit of an option states how its amount was rounded."""
    figure = read_figure(text, unit)
    assert figure is not None
    assert figure.amount == pytest.approx(amount)
    assert figure.half == pytest.approx(half)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("", "count"),
        ("more than 5", "count"),
        ("5+", "count"),
        ("3-4", "count"),
        ("5 or 6", "count"),
        ("5 km", "count"),
        ("13 mins", "m"),
        ("5 km", "s"),
        ("1 km or 2 km", "m"),
        ("far away", "m"),
        ("Moderate", "stars"),
        ("9" * 400, "count"),
        ("9" * 400 + " km", "m"),
    ],
)
def test_ranges_and_other_dimensions_are_not_figures(text: str, unit: Unit) -> None:
    """Several figures in one option are not an amount either."""
    assert read_figure(text, unit) is None


def test_unitless_lengths_take_the_closer_unit() -> None:
    """They are kilometres or metres, whichever is closer to the value."""
    readings = read_figures(["63.45", "61.224", "60.12"], metres(61_224))
    assert [reading and reading.amount for reading in readings] == [63_450, 61_224, 60_120]
    readings = read_figures(["11565", "12522"], metres(12_522))
    assert [reading and reading.amount for reading in readings] == [11_565, 12_522]


@pytest.mark.parametrize(("options", "amount"), [(["59", "54"], 59), (["1.5", "2.5"], 90)])
def test_unitless_durations_are_minutes_or_hours(options: list[str], amount: float) -> None:
    """The unit that brings them close to the value is chosen."""
    first = read_figures(options, minutes(amount))[0]
    assert first is not None
    assert first.amount == 60 * amount


@pytest.mark.parametrize("value", [metres(0), metres(500)])
def test_zero_takes_the_first_unit(value: Quantity) -> None:
    """Zero is equally close in every unit."""
    assert read_figures(["0"], value) == (Reading(amount=0, half=0.5),)


def test_all_means_a_known_total() -> None:
    """Without a known total, "All" is not a count."""
    assert read_figures(["All", "All of them", "2"], count(4), 4) == (
        Reading(amount=4),
        Reading(amount=4),
        Reading(amount=2),
    )
    assert read_figures(["All"], count(4)) == (None,)


def test_whole_tens_are_rounded_to_tens() -> None:
    """Lengths that are all multiples of ten kilometres are taken as rounded."""
    readings = read_figures(["230 km", "250 km", "280 km"], metres(280_120))
    assert {reading.half for reading in readings if reading} == {5000}


def test_whole_thousands_are_rounded_to_thousands() -> None:
    """Rounding is detected up to a million metres."""
    readings = read_figures(["2000 km", "3000 km"], metres(2_100_000))
    assert {reading.half for reading in readings if reading} == {500_000}


def test_options_without_figures_read_as_none() -> None:
    """Padding and words keep their position, so indices stay valid."""
    assert read_figures(["", "none known"], metres(5)) == (None, None)
