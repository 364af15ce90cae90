"""Clock times: the accepted spellings and their positions in a text."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.clock import (
    clock_has_meridiem,
    find_clocks,
    format_clock,
    minute_of_day,
    parse_clock,
)
from geoeval.errors import UnitError


@given(st.integers(0, 20_000))
def test_written_clock_times_round_trip(minute: int) -> None:
    """Later days are included."""
    assert parse_clock(format_clock(minute)) == minute
    assert clock_has_meridiem(format_clock(minute))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.44 AM", 644),
        ("3.33PM", 933),
        ("10.13", 613),
        ("3.00PM", 900),
        ("3:00\u202fPM", 900),
        ("\u200e5:05\u00a0P.M.", 1025),
        ("5:05PM", 1025),
        ("7 am", 420),
        ("6.11 pm", 1091),
        ("14:30", 870),
        ("14:30 hrs", 870),
        ("24:00", 1440),
        ("noon", 720),
        ("12 noon", 720),
        ("Midnight", 0),
        ("12 AM", 0),
        ("12 PM", 720),
        ("7 o'clock", 420),
        ("seven o’clock pm", 1140),
        ("6 p.m.", 1080),
        ("6 p.m", 1080),
        (" 7 pm. ", 1140),
        ("13:30 PM", 810),
        ("0:30 AM", 30),
        ("৭:৩০ PM", 1170),
        ("12:10 AM the next day", 1450),
    ],
)
def test_spellings_of_a_clock_time_are_read(text: str, expected: int) -> None:
    """Colon or point, AM and PM in any form, the 24-hour clock and words."""
    assert parse_clock(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "7", "soon", "25:00", "24:01", "10.75", "14:30 AM", "0:15 PM", "24:00 PM", "10:30:15",
     "13 PM", "15 o'clock PM"],
)  # fmt: skip
def test_impossible_clock_times_are_rejected(text: str) -> None:
    with pytest.raises(UnitError, match=f"expected a clock time such as .* got ['\"]{text}['\"]"):
        parse_clock(text)


def test_values_other_than_strings_are_rejected() -> None:
    with pytest.raises(UnitError, match=r"expected a string such as .* got None"):
        parse_clock(None)  # type: ignore[arg-type]


def test_clock_has_meridiem_needs_a_clock_time() -> None:
    with pytest.raises(UnitError, match="expected a clock time such as"):
        clock_has_meridiem("twice")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("10.13", False), ("12:30", False), ("7 o'clock", False), ("13:00", True), ("00:10", True)],
)
def test_unambiguous_hours_need_no_meridiem(text: str, expected: bool) -> None:
    """An hour of 0, or of 13 and later, is unambiguous."""
    assert clock_has_meridiem(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("open from 9.15 to 11.45", {"9.15": 555, "11.45": 705}),
        ("rated 4.35, it is 4.25 km away", {}),
        ("at 4.25 km turn left", {}),
        ("I am at home", {}),
        ("9:00 AM–5:00 PM", {"9:00 AM": 540, "5:00 PM": 1020}),
        ("leave at 7 p.m. and rest", {"7 p.m.": 1140}),
        ("until 99:10 or 14:75", {}),
        ("at 25.10, at 25:10", {}),
        ("back by midnight (next day)", {"midnight (next day)": 1440}),
        ("before ١٠:٣٠", {"١٠:٣٠": 630}),
    ],
)
def test_find_clocks_distinguishes_times_from_numbers(text: str, expected: dict[str, int]) -> None:
    """Spans refer to the original text, and decimals are not times."""
    assert {text[start:end]: minute for start, end, minute in find_clocks(text)} == expected


def test_overlong_numbers_of_days_are_ignored() -> None:
    """The time before such a number is still found."""
    assert find_clocks("noon (" + "9" * 5000 + " days later)") == [(0, 4, 720)]


@pytest.mark.parametrize("minute", [-1, 999 * 1440, math.nan, math.inf, None, "7", b"7", True])
def test_format_clock_rejects_out_of_range_values(minute: object) -> None:
    """Minutes are at least 0 and within the supported days."""
    with pytest.raises(
        UnitError, match=r"expected a time of 0 or more minutes after midnight, .* got"
    ) as caught:
        format_clock(minute)  # type: ignore[arg-type] - the point of the test
    assert repr(minute) in str(caught.value)
    assert "below 1438560, got" in str(caught.value)


def test_fractions_of_minutes_are_rounded() -> None:
    """Halves round up, over midnight too."""
    assert format_clock(843.5) == "2:04 PM"
    assert format_clock(1439.5) == "12:00 AM (next day)"


@pytest.mark.parametrize(
    ("hour", "minute", "meridiem"), [(9, 60, None), (25, 0, None), (24, 1, None), (24, 0, "AM")]
)
def test_minute_of_day_is_none_for_impossible_times(
    hour: int, minute: int, meridiem: str | None
) -> None:
    """Minutes end at 59 and hours at 24:00."""
    assert minute_of_day(hour, minute, meridiem) is None
