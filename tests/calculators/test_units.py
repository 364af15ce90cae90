"""Durations and distances: parsed, found in free text, and written."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.units import (
    find_distances,
    find_durations,
    format_distance,
    format_duration,
    parse_distance,
    parse_duration,
)
from geoeval.errors import UnitError


@given(st.integers(0, 10**7))
def test_written_durations_read_back(seconds: int) -> None:
    """What is formatted is parsed to the same number of seconds."""
    assert parse_duration(format_duration(seconds)) == seconds


@given(st.floats(0, 1e7))
def test_written_distances_read_back_rounded(metres: float) -> None:
    """A formatted distance is off by half of its last digit at most."""
    step = 1 if metres < 999.5 else 100 if metres < 99_950 else 1000
    assert abs(parse_distance(format_distance(metres)) - metres) <= step / 2 + 1e-6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 hour 0 mins", 3600),
        ("1hours 10 mins", 4200),
        ("2 hour 13 mins", 7980),
        ("59 mins", 3540),
        ("0 mins", 0),
        ("1.5 hours", 5400),
        ("1,5 hours", 5400),
        ("half an hour", 1800),
        ("a half hour", 1800),
        ("a quarter of an hour", 900),
        ("three quarters of an hour", 2700),
        ("an hour", 3600),
        ("an hour and a half", 5400),
        ("two and a half hours", 9000),
        ("1½ hours", 5400),
        ("forty-five minutes", 2700),
        ("90-minute", 5400),
        ("1 h 20 min", 4800),
        ("1h20", 4800),
        ("1h 20m", 4800),
        ("1 hour and 20 minutes", 4800),
        ("1 hour, 20 minutes", 4800),
        ("2 days 3 hours", 183_600),
        ("45 secs", 45),
        ("1\u202fhour 5\u00a0mins", 3900),
        ("٩٠ min", 5400),
        (" 5 mins. ", 300),
    ],
)
def test_ways_of_writing_a_duration(text: str, expected: int) -> None:
    """Maps and people write durations in many ways."""
    assert parse_duration(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "soon", "5", "-5 mins", "10-15 minutes", "1:30 hours", "a day", "a second", "5 m",
     "20 mins 1 hour", "about 5 mins", "5 minutely"],
)  # fmt: skip
def test_what_is_no_duration_is_refused(text: str) -> None:
    """Ranges, words that count no time and mere numbers are not guessed at."""
    with pytest.raises(UnitError, match=f"expected a duration such as .* got '{text}'"):
        parse_duration(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A for 1 hour and 30 minutes respectively", {"1 hour": 3600, "30 minutes": 1800}),
        ("1 hour, 30 minutes, and 2 hours", {"1 hour": 3600, "30 minutes": 1800, "2 hours": 7200}),
        ("2 hours, 15 minutes at B", {"2 hours, 15 minutes": 8100}),
        ("1 hour 30 mins, 45 mins", {"1 hour 30 mins": 5400, "45 mins": 2700}),
        ("1 hour and an hour", {"1 hour": 3600, "an hour": 3600}),
        ("1 hour, 20 minutes, then home", {"1 hour, 20 minutes": 4800}),
        ("twice a day, a second stop, half an hour", {"half an hour": 1800}),
        ("1h20 there and 5 min", {"1h20": 4800, "5 min": 300}),
        ("stay ২ hours", {"২ hours": 7200}),
        ("İstanbul: 2 HOURS", {"2 HOURS": 7200}),
        ("a minuet in 24hoursmart", {}),
    ],
)
def test_find_durations_keeps_lists_apart(text: str, expected: dict[str, int]) -> None:
    """Counts join only where they are one duration."""
    assert {text[start:end]: value for start, end, value in find_durations(text)} == expected


def test_endless_numbers_are_no_durations() -> None:
    """A number too long to mean anything is passed over, without an error."""
    assert find_durations("9" * 5000 + " hours, " + "1" * 5000 + "h20") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("31 m", 31),
        ("0.3 mi", 482.8032),
        ("242 km", 242_000),
        ("1,200 m", 1200),
        ("1\u202f200 m", 1200),
        ("500 ft", 152.4),
        ("10 yards", 9.144),
        ("2 nautical miles", 3704),
        ("13.45 kilometers", 13_450),
        ("2 kilometres 300 metres", 2300),
        ("half a mile", 804.672),
        ("a mile and a half", 2414.016),
        ("500m.", 500),
        ("৫ km", 5000),
    ],
)
def test_ways_of_writing_a_distance(text: str, expected: float) -> None:
    """Metric, imperial and nautical units, short or long."""
    assert parse_distance(text) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "text", ["", "5", "far", "60 km/h", "10 km²", "2-5 km", "a m", "5 mins", "3 km away"]
)
def test_what_is_no_distance_is_refused(text: str) -> None:
    """Speeds, areas, ranges and other dimensions are not distances."""
    with pytest.raises(UnitError, match=f"expected a distance such as .* got '{text}'"):
        parse_distance(text)


@pytest.mark.parametrize("parse", [parse_distance, parse_duration])
@pytest.mark.parametrize("value", [None, 5, b"5 km"])
def test_what_is_no_text_is_no_figure(parse: Callable[[object], float], value: object) -> None:
    """The error quotes the value."""
    with pytest.raises(UnitError, match=f"expected a text such as .* got {value}"):
        parse(value)


def test_find_distances_leaves_words_alone() -> None:
    """Spans are exact, and "I am" holds no metre."""
    text = "I am 4.2 km (5 mins) from A5 m, within 500m"
    assert [(text[start:end], value) for start, end, value in find_distances(text)] == [
        ("4.2 km", 4200),
        ("500m", 500),
    ]


@pytest.mark.parametrize("value", [-1, math.nan, math.inf])
def test_nothing_negative_or_endless_is_written(value: float) -> None:
    """Only magnitudes have a text."""
    with pytest.raises(UnitError, match="expected a duration of 0 or more seconds, got"):
        format_duration(value)
    with pytest.raises(UnitError, match="expected a distance of 0 or more metres, got"):
        format_distance(value)
