"""Opening hours as text, in the English of map services: a single entry or a week."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from geoeval.calculators.hours import Day, Interval, WeeklyHours
from geoeval.calculators.hours.text import parse_day, read_text, read_week
from geoeval.errors import HoursError
from tests.calculators.hours.strategies import seasonal, some_weeks

GOOGLE = (
    "Monday: Closed, Tuesday: Open 24 hours, Wednesday: 9:00\u202fAM\u2009–\u20095:00\u202fPM, "
    "Thursday: 12:30\u2009–\u20092:30\u202fPM, 7:00\u2009–\u200910:30\u202fPM, "
    "Friday: 12:00\u202fPM\u2009–\u20094:00\u202fAM, "
    "Saturday: 6:00\u202fPM\u2009–\u200912:00\u202fAM, Sunday: 12:00\u2009–\u20094:00\u202fPM"
)
DAYS: tuple[tuple[Interval, ...], ...] = (
    (),
    ((0, 1440),),
    ((540, 1020),),
    ((750, 870), (1140, 1350)),
    ((720, 1680),),
    ((1080, 1440),),
    ((720, 960),),
)


NINE_TO_FIVE: Day = ((540, 1020),)
ALL_DAY: Day = ((0, 1440),)


@given(some_weeks.map(WeeklyHours))
@settings(max_examples=40)
def test_written_weeks_round_trip(hours: WeeklyHours) -> None:
    """Covers text in a single line and in seven."""
    assert WeeklyHours.parse(hours.text()) == hours
    assert WeeklyHours.parse_lines(hours.lines()) == hours
    assert hash(WeeklyHours.parse(hours.text())) == hash(hours)
    for line in hours.lines():
        weekday, intervals = parse_day(line)
        assert hours.days[weekday] == intervals


@given(seasonal)
@settings(max_examples=40)
def test_written_seasons_round_trip(hours: WeeklyHours) -> None:
    """Months in brackets, and months instead of a weekday, are restored as seasons."""
    assert WeeklyHours.parse(hours.text()) == hours
    assert WeeklyHours.parse_lines(hours.lines()) == hours


@given(some_weeks.map(WeeklyHours))
@settings(max_examples=40)
def test_separate_entries_read_as_the_whole_week(hours: WeeklyHours) -> None:
    for text in (hours.text(), *hours.lines()):
        assert read_week(text) == read_text(text)


@pytest.mark.parametrize(
    "hours",
    [
        "09:00 – 17:00",
        "9:00–12:00, 13:00–24:00",
        "0:00 – 0:00",
        "22:00 – 2:00",
        "9:00 AM – 17:00",
        "24:00 – 2:00",
        "9:00 – 25:00",
        "9:00 – 12:00, 1:00 – 5:00 PM",
        "9:00 – 12:00, 11:00 – 17:00",
        "13:00 AM – 2:00 PM",
    ],
)
def test_24_hour_clock_reads_alike_alone_and_in_a_week(hours: str) -> None:
    """Neither meaning nor rejection of an entry depends on the other entries."""
    text = f"Monday: {hours}"
    try:
        expected = read_text(text)[0][0]
    except HoursError:
        for read in (parse_day, read_week):
            with pytest.raises(HoursError, match="expected"):
                read(text)
        with pytest.raises(HoursError, match="expected"):
            read_week(f"{text}, Tuesday: Closed")
    else:
        assert parse_day(text) == (0, expected)
        assert read_week(f"{text}, Tuesday: Closed")[0][:2] == (expected, ())


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("Monday: Closed., Tuesday: Closed", "position 14"),
        ("lunes: cerrado, Tuesday: Closed", "position 16"),
        ("Monday: Closed, Monday: Closed", "Monday already has hours"),
        ("Monday: Closed, Tuesday: whenever", "position 25"),
    ],
)
def test_incompatible_entries_are_rejected(text: str, match: str) -> None:
    """The whole week is rejected, with the position in the whole text."""
    with pytest.raises(HoursError, match=match):
        read_week(text)


def test_text_of_a_map_service_round_trips() -> None:
    """Narrow spaces, several intervals, closed days and whole days are kept."""
    hours = WeeklyHours.parse(GOOGLE)
    assert hours.days == DAYS
    assert hours.text() == GOOGLE
    assert WeeklyHours.parse(GOOGLE + ".\n") == hours
    assert read_text(GOOGLE) == (DAYS, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12:00 – 4:00 PM", (720, 960)),
        ("11:00 – 1:00 PM", (660, 780)),
        ("10:00 - 2:00 AM", (1320, 1560)),
        ("12:00 – 12:00 PM", (0, 720)),
        ("8:00 – 12:00 AM", (480, 1440)),
        ("12:00 AM – 12:00 AM", (0, 1440)),
        ("9:00 AM – 9:00 AM", (540, 1980)),
        ("09:00 AM – 5:00 PM", (540, 1020)),
        ("9 am to 5 p.m.", (540, 1020)),
        ("09:00—17:30", (540, 1050)),
        ("22:00-02:00", (1320, 1560)),
        ("18.00 - 24.00", (1080, 1440)),
        ("18:00 - 0:00", (1080, 1440)),
        ("14:00 – 8:00 PM", (840, 1200)),
        ("from 9h30 until 17h", (570, 1020)),
        ("৯:০০ AM – ৫:০০ PM", (540, 1020)),
        ("\u200e9:00 AM – 5:00 PM\u200e", (540, 1020)),
        ("24 hours", (0, 1440)),
    ],
)
def test_spellings_of_an_interval_are_read(text: str, expected: Interval) -> None:
    """A start without AM or PM takes that of the end if it then precedes the end."""
    assert WeeklyHours.parse(f"Monday: {text}").days[0] == (expected,)
    assert parse_day(f"Monday: {text}") == (0, (expected,))
    assert read_text(f"Monday: {text}")[0][0] == (expected,)


def test_values_other_than_strings_are_rejected() -> None:
    with pytest.raises(HoursError, match="expected opening hours as a string, got None"):
        WeeklyHours.parse(None)  # type: ignore[arg-type]
    with pytest.raises(HoursError, match="expected opening hours as a string, got 5"):
        parse_day(5)  # type: ignore[arg-type]
    with pytest.raises(HoursError, match="expected opening hours as strings, got 5"):
        WeeklyHours.parse_lines(["Monday: Closed", 5])  # type: ignore[list-item]


def test_a_single_string_is_one_line() -> None:
    """It may replace the list of lines."""
    assert WeeklyHours.parse_lines("Monday: Closed").days[0] == ()


def test_intervals_are_sorted_and_merged() -> None:
    """Overlapping intervals are merged; touching ones stay as written."""
    text = "Mon: 1:00 PM - 5:00 PM, 9:00 AM - 2:00 PM, 5:00 PM - 6:00 PM; tues: closed | "
    with pytest.raises(HoursError, match="expected a comma or the end"):
        WeeklyHours.parse(text)
    hours = WeeklyHours.parse(text.rstrip(" |"))
    assert hours.days[:3] == (((540, 1020), (1020, 1080)), (), None)
    assert parse_day("Monday: 1:00 PM – 5:00 PM, 9:00 AM – 2:00 PM") == (0, ((540, 1020),))


def test_ranges_and_lists_of_days_share_their_hours() -> None:
    """Names joined by a dash or commas all have the hours."""
    hours = WeeklyHours.parse("Monday – Thursday: 9–17, Sat, Sun: Closed")
    assert hours.days == (*[((540, 1020),)] * 4, None, (), ())


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 0, "expected a day such as 'Monday:' at position 0, got the end of ''"),
        ("Open 24 hours.x", 0, "a day such as 'Monday:' at position 0, got 'Open 24 hours.x'"),
        ("Daily", 5, "expected a colon after the day at position 5, got the end of 'Daily'"),
        ("Mon-Fri 9AM", 11, "expected a dash between opening and closing time at position 11"),
        (
            "Dec 24-25",
            4,
            "expected a colon after the day at position 4, got '24-25'; this is OpenStreetMap",
        ),
        (
            "Mar 9-12",
            4,
            "expected a colon after the day at position 4, got '9-12'; this is OpenStreetMap",
        ),
        ("Monday", 6, "expected a colon after the day at position 6, got the end of 'Monday'"),
        ("Monday - x: Closed", 7, "expected a colon after the day at position 7, got '- x: Clo"),
        ("Monday, x", 6, "expected a colon after the day at position 6, got ', x'"),
        ("9am-5pm", 0, "days such as 'Monday – Friday:' before the hours at .* '9am-5pm'$"),
        ("Monday: ?", 8, "expected a time such as '9:00 AM' at position 8, got '\\?'"),
        ("Monday: 9:00 AM", 15, "expected a dash between opening and closing time at position 15"),
        ("Monday: 9:00 AM –", 17, "'9:00 AM' at position 17, got the end of 'Monday: 9:00 AM –'"),
        ("Monday: 9:00 AM – x", 18, "expected a time such as '9:00 AM' at position 18, got 'x'"),
        ("Monday: 9:00 AM – 5:00", 18, "expected a closing time with AM or PM like the opening"),
        ("Monday: 9:00 – 25:00", 15, "time that exists on a clock at position 15, got '25:00'"),
        ("Monday: 24:00 – 2:00", 8, "expected an opening time before 24:00 at position 8, got"),
        ("Monday: 9:75 – 5:00 PM", 8, "expected a time that exists on a clock at position 8"),
        (
            "Monday: 13:00 AM – 5:00 PM",
            8,
            "time that exists on a clock at position 8, got '13:00 AM",
        ),
        ("Monday: 12:30 – 2:30, 7:00 – 10:00 PM", 8, "expected AM or PM in every interval of a"),
        ("Monday: Closed Tuesday: Closed", 15, "expected a comma or the end after the hours"),
        ("Monday: Closed, Monday: Closed", 16, "expected each day only once .Monday already"),
        ("Monday: Closed, x", 16, "expected a day such as 'Monday:' at position 16, got 'x'"),
        ("Monday: Closed (x)", 16, "expected a month such as 'April' at position 16, got 'x\\)'"),
        ("Monday: Closed (May", 19, "expected a closing bracket after the months at position 19"),
    ],
)
def test_unreadable_hours_are_reported_with_position(
    text: str, position: int, message: str
) -> None:
    """Unreadable text never becomes "closed"."""
    with pytest.raises(HoursError, match=message) as caught:
        WeeklyHours.parse(text)
    assert caught.value.position == position


@pytest.mark.parametrize(
    "text", ["Monday: Closed, Tuesday: Closed", "Monday: Closed (May)", "May: Closed"]
)
def test_an_entry_has_exactly_one_weekday(text: str) -> None:
    """Several days, or hours of some months, are not an entry."""
    with pytest.raises(HoursError, match="expected the hours of one weekday, got '"):
        parse_day(text)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Daily: 9:00–17:00", [NINE_TO_FIVE] * 7),
        ("Every day from 9 to 17", [NINE_TO_FIVE] * 7),
        ("Weekdays: 9:00–17:00", [*[NINE_TO_FIVE] * 5, None, None]),
        ("weekdays 9-17; Weekends: Closed", [*[NINE_TO_FIVE] * 5, (), ()]),
        ("Weekday 9–17\nSaturday closed\nSun: 24 hours", [*[NINE_TO_FIVE] * 5, (), ALL_DAY]),
        ("24/7", [ALL_DAY] * 7),
        (" Open 24 hours.", [ALL_DAY] * 7),
        ("24 h", [ALL_DAY] * 7),
        ("Mon-Fri 9AM-5PM", [*[NINE_TO_FIVE] * 5, None, None]),
        ("Mon., Tue 9AM-5PM, Sat 24 hours", [*[NINE_TO_FIVE] * 2, *[None] * 3, ALL_DAY, None]),
        ("Täglich: 9–17 Uhr", [NINE_TO_FIVE] * 7),
        ("lundi au vendredi 9h-17h, week-end: fermé", [*[NINE_TO_FIVE] * 5, (), ()]),
        ("Todos los días: 9:00–17:00", [NINE_TO_FIVE] * 7),
        ("Dias úteis: 9h–17h, fim de semana: fechado", [*[NINE_TO_FIVE] * 5, (), ()]),
    ],
)
def test_groups_of_days_need_no_colon(text: str, days: list[Day]) -> None:
    """Text without a day covers the whole week."""
    assert WeeklyHours.parse(text).days == tuple(days)


@pytest.mark.parametrize(
    "text",
    [
        "Mo-Fr 09:00-17:00; PH off",
        "Mo-Fr 09:00-17:00",
        "09:00-17:00",
        'Mo "by phone"',
        "Mo; SH off",
    ],
)
def test_openstreetmap_syntax_is_reported_with_its_reader(text: str) -> None:
    """The hint covers text that needs dates or cannot be computed, but no other text."""
    with pytest.raises(
        HoursError, match=r"at position \d+, got .*; .* which WeeklyHours\.from_osm reads"
    ):
        WeeklyHours.parse(text)
    with pytest.raises(HoursError, match=r"got 'whenever'$"):
        WeeklyHours.parse("Friday: whenever")


def test_lookalike_letters_are_not_a_day() -> None:
    """A dotless i is rejected like any other word."""
    with pytest.raises(HoursError, match="expected a day such as 'Monday:' at position 0"):
        WeeklyHours.parse("Frıday: Closed")


def test_real_hours_round_trip_unchanged(data_dir: Path) -> None:
    """Covers every hours line of the development questions, character by character."""
    records = json.loads((data_dir / "mapeval" / "dev.json").read_text(encoding="utf-8"))
    lines = [
        line.partition("Open: ")[2].strip().removesuffix(".")
        for record in records
        for line in record["context"].splitlines()
        if line.strip().startswith("- Open: ")
    ]
    assert len(lines) > 100
    assert [WeeklyHours.parse(line).text() for line in lines] == lines


@pytest.mark.parametrize("lines", [None, 5, b"Monday: Closed"], ids=repr)
def test_values_without_lines_are_rejected(lines: list[str]) -> None:
    with pytest.raises(HoursError, match=f"expected lines of opening hours, got {lines!r}"):
        WeeklyHours.parse_lines(lines)


def test_invisible_marks_count_as_spaces() -> None:
    """Map services add marks of the writing direction."""
    text = "\u202aMonday:\u202c 9:00\u2066 AM – 5:00 PM\u2069"
    assert WeeklyHours.parse(text).days[0] == ((540, 1020),)
