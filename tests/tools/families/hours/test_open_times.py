"""Tools for what is open when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from geoeval.query.base import DAYS
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval import WeeklyHours
from geoeval.calculators.hours.days import WEEKDAYS
from geoeval.tools.dispatch import dispatch
from geoeval.tools.registry import TOOLS
from geoeval.tools.result import ToolResult
from geoeval.world.model import Place, World
from geoeval.world.reader import read_context
from tests.calculators.hours.strategies import FIRST, ZONES, any_hours, plain, seasonal
from tests.tools.families.calls import content, failure

PARIS = ZoneInfo("Europe/Paris")
PYRAMID, _ = read_context(
    "Information of Great Pyramid of Giza:\n- Location: Al Haram, Egypt (29.97917, 31.13420).\n"
    f"- Open: {', '.join(f'{day}: 8:00AM-4:30PM' for day in WEEKDAYS)}.\n"
)
VISIT = {"place": "The Great Pyramid of Giza", "day": "Saturday"}
INSTANTS = st.builds(
    lambda minutes, zone: (
        datetime(FIRST.year, FIRST.month, FIRST.day, tzinfo=ZoneInfo(zone))
        + timedelta(minutes=minutes)
    ),
    st.integers(0, 60 * 1440),
    ZONES,
)
WEEK_TIMES = (st.integers(0, 6), st.integers(0, 1439))


def _inn(hours: WeeklyHours) -> World:
    """Return a world of one place."""
    return World(places=(Place(name="Inn", hours=hours),))


def _asked(name: str, hours: WeeklyHours, **arguments: object) -> ToolResult:
    """Return what a tool says of an inn of these hours."""
    return dispatch(TOOLS, name, {"place": "Inn", **arguments}, _inn(hours))


def _clock(minute: int) -> str:
    """Return a time of day as an argument."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def test_the_pyramid_is_closed_at_five_on_saturday() -> None:
    """The worked example of the MapEval paper: it closes at 4:30 PM, so the answer is no."""
    found = content("is_open", PYRAMID, **VISIT, at="5:00 PM")
    assert found["open"] is False
    assert found["opens"] == "Sunday 08:00"
    visit = content("can_visit", PYRAMID, **VISIT, start="5:00 PM", duration_min=30)
    assert visit["fits"] is False
    assert "closed on Saturday 17:00" in str(visit["text"])


@pytest.mark.parametrize(("start", "fits"), [("15:30", True), ("15:31", False), ("07:59", False)])
def test_a_visit_has_to_end_by_closing_time(start: str, fits: bool) -> None:
    """A visit that ends just at closing time fits, one a minute longer does not."""
    visit = content("can_visit", PYRAMID, **VISIT, start=start, duration_min=60)
    assert visit["fits"] is fits


@settings(max_examples=60)
@given(st.one_of(plain, seasonal), *WEEK_TIMES)
def test_a_time_of_a_weekday_is_open_as_its_calculators_say(
    hours: WeeklyHours, weekday: int, minute: int
) -> None:
    """Both is_open_on and closes_on come out; what is not known is final and never closed."""
    result = _asked("is_open", hours, day=DAYS[weekday], at=_clock(minute))
    state = hours.is_open_on(weekday, minute)
    if state is None:
        assert result.failure is not None
        assert (result.failure.kind, result.failure.reason) == ("final", "no_hours")
        return
    assert result.content["open"] is state
    closes = hours.closes_on(weekday, minute)
    if closes is None or closes - minute == 7 * 1440:
        assert "closes" not in result.content
    else:
        at = f"{WEEKDAYS[(weekday + closes // 1440) % 7]} {_clock(closes % 1440)}"
        assert result.content["closes"] == at


@settings(max_examples=60)
@given(any_hours, INSTANTS)
def test_an_instant_is_open_as_its_calculators_say(hours: WeeklyHours, at: datetime) -> None:
    """Both is_open and closes_at come out, on the clock of the instant."""
    zone = str(at.tzinfo)
    naive = at.replace(tzinfo=None).isoformat()
    result = _asked("is_open", hours, at=naive, zone=zone)
    there = WeeklyHours(hours.days, hours.seasons, hours.dates, zone, hours.valid)
    if there.is_open(at) is None:
        assert result.failure is not None
        assert result.failure.reason == "no_hours"
        return
    assert result.content["open"] is there.is_open(at)
    closes = there.closes_at(at)
    said = None if closes is None else closes.isoformat(" ", "minutes")
    assert result.content.get("closes") == said


@settings(max_examples=60)
@given(any_hours, INSTANTS)
def test_the_next_change_is_that_of_its_calculator(hours: WeeklyHours, at: datetime) -> None:
    """When it changes and what follows; "unknown" where that is not known."""
    words = {True: "open", False: "closed", None: "unknown"}
    there = WeeklyHours(hours.days, hours.seasons, hours.dates, str(at.tzinfo), hours.valid)
    result = _asked("next_change", there, at=at.isoformat())
    change = there.next_change(at)
    state = there.is_open(at)
    if change is None and state is None:
        assert result.failure is not None
        return
    assert result.content["now"] == words[state]
    if change is None:
        assert "at" not in result.content
        return
    assert result.content["at"] == change.at.isoformat(" ", "minutes")
    assert result.content["then"] == words[change.is_open]
    passed = change.at.astimezone(UTC) - at.astimezone(UTC)
    assert result.content["minutes"] == pytest.approx(passed / timedelta(minutes=1))


@settings(max_examples=60)
@given(any_hours, INSTANTS, st.integers(0, 30 * 1440))
def test_open_minutes_are_those_of_their_calculator(
    hours: WeeklyHours, start: datetime, minutes: int
) -> None:
    """The sum of the openings, which are listed, or a final failure where some is not known."""
    end = (start.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(start.tzinfo)
    there = WeeklyHours(hours.days, hours.seasons, hours.dates, str(start.tzinfo), hours.valid)
    result = _asked("open_minutes", there, start=start.isoformat(), end=end.isoformat())
    total = there.open_minutes(start, end)
    if total is None:
        assert result.failure is not None
        assert result.failure.kind == "final"
        return
    assert result.content["open_minutes"] == pytest.approx(total)
    assert result.content["count"] == len(there.intervals(start, end))


@settings(max_examples=60)
@given(plain, *WEEK_TIMES, st.integers(1, 2000))
def test_a_visit_fits_where_every_minute_of_it_is_open(
    hours: WeeklyHours, weekday: int, minute: int, lasts: int
) -> None:
    """Minute by minute: all open fits, some known to be closed ahead of any unknown does not."""
    result = _asked("can_visit", hours, day=DAYS[weekday], start=_clock(minute), duration_min=lasts)
    states = [hours.is_open_on(weekday, minute + passed) for passed in range(lasts)]
    first = next((state for state in states if state is not True), True)
    if first is None:
        assert result.failure is not None
        assert result.failure.reason == "no_hours"
    else:
        assert result.content["fits"] is first


def test_a_visit_over_a_change_of_the_clock_lasts_as_long_as_it_lasts() -> None:
    """From 22:00 to 05:00 are six hours in the night in which the clock is put forward."""
    visit = {"hours": "Mo-Su 22:00-05:00", "start": "2024-03-30T22:00", "zone": "Europe/Paris"}
    assert content("can_visit", **visit, duration_min=360)["fits"] is True
    assert content("can_visit", **visit, duration_min=361)["fits"] is False


def test_what_never_closes_says_so() -> None:
    """There is no closing time, and no change."""
    found = content("is_open", hours="24/7", day="monday", at="09:00")
    assert found == {"open": True, "text": "the place is open on Monday 09:00, it never closes"}
    assert content("next_change", hours="24/7", day="monday", at="09:00") == {"now": "open"}
    visit = content("can_visit", hours="24/7", day="monday", start="09:00", duration_min=9000)
    assert visit["fits"] is True


def test_what_never_opens_says_no_more() -> None:
    """Closed for good: no next opening is named."""
    found = content("is_open", hours="Mo-Su off", day="monday", at="09:00")
    assert found == {"open": False, "text": "the place is closed on Monday 09:00"}


def test_an_end_before_the_start_is_on_the_next_day() -> None:
    """From noon to noon is a day and a night."""
    bar = {"hours": "Fr 18:00-02:00", "day": "friday"}
    found = content("open_minutes", **bar, start="12:00", end="12:00")
    assert found["open_minutes"] == 480
    assert found["openings"] == [{"start": "Friday 18:00", "end": "Saturday 02:00"}]


@pytest.mark.parametrize("name", ["is_open", "next_change"])
def test_unknown_hours_are_final(name: str) -> None:
    """A place without hours is not closed, and asking again is of no use."""
    told = failure(name, World(places=(Place(name="Inn"),)), place="Inn", day="friday", at="9:00")
    assert (told.kind, told.reason) == ("final", "no_hours")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("is_open", {"day": "friday", "at": "9:00"}),
        ("can_visit", {"day": "friday", "start": "9:00", "duration_min": 30}),
        ("can_visit", {"day": "monday", "start": "23:45", "duration_min": 30}),
        ("open_minutes", {"day": "monday", "start": "23:45", "end": "00:15"}),
    ],
)
def test_a_day_that_is_not_known_is_final(name: str, arguments: dict[str, object]) -> None:
    """Only Monday is known: what happens on other days, or after its midnight, is not."""
    told = failure(name, hours="Monday: 9:00 AM – 12:00 AM", **arguments)
    assert (told.kind, told.reason) == ("final", "no_hours")


def test_a_change_that_is_never_known_is_final() -> None:
    """Where nothing is known at any time, there is no next change to tell."""
    inn = World(places=(Place(name="Inn", hours=WeeklyHours((None,) * 7)),))
    told = failure("next_change", inn, place="Inn", day="friday", at="9:00")
    assert (told.kind, told.reason) == ("final", "no_hours")


def test_a_change_after_an_unknown_time_is_told() -> None:
    """It is not known now, and it opens on Monday."""
    found = content("next_change", hours="Monday: 9:00 AM – 5:00 PM", day="sunday", at="12:00")
    assert found == {"now": "unknown", "at": "Monday 09:00", "then": "open", "minutes": 1260.0}


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ({"at": "17:00"}, "day"),
        ({"at": "2024-03-02T17:00"}, "at"),
        ({"at": "2024-03-02T17:00+01:00", "day": "friday"}, "day"),
        ({"at": "2024-02-30T17:00+01:00"}, "at"),
        ({"at": "9999-03-02T17:00+01:00"}, "at"),
        ({"at": "teatime", "day": "friday"}, "at"),
        ({"at": 17, "day": "friday"}, "at"),
        ({"at": "17:00", "day": "friday", "zone": "Mars/Olympus"}, "zone"),
        ({"at": "17:00", "day": "friday", "zone": 3}, "zone"),
    ],
)
def test_a_time_that_is_none_is_to_be_mended(arguments: dict[str, object], argument: str) -> None:
    """The failure names the argument that has to change."""
    told = failure("is_open", hours="24/7", **arguments)
    assert told.kind == "fix_arguments"
    assert [fault.argument for fault in told.arguments] == [argument]


@pytest.mark.parametrize(
    "end", ["12:00", "2026-01-01T00:00+01:00", "2023-12-31T00:00+01:00", "soon"]
)
def test_a_span_has_two_ends_of_one_form_and_no_more_than_a_year(end: str) -> None:
    """The failure names the end."""
    start = {"hours": "24/7", "start": "2024-01-01T00:00+01:00"}
    assert failure("open_minutes", **start, end=end).arguments[0].argument == "end"
