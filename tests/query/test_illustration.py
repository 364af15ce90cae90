"""Derivations as data for pictures: places, measured lines, and days row by row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.calculators.hours import WeeklyHours
from geoeval.query.algebra import Best, CheckTrip, Listing, Query, Value
from geoeval.query.filter_kinds import OpenFilter
from geoeval.query.parts import (
    DAYS,
    Meeting,
    MeetingPlan,
    OfferedOrder,
    OfferedSchedule,
    Orders,
    ScheduledVisit,
    Schedules,
    Trip,
    TripFigure,
)
from geoeval.query.solve import solve
from geoeval.query.values import (
    DayPlan,
    DayRow,
    Derivation,
    Illustration,
    Infeasible,
    Spot,
    Stretch,
)
from geoeval.world.model import World
from tests.query import towns
from tests.query.asking import all_of, count, direction, is_closed
from tests.query.towns import TOWN
from tests.query.trips.town import stop, town

STOPS = (stop("Castle", 120), stop("Bank", 30))
SQUARE = Spot(name="Harbour Square", location=(0.0, 0.0))
GULL = Spot(name="Gull Cafe", location=(0.001, 0.0))
HOUR = 3600


def drawn(query: Query, world: World) -> Illustration:
    """Return the illustration of an answer."""
    outcome = solve(query, world)
    assert isinstance(outcome, Derivation | Infeasible), outcome
    return outcome.illustration


def test_a_direction_is_a_line_between_two_places() -> None:
    """It runs from the viewpoint to the target and has the bearing."""
    found = drawn(direction("Gull Cafe", "Harbour Square"), TOWN)
    assert found.spots == (SQUARE, GULL)
    assert found.stretches == (Stretch(start=SQUARE, end=GULL, text="0.0°"),)


def test_a_count_within_a_radius_shows_the_circle() -> None:
    """Every measured place is shown, inside or not."""
    found = drawn(count(category="cafe", anchor="Harbour Square", within_m=500), TOWN)
    assert found.radius_m == 500
    assert {line.start for line in found.stretches} == {SQUARE}
    assert [line.text for line in found.stretches] == ["111 m", "334 m", "1.6 km"]


def test_an_offered_order_is_a_day() -> None:
    """Rows are the start and the stops with hours; an infeasible order has its reason."""
    orders = (
        OfferedOrder(text="bank last", places=("Castle", "Bank")),
        OfferedOrder(text="bank first", places=("Bank", "Castle")),
    )
    query = Best(
        figure=TripFigure(figure="finish"),
        among=Orders(
            trip=Trip(origin="Inn", depart="13:00", day="monday", stops=STOPS), orders=orders
        ),
    )
    late, early = drawn(query, town()).days
    assert late.broken == ("arrives at Bank at 3:25 PM, but it closes at 3:00 PM",)
    assert (early.title, early.when, early.broken) == ("bank first", "Monday", ())
    assert early.rows[:2] == (
        DayRow(place="Inn", stay_s=(13 * HOUR, 13 * HOUR)),
        DayRow(
            place="Bank",
            open_s=((9 * HOUR, 15 * HOUR),),
            way_s=(13 * HOUR, 13 * HOUR + 300),
            stay_s=(13 * HOUR + 300, 13 * HOUR + 2100),
        ),
    )


def test_the_way_back_is_a_row() -> None:
    """It has travel and no stay."""
    query = Value(
        figure=TripFigure(
            figure="finish",
            trip=Trip(origin="Inn", depart="10:00", stops=(stop("Bank", 30),), end="Inn"),
        )
    )
    (day,) = drawn(query, town()).days
    assert day.rows[-1] == DayRow(place="Inn", way_s=(10 * HOUR + 2100, 10 * HOUR + 2460))


def test_a_deadline_is_a_mark() -> None:
    """It is at its time of day."""
    query = Best(
        figure=TripFigure(figure="finish"),
        among=Orders(trip=Trip(origin="Inn", depart="10:00", finish_by="15:00", stops=STOPS)),
    )
    (day,) = drawn(query, town()).days
    assert day.marks == ((15 * HOUR, "limit"),)


@pytest.mark.parametrize(
    ("budget_min", "marks"),
    [(15 * 60, ((25 * HOUR, "limit"),)), (38 * 60, ((48 * HOUR, "limit"),)), (38 * 60 + 1, ())],
)
def test_a_distant_limit_has_no_mark(budget_min: int, marks: tuple[tuple[int, str], ...]) -> None:
    """A mark after the end of the next day would leave no room for the day."""
    trip = Trip(origin="Inn", depart="10:00", budget_min=budget_min, stops=STOPS)
    (day,) = drawn(CheckTrip(trip=trip), town()).days
    assert day.marks == marks


def test_a_schedule_is_a_day_at_its_stated_times() -> None:
    """It has its violations; hours that differ by day are not drawn."""
    visits = (
        ScheduledVisit(place="Castle", start="16:00", end="18:00"),
        ScheduledVisit(place="Bank", start="18:30", end="19:00"),
    )
    trip = Trip(origin="Inn", depart="15:00", stops=STOPS, day="monday")
    schedules = (OfferedSchedule(text="late", visits=visits),)
    query = Listing(of=Schedules(trip=trip, schedules=schedules))
    (day,) = drawn(query, town()).days
    assert (day.title, day.when) == ("late", "Monday")
    assert day.rows[0].open_s == ((10 * HOUR, 17 * HOUR),)
    assert day.rows[0].stay_s == (16 * HOUR, 18 * HOUR)
    assert day.broken[0] == "stays at Castle until 6:00 PM, but it closes at 5:00 PM on Monday"


def test_places_of_an_opening_question_are_rows() -> None:
    """Closed places have no span, unknown places no row, and the time asked is a mark."""
    filters = (OpenFilter(day="tuesday", at="10:00"),)
    found = drawn(all_of(category="cafe", anchor="Harbour Square", filters=filters), TOWN)
    assert found.days == (
        DayPlan(
            rows=(
                DayRow(place="Heron Cafe", open_s=((0, 2 * HOUR),)),
                DayRow(place="Gull Cafe", open_s=((9 * HOUR, 17 * HOUR),)),
            ),
            when="Tuesday",
            marks=((10 * HOUR, "asked"),),
        ),
    )


def test_without_a_known_day_no_day_is_drawn() -> None:
    """Hours that are equal on every day need no day."""
    lines = [f"{day.capitalize()}: 9:00 AM – 5:00 PM" for day in DAYS]
    world = World(places=(replace(towns.GULL, hours=WeeklyHours.parse_lines(lines)),))
    assert drawn(is_closed("Gull Cafe", at="23:00"), world).days == ()


def test_people_are_rows_of_a_meeting_plan() -> None:
    """A row has the person's presence and the meeting."""
    ada = Meeting(
        person="Ada", place="Pier", present_from="09:00", present_until="10:00", at_least_min=30
    )
    (day,) = drawn(MeetingPlan(origin="Pier", depart="09:00", meetings=(ada,)), World()).days
    assert day.rows == (
        DayRow(
            place="Ada, Pier",
            open_s=((9 * HOUR, 10 * HOUR),),
            stay_s=(9 * HOUR, 9 * HOUR + 1800),
        ),
    )
