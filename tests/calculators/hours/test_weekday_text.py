"""Opening hours: reading, writing, and what is open when."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.hours import WEEK_MIN, Interval, WeeklyHours
from geoeval.errors import HoursError

GOOGLE = (
    "Monday: Closed, Tuesday: Open 24 hours, Wednesday: 9:00\u202fAM\u2009–\u20095:00\u202fPM, "
    "Thursday: 12:30\u2009–\u20092:30\u202fPM, 7:00\u2009–\u200910:30\u202fPM, "
    "Friday: 12:00\u202fPM\u2009–\u20094:00\u202fAM, Saturday: 6:00\u202fPM\u2009–\u200912:00\u202fAM, "  # noqa: E501
    "Sunday: 12:00\u2009–\u20094:00\u202fPM"
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


@st.composite
def _days(draw: st.DrawFn) -> tuple[Interval, ...] | None:
    """Draw the intervals of one day."""
    if draw(st.booleans()):
        return draw(st.sampled_from([None, (), ((0, 1440),)]))
    times = sorted(draw(st.sets(st.integers(0, 1439), min_size=1, max_size=6)))
    last = draw(st.integers(times[-1] + 1, times[-1] + 1440))
    times.append(last)
    return tuple(zip(times[::2], times[1::2], strict=False))


WEEKS = (
    st.tuples(*[_days()] * 7)
    .filter(lambda days: any(day is not None for day in days))
    .map(WeeklyHours)
)


@given(WEEKS)
def test_written_hours_read_back(hours: WeeklyHours) -> None:
    """The text of any week is parsed to the same week, in one line or in seven."""
    assert WeeklyHours.parse(hours.text()) == hours
    assert WeeklyHours.parse_lines(hours.lines()) == hours
    assert hash(WeeklyHours.parse(hours.text())) == hash(hours)


@given(WEEKS, st.integers(0, 6), st.integers(0, 1439))
def test_is_open_counts_the_hours_begun_the_day_before(
    hours: WeeklyHours, weekday: int, minute: int
) -> None:
    """A direct look at both days agrees, and the week is periodic."""
    today, before = hours.days[weekday], hours.days[weekday - 1]
    held = any(start <= minute < end for start, end in today or ()) or any(
        start <= minute + 1440 < end for start, end in before or ()
    )
    is_open = hours.is_open_on(weekday, minute)
    assert (is_open is True) == held
    assert (
        is_open
        == hours.is_open_on(weekday + 7, minute)
        == hours.is_open_on(weekday - 1, minute + 1440)
    )
    if today is None and not held:
        assert is_open is None
    if today is not None and before is not None:
        assert is_open is not None


@given(WEEKS, st.integers(0, 6), st.integers(0, 1439))
def test_closes_at_is_the_first_time_that_is_not_open(
    hours: WeeklyHours, weekday: int, minute: int
) -> None:
    """It is open until then and not then, unless it never closes."""
    closing = hours.closes_on(weekday, minute)
    if closing is None:
        assert hours.is_open_on(weekday, minute) is not True
    else:
        assert all(hours.is_open_on(weekday, t) for t in range(minute, closing, 7))
        assert hours.is_open_on(weekday, closing - 1)
        assert closing == minute + WEEK_MIN or not hours.is_open_on(weekday, closing)


def test_the_text_of_a_map_service_is_read_and_written() -> None:
    """Narrow spaces, several intervals, closed and whole days come out as they went in."""
    hours = WeeklyHours.parse(GOOGLE)
    assert hours.days == DAYS
    assert hours.text() == GOOGLE
    assert WeeklyHours.parse(GOOGLE + ".\n") == hours


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
        ("9 am to 5 p.m.", (540, 1020)),
        ("09:00—17:30", (540, 1050)),
        ("22:00-02:00", (1320, 1560)),
        ("18.00 - 24.00", (1080, 1440)),
        ("18:00 - 0:00", (1080, 1440)),
        ("14:00 – 8:00 PM", (840, 1200)),
        ("৯:০০ AM – ৫:০০ PM", (540, 1020)),
        ("\u200e9:00 AM – 5:00 PM\u200e", (540, 1020)),
        ("24 hours", (0, 1440)),
    ],
)
def test_ways_of_writing_an_interval(text: str, expected: Interval) -> None:
    """A start without AM or PM takes the end's, if it then comes before the end."""
    assert WeeklyHours.parse(f"Monday: {text}").days[0] == (expected,)


def test_what_is_no_text_is_no_hours() -> None:
    """The error quotes the value."""
    with pytest.raises(HoursError, match="expected opening hours as a text, got None"):
        WeeklyHours.parse(None)  # type: ignore[arg-type]


def test_intervals_are_put_in_order_and_joined() -> None:
    """Overlapping intervals are one opening; touching ones stay as written."""
    text = "Mon: 1:00 PM - 5:00 PM, 9:00 AM - 2:00 PM, 5:00 PM - 6:00 PM; tues: closed | "
    with pytest.raises(HoursError, match="expected a comma or the end"):
        WeeklyHours.parse(text)
    hours = WeeklyHours.parse(text.rstrip(" |"))
    assert hours.days[:3] == (((540, 1020), (1020, 1080)), (), None)


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 0, "expected a day such as 'Monday:' at position 0, got the end of ''"),
        ("Open 24 hours", 0, "expected a day such as 'Monday:' at position 0, got 'Open 24 hours'"),
        ("Monday: ?", 8, "expected a time such as '9:00 AM' at position 8, got '\\?'"),
        ("Monday: 9:00 AM", 15, "expected a dash between opening and closing time at position 15"),
        ("Monday: 9:00 AM – x", 18, "expected a time such as '9:00 AM' at position 18, got 'x'"),
        ("Monday: 9:00 AM – 5:00", 18, "expected a closing time with AM or PM like the opening"),
        ("Monday: 9:00 – 25:00", 15, "expected a time that a clock shows at position 15"),
        ("Monday: 9:75 – 5:00 PM", 8, "expected a time that a clock shows at position 8"),
        ("Monday: 12:30 – 2:30, 7:00 – 10:00 PM", 8, "expected AM or PM at every interval of a"),
        ("Monday: Closed Tuesday: Closed", 14, "expected a comma or the end after the hours"),
        ("Monday: Closed, Monday: Closed", 16, "expected each day once, and Monday was given"),
        ("Monday: Closed, x", 16, "expected a day such as 'Monday:' at position 16, got 'x'"),
    ],
)
def test_hours_that_cannot_be_read_say_where(text: str, position: int, message: str) -> None:
    """Nothing unreadable becomes "closed": the error has the position."""
    with pytest.raises(HoursError, match=message) as caught:
        WeeklyHours.parse(text)
    assert caught.value.position == position


@pytest.mark.parametrize(
    "days",
    [
        ((),) * 6,
        (((-1, 5),), *((),) * 6),
        (((1440, 1500),), *((),) * 6),
        (((600, 600),), *((),) * 6),
        (((600, 2041),), *((),) * 6),
        (((600, 700), (650, 800)), *((),) * 6),
    ],
    ids=repr,
)
def test_days_of_another_form_are_refused(days: tuple[tuple[Interval, ...] | None, ...]) -> None:
    """Seven days, intervals in order and no longer than a day."""
    with pytest.raises(HoursError, match=r"expected (seven days|intervals \(start, end\))"):
        WeeklyHours(days)


def test_an_unknown_day_before_leaves_the_early_hours_open_to_doubt() -> None:
    """Before the first opening yesterday's hours might still hold; after it they cannot."""
    hours = WeeklyHours.parse("Tuesday: 9:00 AM – 5:00 PM, Friday: Closed")
    assert hours.is_open_on(1, 60) is None
    assert hours.is_open_on(1, 600) is True
    assert hours.is_open_on(1, 1200) is False
    assert hours.is_open_on(4, 600) is None
    assert hours.is_open_on(0, 600) is None


def test_intervals_and_openings_of_a_day() -> None:
    """Unknown, closed and open days differ."""
    hours = WeeklyHours.parse("Monday: Closed, Tuesday: 9:00 AM – 5:00 PM")
    assert [hours.intervals_on(day) for day in range(3)] == [(), ((540, 1020),), None]
    assert [hours.opens_on(day) for day in range(3)] == [False, True, None]


def test_what_never_closes_is_given_a_week() -> None:
    """Open 24 hours every day has no closing time within the week."""
    always = WeeklyHours((((0, 1440),),) * 7)
    assert always.closes_on(2, 100) == 100 + WEEK_MIN


def test_real_hours_are_read_and_written_unchanged(data_dir: Path) -> None:
    """Every hours line of the development questions parses, and comes back letter for letter."""
    records = json.loads((data_dir / "mapeval" / "dev.json").read_text(encoding="utf-8"))
    lines = [
        line.partition("Open: ")[2].strip().removesuffix(".")
        for record in records
        for line in record["context"].splitlines()
        if line.strip().startswith("- Open: ")
    ]
    assert len(lines) > 100
    assert [WeeklyHours.parse(line).text() for line in lines] == lines


def test_letters_that_only_look_alike_make_no_day() -> None:
    """A dotless i is refused as any other word is, and no crash."""
    with pytest.raises(HoursError, match="expected a day such as 'Monday:' at position 0"):
        WeeklyHours.parse("Frıday: Closed")
