"""Durations and distances: parsing, finding in free text and writing."""

from __future__ import annotations

import contextlib
import json
import math
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from geoeval.calculators.agreement import agree, tolerance
from geoeval.calculators.units import (
    ascii_digits,
    clock_has_meridiem,
    find_clocks,
    find_distances,
    find_durations,
    format_distance,
    format_duration,
    parse_clock,
    parse_distance,
    parse_duration,
    parse_number,
)
from geoeval.errors import UnitError


@given(st.integers(0, 10**7))
def test_written_durations_round_trip(seconds: int) -> None:
    assert parse_duration(format_duration(seconds)) == seconds


@given(st.floats(0, 1e7))
def test_written_distances_round_trip_rounded(metres: float) -> None:
    """The error is at most half a unit of the last digit."""
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
        ("1 hr. 30 min.", 5400),
        ("2 hrs., 5 mins.", 7500),
        ("1 wk. 2 days", 777_600),
        ("2 weeks", 1_209_600),
        ("1 day", 86_400),
        ("1 1/2 hours", 5400),
        ("3/4 hour", 2700),
        ("1⁄3 hour", 1200),
        ("PT1H30M", 5400),
        ("P1DT2H", 93_600),
        ("P2W", 1_209_600),
        ("PT1.5H", 5400),
        ("PT0,5M", 30),
        ("PT٩٠S", 90),
    ],
)
def test_spellings_of_a_duration_are_read(text: str, expected: int) -> None:
    assert parse_duration(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "soon", "5", "-5 mins", "10-15 minutes", "1:30 hours", "a day", "a second", "5 m",
     "20 mins 1 hour", "about 5 mins", "5 minutely", "P", "PT", "P1M", "P1Y", "P1H", "PT1M1H",
     "24/7 hours", "11/2 hours", "1/2/3 hours", "5 min.5"],
)  # fmt: skip
def test_invalid_durations_are_rejected(text: str) -> None:
    """Ranges, other words and bare numbers are not guessed."""
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
        ("1 hr., 30 min. and 2 hrs. out", {"1 hr., 30 min": 5400, "2 hrs": 7200}),
        ("It takes 1 hour. 30 minutes later", {"1 hour": 3600, "30 minutes": 1800}),
        ("(3/4 hour), on 3/11 minutes, 1-1/2 hours", {"3/4 hour": 2700, "1-1/2 hours": 5400}),
    ],
)
def test_find_durations_keeps_list_items_apart(text: str, expected: dict[str, int]) -> None:
    """Counts join only within a single duration."""
    assert {text[start:end]: value for start, end, value in find_durations(text)} == expected


def test_overlong_numbers_are_not_durations() -> None:
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
        (".5 km", 500),
        ("\u202a1.2\u00a0km\u202c", 1200),
        ("৫ km", 5000),
        ("3/4 mile", 1207.008),
        ("1 1/2 miles", 2414.016),
        ("1-1/2 mi.", 2414.016),
        ("1⁄2 mile", 804.672),
        ("1 mi. 500 ft.", 1761.744),
    ],
)
def test_spellings_of_a_distance_are_read(text: str, expected: float) -> None:
    assert parse_distance(text) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "text", ["", "5", "far", "60 km/h", "10 km²", "2-5 km", "a m", "5 mins", "3 km away"]
)
def test_invalid_distances_are_rejected(text: str) -> None:
    """Speeds, areas, ranges and other dimensions are not distances."""
    with pytest.raises(UnitError, match=f"expected a distance such as .* got '{text}'"):
        parse_distance(text)


READERS: list[Callable[[str], object]] = [
    *(parse_number, parse_duration, parse_distance, parse_clock, clock_has_meridiem, tolerance),
    *(find_durations, find_distances, find_clocks, ascii_digits),
]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("value", [None, 5, 4.2, b"5 km", ["5 km"]])
def test_values_other_than_strings_are_rejected(
    read: Callable[[object], object], value: object
) -> None:
    with pytest.raises(UnitError, match=r"expected a string such as .* got") as caught:
        read(value)
    assert repr(value) in str(caught.value)


PIECES = st.sampled_from(
    "1 20 4.2 ,5 ½ ½½ 1,200 ٣ half a an and quarter of three quarters one twenty-five km mi m ft "
    "miles hour hours h min mins secs days : . , - ( ) AM p.m. noon o'clock respectively ² / "
    "next day 3 days later".split()
) | st.text(max_size=3)


@given(st.lists(PIECES, max_size=8), st.sampled_from(["", " ", "\u202f"]))
@example(["1" * 5000, "h", "20"], "")
@example(["0.", "1" * 5000, "km"], "")
@example(["1,", "111," * 500, "m"], "")
def test_arbitrary_text_never_crashes_a_reader(pieces: list[str], space: str) -> None:
    """Every text yields a figure or the documented error."""
    text = space.join(pieces)
    for read in READERS:
        try:
            read(text)
        except UnitError as error:
            assert "got" in str(error)  # noqa: PT017 - most texts raise nothing


LONG = {
    "spaces inside": "1 hour, 1 min{}x",
    "spaces in front": "{}x",
    "spaces after a count": "half{}x",
    "spaces in a fraction": "1{0}and{0}a{0}x",
    "spaces after a time": "noon{}(x",
}
DENSE = {
    "digits": "1",
    "groups": ",111",
    "dashes": "-",
    "halves": "half ",
    "figures": "1 km 1h20 noon ",
    "joined figures": "1 hour and ",
    "words": "twenty-one ",
    "fractions": "1½",
}


def cpu_time(read: Callable[[str], object], text: str) -> float:
    best = math.inf
    for _ in range(3):
        start = time.process_time()
        with contextlib.suppress(UnitError):
            read(text)
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize("pattern", LONG.values(), ids=LONG)
def test_long_gaps_are_read_in_linear_time(pattern: str) -> None:
    """Eight times the spaces take about eight times as long."""
    for read in READERS:
        short, long = (cpu_time(read, pattern.format(" " * n)) for n in (4_000, 32_000))
        assert long < 24 * max(short, 2e-4), read


@pytest.mark.parametrize("piece", DENSE.values(), ids=DENSE)
def test_long_text_is_read_in_linear_time(piece: str) -> None:
    """Eight times the text takes about eight times as long."""
    for read in READERS:
        texts = (f"1.{piece * (size // len(piece))} km" for size in (1_000, 8_000))
        short, long = (cpu_time(read, text) for text in texts)
        assert long < 24 * max(short, 2e-4), read


def test_find_distances_ignores_words() -> None:
    """The words "I am" contain no metre."""
    text = "I am 4.2 km (5 mins) from A5 m, within 500m, at .5 km and... wait...3 km"
    assert [(text[start:end], value) for start, end, value in find_distances(text)] == [
        ("4.2 km", 4200),
        ("500m", 500),
        (".5 km", 500),
        ("3 km", 3000),
    ]


@pytest.mark.parametrize("value", [-1, math.nan, math.inf])
def test_negative_and_infinite_values_are_not_written(value: float) -> None:
    with pytest.raises(UnitError, match=r"expected a duration of 0 or more seconds, .* got"):
        format_duration(value)
    with pytest.raises(UnitError, match=r"expected a distance of 0 or more metres, .* got"):
        format_distance(value)


@pytest.mark.parametrize("value", [None, "60", b"60", True, [60]])
def test_only_numbers_are_written(value: object) -> None:
    for write in (format_duration, format_distance):
        with pytest.raises(UnitError, match=r"expected a d.* of 0 or more .* got") as caught:
            write(value)  # type: ignore[arg-type] - the point of the test
        assert repr(value) in str(caught.value)


@pytest.mark.parametrize("system", ["nautical", "", None, ["metric"]])
def test_other_systems_are_rejected(system: object) -> None:
    with pytest.raises(UnitError, match="expected the system 'metric' or 'imperial', got"):
        format_distance(5, system)  # type: ignore[arg-type] - the point of the test


@pytest.mark.parametrize(
    ("metres", "metric", "imperial"),
    [
        (0, "0 m", "0 ft"),
        (31, "31 m", "102 ft"),
        (0.5, "1 m", "2 ft"),
        (122, "122 m", "400 ft"),
        (160.7, "161 m", "527 ft"),
        (160.8, "161 m", "0.1 mi"),
        (480, "480 m", "0.3 mi"),
        (999.4, "999 m", "0.6 mi"),
        (999.5, "1.0 km", "0.6 mi"),
        (4250, "4.3 km", "2.6 mi"),
        (99_949, "99.9 km", "62.1 mi"),
        (99_950, "100 km", "62.1 mi"),
        (1_251_530, "1,252 km", "778 mi"),
    ],
)
def test_distances_are_written_like_maps_do(metres: float, metric: str, imperial: str) -> None:
    """Whole metres and feet, then tenths up to 100, then whole kilometres and miles."""
    assert format_distance(metres) == metric
    assert format_distance(metres, "imperial") == imperial


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 mins"),
        (0.5, "1 sec"),
        (59.5, "1 min"),
        (60, "1 min"),
        (75, "1 min 15 secs"),
        (3600, "1 hour 0 mins"),
        (7980, "2 hours 13 mins"),
        (3601, "1 hour 0 mins 1 sec"),
        (86_400, "1 day 0 hours 0 mins"),
        (187_260, "2 days 4 hours 1 min"),
    ],
)
def test_durations_are_written_like_maps_do(seconds: float, text: str) -> None:
    """Minutes always follow hours; seconds appear only if there are any."""
    assert format_duration(seconds) == text


LEG = re.compile(r" is (?P<time>\d[^.|(\n]*?) \((?P<length>[^)\n]*)\)\.")
ROUTE = re.compile(r"\| (?P<time>\d[^|\n]*) \| (?P<length>\d[^|\n]*)$", re.MULTILINE)
STEP = re.compile(r"\((?P<time>\d[^|)\n]*) \| (?P<length>\d[^|)\n]*)\)")


def test_every_figure_of_the_benchmark_is_read(data_dir: Path) -> None:
    """Each time and length of a leg, route or step in its contexts agrees with its text."""
    records = json.loads((data_dir / "mapeval" / "dev.json").read_text(encoding="utf-8"))
    found = {
        kind: [match for record in records for match in kind.finditer(record["context"])]
        for kind in (LEG, ROUTE, STEP)
    }
    assert [len(matches) > 50 for matches in found.values()] == [True, True, True]
    for match in (match for matches in found.values() for match in matches):
        assert agree(parse_duration(match["time"]), match["time"])
        assert agree(parse_distance(match["length"]), match["length"])
